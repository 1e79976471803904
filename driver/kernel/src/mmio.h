// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#ifndef NEURON_VP_DRIVER_KERNEL_SRC_MMIO_H_
#define NEURON_VP_DRIVER_KERNEL_SRC_MMIO_H_

#include <cstddef>
#include <cstdint>

#include "model/bus/host_port.h"

namespace nvp::vk {

/// `void __iomem *` cookies: one inaccessible range of the process's address space, cut into
/// windows of 64 GiB. A mapped BAR takes as many windows as it needs, so that a cookie's window is
/// a shift away. A window is used once: its cookies stay recognisable after iounmap.
class Mmio {
 public:
  static constexpr unsigned kWindowShift = 36;
  static constexpr std::size_t kMaxWindows = 512;

  enum class State : std::uint8_t { free, mapped, unmapped };
  struct Window {
    bus::HostPort* port = nullptr;    ///< null unless mapped
    std::uint64_t bus = 0, size = 0;  ///< of this window's part of the BAR
    bus::HostPort* owner = nullptr;   ///< as port, also after iounmap
    std::uint64_t offset = 0;         ///< of this window in the BAR
    std::uint8_t bar = 0;
    State state = State::free;
  };

  Mmio();
  ~Mmio();
  Mmio(const Mmio&) = delete;
  Mmio& operator=(const Mmio&) = delete;

  /// Null if the BAR is absent or all windows are used.
  void* map(bus::HostPort& port, unsigned bar, std::uint64_t length);
  /// False if `cookie` is not the start of a mapped BAR.
  bool unmap(const volatile void* cookie);
  /// Ends all mappings of a device.
  void forget(bus::HostPort& port);

  /// The window of an address, null if it is outside the range.
  const Window* find(const volatile void* cookie) const {
    const std::uintptr_t at = reinterpret_cast<std::uintptr_t>(cookie) - base_;
    return at >> kWindowShift < count_ ? &windows_[at >> kWindowShift] : nullptr;
  }
  std::uint64_t offset(const volatile void* cookie) const {
    return (reinterpret_cast<std::uintptr_t>(cookie) - base_) & ((1ull << kWindowShift) - 1);
  }

 private:
  std::uintptr_t base_ = 0;
  std::size_t count_ = 0, next_ = 0;
  Window windows_[kMaxWindows];
};

}  // namespace nvp::vk

#endif  // NEURON_VP_DRIVER_KERNEL_SRC_MMIO_H_
