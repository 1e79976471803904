// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_SCENARIO_LOAD_H_
#define NEURON_VP_TESTBENCH_SCENARIO_LOAD_H_

#include <memory>
#include <string>
#include <vector>

#include "testbench/scenario/model.h"

namespace nvp::scenario {

/// Reads and validates a scenario file, after the overrides ("key=value") have been applied to it.
/// What is wrong is an Error "file:line:column: what is wrong, what is accepted".
std::unique_ptr<Scenario> load(const std::string& path,
                               const std::vector<std::string>& overrides = {});

/// The same from text.
std::unique_ptr<Scenario> load_text(const std::string& text, const std::string& file_name,
                                    const std::vector<std::string>& overrides = {});

/// Checks what single keys cannot know: positions of devices and cores, names of processes, the
/// order of times, expectations that no run can meet. Called by load().
void validate(const Scenario& scenario);

}  // namespace nvp::scenario

#endif  // NEURON_VP_TESTBENCH_SCENARIO_LOAD_H_
