// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#include "driver/kernel/src/mmio.h"

#include <sys/mman.h>

#include "driver/kernel/include/vk/host.h"
#include "driver/kernel/src/impl.h"
#include "driver/kernel/src/mmio_trap.h"
#include "model/sim/error.h"

namespace nvp::vk {

Mmio::Mmio() {
  for (std::size_t count = kMaxWindows; count >= 8 && count_ == 0; count /= 2) {
    void* at = mmap(nullptr, count << kWindowShift, PROT_NONE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED) continue;
    base_ = reinterpret_cast<std::uintptr_t>(at);
    count_ = count;
  }
  if (count_ == 0) {
    throw Error("no address space left to reserve for MMIO windows", Error::Kind::platform);
  }
  install_mmio_trap(*this);
}

Mmio::~Mmio() {
  remove_mmio_trap();
  munmap(reinterpret_cast<void*>(base_), count_ << kWindowShift);
}

void* Mmio::map(bus::HostPort& port, unsigned bar, std::uint64_t length) {
  const bus::Bar& range = port.identity().bar[bar];
  if (length == 0 || length > range.size) length = range.size;
  if (length == 0) return nullptr;
  const std::uint64_t window = 1ull << kWindowShift;
  const std::size_t needed = (length + window - 1) / window;
  if (next_ + needed > count_) return nullptr;
  const std::size_t first = next_;
  next_ += needed;
  for (std::size_t i = 0; i < needed; ++i) {
    const std::uint64_t done = i * window;
    windows_[first + i] = {&port,
                           range.base + done,
                           std::min(window, length - done),
                           &port,
                           done,
                           static_cast<std::uint8_t>(bar),
                           State::mapped};
  }
  return reinterpret_cast<void*>(base_ + (first << kWindowShift));
}

bool Mmio::unmap(const volatile void* cookie) {
  const Window* at = find(cookie);
  if (at == nullptr || at->state != State::mapped || at->offset != 0 || offset(cookie) != 0) {
    return false;
  }
  for (std::size_t i = at - windows_; i < count_; ++i) {
    Window& part = windows_[i];
    if (part.state != State::mapped ||
        (i != static_cast<std::size_t>(at - windows_) && part.offset == 0)) {
      break;
    }
    part.port = nullptr;
    part.state = State::unmapped;
  }
  return true;
}

void Mmio::forget(bus::HostPort& port) {
  for (Window& window : windows_) {
    if (window.port != &port) continue;
    window.port = nullptr;
    window.state = State::unmapped;
  }
}

}  // namespace nvp::vk

using nvp::vk::impl;
using nvp::vk::Mmio;

namespace {

void refuse(const char* what, const volatile void* address) {
  const Mmio& mmio = impl().mmio;
  const Mmio::Window* window = mmio.find(address);
  if (window == nullptr || window->state == Mmio::State::free) {
    impl().problem(std::string(what) + " of an address that ioremap did not give");
    return;
  }
  char place[64];
  nvp::vk::describe_mmio(*window, mmio.offset(address), place, sizeof place);
  impl().problem(std::string(what) +
                 (window->state == Mmio::State::unmapped ? " after iounmap: "
                                                         : " beyond the end of the mapping: ") +
                 place);
}

// The windows, after the call's cost is paid.
inline const Mmio& charged() {
  nvp::vk::Kernel::Impl& kernel = impl();
  if (kernel.config.cpu_ps_per_call != 0) vk_enter();
  return kernel.mmio;
}

std::uint64_t all_ones(unsigned size) {
  return ~0ull >> (64 - 8 * size);
}

}  // namespace

extern "C" {

unsigned long long vk_mmio_read(const volatile void* address, unsigned int size) {
  const Mmio& mmio = charged();
  const Mmio::Window* window = mmio.find(address);
  const std::uint64_t offset = mmio.offset(address);
  if (window != nullptr && window->port != nullptr && offset + size <= window->size) {
    return window->port->read(window->bus + offset, size);
  }
  refuse("read", address);
  return all_ones(size);
}

void vk_mmio_write(volatile void* address, unsigned long long value, unsigned int size) {
  const Mmio& mmio = charged();
  const Mmio::Window* window = mmio.find(address);
  const std::uint64_t offset = mmio.offset(address);
  if (window != nullptr && window->port != nullptr && offset + size <= window->size) {
    window->port->write(window->bus + offset, value, size);
    return;
  }
  refuse("write", address);
}

void* vk_iomap(unsigned int device, unsigned int bar, unsigned long long length) {
  if (device >= impl().devices.size() || bar >= 6) return nullptr;
  return impl().mmio.map(*impl().devices[device], bar, length);
}

void vk_iounmap(volatile void* address) {
  if (address != nullptr && !impl().mmio.unmap(address)) refuse("iounmap", address);
}

}  // extern "C"
