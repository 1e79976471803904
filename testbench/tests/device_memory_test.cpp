// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <vector>

#include "model/memory/hbm.h"
#include "model/memory/sparse.h"

namespace nvp::memory {
namespace {

TEST(Sparse, ZeroUntilWrittenAndZerosCostNothing) {
  Sparse memory(12);
  std::vector<std::uint8_t> bytes(10'000, 0xff);
  memory.read(0xfff0'0000'0000, bytes.data(), bytes.size());
  EXPECT_EQ(bytes, std::vector<std::uint8_t>(10'000, 0));
  memory.write(0, bytes.data(), bytes.size());
  EXPECT_EQ(memory.bytes_held(), 0u);
  memory.store(0x1ffc, 0x01020304);
  EXPECT_EQ(memory.bytes_held(), 4096u);
  std::uint8_t last = 0;
  memory.read(0x1fff, &last, 1);
  EXPECT_EQ(last, 1u) << "little endian";
  memory.store(0x1ffc, 0);
  EXPECT_EQ(memory.load(0x1ffc), 0u) << "zeros do overwrite a held page";
}

// Against a map of bytes: writes, reads and clears of random ranges.
TEST(Sparse, BehavesLikeAMapOfBytes) {
  std::mt19937 random(7);
  Sparse memory(8);
  std::map<std::uint64_t, std::uint8_t> reference;
  const auto pick = [&](std::uint64_t limit) { return random() % limit; };
  for (int round = 0; round < 3'000; ++round) {
    const std::uint64_t address = pick(4'000), size = 1 + pick(700);
    std::vector<std::uint8_t> bytes(size);
    switch (pick(4)) {
      case 0:
        memory.clear(address, size);
        for (std::uint64_t i = 0; i < size; ++i) reference[address + i] = 0;
        break;
      case 1:
        for (std::uint64_t i = 0; i < size; ++i)
          reference[address + i] = bytes[i] = static_cast<std::uint8_t>(pick(256));
        memory.write(address, bytes.data(), size);
        break;
      default:
        memory.read(address, bytes.data(), size);
        for (std::uint64_t i = 0; i < size; ++i)
          ASSERT_EQ(bytes[i], reference[address + i]) << round << " at " << address + i;
    }
  }
  memory.clear(0, ~std::uint64_t{0});
  EXPECT_EQ(memory.bytes_held(), 0u);
}

struct HbmTest : ::testing::Test {
  const generation::Generation& v3 = generation::get(generation::Id::v3);
  Hbm hbm{v3};
  std::uint64_t value = 0;
};

// 10, sections 2 and 6: only the active part of each stack answers.
TEST_F(HbmTest, OnlyTheActivePartOfEachStackAnswers) {
  for (std::uint64_t stack = 0; stack < 4; ++stack) {
    const std::uint64_t base = stack * v3.bar4_stack_stride, end = base + v3.hbm_bytes;
    EXPECT_TRUE(hbm.write(base, &base, 8));
    EXPECT_TRUE(hbm.read(end - 8, &value, 8));
    EXPECT_FALSE(hbm.read(end, &value, 1));
    EXPECT_FALSE(hbm.write(base + v3.bar4_stack_stride - 8, &value, 8));
    EXPECT_FALSE(hbm.peek(end - 4, &value, 8)) << "a range must not leave its stack";
    EXPECT_TRUE(hbm.read(base, &value, 8));
    EXPECT_EQ(value, base);
  }
  EXPECT_FALSE(hbm.read(4 * v3.bar4_stack_stride, &value, 8));
  EXPECT_FALSE(hbm.peek(8, &value, ~std::size_t{0}));
  EXPECT_EQ(hbm.bytes_held(), 3u * 4096) << "stack 0 got zeros";
  EXPECT_EQ(hbm.latency(), 2'000u);
}

TEST_F(HbmTest, MarkedWordsGiveAnEventWhenReadUntilWritten) {
  std::vector<std::pair<std::uint32_t, EccKind>> events;
  hbm.on_ecc([&](std::uint32_t stack, EccKind kind) { events.emplace_back(stack, kind); });
  EXPECT_TRUE(hbm.mark(0x10'0000'0014, EccKind::repairable));
  EXPECT_FALSE(hbm.mark(v3.hbm_bytes, EccKind::uncorrectable));
  hbm.read(0x10'0000'0008, &value, 8);
  EXPECT_TRUE(events.empty());
  hbm.peek(0x10'0000'0010, &value, 8);
  EXPECT_TRUE(events.empty()) << "debug access has no side effect";
  hbm.read(0x10'0000'0010, &value, 1);
  hbm.read(0x10'0000'0014, &value, 4);
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[0], std::make_pair(1u, EccKind::repairable));
  hbm.write(0x10'0000'0014, &value, 4);
  hbm.read(0x10'0000'0014, &value, 4);
  EXPECT_EQ(events.size(), 2u);
}

}  // namespace
}  // namespace nvp::memory
