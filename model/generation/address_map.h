// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_GENERATION_ADDRESS_MAP_H_
#define NEURON_VP_MODEL_GENERATION_ADDRESS_MAP_H_

#include <cstdint>
#include <optional>

#include "model/generation/generation.h"

namespace nvp::generation {

/// A place in a BAR.
struct BarAddress {
  unsigned bar;
  std::uint64_t offset;
};

/// Where BAR0 or BAR4 show the device addresses [address, address + size); nothing if no single
/// range of docs/reference/10, section 4 holds all of them.
std::optional<BarAddress> bar_address(const Generation& generation, std::uint64_t address,
                                      std::uint64_t size = 1);
/// The device address that BAR `bar` shows at `offset`; nothing if none.
std::optional<std::uint64_t> device_address(const Generation& generation, unsigned bar,
                                            std::uint64_t offset);
/// BAR4 offset of the HBM range [start, start + size) (10, section 6; a range may end with the
/// stack).
std::optional<std::uint64_t> hbm_offset(const Generation& generation, std::uint64_t start,
                                        std::uint64_t size);
/// BAR0 offset of a 32-bit register that firmware may read for the host (11, section 12.4); nothing
/// if misaligned or not shown by BAR0.
std::optional<std::uint64_t> readable_register(const Generation& generation,
                                               std::uint64_t device_address);

/// @name Host addresses as the device sees them (10, section 4.1)
/// @{
std::uint64_t to_device(const Generation& generation, std::uint64_t host_address);
/// The host physical address, or nothing if it is not one.
std::optional<std::uint64_t> to_host(const Generation& generation, std::uint64_t device_address);
/// @}

/// @name BAR0 offsets of windows (10, section 5). The instance must exist (Error otherwise).
/// @{
std::uint64_t tpb_window(const Generation& generation, std::uint32_t core);
std::uint64_t core_notification(const Generation& generation, std::uint32_t core);
std::uint64_t pe_counters(const Generation& generation, std::uint32_t core);
/// TOP_SPs by the driver's ids 0..5 or 0..15. @{
std::uint64_t top_sp_window(const Generation& generation, std::uint32_t id);
std::uint64_t top_sp_notification(const Generation& generation, std::uint32_t id);
/// @}
std::uint64_t udma_window(const Generation& generation, std::uint32_t engine);
std::uint64_t sdma_window(const Generation& generation, std::uint32_t engine);
std::uint64_t engine_notification(const Generation& generation, std::uint32_t engine);
/// User error-trigger block; V3 and V4, SENG engines only.
std::uint64_t error_trigger(const Generation& generation, std::uint32_t engine);
/// @}

/// Physical number of the TOP_SP that the driver calls `id`.
std::uint32_t physical_top_sp(const Generation& generation, std::uint32_t id);

/// HBM stack of a core (10, section 3).
std::uint32_t stack_of_core(const Generation& generation, std::uint32_t core);
/// Die of a core (10, section 3).
std::uint32_t die_of_core(const Generation& generation, std::uint32_t core);

}  // namespace nvp::generation

#endif  // NEURON_VP_MODEL_GENERATION_ADDRESS_MAP_H_
