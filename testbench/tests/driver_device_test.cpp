// SPDX-License-Identifier: Apache-2.0
// The driver on real devices with the reference firmware.
#include <gmock/gmock.h>

#include "gen/model/regs/neuron_regs.h"
#include "model/sim/thread.h"
#include "testbench/tests/support/driver_platform.h"

namespace nvp::test {
namespace {

constexpr std::uint32_t kDevice = 0xffffffff;

struct Row {
  generation::Id generation;
  const char* product;
  std::uint32_t cores;
};

DeviceConfig config_of(const Row& row) {
  DeviceConfig config;
  config.generation = row.generation;
  return config;
}

/// A platform with one device of a generation and no metrics thread.
DriverPlatform* platform_of(const Row& row) {
  auto* p = new DriverPlatform(DriverPlatform::with_product(row.product));
  p->add_device(config_of(row));
  p->set_param("nmetric_log_posts", 0);
  return p;
}

const Row kV2{generation::Id::v2, "trn1.32xlarge", 2}, kV3{generation::Id::v3, "trn2.48xlarge", 8},
    kV4{generation::Id::v4, "trn3.48xlarge", 8};

// 10 section 10.2: from probe to READY
void becomes_ready(const Row& row) {
  DriverPlatform* p = platform_of(row);
  p->run([p, row] {
    EXPECT_LT(sim::now(), kPsPerSecond) << "probe does not wait for the reset";
    ASSERT_TRUE(p->wait_ready());
    EXPECT_GE(sim::now(), 200 * kPsPerMs) << "t_reset of a device";
    EXPECT_LT(sim::now(), 500 * kPsPerMs);
    for (std::uint32_t nc = 0; nc < row.cores; ++nc) EXPECT_TRUE(probe_nc_initialised(p->nd(), nc));
    EXPECT_EQ(probe_reset_metrics(p->nd(), true).count, 1u);
    EXPECT_EQ(fw_io_get_err_count(p->mailbox()), 0u);
    EXPECT_EQ(probe_supports_hbm_7200(p->nd()), 0);
    std::uint32_t version = 0, id = ~0u;
    EXPECT_EQ(fw_io_api_version_read(p->mailbox(), &version), 0);
    EXPECT_EQ(version, 7u);
    EXPECT_EQ(fw_io_device_id_read(p->mailbox(), &id), 0);
    EXPECT_EQ(id, 0u);
  });
}

DRIVER_TEST(DriverDevice, V2BecomesReady) {
  becomes_ready(kV2);
}
DRIVER_TEST(DriverDevice, V3BecomesReady) {
  becomes_ready(kV3);
}
DRIVER_TEST(DriverDevice, V4BecomesReady) {
  becomes_ready(kV4);
}

// Posts and reads through the reference firmware
void exchanges(const Row& row, std::uint64_t misc_device_base) {
  DriverPlatform* p = platform_of(row);
  p->run([p, misc_device_base] {
    ASSERT_TRUE(p->wait_ready());
    std::uint8_t blob[] = {0xc8, 0x01, 0x35};
    EXPECT_EQ(fw_io_post_metric(p->mailbox(), blob, sizeof blob), 0);
    ASSERT_EQ(p->blobs().size(), 1u);
    EXPECT_EQ(p->blobs()[0].bytes, std::vector<std::uint8_t>(blob, blob + 3));
    std::uint64_t addresses[] = {misc_device_base, misc_device_base + MISCRAM_SERIAL_NUMBER_HI};
    std::uint32_t values[2] = {};
    EXPECT_EQ(fw_io_read(p->mailbox(), addresses, values, 2), 0);
    EXPECT_EQ(values[0], 7u);
    EXPECT_EQ(values[1], 0x40u);
    std::uint64_t outside = 1;
    EXPECT_EQ(fw_io_read(p->mailbox(), &outside, values, 1), -1);
    EXPECT_EQ(fw_io_get_err_count(p->mailbox()), 30u);
  });
}

DRIVER_TEST(DriverDevice, V2AnswersTheLegacyEngine) {
  exchanges(kV2, 0xFFFF0FA0000);
}
DRIVER_TEST(DriverDevice, V3AnswersTheLegacyEngine) {
  exchanges(kV3, 0x8006C84000);
}

DRIVER_TEST(DriverDevice, NewEngine) {
  DriverPlatform* p = platform_of(kV3);
  p->run([p] {
    ASSERT_TRUE(p->wait_ready());
    std::uint8_t profile = 9, count = 0, bitmap[32];
    EXPECT_EQ(npp_set_profile(p->nd(), 3), 0);
    EXPECT_EQ(npp_get_profile(p->nd(), &profile), 0);
    EXPECT_EQ(profile, 3);
    EXPECT_EQ(npp_get_available(p->nd(), 0, &count, bitmap), 0);
    EXPECT_EQ(count, 4);
    EXPECT_EQ(bitmap[0], 0x0f);
    EXPECT_EQ(npp_set_throttling_notifications(p->nd(), true), 0);
    EXPECT_EQ(npp_set_profile(p->nd(), 200), -1) << "not on offer";
    EXPECT_EQ(fw_io_get_err_count(p->mailbox()), 3u);
    DriverPlatform::set_fidelity("response_crc", "checked");
    EXPECT_EQ(npp_get_profile(p->nd(), &profile), 0) << "the firmware's CRC is right";
  });
}

DRIVER_TEST(DriverDevice, Hbm7200IsAsked) {
  auto* p = new DriverPlatform(DriverPlatform::with_product(kV3.product));
  DeviceConfig config = config_of(kV3);
  config.firmware.profiles_hbm_7200 = {0x10};
  p->add_device(config);
  p->run([p] {
    ASSERT_TRUE(p->wait_ready());
    EXPECT_EQ(probe_supports_hbm_7200(p->nd()), 1);
  });
}

// 13 section 1.5 through to the driver's count
DRIVER_TEST(DriverDevice, EccErrorsAreSeen) {
  auto* p = new DriverPlatform(DriverPlatform::with_product(kV3.product));
  Device& device = p->add_device(config_of(kV3));
  p->run([p, &device] {
    ASSERT_TRUE(p->wait_ready());
    device.inject_ecc(1, EccKind::uncorrectable, 3);
    device.inject_ecc(2, EccKind::repairable, 2);
    device.inject_ecc(0, EccKind::uncorrectable, 7);
    p->sleep(kPsPerMs);
    EXPECT_EQ(necc_get_hbm_error_count(p->nd(), false), 3u);
    EXPECT_EQ(necc_get_hbm_error_count(p->nd(), true), 2u);
    EXPECT_EQ(necc_sram_uncorrected(p->nd()), 7u);
    device.set_repair_state(2);
    EXPECT_EQ(necc_get_hbm_error_count(p->nd(), false), 4u);
  });
}

// 12 check 21
DRIVER_TEST(DriverDevice, SecondIssueLeavesTheRunningResetAlone) {
  auto* p = new DriverPlatform(DriverPlatform::with_product(kV3.product, 1000));
  DeviceConfig config = config_of(kV3);
  config.firmware.tpb_reset_ps = 14'950 * kPsPerMs;
  p->add_device(config);
  p->set_param("nmetric_log_posts", 0);
  p->run([p] {
    ASSERT_TRUE(p->wait_ready());
    p->clear_mmio();
    auto* resets = new int(0);
    p->stream().subscribe({trace::Kind::block_reset}, [resets](const trace::Event&) { ++*resets; });
    ASSERT_EQ(nr_start_ncs(p->nd(), 0x1, 10), 0);
    EXPECT_EQ(nr_wait(p->nd(), 10, false), 0);
    // Each poll begins with the register read of the one before, which takes some of a jiffy: 101
    // ms apart.
    const std::uint64_t ms = probe_reset_metrics(p->nd(), false).max_ms;
    EXPECT_GE(ms, 14'950u);
    EXPECT_LE(ms, 15'060u);
    std::size_t issues = 0;
    for (const MmioAccess& access : p->misc_writes()) issues += access.offset == MISCRAM_TRIGGER;
    EXPECT_EQ(issues, 2u);
    EXPECT_EQ(*resets, 1);
  });
}

// 12 check 22
DRIVER_TEST(DriverDevice, EmptyMapStartsNothing) {
  DriverPlatform* p = platform_of(kV3);
  p->run([p] {
    ASSERT_TRUE(p->wait_ready());
    auto* resets = new int(0);
    p->stream().subscribe({trace::Kind::block_reset}, [resets](const trace::Event&) { ++*resets; });
    ASSERT_EQ(nr_start_ncs(p->nd(), 0, 10), 0);
    EXPECT_EQ(nr_wait(p->nd(), 10, false), 0);
    EXPECT_EQ(*resets, 0);
    EXPECT_GE(probe_reset_metrics(p->nd(), false).max_ms, 50u);
  });
}

// 12 check 23
DRIVER_TEST(DriverDevice, PostThatMeetsADeviceReset) {
  auto* p = new DriverPlatform(DriverPlatform::with_product(kV3.product));
  p->add_device(config_of(kV3));
  p->set_param("nmetric_log_posts", 0);
  fault::Spec slow;
  slow.point = fault::Point::fw_delay;
  slow.command = 2;
  slow.time = 20 * kPsPerMs;
  slow.count = 1;
  p->faults().arm(slow);
  p->run([p] {
    ASSERT_TRUE(p->wait_ready());
    ASSERT_EQ(nr_start_ncs(p->nd(), kDevice, 10), 0);
    // The queue teardown of eight cores is over: the reset is accepted while the post waits.
    std::uint8_t blob[] = {1};
    const ps_t start = sim::now();
    EXPECT_EQ(fw_io_post_metric(p->mailbox(), blob, 1), 0);
    EXPECT_GE(sim::now() - start, kPsPerSecond);
    EXPECT_LT(sim::now() - start, 1100 * kPsPerMs);
    EXPECT_EQ(fw_io_get_err_count(p->mailbox()), 0u);
    EXPECT_EQ(nr_wait(p->nd(), 10, false), 0);
  });
}

// 11 check 21
DRIVER_TEST(DriverDevice, GetDataThatMeetsADeviceReset) {
  DriverPlatform* p = platform_of(kV3);
  p->run([p] {
    ASSERT_TRUE(p->wait_ready());
    ASSERT_EQ(nr_start_ncs(p->nd(), kDevice, 10), 0);
    p->sleep(kPsPerMs);  // the reset has been accepted
    probe_set_sequence(p->mailbox(), 2);
    std::uint8_t profile = 9;
    EXPECT_EQ(fw_io_get_performance_profile(p->mailbox(), &profile), 0);
    EXPECT_EQ(fw_io_get_err_count(p->mailbox()), 1u);
    EXPECT_EQ(probe_sequence(p->mailbox()), 4);
    EXPECT_EQ(nr_wait(p->nd(), 10, false), 0);
  });
}

// 10 section 8.1: sixteen devices of a host, each at its place
DRIVER_TEST(DriverDevice, SixteenDevices) {
  auto* p = new DriverPlatform(DriverPlatform::with_product(kV3.product));
  for (std::uint32_t index = 0; index < 16; ++index) {
    static const std::uint32_t routing[16] = {0, 8, 9, 1, 2, 10, 11, 3, 6, 14, 15, 7, 4, 12, 13, 5};
    DeviceConfig config = config_of(kV3);
    config.routing_id = routing[index];
    p->add_device(config);
  }
  p->set_param("nmetric_log_posts", 0);
  p->run([p] {
    EXPECT_EQ(neuron_pci_device_count(), 16u);
    for (std::uint32_t index = 0; index < 16; ++index) {
      ASSERT_NE(p->nd(index), nullptr) << index;
      EXPECT_EQ(probe_device_index(p->nd(index)), static_cast<int>(index));
      EXPECT_TRUE(p->wait_ready(index));
    }
  });
}

// 10 section 12: a device that is gone, then removed
DRIVER_TEST(DriverDevice, SurpriseRemoval) {
  DriverPlatform* p = platform_of(kV2);
  p->run([p] {
    ASSERT_TRUE(p->wait_ready());
    fault::Spec gone;
    gone.point = fault::Point::link_gone;
    p->faults().arm(gone);
    EXPECT_EQ(necc_sram_uncorrected(p->nd()), 65535u);
    std::uint8_t blob[] = {1};
    EXPECT_EQ(fw_io_post_metric(p->mailbox(), blob, 1), -1);
  });
}

}  // namespace
}  // namespace nvp::test
