// SPDX-License-Identifier: Apache-2.0
// CRC engine, ECC and reset controllers, edge by edge (docs/reference/41-rtl-blocks.md, checks 9 to
// 13).
#include <gtest/gtest.h>

#include <random>

#include "gen/model/regs/neuron_regs.h"
#include "model/mgmt/crc32c.h"
#include "model/mgmt/ecc_ctrl.h"
#include "model/mgmt/reset_ctrl.h"
#include "model/sim/error.h"
#include "testbench/tests/mgmt_port_bench.h"
#include "testbench/tests/support/sim_test.h"

namespace nvp::test {
namespace {

constexpr unsigned kCe = 0, kUe = 1, kRue = 2;
using Edges = std::vector<std::uint64_t>;

// 41 check 9, 11 check 1
TEST(Crc32c, KnownValues) {
  const auto of = [](std::vector<std::uint8_t> bytes) {
    return mgmt::crc32c(bytes.data(), bytes.size());
  };
  EXPECT_EQ(of({}), 0u);
  EXPECT_EQ(of({'1', '2', '3', '4', '5', '6', '7', '8', '9'}), 0xe3069283u);
  EXPECT_EQ(of(std::vector<std::uint8_t>(8, 0)), 0x8c28b28au);
  EXPECT_EQ(of(std::vector<std::uint8_t>(32, 0)), 0x8a9136aau);
  EXPECT_EQ(of(std::vector<std::uint8_t>(32, 0xff)), 0x62a8ab43u);
}

struct CrcBench {
  mgmt::Crc32cBlock crc;
  PortBench bench{crc, 1};
};

// 41 check 9
SIM_TEST(Crc32c, BytesOneByOne) {
  auto* c = new CrcBench;
  c->bench.thread([c] {
    c->bench.write(0, CRC32C_WORD, 0x12345678, 0);
    c->bench.write(0, CRC32C_CTRL, 1, 0);
    c->bench.write(0, CRC32C_CTRL, 0, 0);  // does not start
    for (std::uint32_t byte = 0x31; byte <= 0x39; ++byte) c->bench.write(0, CRC32C_BYTE, byte, 0);
    EXPECT_EQ(c->bench.read(0, CRC32C_RESULT, 0), 0xe3069283u);
    c->bench.write(0, CRC32C_CTRL, 1, 0);
    EXPECT_EQ(c->bench.read(0, CRC32C_RESULT, 0), 0u);
    c->bench.write(0, CRC32C_WORD, 0x34333231, 0);
    c->bench.write(0, CRC32C_WORD, 0x38373635, 0);
    c->bench.write(0, CRC32C_BYTE, 0x139, 0);
    EXPECT_EQ(c->bench.read(0, CRC32C_RESULT, 0), 0xe3069283u);
    EXPECT_EQ(c->bench.read(0, CRC32C_WORD, 0), 0u);
    c->bench.write(0, CRC32C_RESULT, 0, 0);
    EXPECT_EQ(c->bench.read(0, CRC32C_RESULT, 0), 0xe3069283u);
    c->bench.write(0, 0x10, 0, 0, bus::Response::decerr);
  });
}

// 41 check 9: busy cycles
SIM_TEST(Crc32c, WordsTakeFourCycles) {
  auto* c = new CrcBench;
  c->bench.thread([c] {
    c->bench.write(0, CRC32C_WORD, 0, 10);
    c->bench.write(0, CRC32C_WORD, 0, 13);
    EXPECT_EQ(c->bench.granted(0), (Edges{11, 16}));
    c->bench.grants.clear();
    c->bench.write(0, CRC32C_BYTE, 0, 30);
    c->bench.write(0, CRC32C_WORD, 0, 33);
    EXPECT_EQ(c->bench.granted(0), (Edges{31, 34}));
  });
}

struct EccBench {
  sim::Clock clock{1'000'000'000};
  mgmt::EccCtrl ecc{clock, 5};
  PortBench bench{ecc, 1};

  void event(unsigned source, unsigned kind, std::uint64_t edge, std::uint32_t count = 1) {
    ecc.inject(source, kind, count, bench.at(edge));
  }
};

// 41 check 10
SIM_TEST(EccCtrl, WriteBackLosesNoEvent) {
  auto* e = new EccBench;
  e->bench.thread([e] {
    e->event(1, kUe, 1, 3);
    EXPECT_EQ(e->bench.read(0, ECC_CTRL_UE(1), 10), 3u);
    e->event(1, kUe, 15);
    e->event(1, kUe, 21);  // in the cycle of the write
    e->bench.write(0, ECC_CTRL_UE(1), 3, 20);
    EXPECT_EQ(e->bench.granted(0).back(), 21u);
    EXPECT_EQ(e->bench.read(0, ECC_CTRL_UE(1), 30), 2u);
    e->bench.write(0, ECC_CTRL_UE(1), 0xffff, 40);
    EXPECT_EQ(e->bench.read(0, ECC_CTRL_UE(1), 50), 0u);
    e->bench.write(0, ECC_CTRL_UE(1), 0xabcd0000, 60);  // bits 15:0 count
    EXPECT_EQ(e->bench.read(0, ECC_CTRL_CE(1), 70), 0u);
  });
}

// 41 check 11
SIM_TEST(EccCtrl, Saturates) {
  auto* e = new EccBench;
  e->bench.thread([e] {
    e->event(0, kCe, 10, 65'535);
    EXPECT_EQ(e->bench.read(0, ECC_CTRL_CE(0), 70'000), 0xffffu);
    EXPECT_EQ(e->bench.read(0, ECC_CTRL_SATURATED, 0), 0u);
    e->event(0, kCe, 71'000);
    EXPECT_EQ(e->bench.read(0, ECC_CTRL_CE(0), 72'000), 0xffffu);
    EXPECT_EQ(e->bench.read(0, ECC_CTRL_SATURATED, 0), 1u);
    e->bench.write(0, ECC_CTRL_CE(0), 0xffff, 0);
    EXPECT_EQ(e->bench.read(0, ECC_CTRL_CE(0), 0), 0u);
    EXPECT_EQ(e->bench.read(0, ECC_CTRL_SATURATED, 0), 1u);  // sticky
    e->ecc.reset(sim::now());
    EXPECT_EQ(e->bench.read(0, ECC_CTRL_SATURATED, 0), 0u);
  });
}

SIM_TEST(EccCtrl, LevelFollowsTheEnabledCounters) {
  auto* e = new EccBench;
  e->bench.thread([e] {
    e->event(2, kRue, 10);
    EXPECT_FALSE(e->ecc.at(e->bench.at(12)));
    EXPECT_EQ(e->ecc.next_rise(0), mgmt::kNever);
    e->bench.write(0, ECC_CTRL_ENABLE(2), 0xffffffff, 20);  // granted at 21
    EXPECT_FALSE(e->ecc.at(e->bench.at(21)));
    EXPECT_TRUE(e->ecc.at(e->bench.at(22)));
    EXPECT_EQ(e->bench.read(0, ECC_CTRL_ENABLE(2), 30), 1u);
    EXPECT_EQ(e->bench.read(0, ECC_CTRL_PENDING, 40), 4u);
    e->bench.write(0, ECC_CTRL_RUE(2), 1, 50);
    EXPECT_TRUE(e->ecc.at(e->bench.at(51)));
    EXPECT_FALSE(e->ecc.at(e->bench.at(52)));
    e->event(2, kCe, 60, 2);
    EXPECT_EQ(e->ecc.next_rise(e->bench.at(52)), e->bench.at(61));
    EXPECT_FALSE(e->ecc.at(e->bench.at(60)));
    EXPECT_TRUE(e->ecc.at(e->bench.at(61)));
    EXPECT_EQ(e->bench.read(0, ECC_CTRL_CE(2), 60), 1u);  // granted at 61, between the two
  });
}

SIM_TEST(EccCtrl, AddressesAndReadOnly) {
  auto* e = new EccBench;
  e->bench.thread([e] {
    e->bench.write(0, ECC_CTRL_PENDING, 7, 0);
    e->bench.write(0, ECC_CTRL_SATURATED, 7, 0);
    EXPECT_EQ(e->bench.read(0, ECC_CTRL_PENDING, 0), 0u);
    EXPECT_EQ(e->bench.read(0, ECC_CTRL_CE(5), 0, bus::Response::decerr), 0u);
    e->bench.write(0, 0x208, 0, 0, bus::Response::decerr);
    e->event(3, kCe, 100, 5);
    e->bench.write(0, ECC_CTRL_CE(3), 0x0302, 200, bus::Response::okay, 0x1);  // takes 2
    EXPECT_EQ(e->bench.read(0, ECC_CTRL_CE(3), 0), 3u);
    EXPECT_THROW(e->ecc.inject(5, 0, 1, 0), Error);
  });
}

// Random events against a counter that is stepped edge by edge.
SIM_TEST(EccCtrl, EqualsTheSteppedCounter) {
  auto* e = new EccBench;
  e->bench.thread([e] {
    std::mt19937 random(1);
    std::vector<bool> events(4'000);
    for (std::uint64_t edge = 1; edge < events.size(); ++edge) {
      if (random() % 3 != 0) continue;
      events[edge] = true;
      e->event(1, kUe, edge);
    }
    std::uint64_t done = 0;
    std::uint32_t stepped = 0;
    const auto step_to = [&](std::uint64_t edge) {  // counts the events before `edge`
      for (; done < edge; ++done) stepped += events[done];
    };
    for (std::uint64_t edge = 5; edge + 10 < events.size(); edge += 4 + random() % 20) {
      if (random() % 2) {
        const std::uint32_t value = e->bench.read(0, ECC_CTRL_UE(1), edge);
        step_to(e->bench.grants.back().grant);
        ASSERT_EQ(value, stepped) << "edge " << edge;
      } else {
        const std::uint32_t off = random() % 12;
        e->bench.write(0, ECC_CTRL_UE(1), off, edge);
        step_to(e->bench.grants.back().grant);
        stepped -= std::min(stepped, off);
      }
    }
  });
}

struct ResetBench {
  sim::Clock clock{1'000'000'000};
  std::vector<std::pair<std::uint64_t, std::uint64_t>> wave;  // edge, block_rst from there on
  mgmt::ResetCtrl reset{"reset", clock, [this](std::uint64_t map, bool held) {
                          wave.emplace_back(sim::now() / 1000, held ? map : 0);
                        }};
  PortBench bench{reset, 1};
};

using Wave = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

// 41 check 12
SIM_TEST(ResetCtrl, HoldsForExactlySoManyCycles) {
  auto* r = new ResetBench;
  r->bench.thread([r] {
    EXPECT_EQ(r->bench.read(0, RESET_CTRL_HOLD, 0), 1000u);
    r->bench.write(0, RESET_CTRL_MAP_LO, 5, 10);
    r->bench.write(0, RESET_CTRL_HOLD, 3, 20);
    r->bench.write(0, RESET_CTRL_CMD, 1, 99);
    EXPECT_EQ(r->bench.granted(0).back(), 100u);
    EXPECT_EQ(r->bench.read(0, RESET_CTRL_STATUS, 102), 1u);  // granted at 103: BUSY
    EXPECT_EQ(r->wave, (Wave{{101, 5}, {104, 0}}));
    EXPECT_FALSE(r->reset.done().at(r->bench.at(104) - 1));
    EXPECT_TRUE(r->reset.done().at(r->bench.at(104)));
    EXPECT_EQ(r->bench.read(0, RESET_CTRL_STATUS, 110), 2u);  // DONE
    r->bench.write(0, RESET_CTRL_CLEAR, 1, 120);
    EXPECT_TRUE(r->reset.done().at(r->bench.at(121)));
    EXPECT_FALSE(r->reset.done().at(r->bench.at(122)));
    EXPECT_EQ(r->bench.read(0, RESET_CTRL_STATUS, 130), 0u);
  });
}

// 41 check 13
SIM_TEST(ResetCtrl, RejectsWhatItCannotStart) {
  auto* r = new ResetBench;
  r->bench.thread([r] {
    r->bench.write(0, RESET_CTRL_CMD, 1, 0);  // empty map
    EXPECT_EQ(r->bench.read(0, RESET_CTRL_STATUS, 0), 4u);
    r->bench.write(0, RESET_CTRL_CLEAR, 1, 0);
    EXPECT_EQ(r->bench.read(0, RESET_CTRL_STATUS, 0), 0u);
    r->bench.write(0, RESET_CTRL_MAP_HI, 1, 0);
    r->bench.write(0, RESET_CTRL_HOLD, 50, 0);
    r->bench.write(0, RESET_CTRL_CMD, 1, 99);
    r->bench.write(0, RESET_CTRL_MAP_HI, 0xff, 110);  // does not change the running one
    r->bench.write(0, RESET_CTRL_CMD, 1, 120);
    EXPECT_EQ(r->bench.read(0, RESET_CTRL_STATUS, 130), 5u);
    EXPECT_EQ(r->bench.read(0, RESET_CTRL_STATUS, 160), 6u);
    EXPECT_EQ(r->wave, (Wave{{101, 1ull << 32}, {151, 0}}));
    r->bench.write(0, RESET_CTRL_HOLD, 0, 0);
    r->bench.write(0, RESET_CTRL_CMD, 1, 199);  // clears DONE and REJECTED
    EXPECT_EQ(r->bench.read(0, RESET_CTRL_STATUS, 210), 2u);
    EXPECT_EQ(r->wave.back(), std::make_pair(std::uint64_t{202}, std::uint64_t{0}));  // one cycle
    EXPECT_EQ(r->wave[2].first, 201u);
    r->bench.write(0, RESET_CTRL_STATUS, 7, 0);
    r->bench.write(0, 0x18, 7, 0, bus::Response::decerr);
    EXPECT_EQ(r->bench.read(0, 0x18, 0, bus::Response::decerr), 0u);
  });
}

SIM_TEST(ResetCtrl, RstEndsARunningReset) {
  auto* r = new ResetBench;
  r->bench.thread([r] {
    r->bench.write(0, RESET_CTRL_MAP_LO, 1, 0);
    r->bench.write(0, RESET_CTRL_CMD, 1, 99);
    sim::Thread::current()->sleep_until(r->bench.at(500));
    r->reset.reset(sim::now());
    EXPECT_EQ(r->wave, (Wave{{101, 1}, {500, 0}}));
    EXPECT_EQ(r->bench.read(0, RESET_CTRL_STATUS, 2'000), 0u);
    EXPECT_EQ(r->bench.read(0, RESET_CTRL_MAP_LO, 0), 0u);
    EXPECT_EQ(r->wave.size(), 2u);
  });
}

}  // namespace
}  // namespace nvp::test
