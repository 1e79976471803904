// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_BUS_REGISTER_MASTER_H_
#define NEURON_VP_MODEL_BUS_REGISTER_MASTER_H_

#include <cstdint>
#include <systemc>
#include <tlm>

#include "model/bus/edges.h"
#include "model/bus/path.h"
#include "model/bus/register_port.h"
#include "model/bus/transaction.h"
#include "model/sim/clock.h"

namespace nvp::bus {

/// The initiator's end of a register port for code on a sim::Thread: one word at a time, in either
/// mode (sim::quantum()). An access hands its address over at the first edge at or after
/// `not_before` and returns when the calling thread's own time is that of the response edge.
class RegisterMaster : public sc_core::sc_module, private tlm::tlm_bw_transport_if<> {
 public:
  tlm::tlm_initiator_socket<32> socket;

  /// @param clock of the blocks behind the socket; must outlive the master.
  RegisterMaster(sc_core::sc_module_name name, const sim::Clock& clock);

  Response read(std::uint64_t address, std::uint32_t* data, ps_t not_before);
  Response write(std::uint64_t address, std::uint32_t data, ps_t not_before,
                 std::uint8_t strobes = 0xf);

  /// Debug transport: no side effect, no time; false if nothing is there. @{
  bool peek(std::uint64_t address, std::uint32_t* data);
  bool poke(std::uint64_t address, std::uint32_t data);
  /// @}

 private:
  Response access(Transaction& txn, ps_t not_before);
  void exact(Transaction& txn, ps_t not_before);
  bool debug(tlm::tlm_command command, std::uint64_t address, std::uint32_t* data);

  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& txn, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

  void end_of_elaboration() override { path_.resolve(socket); }

  const Edges clock_;
  ForwardPath path_;
  TransactionPool pool_;
};

}  // namespace nvp::bus

#endif  // NEURON_VP_MODEL_BUS_REGISTER_MASTER_H_
