// SPDX-License-Identifier: Apache-2.0
#include "model/bus/register_port.h"

#include <cstring>

#include "model/bus/time.h"
#include "model/bus/transaction.h"
#include "model/sim/error.h"

namespace nvp::bus {
namespace {

constexpr unsigned kWordBytes = 4;

tlm::tlm_response_status status_of(Response answer, bool bad_width) {
  if (bad_width) return tlm::TLM_BURST_ERROR_RESPONSE;
  switch (answer) {
    case Response::okay:
      return tlm::TLM_OK_RESPONSE;
    case Response::slverr:
      return tlm::TLM_GENERIC_ERROR_RESPONSE;
    case Response::decerr:
      break;
  }
  return tlm::TLM_ADDRESS_ERROR_RESPONSE;
}

std::uint8_t strobes_of(const tlm::tlm_generic_payload& txn) {
  const unsigned char* enables = txn.get_byte_enable_ptr();
  const unsigned length = txn.get_byte_enable_length();
  if (!enables || length == 0) return 0xf;
  std::uint8_t strobes = 0;
  for (unsigned i = 0; i < kWordBytes; ++i) {
    if (enables[i % length] == TLM_BYTE_ENABLED) strobes |= static_cast<std::uint8_t>(1u << i);
  }
  return strobes;
}

void store_word(tlm::tlm_generic_payload& txn, std::uint32_t word) {
  if (txn.get_byte_enable_ptr()) {
    std::uint32_t old;
    std::memcpy(&old, txn.get_data_ptr(), kWordBytes);
    word = merge_strobes(old, word, strobes_of(txn));
  }
  std::memcpy(txn.get_data_ptr(), &word, kWordBytes);
}

}  // namespace

/// A socket and the port number that its calls carry.
class RegisterPorts::Port : private tlm::tlm_fw_transport_if<> {
 public:
  tlm::tlm_target_socket<32> socket;

  Port(RegisterPorts& owner, unsigned number)
      : socket(sc_core::sc_gen_unique_name("port")), owner_(owner), number_(number) {
    socket.bind(static_cast<tlm::tlm_fw_transport_if<>&>(*this));
  }

 private:
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& txn, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override {
    return owner_.forward(number_, txn, phase, delay);
  }
  void b_transport(tlm::tlm_generic_payload& txn, sc_core::sc_time& delay) override {
    owner_.blocking(number_, txn, delay);
  }
  unsigned transport_dbg(tlm::tlm_generic_payload& txn) override {
    return owner_.debug(number_, txn);
  }
  bool get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi& dmi) override {
    dmi.init();
    return false;
  }

  RegisterPorts& owner_;
  unsigned number_;
};

RegisterPorts::RegisterPorts(sc_core::sc_module_name name, const sim::Clock& clock, unsigned ports,
                             RegisterBlock& block)
    : sc_module(name), clock_(clock), block_(block), arbiter_(ports), loose_(ports) {
  if (ports == 0) throw Error("register ports: a block has at least one port");
  for (unsigned i = 0; i < ports; ++i) ports_.push_back(std::make_unique<Port>(*this, i));
  SC_HAS_PROCESS(RegisterPorts);
  SC_METHOD(on_edge);
  sensitive << edge_;
  dont_initialize();
}

RegisterPorts::~RegisterPorts() = default;

tlm::tlm_target_socket<32>& RegisterPorts::socket(unsigned port) {
  return ports_.at(port)->socket;
}

void RegisterPorts::reset() {
  arbiter_.reset([](void* txn) { static_cast<tlm::tlm_generic_payload*>(txn)->release(); });
  loose_.reset();
  edge_.cancel();
  scheduled_ = PortArbiter::kNever;
}

tlm::tlm_sync_enum RegisterPorts::forward(unsigned port, tlm::tlm_generic_payload& txn,
                                          tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  const ps_t now = kernel_time(*this);
  const std::uint64_t edge = clock_.index_at_or_after(now + delay.value());
  if (phase == tlm::END_RESP) {
    arbiter_.taken(port, txn.is_write(), edge);
    txn.release();
    schedule();
    return tlm::TLM_COMPLETED;
  }
  txn.acquire();
  const std::uint64_t response = arbiter_.submit(port, txn.is_write(), edge, &txn);
  if (Passport* passport = txn.get_extension<Passport>()) {
    passport->earliest_answer = clock_.edge(response);
  }
  schedule();
  phase = tlm::END_REQ;
  delay = time_of(clock_.edge(response - kResponseCycles) - now);
  return tlm::TLM_UPDATED;
}

