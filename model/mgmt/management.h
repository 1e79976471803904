// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_MGMT_MANAGEMENT_H_
#define NEURON_VP_MODEL_MGMT_MANAGEMENT_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <systemc>
#include <tlm>

#include "model/device.h"
#include "model/mgmt/hal.h"

namespace nvp::bus {
class DmaPort;
}

namespace nvp::mgmt {

/// What a management subsystem is told about its device.
struct Config {
  std::int32_t device =
      0;  ///< index in the host's order, for events, faults and the default serial
  const generation::Generation* generation = nullptr;
  FirmwareConfig firmware;
  std::uint32_t routing_id = 0;  ///< word 0x24
  std::uint32_t node = 0;        ///< of a pod, 0..3: the default serial
};

/// What a management subsystem reaches of the rest of its device. Empty functions do nothing.
struct Environment {
  /// Device-initiated access to host memory; bus addresses without the host window bit.
  bus::DmaPort* dma = nullptr;
  /// Reads host memory without time: tells events and fault points what a legacy request is.
  std::function<bool(std::uint64_t bus_address, void* to, std::size_t size)> host_peek = {};
  /// Output block_rst of the reset controller: the blocks of `map` (12, section 10) are held from
  /// now on, or released now. Called at the edge, outside any thread.
  std::function<void(std::uint64_t map, bool held)> block_rst = {};
  /// Mean utilisation of a die in [from, to), basis points; called at the instant `to`.
  std::function<std::uint32_t(unsigned die, ps_t from, ps_t to)> power = {};
  /// The device register window: 32-bit access by device address; false if no block is there.
  std::function<bool(std::uint64_t device_address, std::uint32_t* value)> device_read = {};
  std::function<bool(std::uint64_t device_address, std::uint32_t value)> device_write = {};
};

/// The management subsystem of a device: MiscRAM, the blocks of docs/reference/41-rtl-blocks.md,
/// the bus that joins them, and the processor that runs the firmware. Lives as long as the
/// simulation.
class Management : public sc_core::sc_module {
 public:
  Management(sc_core::sc_module_name name, const Config& config, const Environment& environment,
             fault::Registry& faults, trace::Stream& stream, Program program = {});
  ~Management() override;

  /// Port H of MiscRAM: 12-bit addresses from the base of its window.
  tlm::tlm_target_socket<32>& host_socket();

  /// `count` ECC events of one kind on one source (0 SRAM, 1.. HBM stacks), one per fabric cycle
  /// from the next edge on; a burst follows one that still runs. Sources that do not exist are
  /// refused.
  void inject_ecc(std::uint32_t source, EccKind kind, std::uint32_t count);
  /// Sets the HBM repair state (0..3) in MiscRAM as if firmware had found it.
  void set_repair_state(std::uint32_t state);

  /// A MiscRAM word as port H addresses it, without time, gating or side effect (storage, TRIGGER);
  /// false beyond 0xfff or misaligned. @{
  bool peek(std::uint32_t offset, std::uint32_t* value) const;
  bool poke(std::uint32_t offset, std::uint32_t value);
  /// @}

  /// Debug access to the management bus, firmware RAM included, without time; false on a bus error.
  /// @{
  bool bus_peek(std::uint32_t address, std::uint32_t* value);
  bool bus_poke(std::uint32_t address, std::uint32_t value);
  /// @}

  /// True while the processor runs (not after a crash, a hang or an exit).
  bool running() const;
  /// The code of the firmware's last hal_exit, if it has ended so.
  std::optional<int> exit_code() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace nvp::mgmt

#endif  // NEURON_VP_MODEL_MGMT_MANAGEMENT_H_
