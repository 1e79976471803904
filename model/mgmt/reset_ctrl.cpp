// SPDX-License-Identifier: Apache-2.0
#include "model/mgmt/reset_ctrl.h"

#include <algorithm>

#include "gen/model/regs/neuron_regs.h"

namespace nvp::mgmt {
namespace {

ps_t kernel_now() {
  return sc_core::sc_time_stamp().value();
}

}  // namespace

ResetCtrl::ResetCtrl(sc_core::sc_module_name name, const sim::Clock& fabric, BlockReset block_rst)
    : sc_module(name),
      fabric_(fabric),
      block_rst_(std::move(block_rst)),
      hold_(RESET_CTRL_HOLD_RESET_VALUE) {
  SC_HAS_PROCESS(ResetCtrl);
  SC_METHOD(drive);
  dont_initialize();
  sensitive << step_;
}

bus::Response ResetCtrl::read(unsigned, std::uint32_t address, std::uint32_t* data, ps_t grant) {
  return read_at(address, data, grant);
}

bus::Response ResetCtrl::peek(unsigned, std::uint32_t address, std::uint32_t* data) {
  return read_at(address, data, kernel_now());
}

bus::Response ResetCtrl::read_at(std::uint32_t address, std::uint32_t* data, ps_t t) const {
  switch (address) {
    case RESET_CTRL_MAP_LO:
      *data = map_lo_;
      break;
    case RESET_CTRL_MAP_HI:
      *data = map_hi_;
      break;
    case RESET_CTRL_HOLD:
      *data = hold_;
      break;
    case RESET_CTRL_STATUS:
      *data = (busy(t) ? RESET_CTRL_STATUS_BUSY_MASK : 0) |
              (done_.at(t) ? RESET_CTRL_STATUS_DONE_MASK : 0) |
              (rejected_ ? RESET_CTRL_STATUS_REJECTED_MASK : 0);
      break;
    case RESET_CTRL_CMD:
    case RESET_CTRL_CLEAR:
      *data = 0;
      break;
    default:
      return bus::Response::decerr;
  }
  return bus::Response::okay;
}

bus::Response ResetCtrl::write(unsigned, std::uint32_t address, std::uint32_t data,
                               std::uint8_t strobes, ps_t grant) {
  switch (address) {
    case RESET_CTRL_MAP_LO:
      map_lo_ = bus::merge_strobes(map_lo_, data, strobes);
      break;
    case RESET_CTRL_MAP_HI:
      map_hi_ = bus::merge_strobes(map_hi_, data, strobes);
      break;
    case RESET_CTRL_HOLD:
      hold_ = bus::merge_strobes(hold_, data, strobes);
      break;
    case RESET_CTRL_CMD:
      if (data & bus::strobe_mask(strobes) & RESET_CTRL_CMD_START_MASK) start(grant);
      break;
    case RESET_CTRL_CLEAR:
      if (data & bus::strobe_mask(strobes) & RESET_CTRL_CLEAR_DONE_MASK) clear(grant);
      break;
    case RESET_CTRL_STATUS:
      break;
    default:
      return bus::Response::decerr;
  }
  return bus::Response::okay;
}

bus::Response ResetCtrl::poke(unsigned, std::uint32_t address, std::uint32_t data) {
  switch (address) {
    case RESET_CTRL_MAP_LO:
      map_lo_ = data;
      break;
    case RESET_CTRL_MAP_HI:
      map_hi_ = data;
      break;
    case RESET_CTRL_HOLD:
      hold_ = data;
      break;
    default:
      return bus::Response::decerr;
  }
  return bus::Response::okay;
}

void ResetCtrl::start(ps_t grant) {
  const std::uint64_t map = (std::uint64_t{map_hi_} << 32) | map_lo_;
  if (busy(grant) || map == 0) {
    rejected_ = true;
    return;
  }
  const ps_t rise = fabric_.after(grant, 1);
  running_ = map;
  end_ = fabric_.after(rise, std::max(hold_, 1u));
  rejected_ = false;
  done_.set(false, rise);
  done_.set(true, end_);
  notify_at(rise);
}

void ResetCtrl::clear(ps_t grant) {
  rejected_ = false;
  if (done_.at(grant)) done_.set(false, fabric_.after(grant, 1));
}

// block_rst follows the edges: up, and HOLD cycles later down.
void ResetCtrl::drive() {
  if (running_ == 0) return;
  held_ = !held_;
  const std::uint64_t map = running_;
  if (held_) {
    notify_at(end_);
  } else {
    running_ = 0;
  }
  if (block_rst_) block_rst_(map, held_);
}

void ResetCtrl::notify_at(ps_t t) {
  step_.notify(sc_core::sc_time::from_value(t - std::min(t, kernel_now())));
}

void ResetCtrl::reset(ps_t edge) {
  step_.cancel();
  if (held_ && block_rst_) block_rst_(running_, false);
  held_ = rejected_ = false;
  running_ = 0;
  end_ = 0;
  map_lo_ = map_hi_ = 0;
  hold_ = RESET_CTRL_HOLD_RESET_VALUE;
  done_.set(false, edge);
}

}  // namespace nvp::mgmt
