// SPDX-License-Identifier: Apache-2.0
// The management processor: what its accesses cost, how it stops, many of them at once
// (docs/reference/05-timing.md "Management CPU", 42 "HAL").
#include <gtest/gtest.h>

#include "model/mgmt/irq_ctrl.h"
#include "model/sim/error.h"
#include "testbench/tests/mgmt_bench.h"
#include "testbench/tests/support/sim_test.h"

namespace nvp::test {
namespace {

MgmtBench* with(mgmt::Program program) {
  MgmtBench::Options options;
  options.program = std::move(program);
  return new MgmtBench(options);
}

void forever(mgmt::Hal& hal) {
  for (;;) hal.wait();
}

// 4 mgmt cycles of 2.5 ns, 2 fabric cycles to cross, 2 in the block
SIM_TEST(Processor, AccessesCostWhatTheChapterSays) {
  with([](mgmt::Hal& hal) {
    EXPECT_EQ(sim::now(), 0u);
    hal.read32(MGMT_MISCRAM_BASE);
    EXPECT_EQ(sim::now(), 14'000u);
    hal.write32(MGMT_MISCRAM_BASE, 1);  // from mgmt edge 15,000: 25,000 + 2,000 + 2,000
    EXPECT_EQ(sim::now(), 29'000u);
    hal.cycles(0);
    EXPECT_EQ(sim::now(), 29'000u);
    hal.cycles(3);  // edge 30,000 + 7,500
    EXPECT_EQ(sim::now(), 37'500u);
    hal.read32(0x100);  // firmware RAM
    EXPECT_EQ(sim::now(), 42'500u);
    hal.write32(0x1fffc, 5);
    EXPECT_EQ(sim::now(), 47'500u);
    EXPECT_EQ(hal.read32(0x1fffc), 5u);
    sim::stop();
    forever(hal);
  });
}

SIM_TEST(Processor, WakesAfterTheInterruptLatency) {
  with([](mgmt::Hal& hal) {
    hal.write32(MGMT_IRQ_CTRL_BASE + IRQ_CTRL_ENABLE, 8);
    hal.write32(MGMT_IRQ_CTRL_BASE + IRQ_CTRL_TIMER_LO, 4'000);  // 10 us
    EXPECT_EQ(hal.wait(), 8u);
    EXPECT_EQ(sim::now(), 10'000'000u + 20 * 2'500);
    const ps_t before = sim::now();
    EXPECT_EQ(hal.wait(), 8u);  // still pending: an ordinary load
    EXPECT_EQ(sim::now(), before + 14'000);
    EXPECT_EQ(hal.read32(MGMT_IRQ_CTRL_BASE + 0x18), 8u);  // the load behind hal_wait
    sim::stop();
    forever(hal);
  });
}

// The same accesses with temporal decoupling: the same costs.
SIM_TEST(Processor, QuantumChangesNoCost) {
  sim::set_quantum(10 * kPsPerUs);
  with([](mgmt::Hal& hal) {
    hal.read32(MGMT_MISCRAM_BASE);
    hal.write32(MGMT_MISCRAM_BASE, 1);
    hal.cycles(3);
    hal.read32(0x100);
    EXPECT_EQ(sim::now(), 42'500u);
    hal.write32(MGMT_CRC32C_BASE + CRC32C_WORD, 1);
    hal.write32(MGMT_IRQ_CTRL_BASE + IRQ_CTRL_ENABLE, 8);
    hal.write32(MGMT_IRQ_CTRL_BASE + IRQ_CTRL_TIMER_LO, 4'000);
    EXPECT_EQ(hal.wait(), 8u);
    EXPECT_EQ(sim::now(), 10'000'000u + 20 * 2'500);
    sim::stop();
    forever(hal);
  });
}

void crashes(std::uint32_t address, bool store, const char* reason) {
  MgmtBench* b = with([address, store](mgmt::Hal& hal) {
    if (store) {
      hal.write32(address, 0);
    } else {
      hal.read32(address);
    }
    ADD_FAILURE() << "a bus error came back";
  });
  b->thread([b, address, store, reason] {
    b->sleep(kPsPerUs);
    EXPECT_FALSE(b->mgmt->running());
    const auto faults = b->of(trace::Kind::firmware_fault);
    ASSERT_EQ(faults.size(), 1u);
    EXPECT_EQ(faults[0].event.a, store ? 7u : 5u);
    EXPECT_EQ(faults[0].event.y, address);
    EXPECT_EQ(faults[0].text, reason);
    EXPECT_EQ(b->of(trace::Kind::firmware_state).back().text, "stopped");
    sim::stop();
  });
}

SIM_TEST(Processor, CrashesWhereNothingIs) {
  crashes(0x20000000, false, "bus error: DECERR");
}
SIM_TEST(Processor, CrashesBeyondRam) {
  crashes(0x20000, true, "bus error: DECERR");
}
SIM_TEST(Processor, CrashesOutsideABlock) {
  crashes(0x10001010, true, "bus error: DECERR");
}
SIM_TEST(Processor, CrashesMisaligned) {
  crashes(0x10000002, false, "bus error: SLVERR");
}
SIM_TEST(Processor, CrashesMisalignedInRam) {
  crashes(0x102, true, "bus error: SLVERR");
}

SIM_TEST(Processor, Exits) {
  MgmtBench* b = with([](mgmt::Hal& hal) {
    hal.write32(MGMT_PLATFORM_PORT_BASE + PLATFORM_PORT_CONSOLE, 'x');
    hal.write32(MGMT_PLATFORM_PORT_BASE + PLATFORM_PORT_EXIT, 42);
    ADD_FAILURE() << "hal_exit came back";
  });
  b->thread([b] {
    b->sleep(kPsPerUs);
    EXPECT_FALSE(b->mgmt->running());
    EXPECT_EQ(b->mgmt->exit_code(), 42);
    EXPECT_TRUE(b->of(trace::Kind::firmware_fault).empty());
    b->write(MISCRAM_RESET, 1);
    b->write(MISCRAM_TRIGGER, 1);
    b->sleep(kPsPerUs);
    EXPECT_EQ(b->mgmt->exit_code(), 42);  // it ran again, and ended again
    EXPECT_EQ(b->of(trace::Kind::firmware_state).size(), 4u);
    sim::stop();
  });
}

SIM_TEST(Processor, ReturningIsAFault) {
  MgmtBench* b = with([](mgmt::Hal&) {});
  b->thread([b] {
    b->sleep(kPsPerUs);
    EXPECT_FALSE(b->mgmt->running());
    EXPECT_EQ(b->of(trace::Kind::firmware_fault).size(), 1u);
    sim::stop();
  });
}

// Sixteen devices run the one compiled firmware without disturbing each other.
SIM_TEST(Processor, SixteenAtOnce) {
  for (std::int32_t device = 0; device < 16; ++device) {
    MgmtBench::Options options;
    options.device = device;
    options.routing_id = 100 + static_cast<std::uint32_t>(device);
    options.node = 1;
    auto* b = new MgmtBench(options);
    auto* legacy = new LegacyHost(*b);
    b->thread([b, legacy, device] {
      EXPECT_TRUE(b->boot());
      const auto d = static_cast<std::uint8_t>(device);
      EXPECT_EQ(b->read(MISCRAM_DEVICE_ID), 100u + d);
      EXPECT_EQ(b->read(MISCRAM_SERIAL_NUMBER_LO), 0x20000u + d);
      for (std::uint8_t i = 1; i <= 20; ++i) {
        legacy->ring(frame(i, 2, {d, 1, i}));
        EXPECT_TRUE(legacy->answered(i));
        b->sleep(10 * kPsPerUs);
      }
      NewHost fresh{*b};
      fresh.ring(frame(1, 3, {0, 0, 0, 0, static_cast<std::uint8_t>(d % 4), d, 0, 0}));
      EXPECT_TRUE(fresh.answered());
      b->sleep(kPsPerSecond);
      fresh.ring(frame(2, 4, {1}));
      EXPECT_TRUE(fresh.answered());
      EXPECT_EQ(fresh.payload(8)[5], d);
      const auto blobs = b->of(trace::Kind::telemetry_blob);
      ASSERT_EQ(blobs.size(), 20u);
      for (std::uint8_t i = 1; i <= 20; ++i) {
        EXPECT_EQ(blobs[i - 1u].data, (std::vector<std::uint8_t>{d, 1, i}));
      }
      if (device == 15) sim::stop();
    });
  }
}

// 42 "Two ways to run": firmware in a shared object, side by side with the reference firmware
SIM_TEST(Processor, RunsASharedObject) {
  MgmtBench::Options options;
  options.program = mgmt::load_firmware(NVP_SAMPLE_FIRMWARE);
  auto* user = new MgmtBench(options);
  MgmtBench::Options second;
  second.device = 1;
  auto* reference = new MgmtBench(second);
  user->thread([user, reference] {
    user->sleep(6 * kPsPerMs);
    EXPECT_EQ(user->mgmt->exit_code(), 5);
    EXPECT_EQ(user->of(trace::Kind::firmware_log)[0].text, "sample firmware");
    EXPECT_EQ(user->storage(MISCRAM_FW_BUILD), 0x600du);
    EXPECT_TRUE(reference->mgmt->running());
    EXPECT_EQ(reference->storage(MISCRAM_API_VERSION), 7u);
    sim::stop();
  });
}

TEST(LoadFirmware, RefusesWhatIsNone) {
  const auto message = [](const char* path) {
    try {
      mgmt::load_firmware(path);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), Error::Kind::input);
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(message("/nonexistent.so").find("/nonexistent.so"), std::string::npos);
  EXPECT_NE(message("libm.so.6").find("firmware_main"), std::string::npos);
}

}  // namespace
}  // namespace nvp::test
