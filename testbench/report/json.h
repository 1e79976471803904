// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_REPORT_JSON_H_
#define NEURON_VP_TESTBENCH_REPORT_JSON_H_

#include <string>
#include <vector>

#include "testbench/report/result.h"

namespace nvp::report {

/// The JSON report of a run: verdicts, posts, evidence about faults. The same run gives the same
/// bytes.
std::string json_report(const std::vector<Result>& results);

/// One result as JSON and back: how a scenario's process hands its result to the program.
std::string to_json(const Result& result);
Result from_json(const std::string& text);

/// Decoded posts as JSON, for `neuron-vp decode`.
std::string json_posts(const std::vector<std::vector<std::uint8_t>>& posts);

}  // namespace nvp::report

#endif  // NEURON_VP_TESTBENCH_REPORT_JSON_H_
