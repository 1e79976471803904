// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_MGMT_MISCRAM_H_
#define NEURON_VP_MODEL_MGMT_MISCRAM_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "model/bus/register_port.h"
#include "model/mgmt/line.h"
#include "model/sim/clock.h"

namespace nvp::mgmt {

/// MiscRAM (docs/reference/41-rtl-blocks.md, "miscram"): 4 KiB of words shared by the host (port H)
/// and the management processor (port F), the doorbell, and what gates and counts it.
class Miscram : public bus::RegisterBlock {
 public:
  static constexpr unsigned kPortH = 0;
  static constexpr unsigned kPortF = 1;
  static constexpr std::uint32_t kSharedBytes = 0x1000;

  explicit Miscram(const sim::Clock& fabric) : fabric_(fabric) {}

  bus::Response read(unsigned port, std::uint32_t address, std::uint32_t* data,
                     ps_t grant) override;
  bus::Response write(unsigned port, std::uint32_t address, std::uint32_t data,
                      std::uint8_t strobes, ps_t grant) override;
  bus::Response peek(unsigned port, std::uint32_t address, std::uint32_t* data) override;
  bus::Response poke(unsigned port, std::uint32_t address, std::uint32_t data) override;

  /// rst_n: registers to their reset values at `edge`; storage keeps its contents.
  void reset(ps_t edge);
  /// READY alone to its reset value (42: a processor that is restarted).
  void clear_ready() { ready_ = false; }

  /// Output `doorbell`: TRIGGER != 0, one edge after the grant.
  const Line& doorbell() const { return doorbell_; }
  Line& doorbell() { return doorbell_; }
  /// The doorbell of the next write that makes TRIGGER non-zero rises `by` later (fault fw.delay).
  void delay_doorbell(ps_t by) { delay_ = by; }

  bool ready() const { return ready_; }
  std::uint32_t trigger_count() const { return trigger_count_; }
  std::uint32_t overrun_count() const { return overrun_count_; }

  /// A shared word, TRIGGER included, without gating. `offset` < kSharedBytes, aligned. @{
  std::uint32_t word(std::uint32_t offset) const { return words_[offset / 4]; }
  void set_word(std::uint32_t offset, std::uint32_t value) { words_[offset / 4] = value; }
  /// @}

  /// Shared storage as bytes, for the host DMA; false where there is none (outside, or TRIGGER). @{
  bool copy_out(std::uint32_t offset, void* to, std::size_t size) const;
  bool copy_in(std::uint32_t offset, const void* from, std::size_t size);
  /// @}

 private:
  void write_trigger(unsigned port, std::uint32_t value, ps_t grant);
  bus::Response read_control(std::uint32_t address, std::uint32_t* data, bool doorbell) const;

  const sim::Clock& fabric_;
  std::array<std::uint32_t, kSharedBytes / 4> words_{};  // TRIGGER's among them
  bool ready_ = false;
  std::uint32_t trigger_count_ = 0, overrun_count_ = 0;
  ps_t delay_ = 0;
  Line doorbell_;
};

}  // namespace nvp::mgmt

#endif  // NEURON_VP_MODEL_MGMT_MISCRAM_H_
