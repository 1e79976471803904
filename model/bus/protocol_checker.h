// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_BUS_PROTOCOL_CHECKER_H_
#define NEURON_VP_MODEL_BUS_PROTOCOL_CHECKER_H_

#include <cstdint>
#include <map>
#include <systemc>
#include <tlm>

#include "model/sim/clock.h"

namespace nvp::bus {

/// From now on bind_checked() puts a ProtocolChecker into each binding. Set before elaboration;
/// tests do.
void check_protocol(bool on);

/// Binds an initiator to a target socket, through a checker if check_protocol(true) was called.
void bind_checked(tlm::tlm_initiator_socket<32>& initiator,
                  tlm::tlm_base_target_socket_b<32>& target);

/// A transparent checker of the TLM-2.0 base protocol (IEEE 1666-2011, clauses 14 and 15) between
/// two sockets: attributes of the transaction, response status, order of phases, request and
/// response exclusion, memory management, annotated delays. Violations are SystemC warnings, which
/// fail tests.
class ProtocolChecker : public sc_core::sc_module,
                        private tlm::tlm_fw_transport_if<>,
                        private tlm::tlm_bw_transport_if<> {
 public:
  tlm::tlm_target_socket<32> from;  ///< bound by the initiator
  tlm::tlm_initiator_socket<32> to;

  explicit ProtocolChecker(sc_core::sc_module_name name);

  std::uint64_t violations() const { return violations_; }
  std::uint64_t transactions() const { return transactions_; }

 private:
  /// Where a transaction stands on this hop, and the time of its last phase.
  struct Hop {
    tlm::tlm_phase_enum phase;
    ps_t time;
    tlm::tlm_command command;
    unsigned char* data;
    unsigned length;
  };

  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& txn, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& txn, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  void b_transport(tlm::tlm_generic_payload& txn, sc_core::sc_time& delay) override;
  unsigned transport_dbg(tlm::tlm_generic_payload& txn) override;
  bool get_direct_mem_ptr(tlm::tlm_generic_payload& txn, tlm::tlm_dmi& dmi) override;
  void invalidate_direct_mem_ptr(sc_dt::uint64 start, sc_dt::uint64 end) override;

  void check_request(const tlm::tlm_generic_payload& txn);
  void check_answer(const tlm::tlm_generic_payload& txn);
  void check_unchanged(const Hop& hop, const tlm::tlm_generic_payload& txn);
  void begin(tlm::tlm_generic_payload& txn, ps_t time);
  void advance(const tlm::tlm_generic_payload& txn, tlm::tlm_phase_enum phase, ps_t time,
               bool forward);
  void returned(const tlm::tlm_generic_payload& txn, tlm::tlm_sync_enum status,
                const tlm::tlm_phase& before, const tlm::tlm_phase& after, ps_t time_before,
                ps_t time, bool forward);
  void end(const tlm::tlm_generic_payload& txn);
  void violation(const char* rule);

  std::map<const tlm::tlm_generic_payload*, Hop> hops_;   // never iterated
  const tlm::tlm_generic_payload* requesting_ = nullptr;  // BEGIN_REQ without END_REQ
  const tlm::tlm_generic_payload* responding_ = nullptr;  // BEGIN_RESP without END_RESP
  std::uint64_t violations_ = 0, transactions_ = 0;
};

}  // namespace nvp::bus

#endif  // NEURON_VP_MODEL_BUS_PROTOCOL_CHECKER_H_
