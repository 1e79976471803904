// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_BENCH_BARE_BUS_H_
#define NEURON_VP_TESTBENCH_BENCH_BARE_BUS_H_

#include <cstdint>
#include <cstring>
#include <systemc>
#include <tlm>

#include "model/sim/clock.h"

/// The floor of register accesses: the least that SystemC and TLM-2.0 allow.
namespace nvp {

constexpr ps_t kBareRoundTrip = 605'448;  // that of a readl()

// The trivial target: one word, a constant latency.
class Trivial : public sc_core::sc_module, private tlm::tlm_fw_transport_if<> {
 public:
  tlm::tlm_target_socket<32> socket{"socket"};
  explicit Trivial(sc_core::sc_module_name name) : sc_module(name) {
    socket.bind(static_cast<tlm::tlm_fw_transport_if<>&>(*this));
  }

 private:
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload&, tlm::tlm_phase&,
                                     sc_core::sc_time&) override {
    return tlm::TLM_COMPLETED;
  }
  void b_transport(tlm::tlm_generic_payload& txn, sc_core::sc_time& delay) override {
    std::memcpy(txn.get_data_ptr(), &word_, 4);
    delay += sc_core::sc_time::from_value(kBareRoundTrip);
    txn.set_response_status(tlm::TLM_OK_RESPONSE);
  }
  unsigned transport_dbg(tlm::tlm_generic_payload&) override { return 0; }
  bool get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi&) override { return false; }
  std::uint32_t word_ = 7;
};

class Bare : public sc_core::sc_module, private tlm::tlm_bw_transport_if<> {
 public:
  tlm::tlm_initiator_socket<32> socket{"socket"};
  explicit Bare(sc_core::sc_module_name name) : sc_module(name) {
    socket.bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this));
  }
  std::uint32_t read(std::uint64_t address, sc_core::sc_time& delay) {
    std::uint32_t word = 0;
    txn_.set_command(tlm::TLM_READ_COMMAND);
    txn_.set_address(address);
    txn_.set_data_ptr(reinterpret_cast<unsigned char*>(&word));
    txn_.set_data_length(4);
    txn_.set_streaming_width(4);
    txn_.set_byte_enable_ptr(nullptr);
    txn_.set_dmi_allowed(false);
    txn_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    socket->b_transport(txn_, delay);
    return txn_.is_response_ok() ? word : ~0u;
  }

 private:
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload&, tlm::tlm_phase&,
                                     sc_core::sc_time&) override {
    return tlm::TLM_ACCEPTED;
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}
  tlm::tlm_generic_payload txn_;
};

}  // namespace nvp

#endif  // NEURON_VP_TESTBENCH_BENCH_BARE_BUS_H_
