// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <random>
#include <string>
#include <vector>

#include "model/bus/decoder.h"
#include "model/bus/edges.h"
#include "model/sim/error.h"
#include "testbench/tests/bus_fixture.h"
#include "testbench/tests/support/sim_test.h"

namespace nvp::test {
namespace {

using bus::Response;
using generation::Id;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::uint64_t kBar0 = BusPlatform::kBar0, kBar4 = BusPlatform::kBar4;

SIM_TEST(BarDecoder, UnclaimedOffsetsAreCountedStorage) {  // chapter 10 section 5
  auto& p = checked_platform(Id::v3);
  auto& events = *new std::vector<std::string>;
  p.stream.subscribe({trace::Kind::unclaimed}, [&events](const trace::Event& e) {
    events.push_back(std::to_string(e.a) + ' ' + std::to_string(e.b) + ' ' + std::to_string(e.x));
  });
  thread("cpu", [&p, &events] {
    EXPECT_EQ(p.link.read32(kBar0 + 0x100), 0u);
    EXPECT_EQ(sim::now(), 605'448u) << "the timing of a block";
    p.link.write32(kBar0 + 0x100, 7);
    p.link.write32(kBar0 + 0x3fff'fffc, 8);
    EXPECT_EQ(p.link.read32(kBar0 + 0x100), 7u);
    EXPECT_EQ(p.link.read32(kBar0 + 0x3fff'fffc), 8u);
    EXPECT_EQ(p.link.read(kBar0 + 0x104, 2), 0xffffu) << "wrong width: an error, not storage";
    EXPECT_THAT(events, ElementsAre("0 0 256", "1 0 1073741820"));
    const auto& words = p.decoder.unclaimed();
    ASSERT_EQ(words.size(), 2u);
    EXPECT_EQ(words.at(0x100).reads, 2u);
    EXPECT_EQ(words.at(0x100).writes, 1u);
    EXPECT_EQ(words.at(0x3fff'fffc).writes, 1u);
    EXPECT_EQ(p.link.counters().read_errors, 1u);
  });
}

SIM_TEST(BarDecoder, AddressesOutsideAreDecodeErrors) {
  auto& p = checked_platform(Id::v3);
  thread("cpu", [&p] {
    for (const std::uint64_t address : {std::uint64_t{0}, kBar0 - 4, kBar0 + 0x4000'0000, kBar4 - 4,
                                        kBar4 + 0x10000, ~std::uint64_t{3}}) {
      EXPECT_EQ(p.link.read32(address), 0xffff'ffffu) << std::hex << address;
    }
    EXPECT_EQ(p.link.counters().read_errors, 6u);
    EXPECT_TRUE(p.decoder.unclaimed().empty());
  });
}

SIM_TEST(BarDecoder, Bar4TakesAlignedAccessesOfAllSizes) {
  auto& p = checked_platform(Id::v3);
  thread("cpu", [&p] {
    p.link.write(kBar4 + 0x40, 0x8877665544332211, 8);
    EXPECT_EQ(p.link.read(kBar4 + 0x40, 8), 0x8877665544332211u);
    EXPECT_EQ(p.link.read(kBar4 + 0x44, 4), 0x88776655u);
    EXPECT_EQ(p.link.read(kBar4 + 0x42, 2), 0x4433u);
    EXPECT_EQ(p.link.read(kBar4 + 0x47, 1), 0x88u);
    p.link.write(kBar4 + 0x41, 0xff, 1);
    EXPECT_EQ(p.link.read(kBar4 + 0x40, 4), 0x4433ff11u);
    EXPECT_EQ(p.link.read(kBar4 + 0x42, 4), 0xffff'ffffu) << "misaligned";
    EXPECT_EQ(p.link.read(kBar4 + 0x41, 2), 0xffffu);
    EXPECT_EQ(p.link.read(kBar4 + 0x44, 8), ~0ull);
    EXPECT_EQ(p.link.read(kBar4 + 0xfff8, 8), 0u);
    EXPECT_EQ(p.link.read(kBar4 + 0x10000, 8), ~0ull);
  });
}

// Latency of memory is added to decode and link: 300,384 -> 301,000 -> 303,000 + 1,234.
SIM_TEST(BarDecoder, MemoryLatencyIsExact) {
  auto& p = checked_platform(Id::v3);
  p.hbm.answer_after = 1'234;
  thread("cpu", [&p] {
    p.link.read(kBar4, 8);
    EXPECT_EQ(sim::now(), 304'234u + 32 * 16 + 300'000);
  });
}

SIM_TEST(BarDecoder, DeviceSideReachesBar0WithoutTheLink) {
  auto& p = checked_platform(Id::v3);
  thread("firmware", [&p] {
    std::uint32_t data = 0;
    EXPECT_EQ(p.device.write(BusPlatform::kMisc + 8, 5, 10'000), Response::okay);
    EXPECT_EQ(sim::now(), 14'000u) << "10 seen, 2 to decode, 2 in the block";
    EXPECT_EQ(p.device.read(BusPlatform::kMisc + 8, &data, 20'500), Response::okay);
    EXPECT_EQ(sim::now(), 25'000u);
    EXPECT_EQ(data, 5u);
    EXPECT_EQ(p.device.read(0x4000'0000, &data, 0), Response::decerr) << "beyond BAR0";
    EXPECT_EQ(p.device.read(kBar4, &data, 0), Response::decerr) << "offsets, not addresses";
    EXPECT_EQ(p.device.read(0x102, &data, 0), Response::slverr);
    EXPECT_EQ(p.device.write(0x100, 9, 0), Response::okay);
    EXPECT_EQ(p.decoder.unclaimed().at(0x100).value, 9u);
    EXPECT_TRUE(p.decoder.claimed(BusPlatform::kMisc + 8));
    EXPECT_FALSE(p.decoder.claimed(0x100));
    EXPECT_FALSE(p.decoder.claimed(kBar4 - kBar0));
  });
}

SIM_TEST(BarDecoder, HostAndDeviceShareAPortInOrderOfArrival) {
  auto& p = checked_platform(Id::v3);
  thread("cpu", [&p] { p.link.write32(p.misc(0), 1); });  // handshake at edge 303 (28 B: 300,448)
  thread("firmware", [&p] { p.device.write(BusPlatform::kMisc, 2, 300'000); });  // handshake 302
  thread("late", [&p] { p.device.write(BusPlatform::kMisc, 3, 310'000); });
  at(kPsPerUs, [&p] {
    std::vector<std::uint32_t> order;
    for (const auto& e : p.block.log) order.push_back(e.data);
    EXPECT_THAT(order, ElementsAre(2, 1, 3));
    EXPECT_EQ(p.block.log[0].grant, 303'000u);
    EXPECT_EQ(p.block.log[1].grant, 306'000u) << "waits for awready";
  });
}

SIM_TEST(BarDecoder, DebugTransportCrossesWindowsWithoutTime) {
  auto& p = checked_platform(Id::v3);
  thread("cpu", [&p] {
    std::uint32_t value = 0;
    EXPECT_TRUE(p.decoder.poke(BusPlatform::kMisc + 4, 77));
    EXPECT_TRUE(p.decoder.peek(BusPlatform::kMisc + 4, &value));
    EXPECT_EQ(value, 77u);
    EXPECT_TRUE(p.decoder.peek(0x100, &value));
    EXPECT_EQ(value, 0u);
    EXPECT_FALSE(p.decoder.peek(0x4000'0000, &value));
    std::uint32_t words[4] = {1, 2, 3, 4}, back[4] = {};
    const std::uint64_t edge = kBar0 + BusPlatform::kMisc - 8;  // two words before the window
    EXPECT_TRUE(p.link.poke(edge, words, sizeof words));
    EXPECT_TRUE(p.link.peek(edge, back, sizeof back));
    EXPECT_THAT(back, ElementsAre(1, 2, 3, 4));
    EXPECT_EQ(p.block.words[0], 3u);
    std::vector<std::uint8_t> bulk(0x10000, 0x5a), copy(0x10000);
    EXPECT_TRUE(p.link.poke(kBar4, bulk.data(), bulk.size()));
    EXPECT_TRUE(p.link.peek(kBar4, copy.data(), copy.size()));
    EXPECT_EQ(copy, bulk);
    EXPECT_FALSE(p.link.peek(kBar4 + 8, copy.data(), copy.size()));
    EXPECT_FALSE(p.link.peek(0x5000, &value, 4));
    EXPECT_EQ(sim::now(), 0u);
    EXPECT_EQ(p.link.counters().reads, 0u);
    EXPECT_EQ(p.decoder.unclaimed().at(0x30f9'fff8).writes, 0u) << "not counted";
  });
}

std::string claim_error(unsigned bar, std::uint64_t offset, std::uint64_t size) {
  auto& p = *new BusPlatform(Id::v3);
  try {
    p.decoder.claim(bar, offset, size, p.hbm_port.socket);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}
SIM_TEST(BarDecoder, EmptyWindow) {
  EXPECT_THAT(claim_error(0, 0x1000, 0), HasSubstr("is empty"));
}
SIM_TEST(BarDecoder, WindowInNoBar) {
  EXPECT_THAT(claim_error(2, 0x1000, 4), HasSubstr("accepted are BAR 0 and 4"));
}
SIM_TEST(BarDecoder, WindowOutsideItsBar) {
  EXPECT_THAT(claim_error(0, 0x3fff'f000, 0x2000), HasSubstr("below 0x40000000"));
}
SIM_TEST(BarDecoder, WindowThatWrapsAround) {
  EXPECT_THAT(claim_error(4, 0x1000, ~std::uint64_t{3}), HasSubstr("below 0x800000000"));
}
SIM_TEST(BarDecoder, WindowOffTheWords) {
  EXPECT_THAT(claim_error(0, 0x1002, 4), HasSubstr("not word-aligned"));
}
SIM_TEST(BarDecoder, OverlappingWindow) {
  EXPECT_THAT(claim_error(0, BusPlatform::kMisc + 0xffc, 8), HasSubstr("overlaps"));
}
SIM_TEST(BarDecoder, WindowAroundAnother) {
  EXPECT_THAT(claim_error(0, BusPlatform::kMisc - 4, 0x2000), HasSubstr("overlaps"));
}

// Many windows onto one target, at random addresses: each access must find its own word.
SIM_TEST(BarDecoder, ManyWindowsAreFound) {
  bus::check_protocol(true);
  sim::set_quantum(kPsPerMs);
  auto& p = *new BusPlatform(Id::v3);
  for (unsigned i = 0; i < 0x300; ++i) {
    p.decoder.claim(0, 0x1000 + i * 0x100, i % 2 ? 4 : 8, p.ports.socket(0), 4 * i);
  }
  thread("cpu", [&p] {
    std::mt19937 random(5);
    for (int n = 0; n < 2000; ++n) {
      const unsigned i = random() % 0x300;
      p.block.words[4 * i] = 1000 + i;
      ASSERT_EQ(p.link.read32(kBar0 + 0x1000 + i * 0x100), 1000 + i);
    }
    EXPECT_TRUE(p.decoder.unclaimed().empty());
    EXPECT_EQ(p.link.read32(kBar0 + 0x1000 + 0x300), 1003u);
    EXPECT_EQ(p.link.read32(kBar0 + 0x1000 + 0x104), 0u) << "4 bytes only";
    EXPECT_EQ(p.decoder.unclaimed().size(), 1u);
  });
}

TEST(Edges, EqualThoseOfTheClock) {
  std::mt19937_64 random(1);
  const std::uint64_t frequencies[] = {1,
                                       1'000'000,
                                       400'000'000,
                                       1'000'000'000,
                                       1'400'000'000,
                                       2'800'000'000,
                                       500'000'000'000,
                                       1'000'000'000'000};
  for (const std::uint64_t hz : frequencies) {
    const sim::Clock clock(hz);
    const bus::Edges edges(clock);
    std::vector<ps_t> times = {0, 1, 999, 1000, 1001, 2499, 2500, 2501};
    for (int i = 0; i < 20'000; ++i) {
      const ps_t t = random() >> (1 + random() % 50);
      times.push_back(t);
      times.push_back(clock.align(t));
      times.push_back(clock.align(t) + 1);
    }
    for (const ps_t t : times) {
      if (t > ~std::uint64_t{0} / 4) continue;
      ASSERT_EQ(edges.index_at_or_after(t), clock.index_at_or_after(t)) << hz << " Hz, " << t;
      ASSERT_EQ(edges.after(t, 2), clock.after(t, 2)) << hz << " Hz, " << t;
    }
  }
}

}  // namespace
}  // namespace nvp::test
