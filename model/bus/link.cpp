// SPDX-License-Identifier: Apache-2.0
#include "model/bus/link.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "model/bus/register_port.h"
#include "model/bus/time.h"
#include "model/sim/error.h"
#include "model/sim/thread.h"

namespace nvp::bus {
namespace {

constexpr const char* kGone = "device gone";
constexpr const char* kTimeout = "completion timeout";

// Bit n is set if an access may have n bytes.
constexpr unsigned kSizes = 1u << 1 | 1u << 2 | 1u << 4 | 1u << 8;

std::uint64_t all_ones(unsigned size) {
  return ~std::uint64_t{0} >> (64 - 8 * size);
}

sim::Thread& calling_thread() {
  sim::Thread* thread = sim::Thread::current();
  if (!thread) throw Error("host access to a device outside a sim::Thread", Error::Kind::platform);
  return *thread;
}

[[noreturn]] void refuse_size(unsigned size) {
  throw Error("host access of " + std::to_string(size) + " bytes: accepted are 1, 2, 4, 8",
              Error::Kind::platform);
}

const char* reason_of(tlm::tlm_response_status status) {
  switch (status) {
    case tlm::TLM_ADDRESS_ERROR_RESPONSE:
      return "DECERR";
    case tlm::TLM_BURST_ERROR_RESPONSE:
      return "width or alignment";
    default:
      return "SLVERR";
  }
}

}  // namespace

PcieLink::PcieLink(sc_core::sc_module_name name, const generation::Generation& generation,
                   const PciIdentity& identity, std::int32_t device, HostMemory& memory,
                   fault::Registry& faults, trace::Stream& stream)
    : sc_module(name),
      socket("socket"),
      generation_(generation),
      fabric_(generation.fabric_hz),
      identity_(identity),
      device_(device),
      faults_(faults),
      stream_(stream),
      down_(generation.link_ps_per_byte),
      up_(generation.link_ps_per_byte),
      dma_("dma", generation, device, down_, up_, memory, faults, stream) {
  socket.bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this));
}

bool PcieLink::gone(const fault::Context& context) {
  return faults_.active(fault::Point::link_gone, context) != nullptr;
}

std::uint64_t PcieLink::read(std::uint64_t address, unsigned size) {
  if (size > 8 || !(kSizes >> size & 1)) refuse_size(size);
  sim::Thread& thread = calling_thread();
  const ps_t issue = sim::now();
  ++counters_.reads;
  const bool faults = faults_planned();
  if (faults) {
    const char* reason = fault_in_read(thread, context(address), size, issue);
    if (reason) return failed_read(address, size, reason);
  }
  Transaction& txn = pool_.take(tlm::TLM_READ_COMMAND, address, size);
  if (!exchange(thread, txn, issue)) {
    ++counters_.timeouts;
    return failed_read(address, size, kTimeout);
  }
  const tlm::tlm_response_status status = txn.get_response_status();
  std::uint64_t value;
  std::memcpy(&value, txn.bytes.data(), sizeof value);
  value &= all_ones(size);
  txn.release();
  const fault::Spec* fault =
      faults ? faults_.hit(fault::Point::register_value, context(address)) : nullptr;
  if (fault) {
    value = fault->value & all_ones(size);
  } else if (status != tlm::TLM_OK_RESPONSE) {
    return failed_read(address, size, reason_of(status));
  }
  if (stream_.wants(trace::Kind::mmio_read)) {
    trace_access(trace::Kind::mmio_read, address, value, size);
  }
  return value;
}

// Lets a planned fault have its way; returns why the read failed, or null if it did not.
const char* PcieLink::fault_in_read(sim::Thread& thread, const fault::Context& where, unsigned size,
                                    ps_t issue) {
  if (gone(where)) {
    thread.consume_until(idle_round_trip(issue, size));
    return kGone;
  }
  if (faults_.hit(fault::Point::link_hang_read, where)) {
    down_.send(issue, Lane::kHeaderBytes);
    thread.consume_until(issue + generation_.link_timeout_ps);
    ++counters_.timeouts;
    return kTimeout;
  }
  return nullptr;
}

void PcieLink::trace_access(trace::Kind kind, std::uint64_t address, std::uint64_t value,
                            unsigned size) {
  trace::Event event{kind, sim::now(), device_};
  event.a = static_cast<std::uint32_t>(value);
  event.b = size;
  event.x = address;
  stream_.emit(event);
}

