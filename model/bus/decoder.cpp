// SPDX-License-Identifier: Apache-2.0
#include "model/bus/decoder.h"

#include <algorithm>
#include <cstdio>
#include <string>

#include "model/bus/path.h"
#include "model/bus/protocol_checker.h"
#include "model/bus/time.h"
#include "model/bus/transaction.h"
#include "model/sim/error.h"
#include "model/sim/thread.h"

namespace nvp::bus {
namespace {

constexpr unsigned kWordBytes = 4;
constexpr unsigned kFromHost = 0, kFromDevice = 1;
// Added to an address that no BAR has: register ports decode no more than 32 bits.
constexpr std::uint64_t kOutside = std::uint64_t{1} << 63;

bool contains(const Bar& bar, std::uint64_t address) {
  return address >= bar.base && address - bar.base < bar.size;
}

std::string hex(std::uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

Passport& passport_of(tlm::tlm_generic_payload& txn) {
  Passport* passport = txn.get_extension<Passport>();
  if (!passport) {
    passport = new Passport;
    txn.set_auto_extension(passport);
  }
  return *passport;
}

}  // namespace

UnclaimedStorage::Word& UnclaimedStorage::touch(std::uint32_t offset, bool write) {
  Word& word = words_[offset];
  if (word.reads + word.writes == 0 && stream_.wants(trace::Kind::unclaimed)) {
    trace::Event event{trace::Kind::unclaimed, sim::now(), device_};
    event.a = write;
    event.x = offset;
    event.y = 1;
    stream_.emit(event);
  }
  ++(write ? word.writes : word.reads);
  return word;
}

Response UnclaimedStorage::read(unsigned, std::uint32_t offset, std::uint32_t* data, ps_t) {
  *data = touch(offset, false).value;
  return Response::okay;
}

Response UnclaimedStorage::write(unsigned, std::uint32_t offset, std::uint32_t data,
                                 std::uint8_t strobes, ps_t) {
  Word& word = touch(offset, true);
  word.value = merge_strobes(word.value, data, strobes);
  return Response::okay;
}

Response UnclaimedStorage::peek(unsigned, std::uint32_t offset, std::uint32_t* data) {
  const auto word = words_.find(offset);
  *data = word == words_.end() ? 0 : word->second.value;
  return Response::okay;
}

Response UnclaimedStorage::poke(unsigned, std::uint32_t offset, std::uint32_t data) {
  words_[offset].value = data;
  return Response::okay;
}

/// A way out to a target; what comes back leaves by the transaction's entrance.
class BarDecoder::Exit : public sc_core::sc_module, private tlm::tlm_bw_transport_if<> {
 public:
  tlm::tlm_initiator_socket<32> socket;
  tlm::tlm_base_target_socket_b<32>* const target;
  const unsigned number;
  ForwardPath path;

  Exit(sc_core::sc_module_name name, BarDecoder& owner, unsigned index,
       tlm::tlm_base_target_socket_b<32>& to)
      : sc_module(name), socket("socket"), target(&to), number(index), owner_(owner) {
    socket.bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this));
    bind_checked(socket, to);
  }

 private:
  void end_of_elaboration() override { path.resolve(socket); }
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& txn, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

  BarDecoder& owner_;
};

/// A way in; `base` makes bus addresses of its addresses, which are at most `limit`.
class BarDecoder::Entrance : private tlm::tlm_fw_transport_if<> {
 public:
  tlm::tlm_target_socket<32, tlm::tlm_base_protocol_types, 1, sc_core::SC_ZERO_OR_MORE_BOUND>
      socket;

  Entrance(BarDecoder& owner, const char* name, unsigned number, std::uint64_t base,
           std::uint64_t limit)
      : socket(name), owner_(owner), number_(number), base_(base), limit_(limit) {
    socket.bind(static_cast<tlm::tlm_fw_transport_if<>&>(*this));
  }

 private:
  Route route(std::uint64_t address) const {
    if (address > limit_) return owner_.nowhere(address);
    return owner_.route(base_ + address);
  }

  sc_core::sc_time decoded(const sc_core::sc_time& delay) const {
    const ps_t now = kernel_time(owner_);
    const ps_t done = owner_.fabric_.after(now + delay.value(), owner_.decode_cycles_);
    return time_of(done - now);
  }

  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& txn, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override {
    Passport& passport = passport_of(txn);
    if (phase == tlm::BEGIN_REQ) {
      const Route way = route(txn.get_address());
      passport.entrance = number_;
      passport.exit = way.exit->number;
      txn.set_address(way.address);
      delay = decoded(delay);
    }
    return owner_.exits_[passport.exit]->path.exact->nb_transport_fw(txn, phase, delay);
  }

  void b_transport(tlm::tlm_generic_payload& txn, sc_core::sc_time& delay) override {
    const Route way = route(txn.get_address());
    txn.set_address(way.address);
    delay = decoded(delay);
    way.exit->path.loose->b_transport(txn, delay);
  }

  // May cross windows: each gets its part.
  unsigned transport_dbg(tlm::tlm_generic_payload& txn) override {
    const unsigned size = txn.get_data_length();
    unsigned done = 0;
    while (done < size) {
      const Route way = route(txn.get_address() + done);
      const auto part = static_cast<unsigned>(std::min<std::uint64_t>(size - done, way.room));
      tlm::tlm_generic_payload piece;
      piece.set_command(txn.get_command());
      piece.set_address(way.address);
      piece.set_data_ptr(txn.get_data_ptr() + done);
      piece.set_data_length(part);
      piece.set_streaming_width(part);
      const unsigned moved = way.exit->socket->transport_dbg(piece);
      done += moved;
      if (moved < part) break;
    }
    return done;
  }

