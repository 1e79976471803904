// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_GENERATION_GENERATION_H_
#define NEURON_VP_MODEL_GENERATION_GENERATION_H_

#include <array>
#include <cstdint>
#include <string_view>

#include "model/sim/clock.h"

namespace nvp::generation {

/// The generations of the device; the value is the driver's `enum neuron_arch`.
enum class Id : std::uint8_t { v2 = 2, v3 = 3, v4 = 4 };

/// Everything in which generations differ: counts, offsets, clocks, latencies
/// (docs/reference/05-timing.md, 10-bus-and-address-map.md, 12-reset.md, 40-neuroncore.md).
/// The values are data: model/generation/generations.yaml.
struct Generation {
  Id id;
  std::string_view name;          ///< "v2", "v3", "v4"
  std::string_view device_name;   ///< "Trainium1"...
  std::uint16_t pci_device_id;    ///< of the first product
  std::string_view product_name;  ///< default DMI product name

  // Counts (10, section 3)
  std::uint32_t dice, sengs, neuroncores, top_sps, dma_engines, seng_dma_engines, hbm_stacks;
  std::uint64_t hbm_bytes;  ///< usable bytes per stack

  // BARs and windows (10, sections 2, 4, 5, 6)
  std::uint64_t bar0_bytes, bar4_bytes, bar4_stack_stride;
  std::uint64_t miscram_offset;       ///< in BAR0
  std::uint64_t miscram_device_base;  ///< device address of MiscRAM
  std::uint64_t pci_host_base;        ///< host window bit in device addresses
  std::uint64_t host_address_mask;    ///< an address is the host's if masked it is pci_host_base
  std::array<std::uint64_t, 4> hbm_base;  ///< device addresses

  // Clocks, Hz (05; 40 section 1), in engine order PE, ACT, POOL, DVE, SP
  std::uint64_t fabric_hz, mgmt_hz;
  std::array<std::uint64_t, 5> engine_hz;

  // Link (05)
  ps_t link_post_ps, link_request_ps, link_completion_ps, link_ps_per_byte, link_timeout_ps;
  std::uint32_t link_max_payload;
  std::uint32_t decode_cycles;  ///< BAR decode, fabric cycles

  // Management CPU, mgmt cycles (05)
  std::uint32_t mgmt_irq_latency, mgmt_bus, mgmt_dispatch, mgmt_dma_setup;
};

/// The data of a generation.
const Generation& get(Id id);
/// By name ("v2", "v3", "v4"); throws Error naming the accepted ones.
const Generation& get(std::string_view name);

/// A PCI function that is sold (10, sections 1.1, 1.2, 8.1).
struct Product {
  std::string_view name;  ///< "Trainium1"...
  Id generation;
  std::uint16_t pci_device_id;
  std::string_view dmi_product;          ///< default DMI product name of its host
  std::array<std::uint8_t, 16> routing;  ///< device index of routing id r % 16
  bool routing_repeats;                  ///< 16 * (r / 16) is added
};

/// The products, the default one of each generation first.
const std::array<Product, 5>& products();
/// By PCI device id; throws Error listing the accepted ones.
const Product& product(std::uint16_t pci_device_id);

}  // namespace nvp::generation

#endif  // NEURON_VP_MODEL_GENERATION_GENERATION_H_
