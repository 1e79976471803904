// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_BUS_HOST_PORT_H_
#define NEURON_VP_MODEL_BUS_HOST_PORT_H_

#include <cstdint>
#include <memory>
#include <string>

namespace nvp::bus {

/// One BAR of a PCI function as the host sees it. Size 0: absent.
struct Bar {
  std::uint64_t base = 0, size = 0;
};

/// A PCI function's configuration header, as far as drivers read it.
struct PciIdentity {
  std::uint16_t vendor = 0x1d0f, device = 0;
  std::uint8_t revision = 0x01;
  std::uint16_t domain = 0;
  std::uint8_t bus = 0, slot = 0, function = 0;
  Bar bar[6];
};

/// The host CPU's side of one device's PCIe link: the only thing that a driver can touch of the
/// silicon. Addresses are bus addresses (BAR base + offset). Must be called from a sim::Thread.
/// Costs and ordering: docs/reference/05-timing.md, "Host CPU and PCIe link".
class HostPort {
 public:
  virtual ~HostPort() = default;

  virtual const PciIdentity& identity() const = 0;

  /// Reads `size` bytes (1, 2, 4, 8; the device accepts only aligned 4-byte accesses to registers).
  /// Returns all ones of that size if nothing answers.
  virtual std::uint64_t read(std::uint64_t address, unsigned size) = 0;

  /// Posts a write of `size` bytes; returns when the CPU is released.
  virtual void write(std::uint64_t address, std::uint64_t value, unsigned size) = 0;

  std::uint32_t read32(std::uint64_t address) {
    return static_cast<std::uint32_t>(read(address, 4));
  }
  void write32(std::uint64_t address, std::uint32_t value) { write(address, value, 4); }

  /// Bulk access to BAR4 memory without time (debug transport); false if outside.
  virtual bool peek(std::uint64_t address, void* to, std::size_t size) = 0;
  virtual bool poke(std::uint64_t address, const void* from, std::size_t size) = 0;
};

}  // namespace nvp::bus

#endif  // NEURON_VP_MODEL_BUS_HOST_PORT_H_
