// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_BUS_PORT_ARBITER_H_
#define NEURON_VP_MODEL_BUS_PORT_ARBITER_H_

#include <algorithm>
#include <cstdint>
#include <vector>

namespace nvp::bus {

/// An operation's way through a port, in edges of the block's clock.
struct Passage {
  std::uint64_t handshake, grant, response;
};

/// The holding registers and the arbiter of a block's ports (docs/reference/41-rtl-blocks.md,
/// "Bus"): pure arithmetic on edge numbers. Operations that find their channel occupied wait in
/// front of it, in the order of their edges; a read never enters before a write that came earlier
/// to the same port.
class PortArbiter {
 public:
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};

  struct Operation {
    unsigned port;
    bool write;
    std::uint64_t arrival;    ///< first edge at which the handshake may happen
    std::uint64_t handshake;  ///< edge of the handshake, once it has happened
    void* tag;                ///< the caller's
  };

  explicit PortArbiter(unsigned ports);

  /// A request whose address (and data) can be handed over from edge `edge` on. Returns the edge of
  /// its response if nothing comes in between.
  std::uint64_t submit(unsigned port, bool write, std::uint64_t edge, void* tag);

  /// The next edge at which something may be granted; kNever if nothing waits.
  std::uint64_t next_edge() const;

  /// Decides edge `edge`: true if an operation is granted. Edges are decided in ascending order.
  bool grant(std::uint64_t edge, Operation* granted);

  /// The response of the port's granted operation is handed over at edge `edge`.
  void taken(unsigned port, bool write, std::uint64_t edge);

  /// Nothing is granted before `edge`.
  void hold_off(std::uint64_t edge) { earliest_grant_ = edge; }

  /// Empties the ports and points to port 0; calls `drop(tag)` for each operation that was inside.
  template <typename Drop>
  void reset(const Drop& drop) {
    for (Port& port : ports_) {
      for (const Operation& op : port.waiting) drop(op.tag);
      for (const Channel& channel : port.channel) {
        if (channel.occupied) drop(channel.op.tag);
      }
      port = Port{};
    }
    pointer_ = 0;
    earliest_grant_ = 0;
  }

 private:
  struct Channel {
    bool occupied = false, granted = false;
    std::uint64_t ready = 0;  // first edge of *ready, if not occupied
    Operation op = {};
    bool pending(std::uint64_t edge) const { return occupied && !granted && op.handshake < edge; }
  };
  struct Port {
    Channel channel[2];  // [0] reads, [1] writes
    std::vector<Operation> waiting;
    bool pending(std::uint64_t edge) const {
      return channel[0].pending(edge) || channel[1].pending(edge);
    }
  };

  static std::uint64_t earliest(const Port& port);
  static void settle(Port& port, std::uint64_t edge);

  std::vector<Port> ports_;
  unsigned pointer_ = 0;
  std::uint64_t earliest_grant_ = 0;
};

/// The same arithmetic for operations that take effect in the order of their calls although their
/// edges may be out of order (temporal decoupling). An initiator that is behind the last one sees
/// idle ports.
class LooseArbiter {
 public:
  explicit LooseArbiter(unsigned ports) : channels_(2 * ports) {}

  Passage pass(unsigned port, bool write, std::uint64_t edge) {
    Channel& channel = channels_[2 * port + write];
    const Channel& writes = channels_[2 * port + 1];
    const bool behind = edge < channel.arrival;
    Passage passage;
    passage.handshake = behind ? edge : std::max(edge, channel.ready);
    if (!write && edge >= writes.arrival) {
      passage.handshake = std::max(passage.handshake, writes.handshake);
    }
    passage.grant = passage.handshake + 1;
    // Edges are numbered from 0, so nothing meets the grant 0 of an unused block.
    if (passage.grant >= grant_ && passage.grant <= grant_ + busy_) {
      passage.grant = grant_ + busy_ + 1;
    }
    passage.response = passage.grant + 1;
    if (!behind) channel = {edge, passage.handshake, passage.response + 1};
    if (passage.grant > grant_) {
      grant_ = passage.grant;
      busy_ = 0;
    }
    return passage;
  }

  /// Nothing is granted in the `cycles` edges after the grant at `grant`.
  void hold_off(std::uint64_t grant, unsigned cycles) {
    if (grant == grant_) busy_ = cycles;
  }

  void reset();

 private:
  struct Channel {
    std::uint64_t arrival = 0, handshake = 0, ready = 0;  // of the last operation
  };

  std::vector<Channel> channels_;
  std::uint64_t grant_ = 0;  // the last
  unsigned busy_ = 0;
};

}  // namespace nvp::bus

#endif  // NEURON_VP_MODEL_BUS_PORT_ARBITER_H_
