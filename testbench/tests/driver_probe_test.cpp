// SPDX-License-Identifier: Apache-2.0
// Probe, remove, address maps and topology (docs/reference/10-bus-and-address-map.md).
#include <gmock/gmock.h>

#include "gen/model/regs/neuron_regs.h"
#include "model/sim/thread.h"
#include "testbench/tests/support/scripted_bench.h"

namespace nvp::test {
namespace {

using testing::ElementsAre;

constexpr int kEINVAL = -22, kENODEV = -19;
constexpr std::uint16_t kTrn1 = 0x7164, kInf2 = 0x7264, kTrn2 = 0x7364, kTrn3b = 0x7565;

// 10 checks 1, 4 and 6
DRIVER_TEST(DriverProbe, AddressesOfV2) {
  (new ScriptedBench(generation::Id::v2, "trn1.32xlarge"))->run_ready([] {
    EXPECT_EQ(probe_arch(), 2);
    EXPECT_STREQ(probe_device_name(), "Trainium1");
    EXPECT_EQ(probe_misc_ram(), 0x30FA0000u);
    EXPECT_EQ(probe_udma_base(17), 0x30740000u);
    EXPECT_EQ(probe_sdma_base(17), 0x30B07000u);
    EXPECT_EQ(probe_dma_nq_block(17), 0x30B08000u);
    EXPECT_EQ(probe_udma_base(33), 0x30D00000u);
    EXPECT_EQ(probe_sdma_base(33), 0x30D40000u);
    EXPECT_EQ(probe_nc_window(1) + TPB_SEMAPHORE_INC(5), 0x06701814u);  // 10 check 2
    EXPECT_EQ(0x12345000u | probe_host_base(), 0x100012345000u);
    EXPECT_EQ(probe_nc_nq_block(1), 0x30C35000u);
    EXPECT_EQ(probe_ts_nq_block(5), 0x30F44000u);
  });
}

// 10 checks 1, 2, 3, 5, 6, 14 and 17
DRIVER_TEST(DriverProbe, AddressesOfV3) {
  (new ScriptedBench)->run_ready([] {
    EXPECT_EQ(probe_arch(), 3);
    EXPECT_EQ(probe_platform_type(), 0);
    EXPECT_EQ(probe_misc_ram(), 0x06C84000u);
    EXPECT_EQ(probe_nc_window(3) + TPB_EVENT(255), 0xDE7003FCu);
    EXPECT_EQ(probe_nc_window(7) + TPB_SEMAPHORE_READ(0), 0xEE701000u);
    EXPECT_EQ(probe_udma_base(70), 0xA2600000u);
    EXPECT_EQ(probe_sdma_base(70), 0xA2640000u);
    EXPECT_EQ(probe_dma_nq_block(70), 0xA2641000u);
    EXPECT_EQ(probe_udma_base(70) + UDMA_M2S_Q_TAIL_INCREMENT(3), 0xA2604038u);
    EXPECT_EQ(probe_udma_base(70) + UDMA_S2M_Q_TAIL_INCREMENT(3), 0xA2624038u);
    EXPECT_EQ(probe_udma_base(33), 0x94100000u);
    EXPECT_EQ(probe_udma_base(131), 0x46900000u);
    EXPECT_EQ(probe_ts_window(9), 0xF2C00000u);
    EXPECT_EQ(probe_ts_nq_block(9), 0x46A40000u);
    EXPECT_EQ(0x12345000u | probe_host_base(), 0x400012345000u);
    EXPECT_EQ(probe_nc_nq_block(5) + NOTIFICATION_BASE_HIGH(2), 0x46181154u);
    EXPECT_EQ(probe_nc_nq_block(5) + NOTIFICATION_BASE_LOW(2), 0x46181150u);
    EXPECT_EQ(probe_nc_nq_block(5) + NOTIFICATION_SIZE(2), 0x46181158u);
    EXPECT_EQ(probe_pe_matmul(0, 2), 0x06141520u);
  });
}

// 10 check 7
void bar4(generation::Id generation, std::uint64_t start, std::uint64_t size,
          std::int64_t expected) {
  (new ScriptedBench(generation))->run_ready([=] {
    std::uint64_t offset = 0;
    const int ret = ndhal_bar4_offset(start, size, &offset);
    EXPECT_EQ(ret, expected < 0 ? expected : 0);
    if (expected >= 0) {
      EXPECT_EQ(offset, static_cast<std::uint64_t>(expected));
    }
  });
}

DRIVER_TEST(DriverProbe, Bar4OfV2) {
  bar4(generation::Id::v2, 0x1000001000, 4, 0x400001000);
}
DRIVER_TEST(DriverProbe, Bar4OfV3) {
  bar4(generation::Id::v3, 0x804000000000, 0x1000, 0x3000000000);
}
DRIVER_TEST(DriverProbe, Bar4PastTheStackOfV3) {
  bar4(generation::Id::v3, 0x600000000, 4, kEINVAL);
}
DRIVER_TEST(DriverProbe, Bar4OfV4) {
  bar4(generation::Id::v4, 0x600000000, 4, 0x600000000);
}
DRIVER_TEST(DriverProbe, Bar4RangeToTheEnd) {
  bar4(generation::Id::v3, 0x5fffff000, 0x1000, 0x5fffff000);
}
DRIVER_TEST(DriverProbe, Bar4RangeOverTheEnd) {
  bar4(generation::Id::v3, 0x5fffff000, 0x1001, kEINVAL);
}

// 10 check 8
void indexes(generation::Id generation, const std::string& product, std::uint16_t device,
             std::vector<std::pair<std::uint32_t, int>> expected) {
  auto* b = new ScriptedBench(generation, product);
  b->port.pci().device = device;
  b->firmware.set_word(MISCRAM_SERVER_RACK_ID, 0x8000);
  b->run_ready([expected] {
    for (const auto& [routing_id, index] : expected) {
      EXPECT_EQ(ntopo_device_index(routing_id), index) << routing_id;
    }
  });
}

DRIVER_TEST(DriverProbe, IndexesOfTrn1) {
  indexes(generation::Id::v2, "trn1.32xlarge", kTrn1,
          {{1, 4}, {17, 20}, {8, 12}, {63, 58}, {64, kENODEV}});
}
DRIVER_TEST(DriverProbe, IndexesOfInf2) {
  indexes(generation::Id::v2, "inf2.48xlarge", kInf2, {{1, 1}, {11, 11}, {63, 63}});
}
DRIVER_TEST(DriverProbe, IndexesOfTrn2) {
  indexes(generation::Id::v3, "trn2.48xlarge", kTrn2, {{1, 3}, {17, 3}, {4, 12}, {100, kENODEV}});
}
DRIVER_TEST(DriverProbe, IndexesOfTrn2Pds) {
  indexes(generation::Id::v3, "trn2es.48xlarge", kTrn2, {{17, 1}, {100, 4}, {128, kENODEV}});
}

DRIVER_TEST(DriverProbe, RoutingIdsByIndex) {
  (new ScriptedBench)->run_ready([] {
    std::int32_t map[64];
    ntopo_routing_id_map(map, 16, -1);
    EXPECT_EQ(map[0], 0);
    EXPECT_EQ(map[3], 1);
    EXPECT_EQ(map[12], 4);
    EXPECT_EQ(map[16], -1);
  });
}

// 10 check 9, first and third part
DRIVER_TEST(DriverProbe, DeviceThatIsGone) {
  auto* b = new ScriptedBench(generation::Id::v2, "trn1.32xlarge");
  b->port.on_read([](std::uint64_t, std::uint32_t) { return 0xffffffffu; });
  b->platform.run([b] {  // 12 check 20
    EXPECT_EQ(b->nd(), nullptr);
    EXPECT_TRUE(b->platform.writes().empty()) << "no reset";
    EXPECT_EQ(neuron_pci_device_count(), 1u) << "a probe that fails late is counted";
  });
}

// 10 check 9, second part
DRIVER_TEST(DriverProbe, RoutingIdThatNeverComes) {
  auto* b = new ScriptedBench(generation::Id::v2, "trn1.32xlarge");
  b->firmware.set_word(MISCRAM_DEVICE_ID, 0xdeadbeef);
  b->platform.run([b] {
    EXPECT_EQ(b->nd(), nullptr);
    // 20 x (30 rounds of 1 s, then msleep(1000): 1001 jiffies at HZ 1000)
    EXPECT_NEAR(static_cast<double>(sim::now() / kPsPerMs), 620'020, 10);
  });
}

DRIVER_TEST(DriverProbe, RoutingIdThatComesLate) {
  auto* b = new ScriptedBench(generation::Id::v2, "trn1.32xlarge");
  b->firmware.set_word(MISCRAM_DEVICE_ID, 2);
  b->port.on_read([b](std::uint64_t offset, std::uint32_t stored) {
    const bool booting = sim::now() < 5 * kPsPerSecond;
    return booting && offset == b->port.misc(MISCRAM_DEVICE_ID) ? 0xdeadbeef : stored;
  });
  b->platform.run([b] {
    ASSERT_NE(b->platform.nd(1), nullptr);
    EXPECT_EQ(probe_device_index(b->platform.nd(1)), 1);
    EXPECT_TRUE(b->platform.wait_ready(1));
  });
}

// 10 check 11, the filter
DRIVER_TEST(DriverProbe, BlockedWrites) {
  (new ScriptedBench)->run_ready([] {
    for (const std::uint64_t offset :
         {0x06C84800ul, 0x06C841F0ul, 0x06C841F4ul, 0x06C841F8ul, 0x06C841FCul, 0x82001028ul,
          0x8200102Cul, 0x82001038ul, 0x82021044ul, 0x8202F048ul, 0x46910048ul}) {
      EXPECT_TRUE(ndhal_bar0_write_blocked(offset)) << std::hex << offset;
    }
    for (const std::uint64_t offset : {0x06C84100ul, 0x06C841ECul, 0x82001030ul, 0x8200002Cul,
                                       0x82031028ul, 0x82011028ul, 0x82040028ul, 0xD2700000ul}) {
      EXPECT_FALSE(ndhal_bar0_write_blocked(offset)) << std::hex << offset;
    }
  });
}

// 10 check 12
DRIVER_TEST(DriverProbe, SiliconAndEmulators) {
  auto* b = new ScriptedBench;
  b->platform.set_param("nmetric_log_posts", 1);
  b->port.pci().revision = 255;
  b->platform.run([b] {
    ASSERT_NE(b->nd(), nullptr);
    std::int64_t value = -1;
    EXPECT_EQ(b->platform.kernel().get_param("nmetric_log_posts", &value), 0);
    EXPECT_EQ(value, 0);
    EXPECT_FALSE(probe_metrics_thread(b->nd()));
    EXPECT_TRUE(b->platform.wait_ready());
    EXPECT_TRUE(b->firmware.issues().empty()) << "QEMU's doorbell in place of firmware";
    EXPECT_EQ(b->platform.writes()[0], wrote(0x06300010, 0));
  });
}

DRIVER_TEST(DriverProbe, EmulatorHasTheCoresItIsToldOf) {
  auto* b = new ScriptedBench;
  b->platform.set_param("nc_per_dev_param", 1);
  b->platform.set_param("dev_nc_map", 2);
  b->port.pci().revision = 240;
  b->platform.run([b] { EXPECT_EQ(b->nd(), nullptr) << "core 1 of one core"; });
}

// 10 section 1.2
void platform_type(generation::Id generation, const std::string& product, int expected) {
  auto* b = new ScriptedBench(generation, product);
  b->firmware.set_word(MISCRAM_SERVER_RACK_ID, 0x8000);
  b->run_ready([expected] { EXPECT_EQ(probe_platform_type(), expected); });
}

DRIVER_TEST(DriverProbe, PlatformTrn2u) {
  platform_type(generation::Id::v3, "trn2u.48xlarge", 1);
}
DRIVER_TEST(DriverProbe, PlatformTrn2Pds) {
  platform_type(generation::Id::v3, "trn2es.48xlarge", 2);
}
DRIVER_TEST(DriverProbe, PlatformTrn3) {
  platform_type(generation::Id::v4, "trn3.48xlarge", 0);
}
DRIVER_TEST(DriverProbe, PlatformTrn3Pds) {
  platform_type(generation::Id::v4, "trn3s.48xlarge", 2);
}
DRIVER_TEST(DriverProbe, PlatformTrn3u) {
  platform_type(generation::Id::v4, "trn3p.48xlarge", 1);
}

DRIVER_TEST(DriverProbe, PlatformUnknown) {
  vk::KernelConfig config;
  config.files.clear();
  auto* p = new DriverPlatform(config);
  ScriptedPort& port = p->add_scripted(generation::Id::v3);
  new ScriptedFirmware(port, p->memory(), generation::Id::v3);
  p->run([p] {
    ASSERT_NE(p->nd(), nullptr);
    EXPECT_EQ(probe_platform_type(), 3);
    EXPECT_TRUE(p->wait_ready());
  });
}

// 10 section 8.2: PDS needs a server id, the single-device type of V4 no routing id
DRIVER_TEST(DriverProbe, PdsWithoutServerId) {
  auto* b = new ScriptedBench(generation::Id::v3, "trn2es.48xlarge");
  b->platform.run([b] { EXPECT_EQ(b->nd(), nullptr); });
}

DRIVER_TEST(DriverProbe, SingleDeviceTypeHasRoutingIdZero) {
  auto* b = new ScriptedBench(generation::Id::v4, "trn3pd98.3xlarge");
  b->firmware.set_word(MISCRAM_DEVICE_ID, 0xffffffff);
  b->run_ready([b] {
    EXPECT_EQ(probe_device_index(b->nd()), 0);
    for (const MmioAccess& access : b->platform.misc_reads()) EXPECT_NE(access.offset, 0x24u);
  });
}

// 10 section 8.1
DRIVER_TEST(DriverProbe, IndexThatIsTaken) {
  auto* b = new ScriptedBench;
  ScriptedPort& second = b->platform.add_scripted(generation::Id::v3);
  new ScriptedFirmware(second, b->platform.memory(), generation::Id::v3);
  b->run_ready([b] {
    EXPECT_EQ(neuron_pci_device_count(), 2u);
    EXPECT_NE(b->nd(), nullptr);
    EXPECT_EQ(b->platform.log_count("is that of another device"), 1u);
  });
}

// 10 check 16
DRIVER_TEST(DriverProbe, Neighbours) {
  (new ScriptedBench)->run_ready([] {
    std::uint32_t devices[4];
    ASSERT_EQ(ntopo_connected_devices(0, kTrn2, 16, devices), 4);
    EXPECT_THAT(devices, ElementsAre(12, 1, 3, 4));
    EXPECT_EQ(ntopo_connected_devices(0, kTrn2, 8, devices), 0);
    EXPECT_EQ(ntopo_connected_devices(0, kTrn2, 0, devices), 0);
    ASSERT_EQ(ntopo_connected_devices(17, kTrn3b, 32, devices), 4);
    EXPECT_THAT(devices, ElementsAre(16, 29, 21, 18));
    ASSERT_EQ(ntopo_connected_devices(3, kTrn1, 16, devices), 4);
    EXPECT_THAT(devices, ElementsAre(15, 2, 7, 0));
    ASSERT_EQ(ntopo_connected_devices(0, kInf2, 12, devices), 2);
    EXPECT_EQ(devices[0], 11u);
    EXPECT_EQ(devices[1], 1u);
    ASSERT_EQ(ntopo_connected_devices(11, kInf2, 12, devices), 2);
    EXPECT_EQ(devices[0], 10u);
    EXPECT_EQ(devices[1], 0u);
    ASSERT_EQ(ntopo_connected_devices(0, kInf2, 6, devices), 1);
    EXPECT_EQ(devices[0], 1u);
    ASSERT_EQ(ntopo_connected_devices(5, kInf2, 6, devices), 1);
    EXPECT_EQ(devices[0], 4u);
  });
}

// 10 check 18
DRIVER_TEST(DriverProbe, WithoutBar4) {
  auto* b = new ScriptedBench;
  b->port.pci().bar[4] = {};
  b->run_ready([b] { EXPECT_FALSE(probe_bar4_mapped(b->nd())); });
}

DRIVER_TEST(DriverProbe, WithoutBar0) {
  auto* b = new ScriptedBench;
  b->port.pci().bar[0] = {};
  b->platform.run([b] { EXPECT_EQ(b->nd(), nullptr); });
}

// 10 section 7.3, 10 check 5
DRIVER_TEST(DriverProbe, SpecialMmapTableOfV3) {
  (new ScriptedBench)->run_ready([] {
    ProbeMmap entry;
    ASSERT_EQ(probe_mmap(1, 9, 0, &entry), 0);
    EXPECT_EQ(entry.cookie, 0x8082C0000000u);
    EXPECT_EQ(entry.offset, 0xF2C00000u);
    EXPECT_EQ(entry.size, 0x2000u);
    EXPECT_FALSE(entry.read_only);
    ASSERT_EQ(probe_mmap(1, 9, 1, &entry), 0);
    EXPECT_EQ(entry.size, 0x400000u);
    EXPECT_TRUE(entry.read_only);
    ASSERT_EQ(probe_mmap(0, 3, 0, &entry), 0);
    EXPECT_EQ(entry.cookie, 0x2000000000u + 3 * 0x4000000u + 0x2700000u);
    EXPECT_EQ(entry.offset, 0xD0000000u + 3 * 0x4000000u + 0x2700000u);
    ASSERT_EQ(probe_mmap(2, 3, 3, &entry), 0);
    EXPECT_EQ(entry.cookie, 0x804000000000u);
    EXPECT_EQ(entry.offset, 0x3000000000u);
    EXPECT_EQ(entry.bar, 4);
    EXPECT_EQ(entry.size, 0x600000000u);
    EXPECT_EQ(probe_mmap(1, 16, 0, &entry), kEINVAL);
    EXPECT_EQ(probe_mmap(0, 0, 1, &entry), kEINVAL);
  });
}

// 10 sections 5.5 and 5.6: what an engine is given
DRIVER_TEST(DriverProbe, EngineInitialisationOfV2) {
  auto* b = new ScriptedBench(generation::Id::v2, "trn1.32xlarge");
  b->platform.run([b] {
    ASSERT_TRUE(b->platform.wait_ready());
    EXPECT_EQ(b->port.stored(probe_sdma_base(0) + 0x100), 0xffffu & ~(1u << 16));
    EXPECT_EQ(b->port.stored(probe_sdma_base(3) + 0x100), 0x1fffu);
    EXPECT_EQ(b->port.stored(probe_sdma_base(3) + 0x104), 0xffffu);
    EXPECT_EQ(b->port.stored(probe_sdma_base(4) + 0x104), 0u);
    EXPECT_EQ(b->port.stored(probe_sdma_base(32) + 0x100), 0u) << "no SENG engine";
    for (const std::uint32_t engine : {0u, 31u, 32u, 33u}) {
      EXPECT_EQ(b->port.stored(probe_sdma_base(engine) + 0x0), 1u);
      EXPECT_EQ(b->port.stored(probe_sdma_base(engine) + 0x1c), 1u);
      EXPECT_EQ(b->port.stored(probe_sdma_base(engine) + 0x20), 1u);
    }
    EXPECT_NE(b->port.stored(probe_udma_base(33) + UDMA_M2S_Q_RING_BASE_LOW(0)), 0u);
  });
}

DRIVER_TEST(DriverProbe, EngineInitialisationOfV4) {
  auto* b = new ScriptedBench(generation::Id::v4, "trn3.48xlarge");
  b->platform.run([b] {
    ASSERT_TRUE(b->platform.wait_ready());
    EXPECT_EQ(b->port.stored(probe_sdma_base(70) + 0x800), 0x26u);
    EXPECT_EQ(b->port.stored(probe_sdma_base(131) + 0x800), 0x26u);
    std::size_t reads = 0;
    for (const MmioAccess& access : b->platform.mmio()) {
      reads += !access.write && access.offset == probe_udma_base(70) + 0x2012c;
    }
    EXPECT_EQ(reads, 1u);
    // Core 5 is the second of its SENG: queue 1 of engine 130.
    EXPECT_NE(b->port.stored(probe_udma_base(130) + UDMA_S2M_Q_RING_BASE_LOW(1)), 0u);
    EXPECT_EQ(b->port.stored(probe_udma_base(130) + UDMA_S2M_Q_RING_BASE_HIGH(1)), 0x4000u);
  });
}

// 10 section 10.1: whatever allocation fails, nothing is left behind
void probe_without_memory(std::uint64_t nth) {
  auto* b = new ScriptedBench;
  b->platform.run_unloaded([b, nth] {
    fault::Spec spec;
    spec.point = fault::Point::fail_alloc;
    spec.value = nth;
    spec.count = 1;
    b->platform.faults().arm(spec);
    b->platform.load();
    b->platform.sleep(kPsPerSecond);
  });
}

}  // namespace

TEST(DriverProbe, AllocationFailures) {
  for (std::uint64_t nth = 1; nth <= 60; ++nth) {
    SCOPED_TRACE(nth);
    run_driver_test([nth] { probe_without_memory(nth); });
  }
}

}  // namespace nvp::test
