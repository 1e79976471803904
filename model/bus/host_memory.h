// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_BUS_HOST_MEMORY_H_
#define NEURON_VP_MODEL_BUS_HOST_MEMORY_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

namespace nvp::bus {

/// What devices see of the host's memory: the live mappings, which are the IOMMU as well. Bus
/// addresses are deterministic: they come from a first-fit allocator, never from the host process's
/// own layout. An access outside a live mapping is refused and reported, never performed.
class HostMemory {
 public:
  static constexpr std::uint64_t kNoAddress = 0;

  /// @param base, size of the simulated RAM's bus address range; below 4 GiB by default, so that
  /// every
  ///        allocation suits a 32-bit DMA mask.
  explicit HostMemory(std::uint64_t base = 0x1000'0000, std::uint64_t size = 0xc000'0000);

  /// Makes `[cpu, cpu + size)` visible to devices. Returns its bus address, aligned to `align` (a
  /// power of two), or kNoAddress if the range is exhausted.
  std::uint64_t map(void* cpu, std::size_t size, std::size_t align = 64);
  /// Ends a mapping; later accesses to it are faults.
  void unmap(std::uint64_t bus_address);

  /// Bus address of a CPU address inside a live mapping, or kNoAddress.
  std::uint64_t bus_address(const void* cpu) const;
  /// CPU address of `[bus_address, + size)` if one live mapping holds all of it, else null.
  void* cpu_address(std::uint64_t bus_address, std::size_t size) const;

  /// @name Accesses by devices: true if the whole range lies in one live mapping, else nothing
  /// moves
  /// @{
  bool read(std::uint64_t bus_address, void* to, std::size_t size) const;
  bool write(std::uint64_t bus_address, const void* from, std::size_t size);
  /// @}

  /// Calls `changed` after each device write that touches `[bus_address, + size)`. Returns a number
  /// for unwatch(). How a poller waits for a word in memory without costing events.
  std::uint64_t watch(std::uint64_t bus_address, std::size_t size, std::function<void()> changed);
  void unwatch(std::uint64_t number);

 private:
  struct Mapping {
    std::uint8_t* cpu;
    std::size_t size;
  };
  struct Watch {
    std::uint64_t number, address;
    std::size_t size;
    std::function<void()> changed;
  };

  void release(std::uint64_t start, std::uint64_t length);
  void notify(std::uint64_t bus_address, std::size_t size);
  std::vector<Watch>::iterator find_watch(std::uint64_t number);

  std::map<std::uint64_t, std::uint64_t> gaps_;  // free bus addresses: start -> length
  std::map<std::uint64_t, Mapping> by_bus_;
  std::multimap<std::uintptr_t, std::uint64_t> by_cpu_;
  std::uint64_t largest_ = 0;  // size of the largest mapping ever, bounds a search in by_cpu_
  std::vector<Watch> watches_;
  std::uint64_t next_watch_ = 1;
};

}  // namespace nvp::bus

#endif  // NEURON_VP_MODEL_BUS_HOST_MEMORY_H_
