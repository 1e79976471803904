// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <map>
#include <random>
#include <vector>

#include "model/bus/host_memory.h"
#include "model/sim/error.h"

namespace nvp::bus {
namespace {

constexpr std::uint64_t kBase = 0x1000'0000;

TEST(HostMemory, AddressesAreFirstFitAndAligned) {
  HostMemory memory;
  std::array<char, 4096> page;
  char small[10];
  EXPECT_EQ(memory.map(small, sizeof small), kBase);
  EXPECT_EQ(memory.map(page.data(), page.size(), 4096), kBase + 4096);
  EXPECT_EQ(memory.map(small, sizeof small), kBase + 64);  // fits in the gap
  memory.unmap(kBase);
  EXPECT_EQ(memory.map(small, 64), kBase);
}

TEST(HostMemory, SameCallsGiveSameAddressesWhateverTheHostDoes) {
  std::vector<std::uint64_t> addresses[2];
  for (auto& out : addresses) {
    HostMemory memory;
    std::mt19937 random(7);
    std::vector<std::vector<char>> blocks;
    for (int i = 0; i < 200; ++i) {
      if (i % 3 == 2) memory.unmap(out[random() % out.size()]);
      blocks.emplace_back(1 + random() % 9000);
      out.push_back(memory.map(blocks.back().data(), blocks.back().size(), 64u << random() % 7));
    }
  }
  EXPECT_EQ(addresses[0], addresses[1]);
}

TEST(HostMemory, AccessesStayInsideOneLiveMapping) {
  HostMemory memory;
  std::array<std::uint8_t, 64> a{}, b{};
  const auto at_a = memory.map(a.data(), a.size());
  const auto at_b = memory.map(b.data(), b.size());
  ASSERT_EQ(at_b, at_a + 64);
  const std::uint32_t word = 0x11223344;
  EXPECT_TRUE(memory.write(at_a + 60, &word, 4));
  EXPECT_FALSE(memory.write(at_a + 62, &word, 4)) << "crosses into the neighbour";
  EXPECT_EQ(b[0], 0);
  std::uint32_t back = 0;
  EXPECT_TRUE(memory.read(at_a + 60, &back, 4));
  EXPECT_EQ(back, word);
  EXPECT_FALSE(memory.read(at_a - 1, &back, 4));
  EXPECT_FALSE(memory.read(0, &back, 4));
  EXPECT_FALSE(memory.read(at_b + 64, &back, 1));
}

TEST(HostMemory, UnmappedMemoryIsRefused) {
  HostMemory memory;
  std::uint32_t word = 5, back = 0;
  const auto at = memory.map(&word, sizeof word);
  memory.unmap(at);
  memory.unmap(at);            // nothing there any more
  memory.unmap(0xdead'0000u);  // nor here
  EXPECT_FALSE(memory.read(at, &back, 4));
  EXPECT_FALSE(memory.write(at, &back, 4));
  EXPECT_EQ(memory.bus_address(&word), HostMemory::kNoAddress);
  EXPECT_EQ(word, 5u);
}

TEST(HostMemory, SizesThatWrapAroundAreRefused) {
  HostMemory memory;
  std::array<std::uint8_t, 256> data{};
  const auto at = memory.map(data.data(), data.size());
  EXPECT_EQ(memory.cpu_address(at + 16, ~std::size_t{0}), nullptr);
  EXPECT_EQ(memory.cpu_address(at + 16, ~std::size_t{0} - at), nullptr);
  EXPECT_EQ(memory.cpu_address(~std::uint64_t{0}, 2), nullptr);
  EXPECT_EQ(memory.cpu_address(at, 257), nullptr);
  EXPECT_EQ(memory.cpu_address(at + 16, 240), data.data() + 16);
}

TEST(HostMemory, EmptyMappingsAndAccesses) {
  HostMemory memory;
  std::uint32_t word = 9;
  EXPECT_EQ(memory.map(&word, 0), HostMemory::kNoAddress);
  EXPECT_EQ(memory.map(nullptr, 64), HostMemory::kNoAddress);
  const auto at = memory.map(&word, 4);
  EXPECT_TRUE(memory.read(at, nullptr, 0));
  EXPECT_TRUE(memory.write(at, nullptr, 0));
  EXPECT_FALSE(memory.read(at + 4, nullptr, 0));
}

TEST(HostMemory, ExhaustionIsReportedAndHeals) {
  HostMemory memory(0x1000, 0x100);
  char block[0x80];
  const auto first = memory.map(block, sizeof block), second = memory.map(block, sizeof block);
  EXPECT_EQ(second, first + 0x80);
  EXPECT_EQ(memory.map(block, 1), HostMemory::kNoAddress);
  memory.unmap(first);
  memory.unmap(second);
  char whole[0x100];
  EXPECT_EQ(memory.map(whole, sizeof whole), 0x1000u) << "gaps join again";
}

TEST(HostMemory, BadArgumentsAreErrors) {
  HostMemory memory;
  char block[8];
  EXPECT_THROW(memory.map(block, 8, 3), Error);
  EXPECT_THROW(memory.map(block, 8, 0), Error);
  EXPECT_THROW(HostMemory(0, 64), Error);
  EXPECT_THROW(HostMemory(~std::uint64_t{0}, 64), Error);
}

TEST(HostMemory, MappingsOfOneCpuRangeMayOverlap) {
  HostMemory memory;
  std::array<std::uint8_t, 256> data{};
  const auto outer = memory.map(data.data(), 256);
  const auto inner = memory.map(data.data() + 64, 32);
  const auto again = memory.map(data.data(), 256);
  EXPECT_EQ(memory.bus_address(data.data() + 70), inner + 6) << "the innermost";
  EXPECT_EQ(memory.bus_address(data.data() + 200), again + 200) << "the latest";
  memory.unmap(again);
  EXPECT_EQ(memory.bus_address(data.data() + 200), outer + 200);
  memory.unmap(inner);
  EXPECT_EQ(memory.bus_address(data.data() + 70), outer + 70);
  EXPECT_EQ(memory.bus_address(data.data() + 256), HostMemory::kNoAddress);
}

TEST(HostMemory, RandomMapsNeverOverlapAndReadBack) {
  HostMemory memory(0x1000, 0x40000);
  std::mt19937 random(3);
  std::map<std::uint64_t, std::vector<std::uint8_t>> live;
  for (int i = 0; i < 4000; ++i) {
    if (random() % 2 || live.empty()) {
      std::vector<std::uint8_t> bytes(1 + random() % 3000, static_cast<std::uint8_t>(i));
      const std::size_t align = 1u << random() % 13;
      const auto at = memory.map(bytes.data(), bytes.size(), align);
      if (at == HostMemory::kNoAddress) continue;
      ASSERT_EQ(at % align, 0u);
      ASSERT_GE(at, 0x1000u);
      ASSERT_LE(at + bytes.size(), 0x41000u);
      const auto next = live.lower_bound(at);
      if (next != live.end()) {
        ASSERT_LE(at + bytes.size(), next->first);
      }
      if (next != live.begin()) {
        ASSERT_LE(std::prev(next)->first + std::prev(next)->second.size(), at);
      }
      live.emplace(at, std::move(bytes));
    } else {
      auto victim = std::next(live.begin(), random() % live.size());
      memory.unmap(victim->first);
      live.erase(victim);
    }
    for (const auto& [at, bytes] : live) {
      ASSERT_EQ(memory.cpu_address(at, bytes.size()), bytes.data());
      ASSERT_EQ(memory.bus_address(bytes.data()), at);
      if (i % 64) break;
    }
  }
}

TEST(HostMemory, WatchesHearOfWritesThatTouchThem) {
  HostMemory memory;
  std::array<std::uint8_t, 128> data{};
  const auto at = memory.map(data.data(), data.size());
  int heard = 0;
  const auto number = memory.watch(at + 16, 4, [&] { ++heard; });
  const std::uint64_t zero = 0;
  memory.write(at + 8, &zero, 8);
  EXPECT_EQ(heard, 0);
  memory.write(at + 12, &zero, 5);
  EXPECT_EQ(heard, 1);
  memory.write(at + 19, &zero, 1);
  EXPECT_EQ(heard, 2);
  memory.write(at + 20, &zero, 8);
  EXPECT_EQ(heard, 2);
  memory.write(at + 126, &zero, 8);  // refused
  EXPECT_EQ(heard, 2);
  memory.unwatch(number);
  memory.unwatch(number);
  memory.write(at + 16, &zero, 4);
  EXPECT_EQ(heard, 2);
}

TEST(HostMemory, WatcherMayRemoveAndAddWatches) {
  HostMemory memory;
  std::uint32_t word = 0;
  const auto at = memory.map(&word, 4);
  std::vector<int> heard;
  std::uint64_t second = 0;
  const auto first = memory.watch(at, 4, [&] {
    heard.push_back(1);
    memory.unwatch(second);
    memory.watch(at, 4, [&] { heard.push_back(3); });
  });
  second = memory.watch(at, 4, [&] { heard.push_back(2); });
  EXPECT_NE(first, second);
  const std::uint32_t one = 1;
  memory.write(at, &one, 4);
  EXPECT_EQ(heard, (std::vector<int>{1})) << "removed before its turn, added after it";
}

}  // namespace
}  // namespace nvp::bus
