// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_NEURONCORE_CORE_H_
#define NEURON_VP_MODEL_NEURONCORE_CORE_H_

#include <cstdint>
#include <functional>
#include <optional>

#include "model/sim/clock.h"

namespace nvp::neuroncore {

/// What a job does to the core that runs it, beyond taking time.
enum class Outcome : std::uint8_t {
  success,
  numerical_error,       ///< NaN notification; completes
  completed_with_error,  ///< non-fatal error notification; completes
  semaphore_error,       ///< completes
  event_error,           ///< completes
  psum_collision,        ///< completes
  out_of_bounds,         ///< completes
  sequencer_fatal,       ///< the engine halts: never completes
  sram_uncorrectable,    ///< ue[0] pulse, the engine halts: never completes
  hbm_uncorrectable,     ///< ue pulse of the core's stack: never completes
  hbm_repairable,        ///< rue pulse of the core's stack: never completes
  dma_abort,             ///< never completes
  collectives_hang,      ///< never completes
  hang,                  ///< never completes
};

/// One execution of a loaded program. Jobs of a core run one after another.
struct Job {
  std::uint64_t id = 0;
  ps_t duration = 0;         ///< busy time; 0 if `cycles` counts
  std::uint64_t cycles = 0;  ///< in cycles of engine `engine`
  std::uint8_t engine = 0;   ///< PE 0, ACT 1, POOL 2, DVE 3, SP 4
  std::uint64_t macs = 0;
  Outcome outcome = Outcome::success;
};

/// How a job ended. A job that never completes has no result until the core is reset.
struct Result {
  std::uint64_t id = 0;
  Outcome outcome = Outcome::success;
  ps_t start = 0, end = 0;  ///< busy from start to end
  bool aborted = false;     ///< the core was reset under it
};

/// A NeuronCore as its users see it. How it spends its time inside is its own affair: the
/// engine-level model of docs/reference/40-neuroncore.md has the same face.
class Core {
 public:
  virtual ~Core() = default;

  /// Stages a job; it starts when the core is free, not held by block_rst, and its doorbell
  /// semaphore (index 0 of its window) has been incremented once for it. `done` is called, outside
  /// any thread, at the instant it ends.
  virtual void submit(const Job& job, std::function<void(const Result&)> done) = 0;

  /// Removes staged jobs that have not started, and forgets the running one (its time still
  /// counts).
  virtual void cancel(std::uint64_t job_id) = 0;

  virtual bool busy() const = 0;
  /// Sum of busy time since power-on, a running job included up to now, in ps.
  virtual ps_t busy_ps() const = 0;

  /// block_rst of this core: while 1 nothing runs; the rising edge aborts the running job and
  /// clears semaphores and events.
  virtual void set_reset(bool held) = 0;
};

}  // namespace nvp::neuroncore

#endif  // NEURON_VP_MODEL_NEURONCORE_CORE_H_
