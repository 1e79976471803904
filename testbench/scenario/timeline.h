// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_SCENARIO_TIMELINE_H_
#define NEURON_VP_TESTBENCH_SCENARIO_TIMELINE_H_

#include <vector>

#include "testbench/scenario/model.h"

namespace nvp::scenario {

/// One action at its time.
struct Moment {
  ps_t time;
  const Action* action;
};

/// All actions of a run in order of time (equal times: in order of the file), repetitions, jitter
/// and choices resolved from the scenario's seed. Each event has random numbers of its own, so that
/// a new event changes nothing about the others. Throws Error if an event repeats more than a
/// million times.
std::vector<Moment> make_timeline(const Scenario& scenario);

}  // namespace nvp::scenario

#endif  // NEURON_VP_TESTBENCH_SCENARIO_TIMELINE_H_
