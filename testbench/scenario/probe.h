// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_SCENARIO_PROBE_H_
#define NEURON_VP_TESTBENCH_SCENARIO_PROBE_H_

#include <functional>

#include "testbench/scenario/actor.h"
#include "testbench/scenario/observations.h"

namespace nvp::scenario {

/// The time at which an expectation wants something read; nothing if it needs no reading.
std::optional<ps_t> reading_time(const Expectation& expectation, ps_t end);

/// Starts to read what an expectation wants; `reading.done` or `reading.problem` tells when it is
/// there, and `finished` is called. Never blocks the caller.
void start_reading(const Expectation& expectation, Platform& platform, Actor& actor,
                   Reading& reading, std::function<void()> finished);

}  // namespace nvp::scenario

#endif  // NEURON_VP_TESTBENCH_SCENARIO_PROBE_H_
