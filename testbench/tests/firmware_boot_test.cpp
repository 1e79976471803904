// SPDX-License-Identifier: Apache-2.0
// Boot and identity (docs/reference/42-firmware.md duty 1, 13 section 4).
#include <gtest/gtest.h>

#include "testbench/tests/mgmt_bench.h"
#include "testbench/tests/support/sim_test.h"

namespace nvp::test {
namespace {

// 42 check 1
SIM_TEST(FirmwareBoot, IdentityAppearsAfterBoot) {
  auto* b = new MgmtBench;
  b->thread([b] {
    b->sleep(kPsPerMs);
    EXPECT_EQ(b->read(MISCRAM_DEVICE_ID), 0xdeadbeefu);
    EXPECT_EQ(b->read(MISCRAM_FW_STATUS), 8u);
    b->sleep(5 * kPsPerMs);
    EXPECT_EQ(b->read(MISCRAM_DEVICE_ID), 5u);
    EXPECT_EQ(b->read(MISCRAM_API_VERSION), 7u);
    EXPECT_EQ(b->read(MISCRAM_FW_STATUS), 0u);
    EXPECT_EQ(b->read(MISCRAM_SERIAL_NUMBER_LO), 0x10000u);
    EXPECT_EQ(b->read(MISCRAM_SERIAL_NUMBER_HI), 0x40u);
    sim::stop();
  });
}

}  // namespace
}  // namespace nvp::test
