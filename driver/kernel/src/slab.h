// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#ifndef NEURON_VP_DRIVER_KERNEL_SRC_SLAB_H_
#define NEURON_VP_DRIVER_KERNEL_SRC_SLAB_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/bus/host_memory.h"

namespace nvp::vk {

/// Kernel memory. Each allocation is contiguous and has a bus address from the start, in the order
/// of allocation; freeing ends the mapping, so that devices fault on it. Allocations of a page or
/// more are shared mappings, which user mappings can alias.
class Slab {
 public:
  explicit Slab(bus::HostMemory& memory) : memory_(memory) {}

  /// @param where the calling place ("file.c:12"), a string that outlives the platform.
  /// Null if the simulated RAM is exhausted.
  void* allocate(std::size_t size, const char* where);
  /// False if `p` is no live allocation.
  bool release(const void* p, const char* where);
  std::size_t size(const void* p) const;
  std::uint64_t bus_address(const volatile void* p) const;
  void* cpu_address(std::uint64_t bus_address, std::size_t size) const;

  /// The number of this request for memory, from 1.
  std::uint64_t next_request() { return ++requests_; }

  /// What is still allocated, in the order of allocation, one line each.
  std::vector<std::string> leaks() const;
  /// "allocated at ..., freed at ..." if a freed allocation held this bus address.
  std::optional<std::string> freed_at(std::uint64_t bus_address) const;
  /// Why the last release() failed, when the address was freed before.
  std::optional<std::string> freed_before(const void* p) const;

 private:
  struct Block {
    std::size_t size, mapped;
    std::uint64_t bus, number;
    const char* where;
    bool pages;
  };
  struct Freed {
    Block block;
    const void* cpu;
    const char* where;
  };

  static constexpr std::size_t kRemembered = 4096;  ///< freed allocations kept for reports

  bus::HostMemory& memory_;
  std::unordered_map<const void*, Block> blocks_;  // never iterated in host order for output
  std::deque<Freed> freed_;
  std::uint64_t next_number_ = 0, requests_ = 0;
};

}  // namespace nvp::vk

#endif  // NEURON_VP_DRIVER_KERNEL_SRC_SLAB_H_
