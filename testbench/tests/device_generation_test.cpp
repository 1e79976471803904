// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "gen/model/regs/neuron_regs.h"
#include "model/generation/address_map.h"
#include "model/generation/generation.h"
#include "model/generation/routing.h"
#include "model/regs/table.h"
#include "model/sim/error.h"

namespace nvp::generation {
namespace {

using ::testing::HasSubstr;

const Generation& v2 = get(Id::v2);
const Generation& v3 = get(Id::v3);
const Generation& v4 = get(Id::v4);

const Product& trn1 = product(0x7164);
const Product& inf2 = product(0x7264);
const Product& trn2 = product(0x7364);

template <typename Call>
std::string message_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

// 10, section 3
TEST(Generation, Counts) {
  EXPECT_EQ(v2.neuroncores, 2u);
  EXPECT_EQ(v3.neuroncores, 8u);
  EXPECT_EQ(v2.top_sps, 6u);
  EXPECT_EQ(v3.top_sps, 16u);
  EXPECT_EQ(v2.dma_engines, 34u);
  EXPECT_EQ(v4.dma_engines, 132u);
  EXPECT_EQ(v2.hbm_stacks, 2u);
  EXPECT_EQ(v3.hbm_stacks, 4u);
  EXPECT_EQ(v2.hbm_bytes, 0x4'0000'0000u);
  EXPECT_EQ(v3.hbm_bytes, 0x6'0000'0000u);
  EXPECT_EQ(v4.hbm_bytes, 0x9'0000'0000u);
  EXPECT_EQ(v2.engine_hz[0], 2'800'000'000u);
  EXPECT_EQ(v3.engine_hz[3], 960'000'000u);
  EXPECT_EQ(v4.engine_hz[3], 1'200'000'000u);
  EXPECT_EQ(v3.miscram_device_base, 0x80'06C8'4000u);
  EXPECT_EQ(v2.miscram_device_base, 0xFFF'F0FA'0000u);
}

TEST(Generation, WindowsLieInsideTheirBars) {
  for (const Generation* g : {&v2, &v3, &v4}) {
    EXPECT_EQ(g->bar0_bytes & (g->bar0_bytes - 1), 0u);
    EXPECT_EQ(g->bar4_bytes & (g->bar4_bytes - 1), 0u);
    for (const regs::Window& window : regs::windows(static_cast<unsigned>(g->id)))
      for (std::uint32_t n = 0; n < window.count(); ++n)
        EXPECT_LE(window.offset(n) + window.bytes, g->bar0_bytes) << window.name << " " << n;
    EXPECT_LE((g->hbm_stacks - 1) * g->bar4_stack_stride + g->hbm_bytes, g->bar4_bytes);
    EXPECT_LE(g->hbm_bytes, g->bar4_stack_stride);
  }
}

TEST(Generation, NamesAndProducts) {
  EXPECT_EQ(&get("v3"), &v3);
  EXPECT_THAT(message_of([] { get("v5"); }), HasSubstr("v2, v3, v4"));
  EXPECT_THAT(message_of([] { get(static_cast<Id>(1)); }), HasSubstr("2, 3, 4"));
  EXPECT_EQ(product(0x7565).generation, Id::v4);
  EXPECT_EQ(inf2.name, "Inferentia2");
  EXPECT_THAT(message_of([] { product(0x7064); }), HasSubstr("0x7164"));
}

// 10 check 1
TEST(AddressMap, Check1Miscram) {
  EXPECT_EQ(v2.miscram_offset, 0x30FA0000u);
  EXPECT_EQ(v2.miscram_offset + MISCRAM_TRIGGER, 0x30FA0800u);
  EXPECT_EQ(v2.miscram_offset + MISCRAM_FW_STATUS, 0x30FA0808u);
  EXPECT_EQ(v3.miscram_offset, 0x06C84000u);
  EXPECT_EQ(v3.miscram_offset + MISCRAM_TRIGGER, 0x06C84800u);
  EXPECT_EQ(v3.miscram_offset + MISCRAM_FW_STATUS, 0x06C84808u);
}

// 10 check 2
TEST(AddressMap, Check2SemaphoresAndEvents) {
  EXPECT_EQ(tpb_window(v2, 1) + TPB_SEMAPHORE_INC(5), 0x06701814u);
  EXPECT_EQ(tpb_window(v3, 3) + TPB_EVENT(255), 0xDE7003FCu);
  EXPECT_EQ(tpb_window(v3, 7) + TPB_SEMAPHORE_READ(0), 0xEE701000u);
}

// 10 check 3
TEST(AddressMap, Check3EnginesOfV3) {
  EXPECT_EQ(udma_window(v3, 70), 0xA2600000u);
  EXPECT_EQ(sdma_window(v3, 70), 0xA2640000u);
  EXPECT_EQ(engine_notification(v3, 70), 0xA2641000u);
  EXPECT_EQ(error_trigger(v3, 70), 0xAC0C0000u);
  EXPECT_EQ(udma_window(v3, 70) + UDMA_M2S_Q_TAIL_INCREMENT(3), 0xA2604038u);
  EXPECT_EQ(udma_window(v3, 70) + UDMA_S2M_Q_TAIL_INCREMENT(3), 0xA2624038u);
  EXPECT_EQ(udma_window(v3, 33), 0x94100000u);
  EXPECT_EQ(udma_window(v3, 131), 0x46900000u);
}

// 10 check 4
TEST(AddressMap, Check4EnginesOfV2) {
  EXPECT_EQ(udma_window(v2, 17), 0x30740000u);
  EXPECT_EQ(sdma_window(v2, 17), 0x30B07000u);
  EXPECT_EQ(engine_notification(v2, 17), 0x30B08000u);
  EXPECT_EQ(udma_window(v2, 33), 0x30D00000u);
  EXPECT_EQ(sdma_window(v2, 33), 0x30D40000u);
  EXPECT_EQ(udma_window(v2, 32), 0x30600000u);
}

// 10 check 5; the mmap cookie of TOP_SP 9 is its device address.
TEST(AddressMap, Check5TopSp) {
  EXPECT_EQ(top_sp_window(v3, 9), 0xF2C00000u);
  EXPECT_EQ(device_address(v3, 0, top_sp_window(v3, 9)), 0x8082C0000000u);
  EXPECT_EQ(top_sp_notification(v3, 9), 0x46A40000u);
}

// 10 check 6
TEST(AddressMap, Check6HostAddresses) {
  EXPECT_EQ(to_device(v2, 0x12345000), 0x100012345000u);
  EXPECT_EQ(to_device(v3, 0x12345000), 0x400012345000u);
  EXPECT_EQ(to_device(v4, 0x12345000), 0x400012345000u);
  EXPECT_EQ(to_host(v2, 0x100012345000), 0x12345000u);
  EXPECT_EQ(to_host(v3, 0x400012345000), 0x12345000u);
  EXPECT_EQ(to_host(v2, 0x12345000), std::nullopt);
  EXPECT_EQ(to_host(v2, v2.miscram_device_base), std::nullopt);
  EXPECT_EQ(to_host(v3, 0x8052'0000'0000), std::nullopt);
}

// 10 check 7
TEST(AddressMap, Check7Bar4) {
  EXPECT_EQ(hbm_offset(v2, 0x1000001000, 4), 0x400001000u);
  EXPECT_EQ(hbm_offset(v3, 0x804000000000, 0x1000), 0x3000000000u);
  EXPECT_EQ(hbm_offset(v3, 0x600000000, 1), std::nullopt);
  EXPECT_EQ(hbm_offset(v4, 0x600000000, 1), 0x600000000u);
  EXPECT_EQ(hbm_offset(v3, 0x5FFFFF000, 0x1000), 0x5FFFFF000u) << "may end with the stack";
  EXPECT_EQ(hbm_offset(v3, 0x5FFFFF000, 0x1001), std::nullopt);
  EXPECT_EQ(hbm_offset(v3, 0, ~std::uint64_t{0}), std::nullopt);
  EXPECT_EQ(hbm_offset(v3, ~std::uint64_t{0}, 2), std::nullopt);
  EXPECT_EQ(hbm_offset(v3, v3.miscram_device_base, 4), std::nullopt) << "not HBM";
}

// 10 check 14
TEST(AddressMap, Check14NotificationQueue) {
  EXPECT_EQ(core_notification(v3, 5), 0x46181000u);
  EXPECT_EQ(core_notification(v3, 5) + NOTIFICATION_BASE_HIGH(2), 0x46181154u);
  EXPECT_EQ(core_notification(v3, 5) + NOTIFICATION_BASE_LOW(2), 0x46181150u);
  EXPECT_EQ(core_notification(v3, 5) + NOTIFICATION_SIZE(2), 0x46181158u);
  EXPECT_EQ(NOTIFICATION_BASE_LOW(95) + 0x28, 0x1000u) << "96 slots fill the block";
}

// 10 check 17, and the NC bases of 10, section 5.7
TEST(AddressMap, Check17PeCounters) {
  EXPECT_EQ(pe_counters(v3, 0) + V3_PE_MATMUL_ACTIVE_LO(2), 0x06141520u);
  EXPECT_EQ(pe_counters(v3, 0) + V3_PE_MATMUL_ACTIVE_HI(2), 0x06141524u);
  const std::uint64_t v3_bases[] = {0x06141100, 0x062C1100, 0x06541100, 0x066C1100,
                                    0x46141100, 0x462C1100, 0x46541100, 0x466C1100};
  for (std::uint32_t core = 0; core < 8; ++core) {
    EXPECT_EQ(pe_counters(v3, core) + V3_PE_FAST_WEIGHT_LOAD_LO(0, 0), v3_bases[core] + 8);
    EXPECT_EQ(pe_counters(v3, core) + V3_PE_WEIGHT_LOAD_LO(1),
              v3_bases[core] + 0x1b0 + 8 * 0x30 + 8);
  }
  EXPECT_EQ(pe_counters(v2, 1) + V2_PE_MATMUL_ACTIVE_LO(0), 0x30CB1100u + 4 * 0x40);
  EXPECT_EQ(pe_counters(v2, 0) + V2_PE_IDLE_LO(3), 0x305B1100u + 3 * 0x140 + 4 * 0x40 + 0x10);
}

// 10, sections 4 and 5: device address and BAR offset are each other's inverse.
TEST(AddressMap, DeviceAddressesRoundTrip) {
  for (const Generation* g : {&v2, &v3, &v4})
    for (const regs::DeviceRange& range : regs::device_ranges(static_cast<unsigned>(g->id)))
      for (const regs::DeviceRun& run : range.runs)
        for (std::uint32_t k = 0; k < run.count; ++k)
          for (std::uint64_t at : {std::uint64_t{0}, range.bytes / 2, range.bytes - 4}) {
            const std::uint64_t address = run.address + k * run.stride + at;
            const auto place = bar_address(*g, address, 4);
            ASSERT_TRUE(place) << range.name << " " << k;
            EXPECT_EQ(device_address(*g, place->bar, place->offset), address) << range.name;
          }
  EXPECT_EQ(device_address(v3, 0, 0x2000'0000), std::nullopt);
  EXPECT_EQ(device_address(v3, 2, 0), std::nullopt);
}

// 11, section 12.4
TEST(AddressMap, ReadableRegisters) {
  EXPECT_EQ(readable_register(v3, 0x8006C84024), 0x06C84024u);
  EXPECT_EQ(readable_register(v2, 0xFFFF0FA0024), 0x30FA0024u);
  EXPECT_EQ(readable_register(v3, 0x8006C84022), std::nullopt) << "misaligned";
  EXPECT_EQ(readable_register(v3, 0x20'0270'1000), 0xD2701000u);
  EXPECT_EQ(readable_register(v3, 0x8070'0270'1000), 0xEE701000u);
  EXPECT_EQ(readable_register(v3, 0x8050'0000'0000), 0xB0000000u);
  EXPECT_EQ(readable_register(v3, 0x80'8000'0000), std::nullopt);
  EXPECT_EQ(readable_register(v3, 0x1000), std::nullopt) << "HBM is not a register";
  EXPECT_EQ(readable_register(v2, 0x1000'0000'0000), std::nullopt) << "just behind BAR0";
}

TEST(AddressMap, InstancesThatDoNotExistAreErrors) {
  EXPECT_THAT(message_of([] { tpb_window(v2, 2); }), HasSubstr("has no TPB window 2; it has 2"));
  EXPECT_THROW(top_sp_window(v3, 16), Error);
  EXPECT_THROW(engine_notification(v2, 32), Error);
  EXPECT_THROW(error_trigger(v2, 0), Error);
  EXPECT_THROW(error_trigger(v3, 128), Error);
}

TEST(AddressMap, StacksAndDiceOfCores) {
  EXPECT_EQ(stack_of_core(v2, 1), 1u);
  EXPECT_EQ(stack_of_core(v3, 5), 2u);
  EXPECT_EQ(die_of_core(v2, 1), 0u);
  EXPECT_EQ(die_of_core(v3, 3), 0u);
  EXPECT_EQ(die_of_core(v3, 4), 1u);
}

// 10 check 8
TEST(Routing, Check8RoutingIds) {
  EXPECT_EQ(device_index(trn1, false, 1), 4u);
  EXPECT_EQ(device_index(trn1, false, 17), 20u);
  EXPECT_EQ(device_index(trn1, false, 8), 12u);
  EXPECT_EQ(device_index(inf2, false, 1), 1u);
  EXPECT_EQ(device_index(trn2, false, 1), 3u);
  EXPECT_EQ(device_index(trn2, false, 17), 3u);
  EXPECT_EQ(device_index(trn2, false, 4), 12u);
  EXPECT_EQ(device_index(trn2, true, 17), 1u);
  EXPECT_EQ(device_index(trn2, true, 100), 4u);
  EXPECT_EQ(device_index(trn2, false, 100), std::nullopt);
  EXPECT_EQ(device_index(trn2, true, 128), std::nullopt);
}

// 10, section 8.1: device k gets the routing id that maps to index k.
TEST(Routing, DefaultIdsMapBack) {
  for (const Product& p : products()) {
    for (std::uint32_t k = 0; k < 16; ++k)
      EXPECT_EQ(device_index(p, false, default_routing_id(p, false, k)), k) << p.name;
  }
  EXPECT_EQ(device_index(trn1, false, default_routing_id(trn1, false, 63)), 63u);
  EXPECT_EQ(default_routing_id(trn2, true, 3, 1, 16), 19u);
  EXPECT_THAT(message_of([] { default_routing_id(trn2, false, 16); }), HasSubstr("at most 16"));
  EXPECT_THROW(default_routing_id(trn1, false, 64), Error);
  EXPECT_THROW(default_routing_id(trn2, true, 3, 9, 16), Error);
}

}  // namespace
}  // namespace nvp::generation
