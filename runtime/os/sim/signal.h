// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_RUNTIME_OS_SIM_SIGNAL_H_
#define NEURON_VP_RUNTIME_OS_SIM_SIGNAL_H_

#include <algorithm>
#include <memory>
#include <vector>

#include "model/sim/thread.h"
#include "runtime/os/os.h"

namespace nvp::os {

/// A signal's state outlives its handle until its process has ended.
struct SignalState {
  bool raised = false;
  std::vector<sim::Thread*> waiters;
};

class SimSignal : public Signal {
 public:
  explicit SimSignal(std::shared_ptr<SignalState> state) : state_(std::move(state)) {}

  void raise() override {
    state_->raised = true;
    for (sim::Thread* thread : state_->waiters) thread->wake();
  }
  void reset() override { state_->raised = false; }
  bool raised() const override { return state_->raised; }

  bool wait_until(std::uint64_t deadline) override {
    const std::shared_ptr<SignalState> state = state_;
    sim::Thread* self = sim::Thread::current();
    state->waiters.push_back(self);
    while (!state->raised && sim::now() < deadline) {
      if (deadline == kForever) {
        self->block();
      } else {
        self->sleep_until(deadline);
      }
    }
    auto& waiters = state->waiters;
    waiters.erase(std::find(waiters.begin(), waiters.end(), self));
    return state->raised;
  }

 private:
  std::shared_ptr<SignalState> state_;
};

}  // namespace nvp::os

#endif  // NEURON_VP_RUNTIME_OS_SIM_SIGNAL_H_
