// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_BUS_DMA_ENGINE_H_
#define NEURON_VP_MODEL_BUS_DMA_ENGINE_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <systemc>

#include "model/bus/dma_port.h"
#include "model/bus/host_memory.h"
#include "model/bus/lane.h"
#include "model/fault/fault.h"
#include "model/generation/generation.h"
#include "model/sim/clock.h"
#include "model/trace/event.h"

namespace nvp::bus {

/// The device's accesses to host memory, on the two lanes of its link: split into TLPs of at most
/// `link.max_payload` bytes, which pass a lane one after another with the CPU's completions and
/// requests.
class DmaEngine : public sc_core::sc_module, public DmaPort {
 public:
  /// Longer accesses are refused: nothing in the device has so much memory behind this port.
  static constexpr std::size_t kLongest = 16u << 20;

  /// @param down, up the link's lanes, host to device and device to host.
  DmaEngine(sc_core::sc_module_name name, const generation::Generation& generation,
            std::int32_t device, Lane& down, Lane& up, HostMemory& memory, fault::Registry& faults,
            trace::Stream& stream);
  ~DmaEngine() override;

  void read(std::uint64_t bus_address, void* to, std::size_t size,
            std::function<void(bool ok)> done) override;
  void write(std::uint64_t bus_address, const void* from, std::size_t size,
             std::function<void(bool ok)> done) override;

 private:
  struct Access;
  struct Piece;
  template <typename T>
  class Pool;

  void start(bool write, std::uint64_t address, std::uint8_t* to, const std::uint8_t* from,
             std::size_t size, std::function<void(bool)> done);
  void depart(Piece& piece, ps_t ready);
  bool settle(Piece& piece, ps_t now);
  void at_host();
  void arrive_at_host(Piece& piece, ps_t now);
  void at_device();
  void end(Piece& piece);
  sc_core::sc_time time_until(ps_t time) const;
  void fault(Access& access, const Piece& piece);
  void finish(Access& access);

  const generation::Generation& generation_;
  std::int32_t device_;
  Lane &down_, &up_;
  HostMemory& memory_;
  fault::Registry& faults_;
  trace::Stream& stream_;
  std::unique_ptr<Pool<Access>> accesses_;
  std::unique_ptr<Pool<Piece>> pieces_;
  std::deque<Piece*> to_host_, to_device_;  // in the order of their arrival
  sc_core::sc_event host_arrival_, device_arrival_;
};

}  // namespace nvp::bus

#endif  // NEURON_VP_MODEL_BUS_DMA_ENGINE_H_
