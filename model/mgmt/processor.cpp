// SPDX-License-Identifier: Apache-2.0
#include "model/mgmt/processor.h"

#include <algorithm>

#include "gen/model/regs/neuron_regs.h"
#include "model/mgmt/mailbox_tap.h"

namespace nvp::mgmt {
namespace {

// Unwinds the program of a stopped processor; only Processor::run() catches it.
struct Stopped {};

constexpr std::uint32_t kWaitAddress = MGMT_IRQ_CTRL_BASE + 0x18;  // 42 "HAL": the load that stalls
constexpr std::uint32_t kRamCycles = 2;                            // 42 "ISS charging"
constexpr std::uint32_t kCrossing = 2;                             // 05 "Clocks"

}  // namespace

Processor::Processor(const Config& config, ManagementBus& bus, IrqCtrl& irq, const sim::Clock& mgmt,
                     const sim::Clock& fabric, trace::Stream& stream)
    : config_(config), bus_(bus), irq_(irq), mgmt_(mgmt), fabric_(fabric), stream_(stream) {
  thread_ =
      std::make_unique<sim::Thread>("firmware" + std::to_string(config.device), [this] { run(); });
  thread_->set_endless();
}

void Processor::run() {
  for (;;) {
    config_.load();
    state("boot", static_cast<std::uint32_t>(FirmwareState::boot));
    try {
      config_.program(*this);
      stop(Cause::returned, "returned from firmware_main");
    } catch (const Stopped&) {
    }
    waiting_ = false;
    while (!restart_) thread_->block();
    restart_ = false;
    running_ = true;
  }
}

void Processor::stop(Cause cause, const std::string& reason) {
  halt(cause, 0, reason);
}

void Processor::halt(Cause cause, std::uint32_t address, const std::string& reason) {
  if (!running_) return;
  running_ = false;
  if (cause != Cause::exit && cause != Cause::hang) {
    trace::Event event{trace::Kind::firmware_fault, sim::now(), config_.device};
    event.a = static_cast<std::uint32_t>(cause);
    event.y = address;
    event.text = reason;
    stream_.emit(event);
  }
  state("stopped", static_cast<std::uint32_t>(FirmwareState::stopped));
  thread_->wake();
}

void Processor::exit(int code) {
  if (running_) exit_code_ = code;
  stop(Cause::exit, {});
}

void Processor::restart() {
  if (running_) return;
  exit_code_.reset();
  restart_ = true;
  thread_->wake();
}

void Processor::state(const char* what, std::uint32_t number) {
  trace::Event event{trace::Kind::firmware_state, sim::now(), config_.device};
  event.a = number;
  event.text = what;
  stream_.emit(event);
}

void Processor::check_stopped() const {
  if (!running_) throw Stopped{};
}

// When a load or store that starts now reaches the fabric: the CPU's bus, then the synchroniser.
ps_t Processor::bus_request_time() const {
  const ps_t out = mgmt_.after(sim::now(), config_.generation->mgmt_bus);
  return fabric_.after(out, kCrossing);
}

void Processor::ram_access() {
  thread_->consume_until(mgmt_.after(sim::now(), kRamCycles));
}

std::uint32_t Processor::read32(std::uint32_t address) {
  check_stopped();
  if (address == kWaitAddress) return wait();
  if (address % 4 == 0 && bus_.is_ram(address)) {
    ram_access();
    return bus_.ram(address);
  }
  std::uint32_t value = 0;
  const bus::Response response = bus_.read(address, &value, bus_request_time());
  if (response != bus::Response::okay) bus_error(Cause::load_fault, address, response);
  check_stopped();
  return value;
}

void Processor::write32(std::uint32_t address, std::uint32_t value) {
  check_stopped();
  if (address % 4 == 0 && bus_.is_ram(address)) {
    ram_access();
    bus_.set_ram(address, value);
    return;
  }
  const bus::Response response = bus_.write(address, value, bus_request_time());
  if (response != bus::Response::okay) bus_error(Cause::store_fault, address, response);
  check_stopped();
}

void Processor::bus_error(Cause cause, std::uint32_t address, bus::Response response) {
  halt(cause, address,
       response == bus::Response::slverr ? "bus error: SLVERR" : "bus error: DECERR");
  throw Stopped{};
}

// An ordinary load if PENDING is not 0 then; else the processor sleeps, and the wake-up costs the
// interrupt latency.
std::uint32_t Processor::wait() {
  check_stopped();
  thread_->consume_until(fabric_.after(bus_request_time(), bus::RegisterPorts::kResponseCycles));
  check_stopped();
  std::uint32_t pending = irq_.pending(sim::now());
  while (pending == 0) {
    waiting_ = true;
    for (;;) {
      const ps_t now = sim::now();
      if (irq_.pending(now) != 0) break;
      deadline_ = irq_.next_rise(now);
      if (deadline_ == kNever) {
        thread_->block();
      } else {
        thread_->sleep_until(deadline_);
      }
      if (!running_) break;
    }
    waiting_ = false;
    check_stopped();
    thread_->consume_until(mgmt_.after(sim::now(), config_.generation->mgmt_irq_latency));
    check_stopped();
    pending = irq_.pending(sim::now());
  }
  return pending;
}

void Processor::cycles(std::uint32_t count) {
  check_stopped();
  if (count != 0) thread_->consume_until(mgmt_.after(sim::now(), count));
  check_stopped();
}

void Processor::irq_changed() {
  if (!waiting_) return;
  // A sleep takes only wakes that bring its end forward.
  const ps_t now = sim::now();
  if (irq_.pending(now) != 0 || irq_.next_rise(now) < deadline_) thread_->wake();
}

}  // namespace nvp::mgmt
