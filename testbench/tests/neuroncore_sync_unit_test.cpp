// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <limits>

#include "gen/model/regs/neuron_regs.h"
#include "model/neuroncore/sync_unit.h"

namespace nvp::neuroncore {
namespace {

using bus::Response;

struct SyncUnitTest : ::testing::Test {
  memory::Sparse content{8};
  SyncUnit unit{*regs::find_block("tpb", 3), content, 0xd0000000};

  void write(std::uint32_t offset, std::uint32_t value, std::uint8_t strobes = 0xf) {
    EXPECT_EQ(unit.write(0, offset, value, strobes, 0), Response::okay);
  }
  std::uint32_t read(std::uint32_t offset) {
    std::uint32_t value = 0xeeeeeeee;
    EXPECT_EQ(unit.read(0, offset, &value, 0), Response::okay);
    return value;
  }
};

// 10, section 5.3
TEST_F(SyncUnitTest, SemaphoresSetAddSubtractAndWrap) {
  write(TPB_SEMAPHORE_SET(5), 10);
  write(TPB_SEMAPHORE_INC(5), 7);
  write(TPB_SEMAPHORE_DEC(5), 20);
  EXPECT_EQ(unit.semaphore(5), -3);
  EXPECT_EQ(read(TPB_SEMAPHORE_READ(5)), 0xfffffffdu);
  write(TPB_SEMAPHORE_READ(5), 1);
  EXPECT_EQ(unit.semaphore(5), -3) << "the read window takes no writes";
  EXPECT_EQ(read(TPB_SEMAPHORE_SET(5)), 0u);
  EXPECT_EQ(read(TPB_SEMAPHORE_INC(5)), 0u);
  EXPECT_EQ(read(TPB_SEMAPHORE_DEC(5)), 0u);
  unit.set_semaphore(255, std::numeric_limits<std::int32_t>::max());
  write(TPB_SEMAPHORE_INC(255), 1);
  EXPECT_EQ(unit.semaphore(255), std::numeric_limits<std::int32_t>::min());
  write(TPB_SEMAPHORE_DEC(255), 1);
  EXPECT_EQ(unit.semaphore(255), std::numeric_limits<std::int32_t>::max());
  write(TPB_SEMAPHORE_SET(255), 0xaabbccdd, 0x2);
  EXPECT_EQ(read(TPB_SEMAPHORE_READ(255)), 0x7fffccffu);
}

TEST_F(SyncUnitTest, EventsHoldOneBit) {
  write(TPB_EVENT(0), 0xffffffff);
  EXPECT_EQ(read(TPB_EVENT(0)), 1u);
  EXPECT_TRUE(unit.event(0));
  write(TPB_EVENT(0), 2);
  EXPECT_FALSE(unit.event(0));
}

// 10, section 5.3: event 256 is no event; reads 0, writes are ignored.
TEST_F(SyncUnitTest, Event256) {
  write(0x2700400, 1);
  EXPECT_EQ(read(0x2700400), 0u);
  EXPECT_EQ(unit.semaphore(0), 0);
}

TEST_F(SyncUnitTest, IncrementsAreToldOneByOne) {
  std::vector<std::uint32_t> rung;
  unit.on_increment([&](std::uint32_t index, ps_t) { rung.push_back(index); });
  write(TPB_SEMAPHORE_INC(0), 5);
  write(TPB_SEMAPHORE_INC(3), 1);
  write(TPB_SEMAPHORE_SET(0), 1);
  write(TPB_SEMAPHORE_INC(0), 1, 0);
  EXPECT_EQ(rung, (std::vector<std::uint32_t>{0, 3}));
}

TEST_F(SyncUnitTest, ResetClearsSemaphoresAndEventsButNotTheStateBuffer) {
  write(TPB_SBUF_OFFSET + 0x1234, 0x5678);
  write(TPB_PSUM_OFFSET, 0x9abc);
  unit.set_semaphore(7, 7);
  unit.set_event(9, true);
  unit.reset();
  EXPECT_EQ(unit.semaphore(7), 0);
  EXPECT_FALSE(unit.event(9));
  EXPECT_EQ(read(TPB_SBUF_OFFSET + 0x1234), 0x5678u);
  EXPECT_EQ(read(TPB_PSUM_OFFSET), 0x9abcu);
}

TEST(SyncUnitOfTopSp, LiesAtTheStartOfItsWindow) {
  memory::Sparse content{8};
  SyncUnit unit(*regs::find_block("top_sp", 2), content, 0x10000000);
  EXPECT_EQ(unit.write(0, TOP_SP_SEMAPHORE_INC(2), 3, 0xf, 0), Response::okay);
  EXPECT_EQ(unit.semaphore(2), 3);
  EXPECT_EQ(unit.write(0, 0x3000, 4, 0xf, 0), Response::okay);
  std::uint32_t value = 0;
  EXPECT_EQ(unit.read(0, 0x3000, &value, 0), Response::okay);
  EXPECT_EQ(value, 4u);
}

}  // namespace
}  // namespace nvp::neuroncore
