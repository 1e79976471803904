// SPDX-License-Identifier: Apache-2.0
#include "model/bus/memory_port.h"

#include "model/bus/time.h"
#include "model/bus/transaction.h"

namespace nvp::bus {
namespace {

bool well_formed(const tlm::tlm_generic_payload& txn) {
  const unsigned size = txn.get_data_length();
  const bool legal_size = size == 1 || size == 2 || size == 4 || size == 8;
  return legal_size && txn.get_address() % size == 0 && txn.get_streaming_width() >= size &&
         txn.get_byte_enable_ptr() == nullptr;
}

}  // namespace

MemoryPort::MemoryPort(sc_core::sc_module_name name, MemoryBlock& block)
    : sc_module(name), socket("socket"), block_(block) {
  socket.bind(static_cast<tlm::tlm_fw_transport_if<>&>(*this));
  arrivals_.reserve(16);
  SC_HAS_PROCESS(MemoryPort);
  SC_METHOD(on_arrival);
  sensitive << arrival_;
  dont_initialize();
}

tlm::tlm_sync_enum MemoryPort::nb_transport_fw(tlm::tlm_generic_payload& txn, tlm::tlm_phase& phase,
                                               sc_core::sc_time& delay) {
  if (phase != tlm::BEGIN_REQ) {  // END_RESP
    txn.release();
    return tlm::TLM_COMPLETED;
  }
  txn.acquire();
  const ps_t time = kernel_time(*this) + delay.value();
  auto at = arrivals_.end();
  while (at != arrivals_.begin() && std::prev(at)->time > time) --at;
  arrivals_.insert(at, {time, &txn});
  arrival_.notify(delay);
  if (Passport* passport = txn.get_extension<Passport>()) {
    passport->earliest_answer = time + block_.latency();
  }
  phase = tlm::END_REQ;
  return tlm::TLM_UPDATED;
}

void MemoryPort::on_arrival() {
  const ps_t now = kernel_time(*this);
  while (!arrivals_.empty() && arrivals_.front().time <= now) {
    tlm::tlm_generic_payload& txn = *arrivals_.front().txn;
    arrivals_.erase(arrivals_.begin());
    perform(txn);
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_core::sc_time delay = time_of(block_.latency());
    if (socket->nb_transport_bw(txn, phase, delay) != tlm::TLM_ACCEPTED) txn.release();
  }
  if (!arrivals_.empty()) {
    arrival_.notify(time_of(arrivals_.front().time - now));
  }
}

void MemoryPort::b_transport(tlm::tlm_generic_payload& txn, sc_core::sc_time& delay) {
  perform(txn);
  delay += time_of(block_.latency());
}

void MemoryPort::perform(tlm::tlm_generic_payload& txn) {
  if (!well_formed(txn)) {
    txn.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
    return;
  }
  bool done = true;
  if (txn.is_read()) {
    done = block_.read(txn.get_address(), txn.get_data_ptr(), txn.get_data_length());
  } else if (txn.is_write()) {
    done = block_.write(txn.get_address(), txn.get_data_ptr(), txn.get_data_length());
  }
  txn.set_response_status(done ? tlm::TLM_OK_RESPONSE : tlm::TLM_ADDRESS_ERROR_RESPONSE);
}

unsigned MemoryPort::transport_dbg(tlm::tlm_generic_payload& txn) {
  const unsigned size = txn.get_data_length();
  const bool done = txn.is_read() ? block_.peek(txn.get_address(), txn.get_data_ptr(), size)
                                  : block_.poke(txn.get_address(), txn.get_data_ptr(), size);
  return done ? size : 0;
}

bool MemoryPort::get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi& dmi) {
  dmi.init();
  return false;
}

}  // namespace nvp::bus
