// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_DEVICE_H_
#define NEURON_VP_MODEL_DEVICE_H_

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/bus/host_memory.h"
#include "model/bus/host_port.h"
#include "model/fault/fault.h"
#include "model/generation/generation.h"
#include "model/neuroncore/core.h"
#include "model/trace/event.h"

namespace nvp {

/// What the reference firmware publishes and how it behaves (docs/reference/42-firmware.md, 13,
/// 11).
struct FirmwareConfig {
  std::uint32_t api_version = 7;
  ps_t boot_ps = 5 * kPsPerMs;
  ps_t device_reset_ps = 200 * kPsPerMs;
  ps_t tpb_reset_ps = 50 * kPsPerMs;
  ps_t reset_dead_ps = 0;  ///< t_dead of 12 section 10: READY is 0 so long while a reset runs
  std::optional<std::uint64_t> serial;   ///< default of 13 section 4
  std::uint32_t instance_partition = 0;  ///< word 0x30
  std::uint32_t server_rack = 0;         ///< word 0x70
  std::uint64_t reservation_id = 0;
  std::array<std::uint8_t, 32> profiles_all = {0x0f};   ///< GET_DATA type 2, operation 0
  std::array<std::uint8_t, 32> profiles_hbm_7200 = {};  ///< GET_DATA type 2, operation 5
  std::optional<std::uint32_t> fixed_utilisation;       ///< basis points; default: measured
};

struct DeviceConfig {
  std::int32_t index = 0;  ///< in the host's order
  generation::Id generation = generation::Id::v3;
  std::uint16_t pci_device_id = 0;  ///< 0: the generation's first product
  std::uint8_t revision = 0x01;
  std::uint32_t routing_id = 0;
  std::uint32_t node = 0;                      ///< of a pod, 0..3
  std::uint64_t bar0_base = 0, bar4_base = 0;  ///< 0: chosen by index
  bool has_bar4 = true;                        ///< false: BAR4 has length 0 (10, section 2)
  FirmwareConfig firmware;
};

enum class EccKind : std::uint8_t { corrected, uncorrectable, repairable };

/// One accelerator, assembled from a generation: link, BAR decoder, management subsystem with its
/// firmware, NeuronCores, HBM. Lives as long as the simulation.
class Device {
 public:
  Device(const DeviceConfig& config, bus::HostMemory& memory, fault::Registry& faults,
         trace::Stream& stream);
  ~Device();

  const DeviceConfig& config() const;
  const generation::Generation& generation() const;

  /// The host's only way in.
  bus::HostPort& host_port();

  std::uint32_t core_count() const;
  neuroncore::Core& core(std::uint32_t index);

  /// `count` events of one kind on one source (0 SRAM, 1.. HBM stacks), one per fabric cycle.
  void inject_ecc(std::uint32_t source, EccKind kind, std::uint32_t count);
  /// Marks the 8 bytes at a BAR4 offset: each read of them is an ECC event of that kind on their
  /// stack, until they are written. False if no stack has that offset.
  bool mark_hbm(std::uint64_t bar4_offset, EccKind kind);
  /// Sets the HBM repair state word's state (0..3), as if firmware had found it.
  void set_repair_state(std::uint32_t state);

  /// Register access without time or side effect (debug transport); false if nothing is there.
  bool peek(std::uint64_t bar0_offset, std::uint32_t* value);
  bool poke(std::uint64_t bar0_offset, std::uint32_t value);

  /// Accesses to BAR0 offsets that no block claims: {offset, reads, writes}, ascending.
  struct Unclaimed {
    std::uint64_t offset, reads, writes;
  };
  std::vector<Unclaimed> unclaimed() const;

  /// Peak bytes of HBM content that is really held.
  std::uint64_t hbm_bytes_held() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace nvp

#endif  // NEURON_VP_MODEL_DEVICE_H_