// Sends the request and waits for the completion; false if there was none in time.
bool PcieLink::exchange(sim::Thread& thread, Transaction& txn, ps_t issue) {
  const ps_t arrival = down_.send(issue, Lane::kHeaderBytes) + generation_.link_request_ps;
  if (sim::quantum() == 0) {
    return undisturbed(txn, arrival) ? exchange_alone(thread, txn, arrival)
                                     : exchange_exact(thread, txn, issue, arrival);
  }
  const ps_t kernel = kernel_time(*this);
  const unsigned bytes = Lane::kHeaderBytes + txn.get_data_length();
  sc_core::sc_time delay = time_of(arrival - kernel);
  path_.loose->b_transport(txn, delay);
  const ps_t complete = up_.send(kernel + delay.value(), bytes) + generation_.link_completion_ps;
  thread.consume(complete - issue);
  return true;
}

// True if nothing else can happen in the whole simulation before the completion of a read of an
// idle register is there: its outcome is then known beforehand.
bool PcieLink::undisturbed(const Transaction& txn, ps_t arrival) const {
  const Bar& registers = identity_.bar[0];
  if (txn.get_address() - registers.base >= registers.size || faults_planned()) return false;
  const ps_t answer = idle_answer(arrival);
  const ps_t complete = answer + up_.duration(Lane::kHeaderBytes + txn.get_data_length()) +
                        generation_.link_completion_ps;
  const ps_t quiet = sc_core::sc_time_to_pending_activity(simcontext()).value();
  return quiet > complete - kernel_time(*this) && up_.idle_at(answer);
}

// The same read without the events of its way: the thread sleeps once.
bool PcieLink::exchange_alone(sim::Thread& thread, Transaction& txn, ps_t arrival) {
  const ps_t kernel = kernel_time(*this);
  const std::uint64_t response = fabric_.index_at_or_after(idle_answer(arrival));
  sc_core::sc_time delay = time_of(arrival - kernel);
  {
    const sim::At grant(fabric_.edge(response - 1));
    path_.loose->b_transport(txn, delay);
  }
  const unsigned bytes = Lane::kHeaderBytes + txn.get_data_length();
  thread.consume_until(up_.send(kernel + delay.value(), bytes) + generation_.link_completion_ps);
  return true;
}

// The thread sleeps until the completion can be there at the earliest. Nearly always it is; if the
// answer is late, looking again after each completion latency cannot miss it, as the completion
// takes longer.
bool PcieLink::exchange_exact(sim::Thread& thread, Transaction& txn, ps_t issue, ps_t arrival) {
  const ps_t deadline = issue + generation_.link_timeout_ps;
  const ps_t way_back =
      up_.duration(Lane::kHeaderBytes + txn.get_data_length()) + generation_.link_completion_ps;
  send(txn, arrival);
  ps_t look = std::max(arrival, txn.passport.earliest_answer) + way_back;
  while (true) {
    thread.consume_until(std::min(look, deadline));
    const ps_t now = kernel_time(*this);
    up_.advance(now);
    if (txn.answered && txn.slot.sent) {
      const ps_t complete = txn.slot.end + generation_.link_completion_ps;
      if (complete <= now) return true;
      look = complete;
    } else {
      look = now + way_back;
    }
    if (now < deadline) continue;
    txn.abandoned = true;
    if (txn.answered && txn.slot.sent) txn.release();
    return false;
  }
}

void PcieLink::send(Transaction& txn, ps_t arrival) {
  const ps_t kernel = kernel_time(*this);
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = time_of(arrival - kernel);
  const tlm::tlm_sync_enum status = path_.exact->nb_transport_fw(txn, phase, delay);
  if (status == tlm::TLM_COMPLETED) {
    answered(txn, kernel + delay.value());
  } else if (status == tlm::TLM_UPDATED && phase == tlm::BEGIN_RESP) {
    phase = tlm::END_RESP;
    const ps_t time = kernel + delay.value();
    path_.exact->nb_transport_fw(txn, phase, delay);
    answered(txn, time);
  }
}

// The response leaves the target at `time`: a read's completion queues for the lane, a write is
// over.
void PcieLink::answered(Transaction& txn, ps_t time) {
  txn.answered = true;
  txn.answer_time = time;
  if (txn.is_write()) {
    if (!txn.is_response_ok()) {
      failed_write(txn.bus_address, txn.get_data_length(), reason_of(txn.get_response_status()));
    }
    txn.release();
  } else if (txn.abandoned) {
    txn.release();
  } else {
    up_.queue(txn.slot, time, Lane::Order::completion, Lane::kHeaderBytes + txn.get_data_length());
  }
}