  bool get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi& dmi) override {
    dmi.init();
    return false;
  }

  BarDecoder& owner_;
  unsigned number_;
  std::uint64_t base_, limit_;
};

tlm::tlm_sync_enum BarDecoder::Exit::nb_transport_bw(tlm::tlm_generic_payload& txn,
                                                     tlm::tlm_phase& phase,
                                                     sc_core::sc_time& delay) {
  Entrance& entrance = *owner_.entrances_[passport_of(txn).entrance];
  return entrance.socket->nb_transport_bw(txn, phase, delay);
}

BarDecoder::BarDecoder(sc_core::sc_module_name name, const sim::Clock& fabric,
                       unsigned decode_cycles, const Bar& bar0, const Bar& bar4,
                       std::int32_t device, trace::Stream& stream)
    : sc_module(name),
      fabric_(fabric),
      decode_cycles_(decode_cycles),
      bar0_(bar0),
      bar4_(bar4),
      unclaimed_(device, stream),
      unclaimed_ports_("unclaimed", fabric, 1, unclaimed_) {
  const std::uint64_t no_limit = ~std::uint64_t{0};
  entrances_[kFromHost] = std::make_unique<Entrance>(*this, "host", kFromHost, 0, no_limit);
  entrances_[kFromDevice] =
      std::make_unique<Entrance>(*this, "device", kFromDevice, bar0.base, bar0.size - 1);
  exit_to(unclaimed_ports_.socket(0));  // the first exit
}

BarDecoder::~BarDecoder() = default;

tlm::tlm_base_target_socket_b<32>& BarDecoder::host_socket() {
  return entrances_[kFromHost]->socket;
}

tlm::tlm_base_target_socket_b<32>& BarDecoder::device_socket() {
  return entrances_[kFromDevice]->socket;
}

BarDecoder::Exit* BarDecoder::exit_to(tlm::tlm_base_target_socket_b<32>& target) {
  for (const auto& exit : exits_) {
    if (exit->target == &target) return exit.get();
  }
  const std::string name = std::string(basename()) + "_window";
  const auto number = static_cast<unsigned>(exits_.size());
  exits_.push_back(
      std::make_unique<Exit>(sc_core::sc_gen_unique_name(name.c_str()), *this, number, target));
  return exits_.back().get();
}

void BarDecoder::claim(unsigned bar, std::uint64_t offset, std::uint64_t size,
                       tlm::tlm_base_target_socket_b<32>& target, std::uint64_t target_offset) {
  const std::string what = std::string(name()) + ": window " + hex(offset) + " of " + hex(size) +
                           " bytes in BAR" + std::to_string(bar) + ": ";
  if (bar != 0 && bar != 4) throw Error(what + "accepted are BAR 0 and 4");
  const Bar& in = bar == 0 ? bar0_ : bar4_;
  if (size == 0) throw Error(what + "is empty");
  if ((offset | size | target_offset) % kWordBytes != 0) throw Error(what + "is not word-aligned");
  if (offset >= in.size || size > in.size - offset) {
    throw Error(what + "accepted are offsets below " + hex(in.size));
  }
  Window window{in.base + offset, in.base + offset + size - 1, target_offset, nullptr};
  const auto at = std::find_if(windows_.begin(), windows_.end(),
                               [&](const Window& w) { return w.last >= window.start; });
  if (at != windows_.end() && at->start <= window.last) throw Error(what + "overlaps another");
  window.exit = exit_to(target);
  windows_.insert(at, window);
  last_ = nullptr;
}

const BarDecoder::Window* BarDecoder::search(std::uint64_t address) const {
  const auto after =
      std::upper_bound(windows_.begin(), windows_.end(), address,
                       [](std::uint64_t value, const Window& w) { return value < w.start; });
  if (after == windows_.begin() || std::prev(after)->last < address) return nullptr;
  return last_ = &*std::prev(after);
}

BarDecoder::Route BarDecoder::unclaimed_route(std::uint64_t address) const {
  if (!contains(bar0_, address)) return nowhere(address);
  return {exits_.front().get(), address - bar0_.base, kWordBytes};
}

BarDecoder::Route BarDecoder::nowhere(std::uint64_t address) const {
  return {exits_.front().get(), address | kOutside, kWordBytes};
}

bool BarDecoder::claimed(std::uint64_t bar0_offset) const {
  return bar0_offset < bar0_.size && find(bar0_.base + bar0_offset) != nullptr;
}

bool BarDecoder::debug_word(tlm::tlm_command command, std::uint64_t bar0_offset,
                            std::uint32_t* value) {
  if (bar0_offset >= bar0_.size) return false;
  const Route way = route(bar0_.base + bar0_offset);
  tlm::tlm_generic_payload txn;
  txn.set_command(command);
  txn.set_address(way.address);
  txn.set_data_ptr(reinterpret_cast<unsigned char*>(value));
  txn.set_data_length(kWordBytes);
  txn.set_streaming_width(kWordBytes);
  return way.exit->socket->transport_dbg(txn) == kWordBytes;
}

bool BarDecoder::peek(std::uint64_t bar0_offset, std::uint32_t* value) {
  return debug_word(tlm::TLM_READ_COMMAND, bar0_offset, value);
}

bool BarDecoder::poke(std::uint64_t bar0_offset, std::uint32_t value) {
  return debug_word(tlm::TLM_WRITE_COMMAND, bar0_offset, &value);
}

}  // namespace nvp::bus
