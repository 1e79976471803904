// SPDX-License-Identifier: Apache-2.0
// ECC and power telemetry (docs/reference/13-ecc-power-pod.md, 1.5 and 2.7; 42 duties 3, 4 and 6).
#include <gtest/gtest.h>

#include <random>

#include "model/sim/error.h"
#include "testbench/tests/mgmt_bench.h"
#include "testbench/tests/support/sim_test.h"

namespace nvp::test {
namespace {

constexpr ps_t kSettle = 50 * kPsPerUs;

MgmtBench* bench(std::uint32_t api = 7, generation::Id id = generation::Id::v3) {
  MgmtBench::Options options;
  options.firmware.api_version = api;
  options.generation = id;
  return new MgmtBench(options);
}

void run(MgmtBench* b, std::function<void()> body) {
  b->thread([b, body = std::move(body)] {
    b->sleep(6 * kPsPerMs);
    body();
    sim::stop();
  });
}

// 13 section 1.5, table, API 6 and later
SIM_TEST(EccTelemetry, SplitWords) {
  auto* b = bench();
  run(b, [b] {
    b->mgmt->inject_ecc(0, EccKind::corrected, 5);
    b->mgmt->inject_ecc(0, EccKind::uncorrectable, 2);
    b->mgmt->inject_ecc(0, EccKind::repairable, 1);
    b->mgmt->inject_ecc(2, EccKind::corrected, 7);
    b->mgmt->inject_ecc(2, EccKind::uncorrectable, 3);
    b->sleep(kSettle);
    EXPECT_EQ(b->read(MISCRAM_SRAM_ECC), 0x00050003u);
    EXPECT_EQ(b->read(MISCRAM_HBM_ECC(1)), 0x00073000u);
    EXPECT_EQ(b->read(MISCRAM_HBM_REPAIR_STATE), 0u);
    b->mgmt->inject_ecc(4, EccKind::repairable, 2);
    b->mgmt->inject_ecc(2, EccKind::uncorrectable, 20);
    b->sleep(kSettle);
    EXPECT_EQ(b->read(MISCRAM_HBM_ECC(3)), 2u);
    EXPECT_EQ(b->read(MISCRAM_HBM_REPAIR_STATE), 1u);
    EXPECT_EQ(b->read(MISCRAM_HBM_ECC(1)), 0x0007f000u);  // saturated in its field
    b->mgmt->inject_ecc(4, EccKind::repairable, 5000);
    b->sleep(kSettle);
    EXPECT_EQ(b->read(MISCRAM_HBM_ECC(3)), 0xfffu);
    EXPECT_EQ(b->read(MISCRAM_HBM_ECC(0)), 0u);
  });
}

// 13 section 1.5, table, API below 6
SIM_TEST(EccTelemetry, PlainWords) {
  auto* b = bench(5);
  run(b, [b] {
    b->mgmt->inject_ecc(1, EccKind::corrected, 70'000);
    b->mgmt->inject_ecc(1, EccKind::uncorrectable, 100);
    b->mgmt->inject_ecc(1, EccKind::repairable, 30);
    b->sleep(200 * kPsPerUs);
    EXPECT_EQ(b->read(MISCRAM_HBM_ECC(0)), 0xffff0082u);
    EXPECT_EQ(b->read(MISCRAM_HBM_REPAIR_STATE), 1u);
  });
}

SIM_TEST(EccTelemetry, RepairStateBelongsToTheScenario) {
  auto* b = bench();
  run(b, [b] {
    b->mgmt->set_repair_state(2);
    b->mgmt->inject_ecc(1, EccKind::repairable, 1);
    b->sleep(kSettle);
    EXPECT_EQ(b->read(MISCRAM_HBM_REPAIR_STATE), 2u);
    b->mgmt->set_repair_state(0);
    b->sleep(kSettle);
    EXPECT_EQ(b->read(MISCRAM_HBM_REPAIR_STATE), 0u);
    b->mgmt->inject_ecc(1, EccKind::repairable, 1);
    b->sleep(kSettle);
    EXPECT_EQ(b->read(MISCRAM_HBM_REPAIR_STATE), 1u);
    EXPECT_THROW(b->mgmt->set_repair_state(4), Error);
    EXPECT_THROW(b->mgmt->inject_ecc(5, EccKind::corrected, 1), Error);
    const auto events = b->of(trace::Kind::ecc);
    ASSERT_EQ(events.size(), 2u);
    EXPECT_EQ(events[0].event.b, 2u);
  });
}

// 42 check 6
SIM_TEST(EccTelemetry, ThreeEventsBetweenTwoInterrupts) {
  auto* b = bench();
  run(b, [b] {
    b->mgmt->inject_ecc(2, EccKind::uncorrectable, 3);
    std::vector<std::uint32_t> seen;
    for (ps_t end = sim::now() + kSettle; sim::now() < end; b->sleep(kPsPerNs)) {
      const std::uint32_t word = b->storage(MISCRAM_HBM_ECC(1));
      if (seen.empty() || seen.back() != word) seen.push_back(word);
    }
    EXPECT_EQ(seen, (std::vector<std::uint32_t>{0, 0x3000}));
  });
}

// 42 check 6: events at all moments, between the read and the write-back among them
SIM_TEST(EccTelemetry, NoEventIsLost) {
  auto* b = bench(5);
  run(b, [b] {
    std::mt19937 random(7);
    std::uint32_t injected[3] = {};
    for (int i = 0; i < 3'000; ++i) {
      const std::uint32_t kind = random() % 3, count = 1 + random() % 4;
      b->mgmt->inject_ecc(3, static_cast<EccKind>(kind), count);
      injected[kind] += count;
      b->sleep(random() % 300 * kPsPerNs);
    }
    b->sleep(kSettle);
    EXPECT_EQ(b->read(MISCRAM_HBM_ECC(2)), injected[0] << 16 | (injected[1] + injected[2]));
    EXPECT_EQ(b->bus(MGMT_ECC_CTRL_BASE + ECC_CTRL_CE(3)), 0u);
    EXPECT_EQ(b->bus(MGMT_ECC_CTRL_BASE + ECC_CTRL_SATURATED), 0u);
  });
}

// 13 section 2.7
SIM_TEST(PowerTelemetry, ASampleEachHalfSecond) {
  auto* b = bench();
  run(b, [b] {
    EXPECT_EQ(b->read(MISCRAM_POWER_UTIL(0)), 0u);
    b->sleep(500 * kPsPerMs);
    EXPECT_EQ(b->read(MISCRAM_POWER_UTIL(0)), 1u << 16 | 1234);
    EXPECT_EQ(b->read(MISCRAM_POWER_UTIL(1)), 1u << 16 | 4321);
    b->power[1] = 10'001;
    b->sleep(500 * kPsPerMs);
    EXPECT_EQ(b->read(MISCRAM_POWER_UTIL(1)), 2u << 16 | 10'001);
    b->sleep(59'000 * kPsPerMs);
    EXPECT_EQ(b->read(MISCRAM_POWER_UTIL(0)), 120u << 16 | 1234);
    const auto samples = b->of(trace::Kind::power_sample);
    ASSERT_EQ(samples.size(), 2 + 240u);  // boot writes 0
    EXPECT_EQ(samples[3].event.a, 1u);
    EXPECT_EQ(samples[3].event.b, 4321u);
    EXPECT_EQ(samples[3].event.x, 1u);
  });
}

SIM_TEST(PowerTelemetry, OneDieAndAFixedLoad) {
  MgmtBench::Options options;
  options.generation = generation::Id::v2;
  options.firmware.fixed_utilisation = 2'500;
  auto* b = new MgmtBench(options);
  run(b, [b] {
    b->sleep(1'000 * kPsPerMs);
    EXPECT_EQ(b->read(MISCRAM_POWER_UTIL(0)), 2u << 16 | 2'500);
    EXPECT_EQ(b->read(MISCRAM_POWER_UTIL(1)), 0u);
  });
}

// The sample number is 16 bits wide.
SIM_TEST(PowerTelemetry, SampleNumberWraps) {
  auto* b = bench();
  sim::set_quantum(kPsPerUs);
  run(b, [b] {
    b->sleep(32'768 * kPsPerSecond);
    EXPECT_EQ(b->read(MISCRAM_POWER_UTIL(0)), 1234u);
  });
}

}  // namespace
}  // namespace nvp::test
