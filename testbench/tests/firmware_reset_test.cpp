// SPDX-License-Identifier: Apache-2.0
// The firmware's side of a reset (docs/reference/12-reset.md, section 10; 11 section 12.5).
#include <gtest/gtest.h>

#include "testbench/tests/mgmt_bench.h"
#include "testbench/tests/support/sim_test.h"

namespace nvp::test {
namespace {

constexpr std::uint32_t kDevice = 1, kTpb = 2, kBusy = 8;
constexpr std::uint8_t kPost = 2, kSetProfile = 3, kGetData = 4;

struct ResetBench : MgmtBench {
  explicit ResetBench(const Options& options = {}) : MgmtBench(options) {}
  void run(std::function<void()> body) {
    thread([this, body = std::move(body)] {
      sleep(6 * kPsPerMs);
      body();
      sim::stop();
    });
  }
  void issue(std::uint32_t type) {
    write(MISCRAM_RESET, type);
    write(MISCRAM_TRIGGER, 1);
  }
  void issue_tpb(std::uint32_t lo, std::uint32_t hi) {
    write(MISCRAM_RESET_TPB_MAP_LO, lo);
    write(MISCRAM_RESET_TPB_MAP_HI, hi);
    issue(kTpb);
  }
  // Time from now until RESET reads 0; 0 if it does not within `limit`.
  ps_t completion(ps_t limit) {
    const ps_t start = sim::now();
    return poll(MISCRAM_RESET, 0, limit, 10 * kPsPerUs) ? sim::now() - start : 0;
  }
};

SIM_TEST(Reset, WholeDevice) {
  auto* b = new ResetBench;
  b->run([b] {
    b->mgmt->inject_ecc(0, EccKind::corrected, 2);
    b->write(MISCRAM_POD_ELECTION_STS, 0x04020303);
    b->sleep(kPsPerMs);
    b->issue(kDevice);
    b->sleep(10 * kPsPerUs);
    EXPECT_EQ(b->read(MISCRAM_FW_STATUS), kBusy);
    EXPECT_EQ(b->read(MISCRAM_RESET), kDevice);
    ASSERT_EQ(b->resets.size(), 2u);  // held and cleared now, not at the end
    EXPECT_EQ(b->resets[0].map, ~0ull);
    EXPECT_TRUE(b->resets[0].held);
    EXPECT_FALSE(b->resets[1].held);
    EXPECT_EQ(b->resets[1].time - b->resets[0].time, 1000 * kPsPerNs);
    const ps_t rest = b->completion(kPsPerSecond);
    EXPECT_NEAR(static_cast<double>(rest), 200e9, 50e6);
    EXPECT_EQ(b->read(MISCRAM_FW_STATUS), 0u);
    EXPECT_EQ(b->read(MISCRAM_TRIGGER), 0u);
    EXPECT_EQ(b->read(MISCRAM_SRAM_ECC), 0x00020000u);
    EXPECT_EQ(b->read(MISCRAM_POD_ELECTION_STS), 0x04020303u);
    EXPECT_EQ(b->read(MISCRAM_DEVICE_ID), 5u);
    const auto events = b->of(trace::Kind::block_reset);
    ASSERT_EQ(events.size(), 1u);
    EXPECT_EQ(events[0].event.a, kDevice);
  });
}

// t_reset counts from the acceptance, exactly
SIM_TEST(Reset, LastsSoLongFromItsAcceptance) {
  auto* b = new ResetBench;
  b->run([b] {
    b->issue_tpb(0x00010101, 0x2);
    ASSERT_TRUE(b->poll(MISCRAM_FW_STATUS, kBusy, kPsPerMs, kPsPerNs));
    const ps_t accepted = sim::now();
    b->sleep(49'990 * kPsPerUs);
    EXPECT_EQ(b->read(MISCRAM_RESET), kTpb);
    ASSERT_TRUE(b->poll(MISCRAM_RESET, 0, kPsPerSecond, 10 * kPsPerNs));
    EXPECT_NEAR(static_cast<double>(sim::now() - accepted), 50e9, 1e6);
    ASSERT_EQ(b->resets.size(), 2u);
    EXPECT_EQ(b->resets[0].map, 0x200010101u);
    EXPECT_EQ(b->of(trace::Kind::block_reset)[0].event.a, kTpb);
  });
}

// 12 check 22
SIM_TEST(Reset, EmptyMapStartsNothing) {
  auto* b = new ResetBench;
  b->run([b] {
    b->issue_tpb(0, 0);
    EXPECT_NEAR(static_cast<double>(b->completion(kPsPerSecond)), 50e9, 50e6);
    EXPECT_TRUE(b->resets.empty());
    EXPECT_EQ(b->bus(MGMT_RESET_CTRL_BASE + RESET_CTRL_STATUS), 0u);
  });
}

// 12 check 21: a second Issue leaves the running reset alone
SIM_TEST(Reset, SecondIssueChangesNothing) {
  auto* b = new ResetBench;
  b->run([b] {
    b->issue_tpb(1, 0);
    b->sleep(30 * kPsPerMs);
    b->issue_tpb(2, 0);
    EXPECT_NEAR(static_cast<double>(b->completion(kPsPerSecond)), 20e9, 50e6);
    EXPECT_EQ(b->resets.size(), 2u);
    b->sleep(100 * kPsPerMs);
    EXPECT_EQ(b->resets.size(), 2u);  // the doorbell of the second one was dropped
    EXPECT_EQ(b->read(MISCRAM_TRIGGER), 0u);
    b->issue_tpb(4, 0);  // a new one
    EXPECT_NE(b->completion(kPsPerSecond), 0u);
    EXPECT_EQ(b->resets.size(), 4u);
    EXPECT_EQ(b->resets[2].map, 4u);
  });
}

// 12 section 10, step 2
SIM_TEST(Reset, DeadTime) {
  MgmtBench::Options options;
  options.firmware.reset_dead_ps = 20 * kPsPerMs;
  auto* b = new ResetBench(options);
  b->run([b] {
    b->issue(kDevice);
    b->sleep(10 * kPsPerMs);
    EXPECT_EQ(b->read(MISCRAM_RESET), 0xdeadbeefu);
    EXPECT_EQ(b->read(MISCRAM_FW_STATUS), kBusy);
    EXPECT_EQ(b->read(MISCRAM_TRIGGER), 1u);
    b->sleep(11 * kPsPerMs);
    EXPECT_EQ(b->read(MISCRAM_RESET), kDevice);
    EXPECT_NE(b->completion(kPsPerSecond), 0u);
  });
}

// At most until the end of the reset.
SIM_TEST(Reset, DeadTimeEndsWithTheReset) {
  MgmtBench::Options options;
  options.firmware.reset_dead_ps = 10 * kPsPerSecond;
  auto* b = new ResetBench(options);
  b->run([b] {
    b->issue(kDevice);
    b->sleep(199 * kPsPerMs);
    EXPECT_EQ(b->read(MISCRAM_RESET), 0xdeadbeefu);
    b->sleep(2 * kPsPerMs);
    EXPECT_EQ(b->read(MISCRAM_RESET), 0u);
  });
}

// 11 check 21: a new-engine request that is pending when a reset is accepted is lost
SIM_TEST(Reset, PendingNewRequestIsLost) {
  auto* b = new ResetBench;
  b->run([b] {
    NewHost host{*b};
    b->write(MISCRAM_RESET, kDevice);
    host.ring(frame(3, kGetData, {1}));
    EXPECT_TRUE(b->poll(MISCRAM_TRIGGER, 0, kPsPerSecond, kPsPerUs));
    EXPECT_EQ(host.dw0(), 0x00090403u);
    b->sleep(kPsPerMs);
    host.ring(frame(4, kGetData, {1}));
    EXPECT_TRUE(host.answered());
    EXPECT_EQ(host.dw0(), 0x00100004u);
  });
}

// 12 check 23: a legacy request likewise; its retry is answered
SIM_TEST(Reset, PendingLegacyRequestIsLost) {
  auto* b = new ResetBench;
  b->run([b] {
    LegacyHost host(*b);
    b->issue(kDevice);
    host.ring(frame(2, kPost, {1, 1, 0x30}));
    EXPECT_FALSE(host.answered(2));
    host.ring(frame(3, kPost, {1, 1, 0x30}));
    EXPECT_TRUE(host.answered(3));
    EXPECT_EQ(b->of(trace::Kind::telemetry_blob).size(), 1u);
  });
}

// A reset that is asked while a request is served comes after it.
SIM_TEST(Reset, AskedWhileARequestIsServed) {
  auto* b = new ResetBench;
  b->run([b] {
    LegacyHost host(*b);
    host.ring(frame(2, kPost, {1, 1, 0x30}));
    b->sleep(kPsPerUs);
    b->issue_tpb(1, 0);
    EXPECT_TRUE(host.answered(2));
    EXPECT_NE(b->completion(kPsPerSecond), 0u);
    EXPECT_EQ(b->resets.size(), 2u);
  });
}

// 12 section 10, step 3: a device reset returns profile and features to 0, a TPB reset does not
SIM_TEST(Reset, ProfileReturnsToZero) {
  auto* b = new ResetBench;
  b->run([b] {
    NewHost host{*b};
    const auto profile = [&] {
      host.ring(frame(9, kGetData, {1}));
      EXPECT_TRUE(host.answered());
      return host.payload(8)[4];
    };
    host.ring(frame(8, kSetProfile, {0, 0, 0, 0, 3, 0, 0, 0}));
    EXPECT_TRUE(host.answered());
    b->issue_tpb(1, 0);
    EXPECT_NE(b->completion(kPsPerSecond), 0u);
    b->sleep(kPsPerUs);
    EXPECT_EQ(profile(), 3);
    b->issue(kDevice);
    EXPECT_NE(b->completion(kPsPerSecond), 0u);
    b->sleep(kPsPerUs);
    EXPECT_EQ(profile(), 0);
  });
}

// ECC and power go on while a reset runs.
SIM_TEST(Reset, TelemetryGoesOn) {
  MgmtBench::Options options;
  options.firmware.device_reset_ps = 2 * kPsPerSecond;
  auto* b = new ResetBench(options);
  b->run([b] {
    b->issue(kDevice);
    b->sleep(kPsPerSecond);
    b->mgmt->inject_ecc(1, EccKind::corrected, 1);
    b->sleep(kPsPerMs);
    EXPECT_EQ(b->read(MISCRAM_RESET), kDevice);
    EXPECT_EQ(b->read(MISCRAM_HBM_ECC(0)), 0x00010000u);
    EXPECT_EQ(b->read(MISCRAM_POWER_UTIL(0)) >> 16, 2u);
  });
}

SIM_TEST(Reset, IssueDuringBootIsServedAfterIt) {
  auto* b = new ResetBench;
  b->thread([b] {
    b->sleep(kPsPerMs);
    b->issue(kDevice);
    EXPECT_EQ(b->read(MISCRAM_RESET), 0xdeadbeefu);
    b->sleep(5 * kPsPerMs);
    EXPECT_EQ(b->read(MISCRAM_RESET), kDevice);
    EXPECT_NE(b->completion(kPsPerSecond), 0u);
    EXPECT_EQ(b->resets.size(), 2u);
    std::vector<std::string> states;
    for (const auto& seen : b->of(trace::Kind::firmware_state)) states.push_back(seen.text);
    EXPECT_EQ(states, (std::vector<std::string>{"boot", "ready", "reset", "ready"}));
    sim::stop();
  });
}

}  // namespace
}  // namespace nvp::test
