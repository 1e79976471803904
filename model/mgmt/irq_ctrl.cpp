// SPDX-License-Identifier: Apache-2.0
#include "model/mgmt/irq_ctrl.h"

#include <algorithm>

#include "gen/model/regs/neuron_regs.h"
#include "model/sim/thread.h"

namespace nvp::mgmt {
namespace {

constexpr std::uint32_t kAllInputs = (1u << IrqCtrl::kInputs) - 1;
// Compare values beyond this many cycles (292 years at 1 GHz) lie after the end of time.
constexpr std::uint64_t kEndOfTime = std::uint64_t{1} << 53;

}  // namespace

std::uint64_t IrqCtrl::count(ps_t t) const {
  const std::uint64_t next = mgmt_.index_at_or_after(t);
  const std::uint64_t edge = mgmt_.edge(next) == t ? next : next - 1;
  return edge > origin_ ? edge - origin_ : 0;
}

ps_t IrqCtrl::timer_rise() const {
  const std::uint64_t cycles = compare();
  if (cycles == 0 || cycles > kEndOfTime) return kNever;
  return mgmt_.edge(origin_ + cycles);
}

std::uint32_t IrqCtrl::pending(ps_t t) const {
  std::uint32_t bits = 0;
  for (unsigned i = 0; i < kInputs; ++i) {
    if ((enable_ >> i & 1u) && inputs_[i] && inputs_[i]->at(t)) bits |= 1u << i;
  }
  if ((enable_ >> kTimer & 1u) && timer_rise() <= t) bits |= 1u << kTimer;
  return bits;
}

ps_t IrqCtrl::next_rise(ps_t t) const {
  ps_t rise = kNever;
  for (unsigned i = 0; i < kInputs; ++i) {
    if ((enable_ >> i & 1u) && inputs_[i]) rise = std::min(rise, inputs_[i]->next_rise(t));
  }
  if (enable_ >> kTimer & 1u) {
    const ps_t timer = timer_rise();
    if (timer > t) rise = std::min(rise, timer);
  }
  return rise;
}

bus::Response IrqCtrl::read(unsigned, std::uint32_t address, std::uint32_t* data, ps_t grant) {
  const std::uint64_t now = count(grant);
  if (address == IRQ_CTRL_COUNT_LO) latched_hi_ = static_cast<std::uint32_t>(now >> 32);
  if (address == IRQ_CTRL_PENDING) {
    *data = pending(grant);
    return bus::Response::okay;
  }
  return read_at(address, data, now);
}

bus::Response IrqCtrl::peek(unsigned, std::uint32_t address, std::uint32_t* data) {
  if (address == IRQ_CTRL_PENDING) {
    *data = pending(sim::now());
    return bus::Response::okay;
  }
  return read_at(address, data, count(sim::now()));
}

bus::Response IrqCtrl::read_at(std::uint32_t address, std::uint32_t* data,
                               std::uint64_t count) const {
  switch (address) {
    case IRQ_CTRL_ENABLE:
      *data = enable_;
      break;
    case IRQ_CTRL_TIMER_LO:
      *data = timer_lo_;
      break;
    case IRQ_CTRL_TIMER_HI:
      *data = timer_hi_;
      break;
    case IRQ_CTRL_COUNT_LO:
      *data = static_cast<std::uint32_t>(count);
      break;
    case IRQ_CTRL_COUNT_HI:
      *data = latched_hi_;
      break;
    default:
      return bus::Response::decerr;
  }
  return bus::Response::okay;
}

bus::Response IrqCtrl::write(unsigned port, std::uint32_t address, std::uint32_t data,
                             std::uint8_t strobes, ps_t) {
  std::uint32_t old = 0;
  if (read_at(address, &old, 0) == bus::Response::decerr && address != IRQ_CTRL_PENDING) {
    return bus::Response::decerr;
  }
  poke(port, address, bus::merge_strobes(old, data, strobes));
  changed();
  return bus::Response::okay;
}

bus::Response IrqCtrl::poke(unsigned, std::uint32_t address, std::uint32_t data) {
  switch (address) {
    case IRQ_CTRL_ENABLE:
      enable_ = data & kAllInputs;
      break;
    case IRQ_CTRL_TIMER_LO:
      timer_lo_ = data;
      break;
    case IRQ_CTRL_TIMER_HI:
      timer_hi_ = data;
      break;
    default:
      return bus::Response::decerr;
  }
  return bus::Response::okay;
}

void IrqCtrl::reset(ps_t t) {
  enable_ = timer_lo_ = timer_hi_ = latched_hi_ = 0;
  origin_ = mgmt_.index_at_or_after(t);
  changed();
}

}  // namespace nvp::mgmt
