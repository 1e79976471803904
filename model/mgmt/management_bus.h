// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_MGMT_MANAGEMENT_BUS_H_
#define NEURON_VP_MODEL_MGMT_MANAGEMENT_BUS_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <systemc>
#include <tlm>
#include <vector>

#include "model/bus/register_master.h"
#include "model/bus/register_port.h"
#include "model/sim/clock.h"

namespace nvp::mgmt {

/// The management bus (docs/reference/41-rtl-blocks.md, "Management bus map"): firmware RAM and the
/// blocks' windows. The processor's accesses run on its own sim::Thread.
class ManagementBus : public sc_core::sc_module {
 public:
  ManagementBus(sc_core::sc_module_name name, const sim::Clock& fabric);
  ~ManagementBus() override;

  /// A block's port at [base, base + bytes). Before the simulation starts.
  void attach(std::uint32_t base, std::uint32_t bytes, tlm::tlm_target_socket<32>& port);

  /// True if the whole word lies in firmware RAM.
  bool is_ram(std::uint32_t address) const { return address / 4 < ram_.size(); }

  /// One word of a block, handed over at the first fabric edge at or after `not_before`; the
  /// calling thread's time ends at the response. RAM is not reached this way. @{
  bus::Response read(std::uint32_t address, std::uint32_t* data, ps_t not_before);
  bus::Response write(std::uint32_t address, std::uint32_t data, ps_t not_before);
  /// @}

  /// An aligned word of firmware RAM, without time. @{
  std::uint32_t ram(std::uint32_t address) const { return ram_[address / 4]; }
  void set_ram(std::uint32_t address, std::uint32_t value) { ram_[address / 4] = value; }
  void clear_ram();
  /// @}

  /// Bytes of firmware RAM, for the host DMA; false if not all of them lie inside. @{
  bool copy_out(std::uint32_t address, void* to, std::size_t size) const;
  bool copy_in(std::uint32_t address, const void* from, std::size_t size);
  /// @}

  /// Debug access to everything, without time; false if nothing is there. @{
  bool peek(std::uint32_t address, std::uint32_t* data);
  bool poke(std::uint32_t address, std::uint32_t data);
  /// @}

 private:
  struct Window {
    std::uint32_t base, bytes;
    std::unique_ptr<bus::RegisterMaster> master;
  };
  Window* find(std::uint32_t address);

  const sim::Clock& fabric_;
  std::vector<std::uint32_t> ram_;
  std::vector<Window> windows_;
};

}  // namespace nvp::mgmt

#endif  // NEURON_VP_MODEL_MGMT_MANAGEMENT_BUS_H_
