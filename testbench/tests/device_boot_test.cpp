// SPDX-License-Identifier: Apache-2.0
#include "testbench/tests/device_bench.h"

namespace nvp {
namespace {

using test::DeviceBench;

// 05 check 4, with 42 check 1: before READY the device id reads 0xdeadbeef, in exactly this time.
SIM_TEST(Boot, FirstReadOnV2TakesExactly705896Ps) {
  auto* bench = new DeviceBench(generation::Id::v2);
  bench->run([bench] {
    EXPECT_EQ(bench->misc(MISCRAM_DEVICE_ID), 0xdeadbeefu);
    EXPECT_EQ(sim::now(), 705'896u);
  });
}

// 05 check 5
SIM_TEST(Boot, FirstReadOnV3TakesExactly605448Ps) {
  auto* bench = new DeviceBench(generation::Id::v3);
  bench->run([bench] {
    EXPECT_EQ(bench->misc(MISCRAM_DEVICE_ID), 0xdeadbeefu);
    EXPECT_EQ(sim::now(), 605'448u);
  });
}

// The same cost with temporal decoupling.
SIM_TEST(Boot, FirstReadWithAQuantumCostsTheSame) {
  sim::set_quantum(kPsPerMs);
  auto* bench = new DeviceBench(generation::Id::v3);
  bench->run([bench] {
    EXPECT_EQ(bench->misc(MISCRAM_DEVICE_ID), 0xdeadbeefu);
    EXPECT_EQ(sim::now(), 605'448u);
  });
}

// A read of an idle core register costs what a MiscRAM read costs.
SIM_TEST(Boot, RegistersOfOtherBlocksCostTheSame) {
  auto* bench = new DeviceBench(generation::Id::v2);
  bench->run([bench] {
    EXPECT_EQ(bench->read(TPB_SEMAPHORE_READ(3)), 0u);
    EXPECT_EQ(sim::now(), 705'896u);
  });
}

// 42 check 1, 13 section 4
DEVICE_TEST(Boot, IdentityAppearsWithReady) {
  auto* bench = new DeviceBench(id, [](DeviceConfig& config) { config.index = 5; });
  bench->run([bench] {
    DeviceBench::at(kPsPerMs);
    EXPECT_EQ(bench->misc(MISCRAM_DEVICE_ID), 0xdeadbeefu);
    EXPECT_EQ(bench->misc(MISCRAM_API_VERSION), 0xdeadbeefu);
    EXPECT_EQ(bench->misc(MISCRAM_FW_STATUS), MISCRAM_FW_STATUS_BUSY_MASK);
    DeviceBench::boot();
    EXPECT_EQ(bench->misc(MISCRAM_DEVICE_ID), 9u);
    EXPECT_EQ(bench->misc(MISCRAM_API_VERSION), 7u);
    EXPECT_EQ(bench->misc(MISCRAM_SERIAL_NUMBER_LO), 0x10005u);
    EXPECT_EQ(bench->misc(MISCRAM_SERIAL_NUMBER_HI), 0x40u);
    EXPECT_EQ(bench->misc(MISCRAM_FW_STATUS), 0u);
    EXPECT_EQ(bench->misc(MISCRAM_SERVER_RACK_ID), 0u);
    EXPECT_EQ(bench->misc(MISCRAM_RESET), 0u);
  });
}

SIM_TEST(Boot, SerialOfANodeInAPod) {
  auto* bench = new DeviceBench(generation::Id::v3, [](DeviceConfig& config) {
    config.index = 15;
    config.node = 2;
    config.firmware.reservation_id = 0x1122334455667788;
  });
  bench->run([bench] {
    DeviceBench::boot();
    EXPECT_EQ(bench->misc(MISCRAM_SERIAL_NUMBER_LO), 0x3000fu);
    EXPECT_EQ(bench->misc(MISCRAM_RESERVATION_ID_HI), 0x11223344u);
    EXPECT_EQ(bench->misc(MISCRAM_RESERVATION_ID_LO), 0x55667788u);
  });
}

// 10, section 9.4: a device that is gone reads all ones and drops writes; it comes back as it was.
DEVICE_TEST(Boot, GoneDevice) {
  auto* bench = new DeviceBench(id);
  fault::Spec gone;
  gone.point = fault::Point::link_gone;
  gone.from = 10 * kPsPerMs;
  gone.until = 20 * kPsPerMs;
  bench->faults.arm(gone);
  bench->run([bench] {
    DeviceBench::boot();
    const std::uint64_t semaphore = generation::tpb_window(bench->generation(), 1);
    bench->write(semaphore + TPB_SEMAPHORE_SET(4), 4);
    DeviceBench::at(12 * kPsPerMs);
    EXPECT_EQ(bench->misc(MISCRAM_DEVICE_ID), 0xffffffffu);
    EXPECT_EQ(bench->read(semaphore + TPB_SEMAPHORE_READ(4)), 0xffffffffu);
    EXPECT_EQ(bench->device->host_port().read(bench->bar4(), 8), ~std::uint64_t{0});
    bench->write(semaphore + TPB_SEMAPHORE_SET(4), 5);
    bench->set_misc(MISCRAM_ACK, 5);
    DeviceBench::at(25 * kPsPerMs);
    EXPECT_EQ(bench->misc(MISCRAM_DEVICE_ID), 9u);
    EXPECT_EQ(bench->read(semaphore + TPB_SEMAPHORE_READ(4)), 4u);
    EXPECT_EQ(bench->misc(MISCRAM_ACK), 0u);
  });
}

// 10, section 9.4: not ready gates host reads of 0x000-0x7ff only; writes take effect.
SIM_TEST(Boot, NotReadyGatesLowWordsOnly) {
  auto* bench = new DeviceBench(generation::Id::v3);
  bench->run([bench] {
    bench->set_misc(0x600, 0x1234);
    bench->set_misc(0x900, 0x5678);
    EXPECT_EQ(bench->misc(0x600), 0xdeadbeefu);
    EXPECT_EQ(bench->misc(0x900), 0x5678u);
    DeviceBench::boot();
    EXPECT_EQ(bench->misc(0x600), 0x1234u);
    EXPECT_EQ(bench->misc(0x900), 0x5678u);
  });
}

}  // namespace
}  // namespace nvp
