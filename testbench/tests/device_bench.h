// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_TESTS_DEVICE_BENCH_H_
#define NEURON_VP_TESTBENCH_TESTS_DEVICE_BENCH_H_

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "gen/model/regs/neuron_regs.h"
#include "model/bus/protocol_checker.h"
#include "model/device.h"
#include "model/generation/address_map.h"
#include "model/sim/thread.h"
#include "testbench/tests/support/sim_test.h"

namespace nvp::test {

/// A real device with everything that it needs, and a TLM protocol checker on every socket. Create
/// with new inside a SIM_TEST; it lives to the end.
struct DeviceBench {
  explicit DeviceBench(generation::Id id, std::function<void(DeviceConfig&)> change = {}) {
    bus::check_protocol(true);
    DeviceConfig config;
    config.generation = id;
    config.routing_id = 9;
    if (change) change(config);
    device = std::make_unique<Device>(config, memory, faults, stream);
  }

  /// Runs `body` on a thread at time 0; the simulation ends with it (firmware never rests).
  void run(std::function<void()> body) {
    new sim::Thread("host", [body = std::move(body)] {
      body();
      sim::stop();
    });
  }

  const generation::Generation& generation() const { return device->generation(); }
  std::uint64_t bar0() const { return device->config().bar0_base; }
  std::uint64_t bar4() const { return device->config().bar4_base; }

  std::uint32_t read(std::uint64_t bar0_offset) {
    return device->host_port().read32(bar0() + bar0_offset);
  }
  void write(std::uint64_t bar0_offset, std::uint32_t value) {
    device->host_port().write32(bar0() + bar0_offset, value);
  }
  std::uint32_t misc(std::uint32_t offset) { return read(generation().miscram_offset + offset); }
  void set_misc(std::uint32_t offset, std::uint32_t value) {
    write(generation().miscram_offset + offset, value);
  }

  static void at(ps_t t) { sim::Thread::current()->sleep_until(t); }
  static void after(ps_t d) { sim::Thread::current()->sleep_until(sim::now() + d); }
  /// Past the firmware's boot.
  static void boot() { at(6 * kPsPerMs); }

  /// A reset as the driver asks for it (docs/reference/12, section 5.2); returns when it is done.
  void reset_device() { issue(1); }
  void reset_blocks(std::uint64_t map) {
    set_misc(MISCRAM_RESET_TPB_MAP_LO, static_cast<std::uint32_t>(map));
    set_misc(MISCRAM_RESET_TPB_MAP_HI, static_cast<std::uint32_t>(map >> 32));
    issue(2);
  }
  void issue(std::uint32_t type) {
    set_misc(MISCRAM_RESET, type);
    set_misc(MISCRAM_TRIGGER, 1);
    for (int poll = 0; poll < 1'000; ++poll) {
      after(kPsPerMs);
      if (misc(MISCRAM_RESET) == 0) return;
    }
    FAIL() << "the reset is never acknowledged";
  }

  trace::Stream stream;
  fault::Registry faults{stream};
  bus::HostMemory memory;
  std::unique_ptr<Device> device;
};

constexpr generation::Id kGenerations[] = {generation::Id::v2, generation::Id::v3,
                                           generation::Id::v4};

}  // namespace nvp::test

/// A SIM_TEST for each generation: the body finds it as `id`.
#define DEVICE_TEST(suite, name)                                 \
  static void suite##_##name##_device(::nvp::generation::Id id); \
  SIM_TEST(suite, name##V2) {                                    \
    suite##_##name##_device(::nvp::generation::Id::v2);          \
  }                                                              \
  SIM_TEST(suite, name##V3) {                                    \
    suite##_##name##_device(::nvp::generation::Id::v3);          \
  }                                                              \
  SIM_TEST(suite, name##V4) {                                    \
    suite##_##name##_device(::nvp::generation::Id::v4);          \
  }                                                              \
  static void suite##_##name##_device(::nvp::generation::Id id)

#endif  // NEURON_VP_TESTBENCH_TESTS_DEVICE_BENCH_H_
