// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_MGMT_PROCESSOR_H_
#define NEURON_VP_MODEL_MGMT_PROCESSOR_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "model/generation/generation.h"
#include "model/mgmt/hal.h"
#include "model/mgmt/irq_ctrl.h"
#include "model/mgmt/management_bus.h"
#include "model/sim/clock.h"
#include "model/sim/thread.h"
#include "model/trace/event.h"

namespace nvp::mgmt {

/// The management processor: a simulated thread that runs a Program, charged by
/// docs/reference/05-timing.md "Management CPU". A crash, a hang or an exit stops it until
/// restart().
class Processor : public Hal {
 public:
  /// How it stopped; also the number in firmware_fault events (RISC-V exception codes where there
  /// is one).
  enum class Cause : std::uint32_t {
    load_fault = 5,
    store_fault = 7,
    returned = 0x100,  ///< the program came to its end
    exit = 0x101,
    crash = 0x102,  ///< fault point fw.crash
    hang = 0x103,   ///< fault point fw.hang
  };

  struct Config {
    std::int32_t device = 0;
    const generation::Generation* generation = nullptr;
    Program program;
    std::function<void()>
        load;  ///< puts the image and the configuration into RAM, before each boot
  };

  Processor(const Config& config, ManagementBus& bus, IrqCtrl& irq, const sim::Clock& mgmt,
            const sim::Clock& fabric, trace::Stream& stream);

  /// Stops the processor at its next instruction; no effect if it has stopped. May be called from
  /// anywhere. A hang leaves no event but the state.
  void stop(Cause cause, const std::string& reason);
  void exit(int code);
  /// Starts it again from reset; no effect while it runs.
  void restart();

  bool running() const { return running_; }
  std::optional<int> exit_code() const { return exit_code_; }

  /// PENDING may have changed.
  void irq_changed();

  std::uint32_t read32(std::uint32_t address) override;
  void write32(std::uint32_t address, std::uint32_t value) override;
  std::uint32_t wait() override;
  void cycles(std::uint32_t count) override;

 private:
  void run();
  void halt(Cause cause, std::uint32_t address, const std::string& reason);
  void check_stopped() const;
  ps_t bus_request_time() const;
  void ram_access();
  [[noreturn]] void bus_error(Cause cause, std::uint32_t address, bus::Response response);
  void state(const char* what, std::uint32_t number);

  Config config_;
  ManagementBus& bus_;
  IrqCtrl& irq_;
  const sim::Clock& mgmt_;
  const sim::Clock& fabric_;
  trace::Stream& stream_;
  bool running_ = true;
  bool restart_ = false;
  bool waiting_ = false;
  ps_t deadline_ = 0;  // while waiting: when it looks at PENDING again by itself
  std::optional<int> exit_code_;
  std::unique_ptr<sim::Thread> thread_;
};

}  // namespace nvp::mgmt

#endif  // NEURON_VP_MODEL_MGMT_PROCESSOR_H_
