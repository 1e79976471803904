// SPDX-License-Identifier: Apache-2.0
// MiscRAM, edge by edge (docs/reference/41-rtl-blocks.md, checks 1 to 8).
#include <gtest/gtest.h>

#include "gen/model/regs/neuron_regs.h"
#include "model/mgmt/miscram.h"
#include "testbench/tests/mgmt_port_bench.h"
#include "testbench/tests/support/sim_test.h"

namespace nvp::test {
namespace {

constexpr unsigned kH = mgmt::Miscram::kPortH, kF = mgmt::Miscram::kPortF;

struct MiscramBench {
  sim::Clock clock{1'000'000'000};
  mgmt::Miscram ram{clock};
  PortBench bench{ram, 2};
};

using Edges = std::vector<std::uint64_t>;

// 41 check 1
SIM_TEST(Miscram, SingleRead) {
  auto* m = new MiscramBench;
  m->bench.thread([m] {
    m->bench.read(kH, 0x900, 10);
    EXPECT_EQ(sim::now(), m->bench.at(12));
    m->bench.read(kH, 0x900, 0);  // as early as it can be
    ASSERT_EQ(m->bench.grants.size(), 2u);
    EXPECT_EQ(m->bench.grants[0].handshake, 10u);
    EXPECT_EQ(m->bench.grants[0].grant, 11u);
    EXPECT_EQ(m->bench.grants[1].handshake, 13u);
  });
}

// 41 check 2
SIM_TEST(Miscram, TiesGoRoundRobin) {
  auto* m = new MiscramBench;
  for (unsigned port : {kF, kH}) {
    m->bench.thread([m, port] {
      m->bench.read(port, 0x900, 10);
      m->bench.read(port, 0x900, 40);
    });
  }
  m->bench.thread([m] {
    sim::Thread::current()->sleep_until(m->bench.at(60));
    EXPECT_EQ(m->bench.granted(kH), (Edges{11, 42}));
    EXPECT_EQ(m->bench.granted(kF), (Edges{12, 41}));
  });
}

// 41 check 5
SIM_TEST(Miscram, DoorbellFollowsOneEdgeAfterTheGrant) {
  auto* m = new MiscramBench;
  m->bench.thread([m] {
    const mgmt::Line& doorbell = m->ram.doorbell();
    m->bench.write(kH, MISCRAM_TRIGGER, 1, 19);
    EXPECT_FALSE(doorbell.at(m->bench.at(20)));
    EXPECT_FALSE(doorbell.at(m->bench.at(21) - 1));
    EXPECT_TRUE(doorbell.at(m->bench.at(21)));
    m->bench.write(kF, MISCRAM_TRIGGER, 0, 29);
    EXPECT_TRUE(doorbell.at(m->bench.at(30)));
    EXPECT_FALSE(doorbell.at(m->bench.at(31)));
    EXPECT_EQ(m->bench.granted(kH), (Edges{20}));
    EXPECT_EQ(m->bench.granted(kF), (Edges{30}));
  });
}

// H rings while F clears, both handed over at edge 40.
void ring_and_clear(bool tie_to_f) {
  auto* m = new MiscramBench;
  m->bench.thread([m, tie_to_f] {
    m->bench.write(kH, MISCRAM_TRIGGER, 1, 5);
    if (tie_to_f) m->bench.read(kH, 0x900, 20);  // loses nothing, wins the first tie
    m->bench.write(kH, MISCRAM_TRIGGER, 1, 40);
    EXPECT_EQ(m->bench.granted(kH).back(), tie_to_f ? 42u : 41u);
  });
  m->bench.thread([m, tie_to_f] {
    if (tie_to_f) m->bench.read(kF, 0x900, 20);
    m->bench.write(kF, MISCRAM_TRIGGER, 0, 40);
    EXPECT_EQ(m->bench.granted(kF).back(), tie_to_f ? 41u : 42u);
    EXPECT_EQ(m->bench.read(kF, MISCRAM_STATUS, 50), tie_to_f ? 1u : 0u);
    EXPECT_EQ(m->bench.read(kF, MISCRAM_TRIGGER_COUNT, 60), 2u);
    EXPECT_EQ(m->bench.read(kF, MISCRAM_OVERRUN_COUNT, 70), tie_to_f ? 0u : 1u);
    EXPECT_EQ(m->ram.doorbell().at(m->bench.at(80)), tie_to_f);
  });
}

// 41 check 6
SIM_TEST(Miscram, ClearThenRing) {
  ring_and_clear(true);
}
SIM_TEST(Miscram, RingThenClear) {
  ring_and_clear(false);
}

// 41 check 7
SIM_TEST(Miscram, ReadyGatesHostReads) {
  auto* m = new MiscramBench;
  m->bench.thread([m] {
    m->ram.set_word(0x24, 17);
    EXPECT_EQ(m->bench.read(kH, 0x24, 10), 0xdeadbeefu);
    EXPECT_EQ(m->bench.read(kF, 0x24, 20), 17u);
    EXPECT_EQ(m->bench.read(kH, 0x7fc, 30), 0xdeadbeefu);
    EXPECT_EQ(m->bench.read(kH, MISCRAM_TRIGGER, 40), 0u);
    EXPECT_EQ(m->bench.read(kH, MISCRAM_FW_STATUS, 50), 0u);
    m->bench.write(kH, 0x24, 5, 60);
    m->bench.write(kF, MISCRAM_CTRL, 1, 70);
    EXPECT_EQ(m->bench.read(kH, 0x24, 80), 5u);
    EXPECT_EQ(m->bench.read(kF, MISCRAM_CTRL, 90), 1u);
  });
}

// 41 check 8
SIM_TEST(Miscram, AddressErrors) {
  auto* m = new MiscramBench;
  m->bench.thread([m] {
    EXPECT_EQ(m->bench.read(kH, 0x001, 10, bus::Response::slverr), 0u);
    EXPECT_EQ(sim::now(), m->bench.at(12));
    m->bench.write(kF, 0x1010, 7, 20, bus::Response::decerr);
    EXPECT_EQ(sim::now(), m->bench.at(22));
    m->bench.write(kH, 0x1000, 1, 30, bus::Response::decerr);
    EXPECT_EQ(m->bench.read(kH, 0x1008, 40, bus::Response::decerr), 0u);
    EXPECT_EQ(m->bench.read(kF, 0x1ffc, 50, bus::Response::decerr), 0u);
    EXPECT_FALSE(m->ram.ready());
  });
}

SIM_TEST(Miscram, StrobesMergeByByte) {
  auto* m = new MiscramBench;
  m->bench.thread([m] {
    m->bench.write(kF, 0x10, 0x11223344, 10);
    m->bench.write(kH, 0x10, 0xaabbccdd, 20, bus::Response::okay, 0x6);
    EXPECT_EQ(m->bench.read(kF, 0x10, 30), 0x11bbcc44u);
    m->bench.write(kH, MISCRAM_TRIGGER, 1, 40, bus::Response::okay, 0x0);  // no effect at all
    m->bench.write(kH, MISCRAM_TRIGGER, 1, 50, bus::Response::okay, 0xe);
    EXPECT_EQ(m->bench.read(kF, MISCRAM_TRIGGER_COUNT, 60), 0u);
    m->bench.write(kH, MISCRAM_TRIGGER, 0x100, 70, bus::Response::okay, 0x2);
    EXPECT_EQ(m->bench.read(kF, MISCRAM_TRIGGER, 80), 0x100u);
    EXPECT_EQ(m->bench.read(kF, MISCRAM_TRIGGER_COUNT, 90), 1u);
  });
}

SIM_TEST(Miscram, ReadOnlyAndReset) {
  auto* m = new MiscramBench;
  m->bench.thread([m] {
    m->bench.write(kF, MISCRAM_CTRL, 0xffffffff, 10);
    EXPECT_EQ(m->bench.read(kF, MISCRAM_CTRL, 20), 1u);
    m->bench.write(kH, MISCRAM_TRIGGER, 3, 30);
    m->bench.write(kH, MISCRAM_TRIGGER, 3, 40);
    for (std::uint32_t reg : {MISCRAM_STATUS, MISCRAM_TRIGGER_COUNT, MISCRAM_OVERRUN_COUNT}) {
      m->bench.write(kF, reg, 77, 0);
    }
    EXPECT_EQ(m->bench.read(kF, MISCRAM_STATUS, 0), 1u);
    EXPECT_EQ(m->bench.read(kF, MISCRAM_TRIGGER_COUNT, 0), 2u);
    EXPECT_EQ(m->bench.read(kF, MISCRAM_OVERRUN_COUNT, 0), 1u);
    m->bench.write(kF, 0x20, 9, 0);
    m->ram.reset(sim::now());
    EXPECT_FALSE(m->ram.doorbell().at(sim::now()));
    EXPECT_EQ(m->bench.read(kF, MISCRAM_CTRL, 0), 0u);
    EXPECT_EQ(m->bench.read(kF, MISCRAM_TRIGGER, 0), 0u);
    EXPECT_EQ(m->bench.read(kF, MISCRAM_TRIGGER_COUNT, 0), 0u);
    EXPECT_EQ(m->bench.read(kF, MISCRAM_OVERRUN_COUNT, 0), 0u);
    EXPECT_EQ(m->bench.read(kF, 0x20, 0), 9u);  // storage keeps its contents
  });
}

}  // namespace
}  // namespace nvp::test
