// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#include "driver/kernel/src/slab.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "driver/kernel/include/vk/host.h"
#include "driver/kernel/src/impl.h"

namespace nvp::vk {
namespace {

constexpr std::size_t kPage = 4096;

std::size_t alignment(std::size_t size) {
  std::size_t align = 16;
  while (align < size && align < kPage) align *= 2;
  return align;
}

std::size_t round_up(std::size_t n, std::size_t to) {
  return (n + to - 1) / to * to;
}

void* take(std::size_t mapped, bool pages) {
  if (!pages) return std::aligned_alloc(alignment(mapped), mapped);
  void* p = mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return p == MAP_FAILED ? nullptr : p;
}

void give_back(void* p, std::size_t mapped, bool pages) {
  if (pages) {
    munmap(p, mapped);
  } else {
    std::free(p);
  }
}

}  // namespace

void* Slab::allocate(std::size_t size, const char* where) {
  const bool pages = size >= kPage;
  const std::size_t mapped = round_up(size, alignment(size));
  void* cpu = take(mapped, pages);
  if (cpu == nullptr) return nullptr;
  const std::uint64_t bus = memory_.map(cpu, mapped, alignment(size));
  if (bus == bus::HostMemory::kNoAddress) {
    give_back(cpu, mapped, pages);
    return nullptr;
  }
  blocks_[cpu] = {size, mapped, bus, next_number_++, where, pages};
  return cpu;
}

bool Slab::release(const void* p, const char* where) {
  const auto at = blocks_.find(p);
  if (at == blocks_.end()) return false;
  memory_.unmap(at->second.bus);
  give_back(const_cast<void*>(p), at->second.mapped, at->second.pages);
  freed_.push_back({at->second, p, where});
  if (freed_.size() > kRemembered) freed_.pop_front();
  blocks_.erase(at);
  return true;
}

std::size_t Slab::size(const void* p) const {
  const auto at = blocks_.find(p);
  return at == blocks_.end() ? 0 : at->second.size;
}

std::uint64_t Slab::bus_address(const volatile void* p) const {
  return memory_.bus_address(const_cast<const void*>(p));
}

void* Slab::cpu_address(std::uint64_t bus_address, std::size_t size) const {
  return memory_.cpu_address(bus_address, size);
}

std::vector<std::string> Slab::leaks() const {
  std::vector<const Block*> blocks;
  for (const auto& [cpu, block] : blocks_) blocks.push_back(&block);
  std::sort(blocks.begin(), blocks.end(),
            [](const Block* a, const Block* b) { return a->number < b->number; });
  std::vector<std::string> lines;
  for (const Block* block : blocks) {
    lines.push_back(std::to_string(block->size) + " bytes allocated at " + block->where);
  }
  return lines;
}

std::optional<std::string> Slab::freed_at(std::uint64_t bus_address) const {
  for (auto f = freed_.rbegin(); f != freed_.rend(); ++f) {
    if (bus_address - f->block.bus < f->block.mapped) {
      return std::string("allocated at ") + f->block.where + ", freed at " + f->where;
    }
  }
  return std::nullopt;
}

std::optional<std::string> Slab::freed_before(const void* p) const {
  for (auto f = freed_.rbegin(); f != freed_.rend(); ++f) {
    if (f->cpu == p) return std::string("freed before at ") + f->where;
  }
  return std::nullopt;
}

}  // namespace nvp::vk

using nvp::vk::impl;

namespace {

constexpr unsigned kZero = 0x100, kMayBlock = 0x400;  // __GFP_ZERO, __GFP_DIRECT_RECLAIM
constexpr std::size_t kMaxSize = std::size_t{1} << 31;

void* const kZeroSizePointer = reinterpret_cast<void*>(16);

bool is_nothing(const void* p) {
  return reinterpret_cast<std::uintptr_t>(p) <= 16;
}

// kernel.fail_alloc: every allocation while it lasts, or the one whose number is the fault's value.
bool made_to_fail() {
  const std::uint64_t nth = impl().slab.next_request();
  for (const nvp::fault::Evidence& plan : impl().faults.evidence()) {
    const nvp::fault::Spec& spec = plan.spec;
    if (spec.point != nvp::fault::Point::fail_alloc) continue;
    if (spec.value == 0 || spec.value == nth) return impl().faults.hit(spec.point, {}) != nullptr;
  }
  return false;
}

}  // namespace

extern "C" {

void vk_might_sleep(const char* what, const char* where);

void* vk_kmalloc(unsigned long size, unsigned int flags, const char* where) {
  vk_enter();
  if (flags & kMayBlock) vk_might_sleep("kmalloc", where);
  if (made_to_fail() || size > kMaxSize) return nullptr;
  if (size == 0) return kZeroSizePointer;
  void* p = impl().slab.allocate(size, where);
  // Memory without __GFP_ZERO holds what Linux's allocator debugging would fill in.
  if (p != nullptr) std::memset(p, flags & kZero ? 0 : 0x5a, size);
  return p;
}

void vk_kfree(const void* p, const char* where) {
  vk_enter();
  if (is_nothing(p) || impl().slab.release(p, where)) return;
  const auto before = impl().slab.freed_before(p);
  impl().problem(std::string("kfree at ") + where + " of an address that is not allocated" +
                 (before ? ": " + *before : ""));
}

void* vk_krealloc(const void* p, unsigned long size, unsigned int flags, const char* where) {
  if (size == 0) {
    vk_kfree(p, where);
    return kZeroSizePointer;
  }
  void* grown = vk_kmalloc(size, flags, where);
  if (grown == nullptr || is_nothing(p)) return grown;
  std::memcpy(grown, p, std::min<std::size_t>(size, impl().slab.size(p)));
  vk_kfree(p, where);
  return grown;
}

unsigned long vk_ksize(const void* p) {
  return impl().slab.size(p);
}

unsigned long long vk_virt_to_phys(const volatile void* p) {
  const std::uint64_t bus = impl().slab.bus_address(p);
  if (bus == nvp::bus::HostMemory::kNoAddress) {
    impl().problem("virt_to_phys of an address that is no live kernel memory");
  }
  return bus;
}

unsigned long long vk_direct_phys(const void* p) {
  return impl().slab.bus_address(p);
}

void* vk_phys_to_virt(unsigned long long phys) {
  return impl().slab.cpu_address(phys, 1);
}

void* vk_alloc(unsigned long size) {
  void* p = std::calloc(1, size);
  if (p == nullptr) throw std::bad_alloc();
  return p;
}

void vk_free(void* p) {
  std::free(p);
}

}  // extern "C"
