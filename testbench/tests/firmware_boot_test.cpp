// SPDX-License-Identifier: Apache-2.0
// Boot and identity (docs/reference/42-firmware.md duty 1, 13 section 4).
#include <gtest/gtest.h>

#include "testbench/tests/mgmt_bench.h"
#include "testbench/tests/support/sim_test.h"

namespace nvp::test {
namespace {

// 42 check 1
SIM_TEST(FirmwareBoot, IdentityAppearsAfterBoot) {
  auto* b = new MgmtBench;
  b->thread([b] {
    b->sleep(kPsPerMs);
    EXPECT_EQ(b->read(MISCRAM_DEVICE_ID), 0xdeadbeefu);
    EXPECT_EQ(b->read(MISCRAM_FW_STATUS), 8u);
    b->sleep(5 * kPsPerMs);
    EXPECT_EQ(b->read(MISCRAM_DEVICE_ID), 5u);
    EXPECT_EQ(b->read(MISCRAM_API_VERSION), 7u);
    EXPECT_EQ(b->read(MISCRAM_FW_STATUS), 0u);
    EXPECT_EQ(b->read(MISCRAM_SERIAL_NUMBER_LO), 0x10000u);
    EXPECT_EQ(b->read(MISCRAM_SERIAL_NUMBER_HI), 0x40u);
    sim::stop();
  });
}

// The identity that is configured, and words that boot must not touch.
SIM_TEST(FirmwareBoot, ConfiguredIdentity) {
  MgmtBench::Options options;
  options.generation = generation::Id::v2;
  options.firmware.serial = 0xaabbccdd11223344;
  options.firmware.instance_partition = 0x80100004;
  options.firmware.server_rack = 0x80018000;
  options.firmware.reservation_id = 0x0000004005590728;
  options.firmware.boot_ps = 0;
  auto* b = new MgmtBench(options);
  b->mgmt->poke(MISCRAM_POD_ELECTION_STS, 0x04020303);
  b->mgmt->poke(MISCRAM_RESET_TPB_MAP_LO, 0x3);
  b->mgmt->poke(MISCRAM_SRAM_ECC, 0x77);
  b->thread([b] {
    b->sleep(10 * kPsPerUs);
    EXPECT_EQ(b->read(MISCRAM_SERIAL_NUMBER_LO), 0x11223344u);
    EXPECT_EQ(b->read(MISCRAM_SERIAL_NUMBER_HI), 0xaabbccddu);
    EXPECT_EQ(b->read(MISCRAM_INSTANCE_PARTITION_SZ), 0x80100004u);
    EXPECT_EQ(b->read(MISCRAM_SERVER_RACK_ID), 0x80018000u);
    EXPECT_EQ(b->read(MISCRAM_RESERVATION_ID_HI), 0x40u);
    EXPECT_EQ(b->read(MISCRAM_RESERVATION_ID_LO), 0x05590728u);
    EXPECT_EQ(b->read(MISCRAM_POD_ELECTION_STS), 0x04020303u);
    EXPECT_EQ(b->read(MISCRAM_RESET_TPB_MAP_LO), 3u);
    EXPECT_EQ(b->read(MISCRAM_SRAM_ECC), 0u);
    sim::stop();
  });
}

// A story under temporal decoupling: the same bytes as cycle-exact runs give.
SIM_TEST(FirmwareBoot, DecoupledRunsAnswerAlike) {
  sim::set_quantum(10 * kPsPerUs);
  auto* b = new MgmtBench;
  auto* legacy = new LegacyHost(*b);
  b->thread([b, legacy] {
    EXPECT_TRUE(b->boot());
    legacy->ring(frame(2, 2, {0xc8, 1, 0x35}));
    EXPECT_TRUE(legacy->answered(2));
    EXPECT_EQ(legacy->answer(), (std::vector<std::uint8_t>{2, 0, 4, 0}));
    b->sleep(kPsPerMs);
    NewHost fresh{*b};
    fresh.ring(frame(3, 3, {0, 0, 0, 0, 1, 0, 0, 0}));
    EXPECT_TRUE(fresh.answered());
    fresh.ring(frame(3, 4, {1}));
    EXPECT_TRUE(fresh.answered());
    EXPECT_EQ(fresh.dw0(), 0x00100003u);
    EXPECT_EQ(fresh.dw1(), 0xdee5a9f4u);
    b->mgmt->inject_ecc(1, EccKind::repairable, 3);
    b->sleep(kPsPerMs);
    EXPECT_EQ(b->read(MISCRAM_HBM_ECC(0)), 3u);
    b->write(MISCRAM_RESET, 1);
    b->write(MISCRAM_TRIGGER, 1);
    EXPECT_TRUE(b->poll(MISCRAM_RESET, 0, kPsPerSecond, kPsPerMs));
    EXPECT_EQ(b->resets.size(), 2u);
    EXPECT_EQ(b->read(MISCRAM_FW_STATUS), 0u);
    fault::Spec crash = planned(fault::Point::fw_crash);
    crash.from = sim::now();
    b->faults.arm(crash);
    b->sleep(kPsPerMs);
    EXPECT_FALSE(b->mgmt->running());
    b->write(MISCRAM_RESET, 1);
    b->write(MISCRAM_TRIGGER, 1);
    b->sleep(kPsPerMs);
    EXPECT_TRUE(b->poll(MISCRAM_RESET, 0, kPsPerSecond, kPsPerMs));
    EXPECT_EQ(b->of(trace::Kind::telemetry_blob).size(), 1u);
    sim::stop();
  });
}

}  // namespace
}  // namespace nvp::test
