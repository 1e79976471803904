// SPDX-License-Identifier: Apache-2.0
#include "model/bus/port_arbiter.h"

#include <algorithm>

namespace nvp::bus {
PortArbiter::PortArbiter(unsigned ports) : ports_(ports) {
  for (Port& port : ports_) port.waiting.reserve(16);
}

std::uint64_t PortArbiter::submit(unsigned port, bool write, std::uint64_t edge, void* tag) {
  Port& p = ports_[port];
  auto at = p.waiting.end();
  while (at != p.waiting.begin() && std::prev(at)->arrival > edge) --at;
  p.waiting.insert(at, Operation{port, write, edge, edge, tag});
  const Channel& channel = p.channel[write];
  return std::max(edge, channel.occupied ? 0 : channel.ready) + 2;
}

// First edge at which an operation of this port may be granted, as far as its channels are known: a
// channel whose response is still to be taken is looked at again when it is.
std::uint64_t PortArbiter::earliest(const Port& port) {
  std::uint64_t edge = kNever;
  for (const Channel& channel : port.channel) {
    if (channel.occupied && !channel.granted) edge = std::min(edge, channel.op.handshake + 1);
  }
  bool seen[2] = {};
  for (const Operation& op : port.waiting) {
    const Channel& channel = port.channel[op.write];
    const bool behind_write = !op.write && seen[1];
    if (!seen[op.write] && !behind_write && !channel.occupied) {
      edge = std::min(edge, std::max(op.handshake, channel.ready) + 1);
    }
    seen[op.write] = true;
    if (seen[0] && seen[1]) break;
  }
  return edge;
}

std::uint64_t PortArbiter::next_edge() const {
  std::uint64_t edge = kNever;
  for (const Port& port : ports_) edge = std::min(edge, earliest(port));
  return edge == kNever ? kNever : std::max(edge, earliest_grant_);
}

// Moves the operations whose handshake happens before `edge` into the holding registers.
void PortArbiter::settle(Port& port, std::uint64_t edge) {
  bool write_waits = false;
  for (auto op = port.waiting.begin(); op != port.waiting.end();) {
    Channel& channel = port.channel[op->write];
    const std::uint64_t handshake = std::max(op->handshake, channel.ready);
    const bool blocked = channel.occupied || handshake >= edge || (!op->write && write_waits);
    if (blocked) {
      write_waits |= op->write;
      ++op;
      continue;
    }
    channel.occupied = true;
    channel.granted = false;
    channel.op = *op;
    channel.op.handshake = handshake;
    const bool write = op->write;
    op = port.waiting.erase(op);
    if (!write) continue;
    // No later read of this port enters before this write did.
    for (auto later = op; later != port.waiting.end(); ++later) {
      if (!later->write) later->handshake = std::max(later->handshake, handshake);
    }
  }
}

bool PortArbiter::grant(std::uint64_t edge, Operation* granted) {
  if (edge < earliest_grant_) return false;
  const unsigned count = static_cast<unsigned>(ports_.size());
  unsigned winner = count;
  bool contended = false;
  for (unsigned i = 0, index = pointer_; i < count; ++i, ++index) {
    if (index == count) index = 0;
    if (!ports_[index].waiting.empty()) settle(ports_[index], edge);
    if (!ports_[index].pending(edge)) continue;
    if (winner == count) {
      winner = index;
    } else {
      contended = true;
    }
  }
  if (winner == count) return false;
  if (contended) pointer_ = winner + 1 == count ? 0 : winner + 1;

  Port& port = ports_[winner];
  Channel& channel = port.channel[port.channel[1].pending(edge) ? 1 : 0];
  channel.granted = true;
  earliest_grant_ = edge + 1;
  *granted = channel.op;
  return true;
}

void PortArbiter::taken(unsigned port, bool write, std::uint64_t edge) {
  Channel& channel = ports_[port].channel[write];
  channel.occupied = channel.granted = false;
  channel.ready = edge + 1;
}

void LooseArbiter::reset() {
  std::fill(channels_.begin(), channels_.end(), Channel{});
  grant_ = 0;
  busy_ = 0;
}

}  // namespace nvp::bus
