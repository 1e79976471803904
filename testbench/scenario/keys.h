// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_SCENARIO_KEYS_H_
#define NEURON_VP_TESTBENCH_SCENARIO_KEYS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "testbench/scenario/document.h"
#include "testbench/scenario/shape.h"

namespace nvp::scenario {

// Words of scenario files that stand for numbers. What is not accepted is an Error at `where`.

/// A metric id: a number or a name of chapter 21 section 2 (NERR_OK).
std::uint8_t metric_key(const Location& where, const std::string& key);
/// An NRT status: a number or a name of chapter 32 section 1.
std::uint32_t status_key(const Location& where, const std::string& key);
/// The weight of a random choice, 0 to 1,000,000.
std::uint32_t weight_value(const Node& value);
/// Bytes of "0c 13 69".
std::vector<std::uint8_t> hex_bytes(const Location& where, const std::string& text);

std::vector<NamedValue> ioctl_names();
std::vector<NamedValue> nd_counter_names();
std::vector<NamedValue> nc_counter_names();
std::vector<NamedValue> metric_names();

}  // namespace nvp::scenario

#endif  // NEURON_VP_TESTBENCH_SCENARIO_KEYS_H_
