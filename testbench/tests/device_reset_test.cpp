// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <set>

#include "testbench/tests/device_bench.h"

namespace nvp {
namespace {

using test::DeviceBench;

/// One register in each block, by what it belongs to.
using Places = std::map<std::string, std::uint64_t>;

std::string named(const char* what, std::uint32_t index) {
  return std::string(what) + std::to_string(index);
}

Places places_of(const generation::Generation& g) {
  Places places;
  for (std::uint32_t core = 0; core < g.neuroncores; ++core) {
    places[named("semaphore of core ", core)] =
        generation::tpb_window(g, core) + TPB_SEMAPHORE_READ(17);
    places[named("event of core ", core)] = generation::tpb_window(g, core) + TPB_EVENT(255);
    places[named("queue of core ", core)] =
        generation::core_notification(g, core) + NOTIFICATION_SIZE(3);
  }
  for (std::uint32_t ts = 0; ts < g.top_sps; ++ts) {
    places[named("semaphore of TOP_SP ", ts)] =
        generation::top_sp_window(g, ts) + TOP_SP_SEMAPHORE_READ(1);
    places[named("queue of TOP_SP ", ts)] =
        generation::top_sp_notification(g, ts) + NOTIFICATION_BASE_LOW(95);
  }
  for (std::uint32_t e = 0; e < g.dma_engines; ++e) {
    places[named("UDMA ", e)] = generation::udma_window(g, e) + UDMA_S2M_Q_RING_LENGTH(15);
    places[named("SDMA ", e)] = generation::sdma_window(g, e) + SDMA_READ_REORDER;
  }
  return places;
}

void set_all(DeviceBench& bench, const Places& places) {
  for (const auto& [what, offset] : places) EXPECT_TRUE(bench.device->poke(offset, 1)) << what;
}

std::set<std::string> cleared(DeviceBench& bench, const Places& places) {
  std::set<std::string> gone;
  for (const auto& [what, offset] : places) {
    std::uint32_t value = 0;
    EXPECT_TRUE(bench.device->peek(offset, &value)) << what;
    if (value == 0) gone.insert(what);
  }
  return gone;
}

void add_core(std::set<std::string>* names, std::uint32_t core) {
  for (const char* what : {"semaphore of core ", "event of core ", "queue of core "})
    names->insert(named(what, core));
}

void add_top_sp(std::set<std::string>* names, std::uint32_t ts) {
  names->insert(named("semaphore of TOP_SP ", ts));
  names->insert(named("queue of TOP_SP ", ts));
}

void add_engines(std::set<std::string>* names, std::uint32_t first, std::uint32_t count) {
  for (std::uint32_t e = first; e < first + count; ++e) {
    names->insert(named("UDMA ", e));
    names->insert(named("SDMA ", e));
  }
}

// The table at the end of 12, section 10, said again.
std::set<std::string> hanging_on(generation::Id id, std::uint32_t bit) {
  std::set<std::string> names;
  if (id == generation::Id::v2) {
    if (bit < 2) {
      add_core(&names, bit);
      add_engines(&names, 16 * bit, 16);
    }
    if (bit >= 8 && bit < 14) add_top_sp(&names, bit - 8);
    if (bit == 32 || bit == 33) add_engines(&names, bit, 1);
    return names;
  }
  if (bit < 8) add_core(&names, bit);
  if (bit >= 8 && bit < 16) add_engines(&names, 16 * (bit - 8), 16);
  if (bit >= 16 && bit < 24) {
    add_top_sp(&names, 2 * (bit - 16));
    add_top_sp(&names, 2 * (bit - 16) + 1);
  }
  if (bit >= 32 && bit < 36) add_engines(&names, 128 + bit - 32, 1);
  return names;
}

// 12, section 10
DEVICE_TEST(BlockReset, EachBitClearsItsBlocksOnly) {
  auto* bench = new DeviceBench(id);
  bench->run([bench, id] {
    DeviceBench::boot();
    const Places places = places_of(bench->generation());
    for (std::uint32_t bit = 0; bit < 64; ++bit) {
      set_all(*bench, places);
      bench->reset_blocks(std::uint64_t{1} << bit);
      EXPECT_EQ(cleared(*bench, places), hanging_on(id, bit)) << "bit " << bit;
    }
    set_all(*bench, places);
    bench->reset_blocks(0);
    EXPECT_TRUE(cleared(*bench, places).empty()) << "12 check 22: an empty map clears nothing";
  });
}

// 12 check 2, first map: core 0 of V3 with its DMA group and TOP_SPs.
SIM_TEST(BlockReset, CoreZeroOfV3) {
  auto* bench = new DeviceBench(generation::Id::v3);
  bench->run([bench] {
    DeviceBench::boot();
    const Places places = places_of(bench->generation());
    set_all(*bench, places);
    bench->reset_blocks(0x00010101);
    std::set<std::string> expected;
    add_core(&expected, 0);
    add_engines(&expected, 0, 16);
    add_top_sp(&expected, 0);
    add_top_sp(&expected, 1);
    EXPECT_EQ(cleared(*bench, places), expected);
  });
}

// 12, section 9: a device reset clears all blocks; HBM, state buffers and MiscRAM's words stay.
DEVICE_TEST(BlockReset, WholeDevice) {
  auto* bench = new DeviceBench(id);
  bench->run([bench] {
    DeviceBench::boot();
    const generation::Generation& g = bench->generation();
    const Places places = places_of(g);
    set_all(*bench, places);
    bench->write(generation::tpb_window(g, 1) + 0x1000, 0xabcd);
    bench->device->host_port().write(bench->bar4() + 64, 0x1234, 8);
    bench->set_misc(MISCRAM_POD_ELECTION_STS, 0x04020303);
    bench->device->inject_ecc(0, EccKind::uncorrectable, 3);
    DeviceBench::after(kPsPerMs);
    const ps_t start = sim::now();
    bench->reset_device();
    EXPECT_GE(sim::now() - start, 200 * kPsPerMs) << "t_reset of 12, section 10";
    EXPECT_LT(sim::now() - start, 203 * kPsPerMs);
    EXPECT_EQ(cleared(*bench, places).size(), places.size());
    EXPECT_EQ(bench->read(generation::tpb_window(g, 1) + 0x1000), 0xabcdu);
    EXPECT_EQ(bench->device->host_port().read(bench->bar4() + 64, 8), 0x1234u);
    EXPECT_EQ(bench->misc(MISCRAM_POD_ELECTION_STS), 0x04020303u);
    EXPECT_EQ(bench->misc(MISCRAM_SRAM_ECC), 3u);
    EXPECT_EQ(bench->misc(MISCRAM_DEVICE_ID), 9u);
    EXPECT_EQ(bench->misc(MISCRAM_TRIGGER), 0u);
    EXPECT_EQ(bench->misc(MISCRAM_FW_STATUS), 0u);
  });
}

// Writes to a block that is held do not survive the hold.
SIM_TEST(BlockReset, WritesDuringTheHoldAreLost) {
  auto* bench = new DeviceBench(generation::Id::v3);
  bool* held = new bool(false);
  bench->stream.subscribe({trace::Kind::block_reset},
                          [held](const trace::Event&) { *held = true; });
  bench->run([bench, held] {
    DeviceBench::boot();
    bench->set_misc(MISCRAM_RESET, 1);
    bench->set_misc(MISCRAM_TRIGGER, 1);
    while (!*held) DeviceBench::after(100 * kPsPerNs);
    EXPECT_TRUE(bench->device->poke(0xd0000000 + TPB_SEMAPHORE_READ(1), 5));
    DeviceBench::after(2 * kPsPerUs);
    EXPECT_EQ(bench->read(0xd0000000 + TPB_SEMAPHORE_READ(1)), 0u);
  });
}

}  // namespace
}  // namespace nvp
