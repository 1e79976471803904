// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_BUS_DECODER_H_
#define NEURON_VP_MODEL_BUS_DECODER_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <systemc>
#include <tlm>
#include <vector>

#include "model/bus/edges.h"
#include "model/bus/host_port.h"
#include "model/bus/register_port.h"
#include "model/sim/clock.h"
#include "model/trace/event.h"

namespace nvp::bus {

/// What answers where no block does: BAR0 offsets that are not claimed are plain storage, initially
/// 0, and counted (docs/reference/10-bus-and-address-map.md, section 5); everything else is a
/// decode error.
class UnclaimedStorage : public RegisterBlock {
 public:
  UnclaimedStorage(std::int32_t device, trace::Stream& stream) : device_(device), stream_(stream) {}

  Response read(unsigned port, std::uint32_t offset, std::uint32_t* data, ps_t grant) override;
  Response write(unsigned port, std::uint32_t offset, std::uint32_t data, std::uint8_t strobes,
                 ps_t grant) override;
  Response peek(unsigned port, std::uint32_t offset, std::uint32_t* data) override;
  Response poke(unsigned port, std::uint32_t offset, std::uint32_t data) override;

  struct Word {
    std::uint32_t value = 0;
    std::uint64_t reads = 0, writes = 0;
  };
  const std::map<std::uint32_t, Word>& words() const { return words_; }

 private:
  Word& touch(std::uint32_t offset, bool write);

  std::int32_t device_;
  trace::Stream& stream_;
  std::map<std::uint32_t, Word> words_;
};

/// Decodes BAR addresses into blocks (docs/reference/05-timing.md: 2 fabric cycles on the way in,
/// none on the way out). Where a block leaves gaps, and outside the BARs, the decoder answers
/// itself, with the timing of a register port.
class BarDecoder : public sc_core::sc_module {
 public:
  /// @param fabric the clock of the decoder, `decode_cycles` its cost; must outlive it.
  BarDecoder(sc_core::sc_module_name name, const sim::Clock& fabric, unsigned decode_cycles,
             const Bar& bar0, const Bar& bar4, std::int32_t device, trace::Stream& stream);
  ~BarDecoder() override;

  /// From the link; addresses are bus addresses.
  tlm::tlm_base_target_socket_b<32>& host_socket();
  /// From the device's own masters (firmware's device registers, DMA engines); addresses are BAR0
  /// offsets. May stay unbound.
  tlm::tlm_base_target_socket_b<32>& device_socket();

  /// Gives `[offset, offset + size)` of BAR 0 or 4 to `target`, which sees it from `target_offset`
  /// on. A target may have several windows. Before elaboration ends. Throws Error if the window is
  /// empty, not word-aligned, outside its BAR, or overlaps another.
  void claim(unsigned bar, std::uint64_t offset, std::uint64_t size,
             tlm::tlm_base_target_socket_b<32>& target, std::uint64_t target_offset = 0);

  /// Whether a block has claimed this BAR0 offset.
  bool claimed(std::uint64_t bar0_offset) const;

  /// @name Debug transport to a register by its BAR0 offset; false if nothing is there
  /// @{
  bool peek(std::uint64_t bar0_offset, std::uint32_t* value);
  bool poke(std::uint64_t bar0_offset, std::uint32_t value);
  /// @}

  /// Accesses to BAR0 offsets that no block claims, by offset.
  const std::map<std::uint32_t, UnclaimedStorage::Word>& unclaimed() const {
    return unclaimed_.words();
  }

 private:
  class Entrance;
  class Exit;
  struct Window {
    std::uint64_t start, last;  // bus addresses, inclusive
    std::uint64_t base;         // of the target's address space: address - start + base
    Exit* exit;
  };
  struct Route {
    Exit* exit;
    std::uint64_t address;  // in the target's address space
    std::uint64_t room;     // bytes up to the end of the window
  };

  const Window* find(std::uint64_t address) const {
    const bool again = last_ && address >= last_->start && address <= last_->last;
    return again ? last_ : search(address);
  }
  const Window* search(std::uint64_t address) const;
  Route route(std::uint64_t address) const {
    const Window* window = find(address);
    if (!window) return unclaimed_route(address);
    return {window->exit, address - window->start + window->base, window->last - address + 1};
  }
  Route unclaimed_route(std::uint64_t address) const;
  Route nowhere(std::uint64_t address) const;
  Exit* exit_to(tlm::tlm_base_target_socket_b<32>& target);
  bool debug_word(tlm::tlm_command command, std::uint64_t bar0_offset, std::uint32_t* value);

  const Edges fabric_;
  unsigned decode_cycles_;
  Bar bar0_, bar4_;
  UnclaimedStorage unclaimed_;
  RegisterPorts unclaimed_ports_;
  std::vector<Window> windows_;  // ascending
  mutable const Window* last_ = nullptr;
  std::vector<std::unique_ptr<Exit>> exits_;
  std::unique_ptr<Entrance> entrances_[2];
};

}  // namespace nvp::bus

#endif  // NEURON_VP_MODEL_BUS_DECODER_H_