tlm::tlm_sync_enum PcieLink::nb_transport_bw(tlm::tlm_generic_payload& txn, tlm::tlm_phase& phase,
                                             sc_core::sc_time& delay) {
  if (phase != tlm::BEGIN_RESP) return tlm::TLM_ACCEPTED;
  answered(static_cast<Transaction&>(txn), kernel_time(*this) + delay.value());
  return tlm::TLM_COMPLETED;
}

void PcieLink::write(std::uint64_t address, std::uint64_t value, unsigned size) {
  if (size > 8 || !(kSizes >> size & 1)) refuse_size(size);
  sim::Thread& thread = calling_thread();
  const ps_t issue = sim::now();
  ++counters_.writes;
  if (stream_.wants(trace::Kind::mmio_write)) {
    trace_access(trace::Kind::mmio_write, address, value, size);
  }
  const char* reason = faults_planned() ? fault_in_write(context(address), size, issue) : nullptr;
  if (reason) {
    failed_write(address, size, reason);
  } else {
    post(address, value, size, issue);
  }
  thread.consume(generation_.link_post_ps);
}

void PcieLink::post(std::uint64_t address, std::uint64_t value, unsigned size, ps_t issue) {
  const ps_t arrival = down_.send(issue, Lane::kHeaderBytes + size) + generation_.link_request_ps;
  Transaction& txn = pool_.take(tlm::TLM_WRITE_COMMAND, address, size);
  txn.bus_address = address;
  std::memcpy(txn.bytes.data(), &value, sizeof value);
  if (sim::quantum() == 0) return send(txn, arrival);
  const ps_t kernel = kernel_time(*this);
  sc_core::sc_time delay = time_of(arrival - kernel);
  path_.loose->b_transport(txn, delay);
  answered(txn, kernel + delay.value());
}

const char* PcieLink::fault_in_write(const fault::Context& where, unsigned size, ps_t issue) {
  if (gone(where)) return kGone;
  if (!faults_.hit(fault::Point::link_drop_write, where)) return nullptr;
  down_.send(issue, Lane::kHeaderBytes + size);
  return "dropped";
}

// When an idle register answers a read that arrives at `arrival`.
ps_t PcieLink::idle_answer(ps_t arrival) const {
  return fabric_.after(arrival, generation_.decode_cycles + RegisterPorts::kResponseCycles);
}

// What a good read of an idle device takes: also the round trip of a read that nothing answers.
ps_t PcieLink::idle_round_trip(ps_t issue, unsigned size) const {
  const ps_t arrival = issue + down_.duration(Lane::kHeaderBytes) + generation_.link_request_ps;
  return idle_answer(arrival) + up_.duration(Lane::kHeaderBytes + size) +
         generation_.link_completion_ps;
}

std::uint64_t PcieLink::failed_read(std::uint64_t address, unsigned size, const char* reason) {
  ++counters_.read_errors;
  if (stream_.wants(trace::Kind::mmio_error)) {
    trace::Event event{trace::Kind::mmio_error, sim::now(), device_};
    event.b = size;
    event.x = address;
    event.text = reason;
    stream_.emit(event);
  }
  return all_ones(size);
}

void PcieLink::failed_write(std::uint64_t address, unsigned size, const char* reason) {
  ++counters_.write_errors;
  if (!stream_.wants(trace::Kind::mmio_error)) return;
  trace::Event event{trace::Kind::mmio_error, sim::now(), device_};
  event.a = 1;
  event.b = size;
  event.x = address;
  event.text = reason;
  stream_.emit(event);
}

bool PcieLink::debug(tlm::tlm_command command, std::uint64_t address, void* data,
                     std::size_t size) {
  constexpr std::size_t kLargestPart = 1u << 30;  // a payload's length has 32 bits
  auto* bytes = static_cast<unsigned char*>(data);
  while (size > 0) {
    const auto part = static_cast<unsigned>(std::min(size, kLargestPart));
    tlm::tlm_generic_payload txn;
    txn.set_command(command);
    txn.set_address(address);
    txn.set_data_ptr(bytes);
    txn.set_data_length(part);
    txn.set_streaming_width(part);
    if (socket->transport_dbg(txn) != part) return false;
    address += part;
    bytes += part;
    size -= part;
  }
  return true;
}

bool PcieLink::peek(std::uint64_t address, void* to, std::size_t size) {
  return debug(tlm::TLM_READ_COMMAND, address, to, size);
}

bool PcieLink::poke(std::uint64_t address, const void* from, std::size_t size) {
  return debug(tlm::TLM_WRITE_COMMAND, address, const_cast<void*>(from), size);
}

}  // namespace nvp::bus
