// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "gen/model/regs/neuron_regs.h"
#include "model/regs/layout.h"
#include "model/regs/table.h"

extern "C" {
unsigned regs_v3_udma_base(unsigned engine);
unsigned regs_v2_sdma_base(unsigned engine);
}

namespace nvp::regs {
namespace {

// 10 check 1
TEST(RegisterTable, MiscramOfEachGeneration) {
  EXPECT_EQ(V2_MISCRAM_BASE + MISCRAM_API_VERSION, 0x30FA0000u);
  EXPECT_EQ(V2_MISCRAM_BASE + MISCRAM_TRIGGER, 0x30FA0800u);
  EXPECT_EQ(V2_MISCRAM_BASE + MISCRAM_FW_STATUS, 0x30FA0808u);
  EXPECT_EQ(V3_MISCRAM_BASE + MISCRAM_API_VERSION, 0x06C84000u);
  EXPECT_EQ(V3_MISCRAM_BASE + MISCRAM_TRIGGER, 0x06C84800u);
  EXPECT_EQ(V4_MISCRAM_BASE + MISCRAM_FW_STATUS, 0x06C84808u);
}

// The C header and the C++ tables come from one source: they agree on every instance of a window.
TEST(RegisterTable, HeaderAgreesWithTable) {
  const Window* udma = find_window("UDMA", 3);
  ASSERT_EQ(udma->count(), V3_UDMA_COUNT);
  for (unsigned e = 0; e < udma->count(); ++e)
    EXPECT_EQ(udma->offset(e), regs_v3_udma_base(e)) << e;
  const Window* sdma = find_window("SDMA", 2);
  ASSERT_EQ(sdma->count(), V2_SDMA_COUNT);
  for (unsigned e = 0; e < sdma->count(); ++e)
    EXPECT_EQ(sdma->offset(e), regs_v2_sdma_base(e)) << e;
}

TEST(RegisterTable, RegistersLieInsideAndApart) {
  for (const Block& block : blocks()) {
    std::set<std::uint32_t> seen;
    for (const Register& reg : block.registers) {
      SCOPED_TRACE(std::string(block.name) + "." + std::string(reg.name));
      EXPECT_EQ(reg.reset & ~reg.writable, 0u);
      EXPECT_FALSE(reg.text.empty());
      EXPECT_FALSE(reg.reference.empty());
      for (std::uint32_t n = 0; n < reg.instances(); ++n) {
        EXPECT_EQ(reg.offset_of(n) % 4, 0u);
        EXPECT_LE(reg.offset_of(n) + 4, block.bytes);
        EXPECT_TRUE(seen.insert(reg.offset_of(n)).second);
      }
      std::uint32_t covered = 0;
      for (const Field& field : reg.fields) {
        ASSERT_GE(field.msb, field.lsb);
        for (unsigned bit = field.lsb; bit <= field.msb; ++bit) {
          EXPECT_EQ(covered >> bit & 1, 0u) << field.name << " overlaps at bit " << bit;
          covered |= 1u << bit;
        }
      }
    }
  }
}

TEST(RegisterTable, LayoutFindsEveryRegisterAndNothingElse) {
  for (const Block& block : blocks()) {
    const Layout& layout = Layout::of(block);
    std::size_t instances = 0;
    for (std::uint32_t r = 0; r < block.registers.size(); ++r) {
      const Register& reg = block.registers[r];
      instances += reg.instances();
      for (std::uint32_t n = 0; n < reg.instances(); ++n) {
        const Layout::Place* place = layout.find(reg.offset_of(n));
        ASSERT_NE(place, nullptr) << block.name << "." << reg.name;
        EXPECT_EQ(place->index, r);
        EXPECT_EQ(place->instance, n);
      }
    }
    EXPECT_EQ(layout.places().size(), instances);
    EXPECT_EQ(layout.find(block.bytes), nullptr);
  }
}

// 10, section 3: the windows give the counts of each generation.
TEST(RegisterTable, WindowsPerGeneration) {
  const struct {
    unsigned generation, cores, top_sps, engines, notifying_engines;
  } expected[] = {{2, 2, 6, 34, 32}, {3, 8, 16, 132, 132}, {4, 8, 16, 132, 132}};
  for (const auto& row : expected) {
    EXPECT_EQ(find_window("TPB", row.generation)->count(), row.cores);
    EXPECT_EQ(find_window("TOP_SP_NOTIFICATION", row.generation)->count(), row.top_sps);
    EXPECT_EQ(find_window("UDMA", row.generation)->count(), row.engines);
    EXPECT_EQ(find_window("SDMA", row.generation)->count(), row.engines);
    EXPECT_EQ(find_window("ENGINE_NOTIFICATION", row.generation)->count(), row.notifying_engines);
    EXPECT_EQ(find_window("PE_COUNTERS", row.generation)->count(), row.cores);
  }
  EXPECT_TRUE(windows(1).empty());
  EXPECT_TRUE(windows(5).empty());
  EXPECT_EQ(find_window("NOTHING", 3), nullptr);
  EXPECT_EQ(find_block("error_trigger", 2), nullptr);
  EXPECT_NE(find_block("error_trigger", 3), nullptr);
}

// 12, section 10: every core, its DMA engines and every TOP_SP of the driver hang on exactly one
// bit.
TEST(RegisterTable, ResetSpansCoverTheDriversBlocksOnce) {
  for (unsigned generation : {2u, 3u, 4u}) {
    std::set<std::pair<std::string, std::uint32_t>> hanging;
    for (const ResetSpan& span : reset_spans(generation)) {
      const Window* window = find_window(span.window, generation);
      ASSERT_NE(window, nullptr) << span.window;
      for (std::uint32_t n = 0; n < span.bits * span.per_bit; ++n) {
        EXPECT_LT(span.first + n, window->count()) << span.window;
        EXPECT_TRUE(hanging.insert({std::string(span.window), span.first + n}).second);
      }
    }
    for (const char* name : {"TPB", "NC_NOTIFICATION", "TOP_SP_NOTIFICATION", "UDMA", "SDMA",
                             "ENGINE_NOTIFICATION", "PE_COUNTERS"}) {
      const Window* window = find_window(name, generation);
      for (std::uint32_t n = 0; n < window->count(); ++n)
        EXPECT_EQ(hanging.count({name, n}), 1u) << name << " " << n << " of v" << generation;
    }
  }
}

}  // namespace
}  // namespace nvp::regs
