// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "model/neuroncore/busy_meter.h"

namespace nvp::neuroncore {
namespace {

TEST(BusyMeter, TotalsIncludeTheRunningInterval) {
  BusyMeter meter;
  meter.begin(100);
  EXPECT_EQ(meter.total(50), 0u);
  EXPECT_EQ(meter.total(130), 30u);
  meter.end(150);
  EXPECT_EQ(meter.total(1'000), 50u);
}

TEST(BusyMeter, PeriodsThatFollowOneAnotherAreExact) {
  std::mt19937 random(3);
  BusyMeter meter;
  ps_t t = 0, busy = 0, asked = 0, seen = 0;
  for (int i = 0; i < 20'000; ++i) {
    t += random() % 50;
    meter.begin(t);
    const ps_t length = random() % 50;
    if (random() % 100 == 0) {  // ask in the middle of an interval
      seen += meter.between(asked, t + length / 2);
      asked = t + length / 2;
    }
    t += length;
    busy += length;
    meter.end(t);
  }
  seen += meter.between(asked, t);
  EXPECT_EQ(seen, busy);
  EXPECT_EQ(meter.total(t), busy);
}

TEST(BusyMeter, PeriodsThatBeginElsewhereAreExactToo) {
  BusyMeter meter;
  meter.begin(0);
  meter.end(100);
  meter.begin(200);
  meter.end(300);
  meter.begin(300);
  meter.end(350);
  meter.begin(400);
  EXPECT_EQ(meter.between(50, 450), 50u + 150 + 50);
  EXPECT_EQ(meter.between(460, 480), 20u);
  meter.end(500);
  EXPECT_EQ(meter.between(490, 510), 10u);
  EXPECT_EQ(meter.between(510, 600), 0u);
}

}  // namespace
}  // namespace nvp::neuroncore
