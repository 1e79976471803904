// SPDX-License-Identifier: Apache-2.0
#include "model/generation/address_map.h"

#include <fmt/format.h>

#include "model/regs/table.h"
#include "model/sim/error.h"

namespace nvp::generation {
namespace {

unsigned number(const Generation& generation) {
  return static_cast<unsigned>(generation.id);
}

std::uint64_t window(const Generation& generation, std::string_view name, std::uint32_t instance) {
  const regs::Window* window = regs::find_window(name, number(generation));
  if (window == nullptr || instance >= window->count())
    throw Error(fmt::format("{} has no {} window {}; it has {}", generation.name, name, instance,
                            window ? window->count() : 0));
  return window->offset(instance);
}

}  // namespace

std::optional<BarAddress> bar_address(const Generation& generation, std::uint64_t address,
                                      std::uint64_t size) {
  for (const regs::DeviceRange& range : regs::device_ranges(number(generation)))
    for (const regs::DeviceRun& run : range.runs)
      for (std::uint32_t k = 0; k < run.count; ++k) {
        const std::uint64_t distance = address - (run.address + k * run.stride);
        if (distance <= range.bytes && size <= range.bytes - distance && distance < range.bytes)
          return BarAddress{range.bar, run.bar_offset + k * run.bar_stride + distance};
      }
  return std::nullopt;
}

std::optional<std::uint64_t> device_address(const Generation& generation, unsigned bar,
                                            std::uint64_t offset) {
  for (const regs::DeviceRange& range : regs::device_ranges(number(generation)))
    for (const regs::DeviceRun& run : range.runs)
      for (std::uint32_t k = 0; k < run.count; ++k) {
        const std::uint64_t distance = offset - (run.bar_offset + k * run.bar_stride);
        if (range.bar == bar && distance < range.bytes)
          return run.address + k * run.stride + distance;
      }
  return std::nullopt;
}

std::optional<std::uint64_t> hbm_offset(const Generation& generation, std::uint64_t start,
                                        std::uint64_t size) {
  const std::optional<BarAddress> place = bar_address(generation, start, size);
  if (!place || place->bar != 4) return std::nullopt;
  return place->offset;
}

std::optional<std::uint64_t> readable_register(const Generation& generation,
                                               std::uint64_t device_address) {
  const std::optional<BarAddress> place = bar_address(generation, device_address, 4);
  if (!place || place->bar != 0 || device_address % 4 != 0) return std::nullopt;
  return place->offset;
}

std::uint64_t to_device(const Generation& generation, std::uint64_t host_address) {
  return host_address | generation.pci_host_base;
}

std::optional<std::uint64_t> to_host(const Generation& generation, std::uint64_t device_address) {
  if ((device_address & generation.host_address_mask) != generation.pci_host_base)
    return std::nullopt;
  return device_address & ~generation.pci_host_base;
}

std::uint64_t tpb_window(const Generation& generation, std::uint32_t core) {
  return window(generation, "TPB", core);
}

std::uint64_t core_notification(const Generation& generation, std::uint32_t core) {
  return window(generation, "NC_NOTIFICATION", core);
}

std::uint64_t pe_counters(const Generation& generation, std::uint32_t core) {
  return window(generation, "PE_COUNTERS", core);
}

std::uint32_t physical_top_sp(const Generation& generation, std::uint32_t id) {
  // The dice have ten TOP_SPs each, of which the driver uses eight (10, section 5.2).
  return generation.id == Id::v2 || id < 8 ? id : id + 2;
}

std::uint64_t top_sp_window(const Generation& generation, std::uint32_t id) {
  top_sp_notification(generation, id);  // checks the id
  return window(generation, "TOP_SP", physical_top_sp(generation, id));
}

std::uint64_t top_sp_notification(const Generation& generation, std::uint32_t id) {
  return window(generation, "TOP_SP_NOTIFICATION", id);
}

std::uint64_t udma_window(const Generation& generation, std::uint32_t engine) {
  return window(generation, "UDMA", engine);
}

std::uint64_t sdma_window(const Generation& generation, std::uint32_t engine) {
  return window(generation, "SDMA", engine);
}

std::uint64_t engine_notification(const Generation& generation, std::uint32_t engine) {
  return window(generation, "ENGINE_NOTIFICATION", engine);
}

std::uint64_t error_trigger(const Generation& generation, std::uint32_t engine) {
  return window(generation, "ERROR_TRIGGER", engine);
}

std::uint32_t stack_of_core(const Generation& generation, std::uint32_t core) {
  return core * generation.hbm_stacks / generation.neuroncores;
}

std::uint32_t die_of_core(const Generation& generation, std::uint32_t core) {
  return core * generation.dice / generation.neuroncores;
}

}  // namespace nvp::generation