void RegisterPorts::schedule() {
  const std::uint64_t edge = arbiter_.next_edge();
  if (edge >= scheduled_) return;
  scheduled_ = edge;
  edge_.notify(time_of(clock_.edge(edge) - kernel_time(*this)));
}

void RegisterPorts::on_edge() {
  const std::uint64_t edge = scheduled_;
  scheduled_ = PortArbiter::kNever;
  PortArbiter::Operation granted;
  if (arbiter_.grant(edge, &granted)) {
    auto& txn = *static_cast<tlm::tlm_generic_payload*>(granted.tag);
    const Response answer = perform(granted.port, txn, edge);
    if (const unsigned busy = block_.busy_cycles()) arbiter_.hold_off(edge + busy + 1);
    if (seen_) report({granted.handshake, edge, edge + 1}, granted.port, txn, answer);
    respond(granted.port, txn, edge + 1);
  }
  schedule();
}

void RegisterPorts::respond(unsigned port, tlm::tlm_generic_payload& txn, std::uint64_t edge) {
  const ps_t now = kernel_time(*this);
  const bool write = txn.is_write();
  tlm::tlm_phase phase = tlm::BEGIN_RESP;
  sc_core::sc_time delay = time_of(clock_.edge(edge) - now);
  if (ports_[port]->socket->nb_transport_bw(txn, phase, delay) == tlm::TLM_ACCEPTED) return;
  arbiter_.taken(port, write, clock_.index_at_or_after(now + delay.value()));
  txn.release();
}

void RegisterPorts::blocking(unsigned port, tlm::tlm_generic_payload& txn,
                             sc_core::sc_time& delay) {
  const ps_t now = kernel_time(*this);
  const std::uint64_t edge = clock_.index_at_or_after(now + delay.value());
  const Passage passage = loose_.pass(port, txn.is_write(), edge);
  const Response answer = perform(port, txn, passage.grant);
  loose_.hold_off(passage.grant, block_.busy_cycles());
  if (seen_) report(passage, port, txn, answer);
  delay = time_of(clock_.edge(passage.response) - now);
}

Response RegisterPorts::perform(unsigned port, tlm::tlm_generic_payload& txn, std::uint64_t grant) {
  const std::uint64_t address = txn.get_address();
  const bool bad_width =
      txn.get_data_length() != kWordBytes || txn.get_streaming_width() < kWordBytes;
  Response answer = Response::slverr;
  std::uint32_t word = 0;
  if (bad_width || address % kWordBytes != 0) {
    // answered below
  } else if (address > 0xffff'ffffu) {
    answer = Response::decerr;
  } else if (txn.is_read()) {
    answer = block_.read(port, static_cast<std::uint32_t>(address), &word, clock_.edge(grant));
    if (answer != Response::okay) word = 0;
  } else if (txn.is_write()) {
    std::memcpy(&word, txn.get_data_ptr(), kWordBytes);
    answer = block_.write(port, static_cast<std::uint32_t>(address), word, strobes_of(txn),
                          clock_.edge(grant));
  } else {
    answer = Response::okay;
  }
  if (txn.is_read()) {
    if (bad_width) {
      std::memset(txn.get_data_ptr(), 0, txn.get_data_length());
    } else {
      store_word(txn, word);
    }
  }
  txn.set_response_status(status_of(answer, bad_width));
  return answer;
}

void RegisterPorts::report(const Passage& passage, unsigned port,
                           const tlm::tlm_generic_payload& txn, Response answer) {
  seen_({port, txn.is_write(), static_cast<std::uint32_t>(txn.get_address()), passage.handshake,
         passage.grant, passage.response, answer});
}

unsigned RegisterPorts::debug(unsigned port, tlm::tlm_generic_payload& txn) {
  unsigned done = 0;
  for (; done + kWordBytes <= txn.get_data_length(); done += kWordBytes) {
    const std::uint64_t address = txn.get_address() + done;
    if (address % kWordBytes != 0 || address > 0xffff'ffffu) break;
    std::uint32_t word = 0;
    Response answer;
    if (txn.is_read()) {
      answer = block_.peek(port, static_cast<std::uint32_t>(address), &word);
      if (answer == Response::okay) std::memcpy(txn.get_data_ptr() + done, &word, kWordBytes);
    } else {
      std::memcpy(&word, txn.get_data_ptr() + done, kWordBytes);
      answer = block_.poke(port, static_cast<std::uint32_t>(address), word);
    }
    if (answer != Response::okay) break;
  }
  return done;
}

}  // namespace nvp::bus
