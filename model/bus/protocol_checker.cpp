// SPDX-License-Identifier: Apache-2.0
#include "model/bus/protocol_checker.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "model/bus/time.h"

namespace nvp::bus {
namespace {

bool g_check = false;

std::vector<std::unique_ptr<ProtocolChecker>>& checkers() {
  // Modules may not end before the kernel does: never destroyed.
  static auto* all = new std::vector<std::unique_ptr<ProtocolChecker>>;
  return *all;
}

tlm::tlm_phase_enum phase_of(const tlm::tlm_phase& phase) {
  return static_cast<tlm::tlm_phase_enum>(static_cast<unsigned>(phase));
}

}  // namespace

void check_protocol(bool on) {
  g_check = on;
}

void bind_checked(tlm::tlm_initiator_socket<32>& initiator,
                  tlm::tlm_base_target_socket_b<32>& target) {
  if (!g_check) {
    initiator.bind(target);
    return;
  }
  checkers().push_back(
      std::make_unique<ProtocolChecker>(sc_core::sc_gen_unique_name("protocol_checker")));
  initiator.bind(checkers().back()->from);
  checkers().back()->to.bind(target);
}

ProtocolChecker::ProtocolChecker(sc_core::sc_module_name name)
    : sc_module(name), from("from"), to("to") {
  from.bind(static_cast<tlm::tlm_fw_transport_if<>&>(*this));
  to.bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this));
}

void ProtocolChecker::violation(const char* rule) {
  ++violations_;
  SC_REPORT_WARNING("/neuron-vp/tlm-base-protocol", (std::string(name()) + ": " + rule).c_str());
}

void ProtocolChecker::check_request(const tlm::tlm_generic_payload& txn) {
  if (!txn.is_read() && !txn.is_write() && txn.get_command() != tlm::TLM_IGNORE_COMMAND) {
    violation("the command is none of read, write, ignore");
  }
  if (txn.get_command() != tlm::TLM_IGNORE_COMMAND) {
    if (txn.get_data_length() == 0) violation("the data length is 0");
    if (!txn.get_data_ptr()) violation("the data pointer is null");
  }
  if (txn.get_byte_enable_ptr() && txn.get_byte_enable_length() == 0) {
    violation("byte enables of length 0");
  }
  if (txn.get_streaming_width() == 0) violation("the streaming width is 0");
  if (txn.is_dmi_allowed()) violation("the DMI hint is set by the initiator");
  if (txn.get_response_status() != tlm::TLM_INCOMPLETE_RESPONSE) {
    violation("the response status of a new transaction is not TLM_INCOMPLETE_RESPONSE");
  }
}

void ProtocolChecker::check_answer(const tlm::tlm_generic_payload& txn) {
  if (txn.get_response_status() == tlm::TLM_INCOMPLETE_RESPONSE) {
    violation("answered with TLM_INCOMPLETE_RESPONSE");
  }
}

void ProtocolChecker::check_unchanged(const Hop& hop, const tlm::tlm_generic_payload& txn) {
  if (hop.command != txn.get_command() || hop.data != txn.get_data_ptr() ||
      hop.length != txn.get_data_length()) {
    violation("command, data pointer or length changed on the way");
  }
}

void ProtocolChecker::begin(tlm::tlm_generic_payload& txn, ps_t time) {
  ++transactions_;
  check_request(txn);
  if (!txn.has_mm() || txn.get_ref_count() < 1) {
    violation("nb_transport needs a memory manager and a reference");
  }
  if (requesting_) violation("BEGIN_REQ before END_REQ of the transaction before");
  if (hops_.count(&txn)) violation("BEGIN_REQ of a transaction that is under way");
  requesting_ = &txn;
  hops_[&txn] = {tlm::BEGIN_REQ, time, txn.get_command(), txn.get_data_ptr(),
                 txn.get_data_length()};
}

