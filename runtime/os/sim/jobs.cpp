// SPDX-License-Identifier: Apache-2.0
#include "runtime/os/sim/jobs.h"

#include <algorithm>
#include <cerrno>

namespace nvp::os {
namespace {

// A handle is a running number and the entry's index, so that an old one finds nothing.
constexpr unsigned kIndexBits = 16;

using neuroncore::Outcome;

neuroncore::Outcome to_model(JobOutcome outcome) {
  static_assert(
      static_cast<int>(JobOutcome::hang) == static_cast<int>(Outcome::hang) &&
          static_cast<int>(JobOutcome::out_of_bounds) == static_cast<int>(Outcome::out_of_bounds) &&
          static_cast<int>(JobOutcome::dma_abort) == static_cast<int>(Outcome::dma_abort),
      "both sides list the outcomes in one order");
  return static_cast<Outcome>(outcome);
}

}  // namespace

Jobs::Entry* Jobs::find(std::int64_t handle) {
  const auto index = static_cast<std::size_t>(handle & ((1 << kIndexBits) - 1));
  if (handle <= 0 || index >= entries_.size() || entries_[index].handle != handle) return nullptr;
  return &entries_[index];
}

Jobs::Entry& Jobs::take() {
  if (free_.empty()) {
    entries_.emplace_back();
    free_.push_back(static_cast<unsigned>(entries_.size() - 1));
  }
  const unsigned index = free_.back();
  free_.pop_back();
  entries_[index] = Entry{};
  entries_[index].handle = ++staged_ << kIndexBits | index;
  return entries_[index];
}

std::int64_t Jobs::stage(int pid, unsigned device, unsigned core, const Job& job) {
  if (!accelerator_.submit) return -ENODEV;
  Entry& entry = take();
  entry.pid = pid;
  entry.device = device;
  entry.core = core;
  const std::int64_t handle = entry.handle;
  neuroncore::Job staged;
  staged.id = static_cast<std::uint64_t>(handle);
  staged.duration = job.duration_ps;
  staged.cycles = job.cycles;
  staged.engine = job.engine;
  staged.macs = job.macs;
  staged.outcome = to_model(job.outcome);
  accelerator_.submit(device, core, staged,
                      [this, handle](const neuroncore::Result& result) { ended(handle, result); });
  return handle;
}

void Jobs::ended(std::int64_t handle, const neuroncore::Result& result) {
  Entry* entry = find(handle);
  if (!entry) return;  // given up
  entry->done = true;
  entry->result.outcome = static_cast<JobOutcome>(result.outcome);
  entry->result.start_ps = result.start;
  entry->result.end_ps = result.end;
  entry->result.aborted = result.aborted;
  if (entry->waiter) entry->waiter->wake();
}

void Jobs::release(Entry& entry) {
  free_.push_back(static_cast<unsigned>(&entry - entries_.data()));
  entry = Entry{};
}

/// Sees to it that the watchdog looks at `deadline`.
void Jobs::arm(ps_t deadline) {
  if (deadline >= armed_) return;
  armed_ = deadline;
  if (watchdog_) {
    watchdog_->wake();
  } else {
    watchdog_ = std::make_unique<sim::Thread>("job deadlines", [this] { watch(); });
    watchdog_->set_endless();
  }
}

void Jobs::watch() {
  for (;;) {
    ps_t next = kForever;
    for (const Entry& entry : entries_) {
      if (!entry.waiter || entry.done) continue;
      if (entry.deadline <= sim::now()) {
        entry.waiter->wake();
      } else {
        next = std::min(next, entry.deadline);
      }
    }
    armed_ = next;
    if (next == kForever) {
      sim::Thread::current()->block();
    } else {
      sim::Thread::current()->sleep_until(next);
    }
  }
}

bool Jobs::wait(std::int64_t handle, ps_t deadline, JobResult* result) {
  sim::Thread* self = sim::Thread::current();
  for (;;) {
    Entry* entry = find(handle);
    if (!entry) return false;
    if (entry->done) {
      *result = entry->result;
      release(*entry);
      return true;
    }
    if (sim::now() >= deadline) {
      entry->waiter = nullptr;
      return false;
    }
    entry->waiter = self;
    entry->deadline = deadline;
    arm(deadline);
    self->block();
  }
}

void Jobs::cancel(std::int64_t handle) {
  Entry* entry = find(handle);
  if (!entry) return;
  const Entry gone = *entry;
  release(*entry);
  if (!gone.done && accelerator_.cancel) {
    accelerator_.cancel(gone.device, gone.core, static_cast<std::uint64_t>(handle));
  }
}

void Jobs::cancel_of(int pid) {
  for (std::size_t i = 0; i < entries_.size(); i++) {
    if (entries_[i].handle != 0 && entries_[i].pid == pid) cancel(entries_[i].handle);
  }
}

}  // namespace nvp::os
