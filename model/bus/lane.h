// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_BUS_LANE_H_
#define NEURON_VP_MODEL_BUS_LANE_H_

#include <algorithm>
#include <cstdint>

#include "model/sim/clock.h"

namespace nvp::bus {

/// One direction of the link: carries one TLP at a time, in the order in which they become ready
/// (docs/reference/05-timing.md, "Host CPU and PCIe link"). Costs no events: start and end of a TLP
/// are computed.
class Lane {
 public:
  static constexpr unsigned kHeaderBytes = 24;  ///< header and framing of a TLP

  /// What goes first among TLPs that become ready at the same time.
  enum class Order : std::uint8_t { dma, completion };

  /// A TLP that waits for its turn; belongs to its sender and must stay until it is sent.
  struct Slot {
    ps_t ready = 0, end = 0;
    unsigned bytes = 0;
    Order order = Order::dma;
    bool sent = false;
    Slot* next = nullptr;
  };

  explicit Lane(ps_t ps_per_byte) : ps_per_byte_(ps_per_byte) {}

  ps_t duration(unsigned bytes) const { return bytes * ps_per_byte_; }

  /// Sends a TLP that becomes ready at `ready`, now that all earlier ones are known; returns when
  /// it is serialised. A sender that lags behind the last one (temporal decoupling) meets an idle
  /// lane.
  ps_t send(ps_t ready, unsigned bytes) {
    if (ready < ready_) return ready + duration(bytes);
    ready_ = ready;
    free_ = std::max(ready, free_) + duration(bytes);
    return free_;
  }

  /// True if nothing waits and a TLP that becomes ready at `t` can go at once.
  bool idle_at(ps_t t) const { return !first_ && free_ <= t; }

  /// Queues a TLP that becomes ready at `ready`; TLPs that become ready earlier may still come.
  void queue(Slot& slot, ps_t ready, Order order, unsigned bytes);

  /// Sends what became ready before `now`: nothing earlier can come any more.
  void advance(ps_t now);

 private:
  ps_t ps_per_byte_;
  ps_t ready_ = 0, free_ = 0;  // of the last TLP sent: when it was ready, when it ended
  Slot* first_ = nullptr;
};

}  // namespace nvp::bus

#endif  // NEURON_VP_MODEL_BUS_LANE_H_
