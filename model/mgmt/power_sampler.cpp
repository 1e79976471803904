// SPDX-License-Identifier: Apache-2.0
#include "model/mgmt/power_sampler.h"

#include "gen/model/regs/neuron_regs.h"
#include "model/sim/thread.h"

namespace nvp::mgmt {

PowerSampler::PowerSampler(sc_core::sc_module_name name, const sim::Clock& fabric,
                           const sim::Clock& mgmt, unsigned dice, Load load)
    : sc_module(name),
      fabric_(fabric),
      mgmt_(mgmt),
      dice_(dice < kMaxDice ? dice : kMaxDice),
      load_(std::move(load)),
      period_(POWER_SAMPLER_PERIOD_RESET_VALUE) {
  SC_HAS_PROCESS(PowerSampler);
  SC_METHOD(latch);
  dont_initialize();
  sensitive << end_;
  schedule();
}

void PowerSampler::schedule() {
  const ps_t end = mgmt_.edge(first_ + period_);
  end_.notify(sc_core::sc_time::from_value(end - sc_core::sc_time_stamp().value()));
}

void PowerSampler::start(ps_t t) {
  end_.cancel();
  first_ = mgmt_.index_at_or_after(t);
  if (period_ != 0) schedule();
}

void PowerSampler::latch() {
  const ps_t from = mgmt_.edge(first_), to = mgmt_.edge(first_ + period_);
  if (load_) {
    for (unsigned die = 0; die < dice_; ++die) util_[die] = load_(die, from, to) & 0xffff;
  }
  first_ += period_;
  schedule();
  fresh_.set(true, fabric_.align(to));
}

bus::Response PowerSampler::read(unsigned, std::uint32_t address, std::uint32_t* data, ps_t grant) {
  return read_at(address, data, grant);
}

bus::Response PowerSampler::peek(unsigned, std::uint32_t address, std::uint32_t* data) {
  return read_at(address, data, sim::now());
}

bus::Response PowerSampler::read_at(std::uint32_t address, std::uint32_t* data, ps_t t) const {
  switch (address) {
    case POWER_SAMPLER_UTIL(0):
      *data = util_[0];
      break;
    case POWER_SAMPLER_UTIL(1):
      *data = util_[1];
      break;
    case POWER_SAMPLER_PERIOD:
      *data = period_;
      break;
    case POWER_SAMPLER_STATUS:
      *data = fresh_.at(t) ? POWER_SAMPLER_STATUS_NEW_MASK : 0;
      break;
    default:
      return bus::Response::decerr;
  }
  return bus::Response::okay;
}

bus::Response PowerSampler::write(unsigned, std::uint32_t address, std::uint32_t data,
                                  std::uint8_t strobes, ps_t grant) {
  if (address > POWER_SAMPLER_STATUS) return bus::Response::decerr;
  if (strobes == 0) return bus::Response::okay;
  if (address == POWER_SAMPLER_PERIOD) {
    period_ = bus::merge_strobes(period_, data, strobes);
    start(grant);
  } else if (address == POWER_SAMPLER_STATUS) {
    const bool clear = (data & bus::strobe_mask(strobes) & POWER_SAMPLER_STATUS_NEW_MASK) != 0;
    if (clear && fresh_.at(grant)) fresh_.set(false, fabric_.after(grant, 1));
  }
  return bus::Response::okay;
}

bus::Response PowerSampler::poke(unsigned, std::uint32_t address, std::uint32_t data) {
  if (address > POWER_SAMPLER_UTIL(1)) return bus::Response::decerr;
  util_[address / 4] = data;
  return bus::Response::okay;
}

}  // namespace nvp::mgmt
