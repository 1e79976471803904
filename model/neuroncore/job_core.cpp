// SPDX-License-Identifier: Apache-2.0
#include "model/neuroncore/job_core.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "model/generation/address_map.h"
#include "model/sim/error.h"
#include "model/sim/thread.h"

namespace nvp::neuroncore {
namespace {

constexpr std::uint8_t kPe = 0;

bool counts_for_pe(const Job& job) {
  return job.duration == 0 && job.engine == kPe;
}

}  // namespace

bool completes(Outcome outcome) {
  return outcome < Outcome::sequencer_fatal;
}

JobCore::JobCore(sc_core::sc_module_name name, const generation::Generation& generation,
                 std::int32_t device, std::uint32_t index, trace::Stream& stream, EccPulse ecc)
    : sc_module(name),
      generation_(generation),
      device_(device),
      index_(index),
      stream_(stream),
      ecc_(std::move(ecc)),
      pe_clock_(generation.engine_hz[kPe]) {
  sc_core::sc_spawn_options options;
  options.spawn_method();
  options.dont_initialize();
  options.set_sensitivity(&end_);
  sc_core::sc_spawn([this] { on_end(); }, sc_core::sc_gen_unique_name("job_end"), &options);
}

void JobCore::submit(const Job& job, std::function<void(const Result&)> done) {
  if (job.duration == 0 && job.engine >= generation_.engine_hz.size())
    throw Error(fmt::format("job {}: engine {}; accepted are 0..{}", job.id, job.engine,
                            generation_.engine_hz.size() - 1));
  const bool released = early_rings_ > 0;
  if (released) --early_rings_;
  staged_.push_back({job, std::move(done), released, sim::now()});
  try_start(sim::now());
}

void JobCore::cancel(std::uint64_t job_id) {
  const auto mine = [&](const Staged& staged) { return staged.job.id == job_id; };
  staged_.erase(std::remove_if(staged_.begin(), staged_.end(), mine), staged_.end());
  if (running_ && mine(running_->staged)) running_->staged.done = nullptr;
}

bool JobCore::busy() const {
  return running_ && !hung_ && sim::now() >= running_->start && sim::now() < running_->end;
}

ps_t JobCore::busy_ps() const {
  return meter_.total(sim::now());
}

void JobCore::ring(ps_t time) {
  if (held_) return;  // the semaphore is held clear
  const auto next = std::find_if(staged_.begin(), staged_.end(),
                                 [](const Staged& staged) { return !staged.released; });
  if (next == staged_.end()) {
    ++early_rings_;
    return;
  }
  next->released = true;
  next->not_before = std::max(next->not_before, time);
  try_start(time);
}

void JobCore::try_start(ps_t now) {
  if (held_ || running_ || staged_.empty() || !staged_.front().released) return;
  Running running{std::move(staged_.front()), 0, 0};
  staged_.pop_front();
  const Job& job = running.staged.job;
  running.start = std::max(now, running.staged.not_before);
  running.end = running.start + job.duration;
  if (job.duration == 0) {
    const sim::Clock clock(generation_.engine_hz[job.engine]);
    running.start = clock.align(running.start);
    running.end = clock.after(running.start, job.cycles);
  }
  meter_.begin(running.start);
  emit(trace::Kind::job_start, running.start, job, 0);
  end_.notify(sc_core::sc_time::from_value(running.end - sc_core::sc_time_stamp().value()));
  running_ = std::move(running);
}

void JobCore::on_end() {
  const ps_t end = running_->end;
  meter_.end(end);
  account_pe(end);
  if (!completes(running_->staged.job.outcome)) {
    hang(running_->staged.job);
    return;
  }
  Running ended = std::move(*running_);
  running_.reset();
  finish(std::move(ended), end, false);
  try_start(end);
}

void JobCore::hang(const Job& job) {
  hung_ = true;
  const std::uint32_t hbm = 1 + generation::stack_of_core(generation_, index_);
  switch (job.outcome) {
    case Outcome::sram_uncorrectable:
      return ecc_(0, EccKind::uncorrectable);
    case Outcome::hbm_uncorrectable:
      return ecc_(hbm, EccKind::uncorrectable);
    case Outcome::hbm_repairable:
      return ecc_(hbm, EccKind::repairable);
    default:
      return;
  }
}

void JobCore::account_pe(ps_t end) {
  if (counts_for_pe(running_->staged.job))
    pe_active_ += pe_clock_.cycles_between(running_->start, end);
}

void JobCore::finish(Running&& running, ps_t end, bool aborted) {
  const Job& job = running.staged.job;
  emit(trace::Kind::job_end, sim::now(), job, end - running.start);
  if (running.staged.done)
    running.staged.done(Result{job.id, job.outcome, running.start, end, aborted});
}

void JobCore::set_reset(bool held) {
  if (held == held_) return;
  held_ = held;
  if (!held) {
    pe_since_ = sim::now();
    pe_active_ = 0;
    try_start(sim::now());
    return;
  }
  early_rings_ = 0;
  for (Staged& staged : staged_) staged.released = false;
  if (!running_) return;
  end_.cancel();
  const ps_t end = hung_ ? running_->end : std::max(sim::now(), running_->start);
  if (!hung_) meter_.end(end);
  hung_ = false;
  Running aborted = std::move(*running_);
  running_.reset();
  finish(std::move(aborted), end, true);
}

std::uint64_t JobCore::pe_active(ps_t t) const {
  std::uint64_t active = pe_active_;
  if (running_ && !hung_ && counts_for_pe(running_->staged.job) && t > running_->start)
    active += pe_clock_.cycles_between(running_->start, std::min(t, running_->end));
  return active;
}

std::uint64_t JobCore::pe_idle(ps_t t) const {
  if (held_ || t <= pe_since_) return 0;
  const std::uint64_t all = pe_clock_.cycles_between(pe_since_, t);
  return all - std::min(all, pe_active(t));
}

void JobCore::emit(trace::Kind kind, ps_t time, const Job& job, ps_t busy) {
  if (!stream_.wants(kind)) return;
  trace::Event event{kind};
  event.time = time;
  event.device = device_;
  event.a = index_;
  event.b = static_cast<std::uint32_t>(job.id);
  event.x = busy;
  event.y = static_cast<std::uint64_t>(job.outcome);
  stream_.emit(event);
}

}  // namespace nvp::neuroncore
