// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_SCENARIO_PARAMETERS_H_
#define NEURON_VP_TESTBENCH_SCENARIO_PARAMETERS_H_

#include "testbench/scenario/model.h"

namespace nvp::scenario {

/// Refuses, at its place in the file, a module parameter that the driver does not have, a value
/// that it does not take, and an event that writes a parameter which can be set only before the
/// driver loads. Needs the driver, but no simulation; call it when no kernel exists.
void check_parameters(const Scenario& scenario);

}  // namespace nvp::scenario

#endif  // NEURON_VP_TESTBENCH_SCENARIO_PARAMETERS_H_
