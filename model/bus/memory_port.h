// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_BUS_MEMORY_PORT_H_
#define NEURON_VP_MODEL_BUS_MEMORY_PORT_H_

#include <cstddef>
#include <cstdint>
#include <systemc>
#include <tlm>
#include <vector>

#include "model/sim/clock.h"

namespace nvp::bus {

/// What a memory does when an access reaches it. False: nothing is there (decode error).
class MemoryBlock {
 public:
  virtual ~MemoryBlock() = default;
  virtual bool read(std::uint64_t address, void* to, std::size_t size) = 0;
  virtual bool write(std::uint64_t address, const void* from, std::size_t size) = 0;

  /// @name Debug transport: any size, no side effect
  /// @{
  virtual bool peek(std::uint64_t address, void* to, std::size_t size) = 0;
  virtual bool poke(std::uint64_t address, const void* from, std::size_t size) = 0;
  /// @}

  /// Time from the arrival of an access to its answer, ps.
  virtual ps_t latency() const { return 0; }
};

/// A memory's target socket: aligned accesses of 1, 2, 4 or 8 bytes, others are refused. Takes both
/// ways, as RegisterPorts do: nb_transport_fw performs the access when its annotated delay is over,
/// in the order of arrival; b_transport performs it at once.
class MemoryPort : public sc_core::sc_module, private tlm::tlm_fw_transport_if<> {
 public:
  /// May stay unbound: a memory that nobody sees.
  tlm::tlm_target_socket<32, tlm::tlm_base_protocol_types, 1, sc_core::SC_ZERO_OR_MORE_BOUND>
      socket;

  MemoryPort(sc_core::sc_module_name name, MemoryBlock& block);

 private:
  struct Arrival {
    ps_t time;
    tlm::tlm_generic_payload* txn;
  };

  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& txn, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  void b_transport(tlm::tlm_generic_payload& txn, sc_core::sc_time& delay) override;
  unsigned transport_dbg(tlm::tlm_generic_payload& txn) override;
  bool get_direct_mem_ptr(tlm::tlm_generic_payload& txn, tlm::tlm_dmi& dmi) override;

  void perform(tlm::tlm_generic_payload& txn);
  void on_arrival();

  MemoryBlock& block_;
  std::vector<Arrival> arrivals_;  // ascending
  sc_core::sc_event arrival_;
};

}  // namespace nvp::bus

#endif  // NEURON_VP_MODEL_BUS_MEMORY_PORT_H_
