// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_MGMT_IRQ_CTRL_H_
#define NEURON_VP_MODEL_MGMT_IRQ_CTRL_H_

#include <array>
#include <cstdint>
#include <functional>

#include "model/bus/register_port.h"
#include "model/mgmt/line.h"
#include "model/sim/clock.h"

namespace nvp::mgmt {

/// The interrupt controller and timer (docs/reference/41-rtl-blocks.md, "irq_ctrl"). All inputs are
/// levels that are functions of time, so nothing ticks: PENDING is computed when somebody looks.
class IrqCtrl : public bus::RegisterBlock {
 public:
  enum Input : unsigned { kDoorbell, kEcc, kResetDone, kTimer, kDma, kPodLink, kPower, kInputs };

  explicit IrqCtrl(const sim::Clock& mgmt) : mgmt_(mgmt) {}

  /// Connects an input; one that is not connected stays 0. The timer is the block's own.
  void connect(Input input, const Level& level) { inputs_[input] = &level; }
  /// Calls `changed` when PENDING may have changed or may change at another time than was known.
  void on_change(std::function<void()> changed) { changed_ = std::move(changed); }
  /// An input may have changed.
  void changed() {
    if (changed_) changed_();
  }

  /// PENDING at time `t`.
  std::uint32_t pending(ps_t t) const;
  /// First time after `t` at which an enabled input rises, by what is known now; kNever if none.
  ps_t next_rise(ps_t t) const;

  bus::Response read(unsigned port, std::uint32_t address, std::uint32_t* data,
                     ps_t grant) override;
  bus::Response write(unsigned port, std::uint32_t address, std::uint32_t data,
                      std::uint8_t strobes, ps_t grant) override;
  bus::Response peek(unsigned port, std::uint32_t address, std::uint32_t* data) override;
  bus::Response poke(unsigned port, std::uint32_t address, std::uint32_t data) override;

  /// Registers to their reset values; the count starts again at the first mgmt edge at or after
  /// `t`.
  void reset(ps_t t);

 private:
  std::uint64_t compare() const { return (std::uint64_t{timer_hi_} << 32) | timer_lo_; }
  std::uint64_t count(ps_t t) const;
  ps_t timer_rise() const;
  bus::Response read_at(std::uint32_t address, std::uint32_t* data, std::uint64_t count) const;

  const sim::Clock& mgmt_;
  std::array<const Level*, kInputs> inputs_{};
  std::uint32_t enable_ = 0, timer_lo_ = 0, timer_hi_ = 0, latched_hi_ = 0;
  std::uint64_t origin_ = 0;  // mgmt edge at which the count is 0
  std::function<void()> changed_;
};

}  // namespace nvp::mgmt

#endif  // NEURON_VP_MODEL_MGMT_IRQ_CTRL_H_
