// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_SCENARIO_USER_PROCESS_H_
#define NEURON_VP_TESTBENCH_SCENARIO_USER_PROCESS_H_

#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "model/sim/thread.h"
#include "runtime/nrt/workload.h"
#include "testbench/scenario/model.h"
#include "testbench/scenario/observations.h"
#include "testbench/scenario/platform.h"

namespace nvp::scenario {

/// A gate that threads wait at until it opens.
class Gate {
 public:
  void wait();
  void open();
  bool is_open() const { return open_; }

 private:
  bool open_ = false;
  std::vector<sim::Thread*> waiting_;
};

/// A process of the scenario: the runtime's workload on its cores, and a second thread that does
/// what events ask of it (ioctls, log lines). It may be started again after it has ended.
class UserProcess {
 public:
  UserProcess(const Scenario& scenario, const Process& spec, Platform& platform,
              Gate& driver_loaded);

  const Process& spec() const { return spec_; }
  /// False if it lives already.
  bool start();
  /// Ends it by a signal, or (0) asks it to end by itself. False if it does not live.
  bool end(int signal);
  /// Has a thread of the process do something, after what was asked before. False if it does not
  /// live.
  bool ask(std::function<void()> what);
  bool alive() const;
  int pid() const;
  /// Its slab of the datastore of a device; null if it has none.
  const std::uint64_t* slab(std::uint64_t device) const;
  ProcessEnd state() const;

 private:
  struct Instance;
  int main(Instance& instance);
  int hold_device(Instance& instance);
  void serve(Instance& instance);
  nrt::WorkloadConfig config() const;

  const Scenario& scenario_;
  const Process& spec_;
  Platform& platform_;
  Gate& driver_loaded_;
  Instance* instance_ = nullptr;  ///< never freed: parked threads refer to it
};

}  // namespace nvp::scenario

#endif  // NEURON_VP_TESTBENCH_SCENARIO_USER_PROCESS_H_
