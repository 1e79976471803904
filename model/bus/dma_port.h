// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_BUS_DMA_PORT_H_
#define NEURON_VP_MODEL_BUS_DMA_PORT_H_

#include <cstddef>
#include <cstdint>
#include <functional>

namespace nvp::bus {

/// A device's way to host memory, over its own PCIe link (docs/reference/05-timing.md, "Host CPU
/// and PCIe link"). Addresses are bus addresses: the caller has taken the host window bit of device
/// addresses off. An access starts at sim::now(); accesses pass the link in the order in which they
/// start. `done` is called outside any thread, at the instant the access has ended; `ok` is false
/// if any part of it lay outside a live mapping (then that part moved nothing) or the link is gone.
class DmaPort {
 public:
  virtual ~DmaPort() = default;

  /// Reads host memory into `to`, which must stay valid until `done`; ends when the data is here.
  virtual void read(std::uint64_t bus_address, void* to, std::size_t size,
                    std::function<void(bool ok)> done) = 0;

  /// Writes host memory; the data is taken at the call. Ends when all of it is visible to the host.
  virtual void write(std::uint64_t bus_address, const void* from, std::size_t size,
                     std::function<void(bool ok)> done) = 0;
};

}  // namespace nvp::bus

#endif  // NEURON_VP_MODEL_BUS_DMA_PORT_H_
