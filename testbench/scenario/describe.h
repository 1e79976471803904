// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_SCENARIO_DESCRIBE_H_
#define NEURON_VP_TESTBENCH_SCENARIO_DESCRIBE_H_

#include <string>
#include <vector>

#include "testbench/scenario/model.h"
#include "testbench/scenario/shape.h"

namespace nvp::scenario {

// The language: each function states the keys of one map, for every Shape.

void describe_scenario(Shape& shape, Scenario& scenario);
void describe_system(Shape& shape, System& system);
void describe_process(Shape& shape, Process& process);
void describe_log_line(Shape& shape, LogLine& line);
void describe_event(Shape& shape, Event& event);
void describe_expectation(Shape& shape, Expectation& expectation);

/// @name Word lists that several places need
/// @{
const std::vector<std::string>& log_levels();
/// Names of the kinds of events of the trace.
const std::vector<std::string>& event_kinds();
/// Names of the fidelity modes and switches.
const std::vector<std::string>& fidelity_modes();
std::vector<std::string> fidelity_switches();
/// Kinds of events that "nothing_unexpected" looks for.
const std::vector<std::string>& unexpected_kinds();
/// @}

}  // namespace nvp::scenario

#endif  // NEURON_VP_TESTBENCH_SCENARIO_DESCRIBE_H_
