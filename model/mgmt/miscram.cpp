// SPDX-License-Identifier: Apache-2.0
#include "model/mgmt/miscram.h"

#include <cstring>

#include "gen/model/regs/neuron_regs.h"

namespace nvp::mgmt {
namespace {

constexpr std::uint32_t kNotReady = 0xdeadbeef;
constexpr std::uint32_t kGatedBytes = 0x800;

}  // namespace

bus::Response Miscram::read(unsigned port, std::uint32_t address, std::uint32_t* data, ps_t grant) {
  if (address < kSharedBytes) {
    const bool gated = port == kPortH && !ready_ && address < kGatedBytes;
    *data = gated ? kNotReady : words_[address / 4];
    return bus::Response::okay;
  }
  if (port == kPortH) return bus::Response::decerr;
  return read_control(address, data, doorbell_.at(grant));
}

bus::Response Miscram::read_control(std::uint32_t address, std::uint32_t* data,
                                    bool doorbell) const {
  switch (address) {
    case MISCRAM_CTRL:
      *data = ready_ ? MISCRAM_CTRL_READY_MASK : 0;
      break;
    case MISCRAM_STATUS:
      *data = doorbell ? MISCRAM_STATUS_DOORBELL_MASK : 0;
      break;
    case MISCRAM_TRIGGER_COUNT:
      *data = trigger_count_;
      break;
    case MISCRAM_OVERRUN_COUNT:
      *data = overrun_count_;
      break;
    default:
      return bus::Response::decerr;
  }
  return bus::Response::okay;
}

bus::Response Miscram::write(unsigned port, std::uint32_t address, std::uint32_t data,
                             std::uint8_t strobes, ps_t grant) {
  if (address >= kSharedBytes && (port == kPortH || address > MISCRAM_OVERRUN_COUNT)) {
    return bus::Response::decerr;
  }
  if (strobes == 0) return bus::Response::okay;
  if (address == MISCRAM_TRIGGER) {
    write_trigger(port, bus::merge_strobes(words_[address / 4], data, strobes), grant);
  } else if (address < kSharedBytes) {
    words_[address / 4] = bus::merge_strobes(words_[address / 4], data, strobes);
  } else if (address == MISCRAM_CTRL && (strobes & 1u)) {
    ready_ = (data & MISCRAM_CTRL_READY_MASK) != 0;
  }
  return bus::Response::okay;
}

void Miscram::write_trigger(unsigned port, std::uint32_t value, ps_t grant) {
  std::uint32_t& trigger = words_[MISCRAM_TRIGGER / 4];
  if (port == kPortH && value != 0) {
    ++trigger_count_;
    if (trigger != 0) ++overrun_count_;
  }
  trigger = value;
  ps_t edge = fabric_.after(grant, 1);
  if (value != 0 && delay_ != 0) edge = fabric_.align(edge + delay_);
  delay_ = 0;
  doorbell_.set(value != 0, edge);
}

bus::Response Miscram::peek(unsigned port, std::uint32_t address, std::uint32_t* data) {
  if (address < kSharedBytes) {
    *data = words_[address / 4];
    return bus::Response::okay;
  }
  if (port == kPortH) return bus::Response::decerr;
  return read_control(address, data, words_[MISCRAM_TRIGGER / 4] != 0);
}

bus::Response Miscram::poke(unsigned port, std::uint32_t address, std::uint32_t data) {
  if (address < kSharedBytes) {
    words_[address / 4] = data;
    return bus::Response::okay;
  }
  if (port == kPortH || address != MISCRAM_CTRL) return bus::Response::decerr;
  ready_ = (data & MISCRAM_CTRL_READY_MASK) != 0;
  return bus::Response::okay;
}

void Miscram::reset(ps_t edge) {
  words_[MISCRAM_TRIGGER / 4] = 0;
  ready_ = false;
  trigger_count_ = overrun_count_ = 0;
  delay_ = 0;
  doorbell_.set(false, edge);
}

bool Miscram::copy_out(std::uint32_t offset, void* to, std::size_t size) const {
  if (offset > kSharedBytes || size > kSharedBytes - offset) return false;
  std::memcpy(to, reinterpret_cast<const std::uint8_t*>(words_.data()) + offset, size);
  return true;
}

bool Miscram::copy_in(std::uint32_t offset, const void* from, std::size_t size) {
  if (offset > kSharedBytes || size > kSharedBytes - offset) return false;
  const bool rings = offset < MISCRAM_TRIGGER + 4 && offset + size > MISCRAM_TRIGGER;
  if (rings) return false;
  std::memcpy(reinterpret_cast<std::uint8_t*>(words_.data()) + offset, from, size);
  return true;
}

}  // namespace nvp::mgmt
