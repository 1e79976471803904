// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_RUNTIME_OS_JOB_H_
#define NEURON_VP_RUNTIME_OS_JOB_H_

#include <cstdint>

namespace nvp::os {

/// What one execution does on a core: the runtime's names for the outcomes of the accelerator.
enum class JobOutcome : std::uint8_t {
  success,
  numerical_error,
  completed_with_error,
  semaphore_error,
  event_error,
  psum_collision,
  out_of_bounds,
  sequencer_fatal,
  sram_uncorrectable,
  hbm_uncorrectable,
  hbm_repairable,
  dma_abort,
  collectives_hang,
  hang,
  count_
};

/// One execution on one physical core, as staged with the accelerator.
struct Job {
  std::uint64_t duration_ps = 0;  ///< busy time; 0 if `cycles` counts
  std::uint64_t cycles = 0;       ///< in cycles of engine `engine`
  std::uint8_t engine = 0;        ///< PE 0, ACT 1, POOL 2, DVE 3, SP 4
  std::uint64_t macs = 0;
  JobOutcome outcome = JobOutcome::success;
};

/// How a job ended.
struct JobResult {
  JobOutcome outcome = JobOutcome::success;
  std::uint64_t start_ps = 0, end_ps = 0;  ///< the core was busy from start to end
  bool aborted = false;                    ///< the core was reset under it
};

}  // namespace nvp::os

#endif  // NEURON_VP_RUNTIME_OS_JOB_H_
