// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_MGMT_POWER_SAMPLER_H_
#define NEURON_VP_MODEL_MGMT_POWER_SAMPLER_H_

#include <array>
#include <cstdint>
#include <functional>
#include <systemc>

#include "model/bus/register_port.h"
#include "model/mgmt/line.h"
#include "model/sim/clock.h"

namespace nvp::mgmt {

/// The power sampler (docs/reference/13-ecc-power-pod.md, 2.7): at the end of each period it
/// latches the dies' mean utilisation. One event per period, none while PERIOD is 0.
class PowerSampler : public sc_core::sc_module, public bus::RegisterBlock {
 public:
  static constexpr unsigned kMaxDice = 2;

  /// Mean utilisation of a die in [from, to), basis points.
  using Load = std::function<std::uint32_t(unsigned die, ps_t from, ps_t to)>;

  PowerSampler(sc_core::sc_module_name name, const sim::Clock& fabric, const sim::Clock& mgmt,
               unsigned dice, Load load);

  bus::Response read(unsigned port, std::uint32_t address, std::uint32_t* data,
                     ps_t grant) override;
  bus::Response write(unsigned port, std::uint32_t address, std::uint32_t data,
                      std::uint8_t strobes, ps_t grant) override;
  bus::Response peek(unsigned port, std::uint32_t address, std::uint32_t* data) override;
  bus::Response poke(unsigned port, std::uint32_t address, std::uint32_t data) override;

  /// Output NEW.
  const Line& fresh() const { return fresh_; }
  Line& fresh() { return fresh_; }

 private:
  void start(ps_t t);
  void schedule();
  void latch();
  bus::Response read_at(std::uint32_t address, std::uint32_t* data, ps_t t) const;

  const sim::Clock& fabric_;
  const sim::Clock& mgmt_;
  unsigned dice_;
  Load load_;
  std::array<std::uint32_t, kMaxDice> util_{};
  std::uint32_t period_;
  std::uint64_t first_ = 0;  // mgmt edge at which the running period began
  Line fresh_;
  sc_core::sc_event end_;
};

}  // namespace nvp::mgmt

#endif  // NEURON_VP_MODEL_MGMT_POWER_SAMPLER_H_