// Enters a phase after BEGIN_REQ; `forward` is the direction in which it was sent.
void ProtocolChecker::advance(const tlm::tlm_generic_payload& txn, tlm::tlm_phase_enum phase,
                              ps_t time, bool forward) {
  const auto found = hops_.find(&txn);
  if (found == hops_.end()) return violation("a phase of a transaction that is not under way");
  Hop& hop = found->second;
  if (time < hop.time) violation("the time of a phase lies before that of the phase before");
  hop.time = time;
  check_unchanged(hop, txn);
  switch (phase) {
    case tlm::END_REQ:
      if (forward || hop.phase != tlm::BEGIN_REQ) violation("END_REQ out of order");
      requesting_ = nullptr;
      break;
    case tlm::BEGIN_RESP:
      if (forward || (hop.phase != tlm::BEGIN_REQ && hop.phase != tlm::END_REQ)) {
        violation("BEGIN_RESP out of order");
      }
      if (responding_) violation("BEGIN_RESP before END_RESP of the transaction before");
      if (requesting_ == &txn) requesting_ = nullptr;
      responding_ = &txn;
      check_answer(txn);
      break;
    case tlm::END_RESP:
      if (!forward || hop.phase != tlm::BEGIN_RESP) violation("END_RESP out of order");
      break;
    default:
      violation("a phase that the base protocol does not know here");
  }
  hop.phase = phase;
  if (phase == tlm::END_RESP) end(txn);
}

void ProtocolChecker::end(const tlm::tlm_generic_payload& txn) {
  if (requesting_ == &txn) requesting_ = nullptr;
  if (responding_ == &txn) responding_ = nullptr;
  hops_.erase(&txn);
}

// What a return value says; `forward` is the direction of the call, so phases come the other way.
void ProtocolChecker::returned(const tlm::tlm_generic_payload& txn, tlm::tlm_sync_enum status,
                               const tlm::tlm_phase& before, const tlm::tlm_phase& after,
                               ps_t time_before, ps_t time, bool forward) {
  if (status == tlm::TLM_ACCEPTED) {
    if (after != before) violation("TLM_ACCEPTED with a changed phase");
    return;
  }
  if (time < time_before) violation("a return moved the time back");
  if (status == tlm::TLM_UPDATED) return advance(txn, phase_of(after), time, !forward);
  const auto found = hops_.find(&txn);
  if (found == hops_.end()) return;  // ended by END_RESP
  check_answer(txn);
  if (!forward && found->second.phase != tlm::BEGIN_RESP) {
    violation("the initiator completed a transaction that was not answered");
  }
  end(txn);
}

tlm::tlm_sync_enum ProtocolChecker::nb_transport_fw(tlm::tlm_generic_payload& txn,
                                                    tlm::tlm_phase& phase,
                                                    sc_core::sc_time& delay) {
  const tlm::tlm_phase before = phase;
  const ps_t time = kernel_time(*this) + delay.value();
  if (phase == tlm::BEGIN_REQ) {
    begin(txn, time);
  } else if (phase == tlm::END_RESP) {
    advance(txn, tlm::END_RESP, time, true);
  } else {
    violation("a phase that an initiator may not send");
  }
  const tlm::tlm_sync_enum status = to->nb_transport_fw(txn, phase, delay);
  if (before == tlm::BEGIN_REQ) {
    returned(txn, status, before, phase, time, kernel_time(*this) + delay.value(), true);
  }
  return status;
}

tlm::tlm_sync_enum ProtocolChecker::nb_transport_bw(tlm::tlm_generic_payload& txn,
                                                    tlm::tlm_phase& phase,
                                                    sc_core::sc_time& delay) {
  const tlm::tlm_phase before = phase;
  const ps_t time = kernel_time(*this) + delay.value();
  advance(txn, phase_of(phase), time, false);
  const tlm::tlm_sync_enum status = from->nb_transport_bw(txn, phase, delay);
  returned(txn, status, before, phase, time, kernel_time(*this) + delay.value(), false);
  return status;
}

void ProtocolChecker::b_transport(tlm::tlm_generic_payload& txn, sc_core::sc_time& delay) {
  ++transactions_;
  check_request(txn);
  const Hop hop{tlm::BEGIN_REQ, kernel_time(*this) + delay.value(), txn.get_command(),
                txn.get_data_ptr(), txn.get_data_length()};
  to->b_transport(txn, delay);
  check_unchanged(hop, txn);
  check_answer(txn);
  if (kernel_time(*this) + delay.value() < hop.time) violation("b_transport moved the time back");
}

unsigned ProtocolChecker::transport_dbg(tlm::tlm_generic_payload& txn) {
  const unsigned count = to->transport_dbg(txn);
  if (count > txn.get_data_length()) violation("transport_dbg returned more than was asked for");
  return count;
}

bool ProtocolChecker::get_direct_mem_ptr(tlm::tlm_generic_payload& txn, tlm::tlm_dmi& dmi) {
  return to->get_direct_mem_ptr(txn, dmi);
}

void ProtocolChecker::invalidate_direct_mem_ptr(sc_dt::uint64 start, sc_dt::uint64 end) {
  from->invalidate_direct_mem_ptr(start, end);
}

}  // namespace nvp::bus
