// SPDX-License-Identifier: Apache-2.0
#include "model/bus/register_master.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "model/bus/time.h"
#include "model/sim/error.h"
#include "model/sim/thread.h"

namespace nvp::bus {
namespace {

constexpr unsigned kWordBytes = 4;
constexpr unsigned kPatience = 1'000'000;  // cycles; only ports that were reset never answer

Response response_of(tlm::tlm_response_status status) {
  switch (status) {
    case tlm::TLM_OK_RESPONSE:
      return Response::okay;
    case tlm::TLM_ADDRESS_ERROR_RESPONSE:
      return Response::decerr;
    default:
      return Response::slverr;
  }
}

sim::Thread& calling_thread() {
  sim::Thread* thread = sim::Thread::current();
  if (!thread) throw Error("register access outside a sim::Thread", Error::Kind::platform);
  return *thread;
}

}  // namespace

RegisterMaster::RegisterMaster(sc_core::sc_module_name name, const sim::Clock& clock)
    : sc_module(name), socket("socket"), clock_(clock) {
  socket.bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this));
}

Response RegisterMaster::read(std::uint64_t address, std::uint32_t* data, ps_t not_before) {
  Transaction& txn = pool_.take(tlm::TLM_READ_COMMAND, address, kWordBytes);
  const Response response = access(txn, not_before);
  std::memcpy(data, txn.bytes.data(), kWordBytes);
  txn.release();
  return response;
}

Response RegisterMaster::write(std::uint64_t address, std::uint32_t data, ps_t not_before,
                               std::uint8_t strobes) {
  Transaction& txn = pool_.take(tlm::TLM_WRITE_COMMAND, address, kWordBytes);
  std::memcpy(txn.bytes.data(), &data, kWordBytes);
  if ((strobes & 0xf) != 0xf) {
    for (unsigned i = 0; i < kWordBytes; ++i) {
      txn.enables[i] = strobes >> i & 1 ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED;
    }
    txn.set_byte_enable_ptr(txn.enables.data());
    txn.set_byte_enable_length(kWordBytes);
  }
  const Response response = access(txn, not_before);
  txn.set_byte_enable_ptr(nullptr);
  txn.set_byte_enable_length(0);
  txn.release();
  return response;
}

Response RegisterMaster::access(Transaction& txn, ps_t not_before) {
  sim::Thread& thread = calling_thread();
  not_before = std::max(not_before, sim::now());
  if (sim::quantum() == 0) {
    exact(txn, not_before);
  } else {
    const ps_t kernel = kernel_time(*this);
    sc_core::sc_time delay = time_of(not_before - kernel);
    path_.loose->b_transport(txn, delay);
    thread.consume_until(kernel + delay.value());
  }
  return response_of(txn.get_response_status());
}

// The answer is known at the grant, at least a cycle before it arrives, so a look at each edge from
// the earliest possible one on never comes too late.
void RegisterMaster::exact(Transaction& txn, ps_t not_before) {
  sim::Thread& thread = *sim::Thread::current();
  const ps_t kernel = kernel_time(*this);
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = time_of(not_before - kernel);
  if (path_.exact->nb_transport_fw(txn, phase, delay) == tlm::TLM_COMPLETED) {
    txn.answered = true;
    txn.answer_time = kernel + delay.value();
  }
  if (!txn.answered) thread.consume_until(txn.passport.earliest_answer);
  for (unsigned looks = 0; !txn.answered; ++looks) {
    if (looks == kPatience) {
      throw Error(std::string(name()) + ": an access was never answered", Error::Kind::platform);
    }
    thread.consume_until(clock_.after(kernel_time(*this) + 1, 0));
  }
  thread.consume_until(txn.answer_time);
}

tlm::tlm_sync_enum RegisterMaster::nb_transport_bw(tlm::tlm_generic_payload& payload,
                                                   tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  if (phase != tlm::BEGIN_RESP) return tlm::TLM_ACCEPTED;
  auto& txn = static_cast<Transaction&>(payload);
  txn.answered = true;
  txn.answer_time = kernel_time(*this) + delay.value();
  return tlm::TLM_COMPLETED;
}

bool RegisterMaster::peek(std::uint64_t address, std::uint32_t* data) {
  return debug(tlm::TLM_READ_COMMAND, address, data);
}

bool RegisterMaster::poke(std::uint64_t address, std::uint32_t data) {
  return debug(tlm::TLM_WRITE_COMMAND, address, &data);
}

bool RegisterMaster::debug(tlm::tlm_command command, std::uint64_t address, std::uint32_t* data) {
  tlm::tlm_generic_payload txn;
  txn.set_command(command);
  txn.set_address(address);
  txn.set_data_ptr(reinterpret_cast<unsigned char*>(data));
  txn.set_data_length(kWordBytes);
  txn.set_streaming_width(kWordBytes);
  return socket->transport_dbg(txn) == kWordBytes;
}

}  // namespace nvp::bus
