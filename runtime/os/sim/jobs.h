// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_RUNTIME_OS_SIM_JOBS_H_
#define NEURON_VP_RUNTIME_OS_SIM_JOBS_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "model/sim/thread.h"
#include "runtime/os/sim/sim_os.h"

namespace nvp::os {

/// The jobs that processes have staged and not yet waited for.
class Jobs {
 public:
  void set_accelerator(Accelerator accelerator) { accelerator_ = std::move(accelerator); }

  /// Positive handle, or -ENODEV without an accelerator.
  std::int64_t stage(int pid, unsigned device, unsigned core, const Job& job);
  bool wait(std::int64_t handle, ps_t deadline, JobResult* result);
  void cancel(std::int64_t handle);
  /// What the kernel does for a process that has ended.
  void cancel_of(int pid);

 private:
  struct Entry {
    std::int64_t handle = 0;  ///< 0: free
    int pid = 0;
    unsigned device = 0, core = 0;
    bool done = false;
    JobResult result;
    sim::Thread* waiter = nullptr;
    ps_t deadline = kForever;
  };

  Entry* find(std::int64_t handle);
  Entry& take();
  void release(Entry& entry);
  void ended(std::int64_t handle, const neuroncore::Result& result);
  void arm(ps_t deadline);
  void watch();

  Accelerator accelerator_;
  std::vector<Entry> entries_;
  std::vector<unsigned> free_;
  std::int64_t staged_ = 0;

  // One thread looks after all deadlines, so that a job that ends in time leaves no timer behind.
  // It wakes at most once per time-out, and never while nobody waits.
  std::unique_ptr<sim::Thread> watchdog_;
  ps_t armed_ = kForever;  ///< when it will look next
};

}  // namespace nvp::os

#endif  // NEURON_VP_RUNTIME_OS_SIM_JOBS_H_
