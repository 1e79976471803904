// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_MGMT_RESET_CTRL_H_
#define NEURON_VP_MODEL_MGMT_RESET_CTRL_H_

#include <cstdint>
#include <functional>
#include <systemc>

#include "model/bus/register_port.h"
#include "model/mgmt/line.h"
#include "model/sim/clock.h"

namespace nvp::mgmt {

/// The reset controller (docs/reference/41-rtl-blocks.md, "reset_ctrl"): holds up to 64 blocks for
/// a number of cycles.
class ResetCtrl : public sc_core::sc_module, public bus::RegisterBlock {
 public:
  /// Output block_rst: called at the edges at which the bits of `map` become 1 and 0.
  using BlockReset = std::function<void(std::uint64_t map, bool held)>;

  ResetCtrl(sc_core::sc_module_name name, const sim::Clock& fabric, BlockReset block_rst);

  bus::Response read(unsigned port, std::uint32_t address, std::uint32_t* data,
                     ps_t grant) override;
  bus::Response write(unsigned port, std::uint32_t address, std::uint32_t data,
                      std::uint8_t strobes, ps_t grant) override;
  bus::Response peek(unsigned port, std::uint32_t address, std::uint32_t* data) override;
  bus::Response poke(unsigned port, std::uint32_t address, std::uint32_t data) override;

  /// Output `irq`, which is DONE.
  const Line& done() const { return done_; }
  Line& done() { return done_; }

  /// rst_n at `edge`: registers to their reset values, a running reset ends.
  void reset(ps_t edge);

 private:
  void start(ps_t grant);
  void clear(ps_t grant);
  bool busy(ps_t t) const { return t < end_; }
  bus::Response read_at(std::uint32_t address, std::uint32_t* data, ps_t t) const;
  void drive();
  void notify_at(ps_t t);

  const sim::Clock& fabric_;
  BlockReset block_rst_;
  std::uint32_t map_lo_ = 0, map_hi_ = 0, hold_;
  bool rejected_ = false;
  std::uint64_t running_ = 0;  // map of the reset that runs
  ps_t end_ = 0;               // edge at which block_rst returns to 0
  bool held_ = false;          // block_rst is driven
  Line done_;
  sc_core::sc_event step_;
};

}  // namespace nvp::mgmt

#endif  // NEURON_VP_MODEL_MGMT_RESET_CTRL_H_
