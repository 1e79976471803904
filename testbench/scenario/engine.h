// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_SCENARIO_ENGINE_H_
#define NEURON_VP_TESTBENCH_SCENARIO_ENGINE_H_

#include <csignal>
#include <cstdint>
#include <functional>
#include <string>

#include "model/sim/clock.h"
#include "testbench/report/result.h"
#include "testbench/scenario/model.h"

namespace nvp::scenario {

/// How a scenario is run, apart from what it says itself.
struct EngineOptions {
  const volatile std::sig_atomic_t* interrupted =
      nullptr;             ///< stops the run at the next event if set
  std::string trace_file;  ///< all events as JSON lines, then a line with the hash; "" for none
  bool hash = false;       ///< computes the trace hash (costs a JSON line per event)
  std::function<void(const report::Post&)> on_post;
  std::function<void(const std::string&)> on_line;  ///< log lines and actions
  std::function<void(ps_t now, std::uint64_t posts, std::uint64_t faults)> on_progress;
};

/// Builds the platform of a scenario, runs it and judges it. Once per host process: SystemC starts
/// only once, and what was built is never torn down. `result` has the outline (name, file, seed)
/// and gets the rest. Bad input that shows only now (parameters.h, a routing id that two devices
/// share) and faults of the platform are Errors.
void run(const Scenario& scenario, const EngineOptions& options, report::Result& result);

}  // namespace nvp::scenario

#endif  // NEURON_VP_TESTBENCH_SCENARIO_ENGINE_H_
