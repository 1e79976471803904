// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_RUNTIME_OS_SIM_JOBS_H_
#define NEURON_VP_RUNTIME_OS_SIM_JOBS_H_

#include <cstdint>
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
  };

  Entry* find(std::int64_t handle);
  Entry& take();
  void ended(std::int64_t handle, const neuroncore::Result& result);

  Accelerator accelerator_;
  std::vector<Entry> entries_;
  std::vector<unsigned> free_;
  std::int64_t staged_ = 0;
};

}  // namespace nvp::os

#endif  // NEURON_VP_RUNTIME_OS_SIM_JOBS_H_
