// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_BUS_LINK_H_
#define NEURON_VP_MODEL_BUS_LINK_H_

#include <cstdint>
#include <systemc>
#include <tlm>

#include "model/bus/dma_engine.h"
#include "model/bus/dma_port.h"
#include "model/bus/host_memory.h"
#include "model/bus/host_port.h"
#include "model/bus/lane.h"
#include "model/bus/path.h"
#include "model/bus/transaction.h"
#include "model/fault/fault.h"
#include "model/generation/generation.h"
#include "model/sim/clock.h"
#include "model/trace/event.h"

namespace nvp::sim {
class Thread;
}

namespace nvp::bus {

/// One device's PCIe link, and the host CPU's end of it (docs/reference/05-timing.md, "Host CPU and
/// PCIe link"). With quantum 0 a read costs one method activation and one thread wake; with a
/// quantum no event.
///
/// Fault points: link.gone, link.drop_write, link.hang_read, register.value; their `offset` is that
/// in BAR0.
class PcieLink : public sc_core::sc_module, public HostPort, private tlm::tlm_bw_transport_if<> {
 public:
  /// To the BAR decoder; addresses are bus addresses.
  tlm::tlm_initiator_socket<32> socket;

  PcieLink(sc_core::sc_module_name name, const generation::Generation& generation,
           const PciIdentity& identity, std::int32_t device, HostMemory& memory,
           fault::Registry& faults, trace::Stream& stream);

  const PciIdentity& identity() const override { return identity_; }
  std::uint64_t read(std::uint64_t address, unsigned size) override;
  void write(std::uint64_t address, std::uint64_t value, unsigned size) override;
  bool peek(std::uint64_t address, void* to, std::size_t size) override;
  bool poke(std::uint64_t address, const void* from, std::size_t size) override;

  /// The device's way to host memory.
  DmaPort& dma() { return dma_; }

  /// Accesses of the CPU since the start.
  struct Counters {
    std::uint64_t reads = 0, writes = 0;
    std::uint64_t read_errors = 0;   ///< answered with all ones: error, time-out, device gone
    std::uint64_t write_errors = 0;  ///< vanished: error, device gone, dropped
    std::uint64_t timeouts = 0;      ///< of read_errors, the ones never answered
  };
  const Counters& counters() const { return counters_; }

 private:
  fault::Context context(std::uint64_t address) const {
    fault::Context context;
    context.device = device_;
    const std::uint64_t offset = address - identity_.bar[0].base;
    if (offset < identity_.bar[0].size) context.offset = static_cast<std::uint32_t>(offset);
    return context;
  }
  void end_of_elaboration() override { path_.resolve(socket); }

  bool faults_planned() const { return !faults_.evidence().empty(); }
  bool gone(const fault::Context& context);
  const char* fault_in_read(sim::Thread& thread, const fault::Context& where, unsigned size,
                            ps_t issue);
  const char* fault_in_write(const fault::Context& where, unsigned size, ps_t issue);

  bool exchange(sim::Thread& thread, Transaction& txn, ps_t issue);
  bool undisturbed(const Transaction& txn, ps_t arrival) const;
  bool exchange_alone(sim::Thread& thread, Transaction& txn, ps_t arrival);
  bool exchange_exact(sim::Thread& thread, Transaction& txn, ps_t issue, ps_t arrival);
  ps_t idle_answer(ps_t arrival) const;
  void send(Transaction& txn, ps_t arrival);
  void answered(Transaction& txn, ps_t time);
  void post(std::uint64_t address, std::uint64_t value, unsigned size, ps_t issue);
  void trace_access(trace::Kind kind, std::uint64_t address, std::uint64_t value, unsigned size);
  ps_t idle_round_trip(ps_t issue, unsigned size) const;
  std::uint64_t failed_read(std::uint64_t address, unsigned size, const char* reason);
  void failed_write(std::uint64_t address, unsigned size, const char* reason);
  bool debug(tlm::tlm_command command, std::uint64_t address, void* data, std::size_t size);

  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& txn, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

  const generation::Generation& generation_;
  sim::Clock fabric_;
  PciIdentity identity_;
  std::int32_t device_;
  fault::Registry& faults_;
  trace::Stream& stream_;
  ForwardPath path_;
  TransactionPool pool_;
  Lane down_, up_;  // host to device, device to host
  DmaEngine dma_;
  Counters counters_;
};

}  // namespace nvp::bus

#endif  // NEURON_VP_MODEL_BUS_LINK_H_
