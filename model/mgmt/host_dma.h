// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_MGMT_HOST_DMA_H_
#define NEURON_VP_MODEL_MGMT_HOST_DMA_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "model/bus/dma_port.h"
#include "model/bus/register_port.h"
#include "model/mgmt/line.h"
#include "model/sim/clock.h"

namespace nvp::mgmt {

/// The management subsystem's own memories as the host DMA addresses them: firmware RAM and
/// MiscRAM's shared words. False outside, and where a byte copy would ring the doorbell.
struct LocalMemory {
  std::function<bool(std::uint32_t address, void* to, std::size_t size)> read;
  std::function<bool(std::uint32_t address, const void* from, std::size_t size)> write;
};

/// The host DMA (docs/reference/41-rtl-blocks.md, "Management bus map"): moves bytes between host
/// memory and firmware RAM or MiscRAM. Its local side takes no time beyond the link's.
class HostDma : public bus::RegisterBlock {
 public:
  /// What may happen to a write towards the host on its way out (fault points of chapter 42): the
  /// bytes may be changed or cut; with an empty result the write vanishes and still ends well.
  using Outgoing = std::function<void(std::uint64_t host, std::vector<std::uint8_t>* bytes)>;

  /// @param port may be null: every transfer then ends with ERROR.
  HostDma(const sim::Clock& fabric, bus::DmaPort* port, LocalMemory local);

  void on_outgoing(Outgoing outgoing) { outgoing_ = std::move(outgoing); }

  bus::Response read(unsigned port, std::uint32_t address, std::uint32_t* data,
                     ps_t grant) override;
  bus::Response write(unsigned port, std::uint32_t address, std::uint32_t data,
                      std::uint8_t strobes, ps_t grant) override;
  bus::Response peek(unsigned port, std::uint32_t address, std::uint32_t* data) override;
  bus::Response poke(unsigned port, std::uint32_t address, std::uint32_t data) override;

  /// Output: DONE or ERROR.
  const Line& ended() const { return ended_; }
  Line& ended() { return ended_; }

 private:
  void command(std::uint32_t value, ps_t grant);
  void from_host();
  void to_host(ps_t soon);
  void finish(bool ok, ps_t t);
  bus::Response read_at(std::uint32_t address, std::uint32_t* data, ps_t t) const;

  const sim::Clock& fabric_;
  bus::DmaPort* port_;
  LocalMemory local_;
  Outgoing outgoing_;
  std::uint32_t host_lo_ = 0, host_hi_ = 0, local_address_ = 0, length_ = 0;
  bool busy_ = false, failed_ = false;
  std::vector<std::uint8_t> buffer_;  // of the transfer that runs
  Line ended_;
};

}  // namespace nvp::mgmt

#endif  // NEURON_VP_MODEL_MGMT_HOST_DMA_H_
