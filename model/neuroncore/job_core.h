// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_NEURONCORE_JOB_CORE_H_
#define NEURON_VP_MODEL_NEURONCORE_JOB_CORE_H_

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <systemc>

#include "model/device.h"
#include "model/generation/generation.h"
#include "model/neuroncore/busy_meter.h"
#include "model/neuroncore/core.h"
#include "model/sim/clock.h"
#include "model/trace/event.h"

namespace nvp::neuroncore {

/// Whether a job with this outcome ever completes.
bool completes(Outcome outcome);

/// A core whose jobs take the time that they say. One scheduled event while a job runs, none while
/// idle or hung. A job that never completes is busy for its time, then the core hangs, not busy,
/// until block_rst; ECC outcomes give their pulse at the instant at which it hangs.
class JobCore : public sc_core::sc_module, public Core {
 public:
  using EccPulse = std::function<void(std::uint32_t source, EccKind kind)>;

  /// @param index of the core in its device; `ecc` gets pulses (source 0 SRAM, 1.. HBM stacks).
  JobCore(sc_core::sc_module_name name, const generation::Generation& generation,
          std::int32_t device, std::uint32_t index, trace::Stream& stream, EccPulse ecc);

  void submit(const Job& job, std::function<void(const Result&)> done) override;
  void cancel(std::uint64_t job_id) override;
  bool busy() const override;
  ps_t busy_ps() const override;
  void set_reset(bool held) override;

  /// The doorbell: releases the next staged job, or the next one that is submitted.
  void ring(ps_t time);

  /// True after a job that never completes, until block_rst.
  bool hung() const { return hung_; }
  /// Busy time in [from, to); see BusyMeter::between.
  ps_t busy_between(ps_t from, ps_t to) { return meter_.between(from, to); }

  /// @name PE activity since the last block_rst, PE cycles, at time `t`
  /// A job given in cycles of the PE is matmul-active for them; the rest is idle.
  /// @{
  std::uint64_t pe_active(ps_t t) const;
  std::uint64_t pe_idle(ps_t t) const;
  /// @}

 private:
  struct Staged {
    Job job;
    std::function<void(const Result&)> done;
    bool released;
    ps_t not_before;
  };
  struct Running {
    Staged staged;
    ps_t start, end;
  };

  void try_start(ps_t now);
  void on_end();
  void hang(const Job& job);
  void account_pe(ps_t end);
  void finish(Running&& running, ps_t end, bool aborted);
  void emit(trace::Kind kind, ps_t time, const Job& job, ps_t busy);

  const generation::Generation& generation_;
  std::int32_t device_;
  std::uint32_t index_;
  trace::Stream& stream_;
  EccPulse ecc_;
  sim::Clock pe_clock_;

  std::deque<Staged> staged_;
  std::optional<Running> running_;
  std::uint64_t early_rings_ = 0;  // doorbells that found no staged job
  bool held_ = false;
  bool hung_ = false;
  BusyMeter meter_;
  ps_t pe_since_ = 0;
  std::uint64_t pe_active_ = 0;  // of jobs that have ended
  sc_core::sc_event end_;
};

}  // namespace nvp::neuroncore

#endif  // NEURON_VP_MODEL_NEURONCORE_JOB_CORE_H_
