// SPDX-License-Identifier: Apache-2.0
#include "model/bus/dma_engine.h"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "model/bus/time.h"
#include "model/sim/thread.h"

namespace nvp::bus {
/// One call of read() or write(), while any TLP of it is under way.
struct DmaEngine::Access {
  bool write = false, ok = true;
  std::uint64_t address = 0;
  std::size_t size = 0, pieces = 0;  // TLPs that have not ended yet
  std::uint8_t* to = nullptr;        // of a read
  bool refused = false;              // wraps around, or is too long
  std::function<void(bool)> done;
  Access* next = nullptr;
};

/// One TLP's worth of an access, first on its way to the host, then (a read) back.
struct DmaEngine::Piece {
  Access* access = nullptr;
  std::size_t offset = 0;
  unsigned size = 0;
  std::vector<std::uint8_t> bytes;
  Lane::Slot slot;
  ps_t due = 0;
  bool ok = true;
  Piece* next = nullptr;
};

template <typename T>
class DmaEngine::Pool {
 public:
  T& take() {
    if (!free_) {
      all_.push_back(std::make_unique<T>());
      free_ = all_.back().get();
    }
    T& item = *free_;
    free_ = item.next;
    return item;
  }
  void give_back(T& item) {
    item.next = free_;
    free_ = &item;
  }

