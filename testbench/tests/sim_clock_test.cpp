// SPDX-License-Identifier: Apache-2.0
// Clock edges: docs/reference/05-timing.md, checks 1 to 3.
#include <gtest/gtest.h>

#include "model/sim/clock.h"
#include "model/sim/error.h"

namespace nvp::sim {
namespace {

TEST(Clock, EdgesOfAFractionalPeriodNeverDrift) {  // check 1
  const Clock clock(1'400'000'000);
  const ps_t first[] = {0, 714, 1428, 2142, 2857};
  for (int k = 0; k < 5; ++k) EXPECT_EQ(clock.edge(k), first[k]);
  EXPECT_EQ(clock.edge(7), 5'000u);
  EXPECT_EQ(clock.edge(1'400'000'000), kPsPerSecond);
}

TEST(Clock, PeEdges) {  // check 2
  const Clock clock(2'800'000'000);
  EXPECT_EQ(clock.edge(1), 357u);
  EXPECT_EQ(clock.edge(2), 714u);
  EXPECT_EQ(clock.edge(3), 1071u);
  EXPECT_EQ(clock.edge(28), 10'000u);
}

TEST(Clock, FirstEdgeAtOrAfter) {  // check 3
  const Clock fabric(1'000'000'000);
  EXPECT_EQ(fabric.align(1'500), 2'000u);
  EXPECT_EQ(fabric.align(2'000), 2'000u);
  EXPECT_EQ(fabric.align(0), 0u);
}

TEST(Clock, IndexAndEdgeAgreeForEveryDomain) {
  for (std::uint64_t hz : {400'000'000ull, 960'000'000ull, 1'120'000'000ull, 1'200'000'000ull,
                           1'400'000'000ull, 2'400'000'000ull, 2'800'000'000ull}) {
    const Clock clock(hz);
    for (std::uint64_t k : {0ull, 1ull, 2ull, 3ull, 1'000'003ull, 86'400ull * hz}) {
      const ps_t t = clock.edge(k);
      EXPECT_EQ(clock.index_at_or_after(t), k) << hz;
      EXPECT_EQ(clock.index_at_or_after(t + 1), k + 1) << hz;
      EXPECT_EQ(clock.align(t), t) << hz;
      EXPECT_EQ(clock.cycles_between(t, clock.edge(k + 5)), 5u) << hz;
    }
  }
}

TEST(Clock, RefusesImpossibleFrequencies) {
  EXPECT_THROW(Clock(0), Error);
  EXPECT_THROW(Clock(kPsPerSecond + 1), Error);
}

}  // namespace
}  // namespace nvp::sim
