// SPDX-License-Identifier: Apache-2.0
#include "model/bus/host_memory.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "model/sim/error.h"

namespace nvp::bus {
namespace {

bool overlaps(std::uint64_t a, std::uint64_t a_size, std::uint64_t b, std::uint64_t b_size) {
  return a < b + b_size && b < a + a_size;
}

}  // namespace

HostMemory::HostMemory(std::uint64_t base, std::uint64_t size) {
  if (base == kNoAddress || size == 0 || base + size < base) {
    throw Error("host memory: accepted are a base above 0 and a size that does not wrap around");
  }
  gaps_.emplace(base, size);
}

std::uint64_t HostMemory::map(void* cpu, std::size_t size, std::size_t align) {
  if (align == 0 || (align & (align - 1)) != 0) {
    throw Error("host memory: alignment " + std::to_string(align) + ": accepted are powers of two");
  }
  if (cpu == nullptr || size == 0) return kNoAddress;
  for (auto gap = gaps_.begin(); gap != gaps_.end(); ++gap) {
    const auto [start, length] = *gap;
    const std::uint64_t address = (start + align - 1) & ~(std::uint64_t{align} - 1);
    const std::uint64_t skipped = address - start;
    if (address < start || skipped > length || length - skipped < size) continue;
    gaps_.erase(gap);
    if (skipped) gaps_.emplace(start, skipped);
    if (length - skipped > size) gaps_.emplace(address + size, length - skipped - size);
    auto* bytes = static_cast<std::uint8_t*>(cpu);
    by_bus_.emplace(address, Mapping{bytes, size});
    by_cpu_.emplace(reinterpret_cast<std::uintptr_t>(bytes), address);
    largest_ = std::max<std::uint64_t>(largest_, size);
    return address;
  }
  return kNoAddress;
}

void HostMemory::unmap(std::uint64_t bus_address) {
  const auto mapping = by_bus_.find(bus_address);
  if (mapping == by_bus_.end()) return;
  auto [from, to] = by_cpu_.equal_range(reinterpret_cast<std::uintptr_t>(mapping->second.cpu));
  by_cpu_.erase(std::find_if(from, to, [&](const auto& e) { return e.second == bus_address; }));
  release(bus_address, mapping->second.size);
  by_bus_.erase(mapping);
}

// Returns a range to the gaps, joined with its neighbours.
void HostMemory::release(std::uint64_t start, std::uint64_t length) {
  auto after = gaps_.lower_bound(start);
  if (after != gaps_.end() && start + length == after->first) {
    length += after->second;
    after = gaps_.erase(after);
  }
  if (after != gaps_.begin()) {
    const auto before = std::prev(after);
    if (before->first + before->second == start) {
      before->second += length;
      return;
    }
  }
  gaps_.emplace_hint(after, start, length);
}

std::uint64_t HostMemory::bus_address(const void* cpu) const {
  const auto wanted = reinterpret_cast<std::uintptr_t>(cpu);
  // Mappings of parts of mapped memory are legal: the innermost one counts, then the latest.
  for (auto entry = by_cpu_.upper_bound(wanted); entry != by_cpu_.begin();) {
    --entry;
    const std::uint64_t offset = wanted - entry->first;
    if (offset >= largest_) break;
    if (offset < by_bus_.at(entry->second).size) return entry->second + offset;
  }
  return kNoAddress;
}

void* HostMemory::cpu_address(std::uint64_t bus_address, std::size_t size) const {
  auto mapping = by_bus_.upper_bound(bus_address);
  if (mapping == by_bus_.begin()) return nullptr;
  --mapping;
  const std::uint64_t offset = bus_address - mapping->first;
  const std::uint64_t length = mapping->second.size;
  if (offset >= length || size > length - offset) return nullptr;
  return mapping->second.cpu + offset;
}

bool HostMemory::read(std::uint64_t bus_address, void* to, std::size_t size) const {
  const void* from = cpu_address(bus_address, size);
  if (!from) return false;
  if (size) std::memcpy(to, from, size);
  return true;
}

bool HostMemory::write(std::uint64_t bus_address, const void* from, std::size_t size) {
  void* to = cpu_address(bus_address, size);
  if (!to) return false;
  if (size == 0) return true;
  std::memcpy(to, from, size);
  if (!watches_.empty()) notify(bus_address, size);
  return true;
}

// A watcher may add and remove watches: each one due is looked up again before it is called.
void HostMemory::notify(std::uint64_t bus_address, std::size_t size) {
  std::vector<std::uint64_t> due;
  for (const Watch& watch : watches_) {
    if (overlaps(watch.address, watch.size, bus_address, size)) due.push_back(watch.number);
  }
  for (const std::uint64_t number : due) {
    const auto watch = find_watch(number);
    if (watch == watches_.end()) continue;
    const std::function<void()> changed = watch->changed;
    changed();
  }
}

std::vector<HostMemory::Watch>::iterator HostMemory::find_watch(std::uint64_t number) {
  return std::find_if(watches_.begin(), watches_.end(),
                      [&](const Watch& watch) { return watch.number == number; });
}

std::uint64_t HostMemory::watch(std::uint64_t bus_address, std::size_t size,
                                std::function<void()> changed) {
  watches_.push_back({next_watch_, bus_address, size, std::move(changed)});
  return next_watch_++;
}

void HostMemory::unwatch(std::uint64_t number) {
  const auto watch = find_watch(number);
  if (watch != watches_.end()) watches_.erase(watch);
}

}  // namespace nvp::bus