 private:
  std::vector<std::unique_ptr<T>> all_;
  T* free_ = nullptr;
};

DmaEngine::DmaEngine(sc_core::sc_module_name name, const generation::Generation& generation,
                     std::int32_t device, Lane& down, Lane& up, HostMemory& memory,
                     fault::Registry& faults, trace::Stream& stream)
    : sc_module(name),
      generation_(generation),
      device_(device),
      down_(down),
      up_(up),
      memory_(memory),
      faults_(faults),
      stream_(stream),
      accesses_(std::make_unique<Pool<Access>>()),
      pieces_(std::make_unique<Pool<Piece>>()) {
  SC_HAS_PROCESS(DmaEngine);
  SC_METHOD(at_host);
  sensitive << host_arrival_;
  dont_initialize();
  SC_METHOD(at_device);
  sensitive << device_arrival_;
  dont_initialize();
}

DmaEngine::~DmaEngine() = default;

void DmaEngine::read(std::uint64_t bus_address, void* to, std::size_t size,
                     std::function<void(bool ok)> done) {
  start(false, bus_address, static_cast<std::uint8_t*>(to), nullptr, size, std::move(done));
}

void DmaEngine::write(std::uint64_t bus_address, const void* from, std::size_t size,
                      std::function<void(bool ok)> done) {
  start(true, bus_address, nullptr, static_cast<const std::uint8_t*>(from), size, std::move(done));
}

void DmaEngine::start(bool write, std::uint64_t address, std::uint8_t* to, const std::uint8_t* from,
                      std::size_t size, std::function<void(bool)> done) {
  Access& access = accesses_->take();
  access.write = write;
  access.ok = true;
  access.address = address;
  access.size = size;
  access.to = to;
  access.refused = size > kLongest || address + size < address;
  access.done = std::move(done);
  const std::size_t split = generation_.link_max_payload;
  // An empty or refused access still costs its header's way.
  const std::size_t length = access.refused ? 0 : size;
  access.pieces = std::max<std::size_t>(1, (length + split - 1) / split);
  const ps_t now = sim::now();
  for (std::size_t offset = 0; offset == 0 || offset < length; offset += split) {
    Piece& piece = pieces_->take();
    piece.access = &access;
    piece.offset = offset;
    piece.size = static_cast<unsigned>(std::min(split, length - offset));
    piece.ok = true;
    piece.bytes.resize(piece.size);
    if (write && piece.size) std::memcpy(piece.bytes.data(), from + offset, piece.size);
    depart(piece, now);
  }
  host_arrival_.notify(time_until(to_host_.front()->due));
}

// Puts a TLP on the lane to the host. With exact ordering, what became ready earlier may still be
// announced, so its due time is a lower bound until settle().
void DmaEngine::depart(Piece& piece, ps_t ready) {
  const unsigned bytes = Lane::kHeaderBytes + (piece.access->write ? piece.size : 0);
  if (sim::quantum() == 0) {
    up_.queue(piece.slot, ready, Lane::Order::dma, bytes);
    piece.due = ready + up_.duration(bytes) + generation_.link_completion_ps;
  } else {
    piece.slot.sent = true;
    piece.slot.end = up_.send(ready, bytes);
    piece.due = piece.slot.end + generation_.link_completion_ps;
  }
  auto at = to_host_.end();
  while (at != to_host_.begin() && (*std::prev(at))->due > piece.due) --at;
  to_host_.insert(at, &piece);
}

// True if the piece has arrived by `now`; else its due time is later, or better known.
bool DmaEngine::settle(Piece& piece, ps_t now) {
  if (!piece.slot.sent) up_.advance(now);
  if (piece.slot.sent) piece.due = piece.slot.end + generation_.link_completion_ps;
  return piece.due <= now && piece.slot.sent;
}

void DmaEngine::at_host() {
  const ps_t now = kernel_time(*this);
  while (!to_host_.empty()) {
    Piece& piece = *to_host_.front();
    if (!settle(piece, now)) {
      host_arrival_.notify(time_until(std::max(piece.due, now + 1)));
      return;
    }
    to_host_.pop_front();
    arrive_at_host(piece, now);
  }
}

void DmaEngine::arrive_at_host(Piece& piece, ps_t now) {
  Access& access = *piece.access;
  const std::uint64_t address = access.address + piece.offset;
  const bool gone = faults_.active(fault::Point::link_gone, {device_}) != nullptr;
  piece.ok = !gone && !access.refused;
  if (piece.ok && piece.size) {
    piece.ok = access.write ? memory_.write(address, piece.bytes.data(), piece.size)
                            : memory_.read(address, piece.bytes.data(), piece.size);
  }
  if (!piece.ok && access.ok) {
    access.ok = false;
    fault(access, piece);
  }
  if (access.write) return end(piece);
  const unsigned bytes = Lane::kHeaderBytes + (piece.ok ? piece.size : 0);
  piece.due = down_.send(now, bytes) + generation_.link_request_ps;
  to_device_.push_back(&piece);
  device_arrival_.notify(time_until(piece.due));
}

void DmaEngine::at_device() {
  const ps_t now = kernel_time(*this);
  while (!to_device_.empty()) {
    Piece& piece = *to_device_.front();
    if (piece.due > now) {
      device_arrival_.notify(time_until(piece.due));
      return;
    }
    to_device_.pop_front();
    if (piece.ok && piece.size) {
      std::memcpy(piece.access->to + piece.offset, piece.bytes.data(), piece.size);
    }
    end(piece);
  }
}

void DmaEngine::end(Piece& piece) {
  Access& access = *piece.access;
  pieces_->give_back(piece);
  if (--access.pieces == 0) finish(access);
}

sc_core::sc_time DmaEngine::time_until(ps_t time) const {
  return time_of(time - kernel_time(*this));
}

void DmaEngine::fault(Access& access, const Piece& piece) {
  if (!stream_.wants(trace::Kind::dma_fault)) return;
  trace::Event event{trace::Kind::dma_fault, kernel_time(*this), device_};
  event.a = static_cast<std::uint32_t>(access.refused ? access.size : piece.size);
  event.b = access.write;
  event.x = access.address + piece.offset;
  if (access.refused) {
    event.text = "outside the address space or too long";
  } else if (faults_.active(fault::Point::link_gone, {device_})) {
    event.text = "device gone";
  } else {
    event.text = "outside every live mapping";
  }
  stream_.emit(event);
}

void DmaEngine::finish(Access& access) {
  const trace::Kind kind = access.write ? trace::Kind::dma_write : trace::Kind::dma_read;
  if (access.ok && stream_.wants(kind)) {
    trace::Event event{kind, kernel_time(*this), device_};
    event.a = static_cast<std::uint32_t>(access.size);
    event.x = access.address;
    stream_.emit(event);
  }
  const bool ok = access.ok;
  const std::function<void(bool)> done = std::move(access.done);
  accesses_->give_back(access);
  if (done) done(ok);
}

}  // namespace nvp::bus
