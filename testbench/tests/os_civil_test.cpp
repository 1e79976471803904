// SPDX-License-Identifier: Apache-2.0
// Dates of the simulated wall clock.
#include <gtest/gtest.h>

#include <ctime>

#include "runtime/os/civil.h"

namespace nvp::test {
namespace {

TEST(Civil, AgreesWithTheCLibrary) {
  for (std::int64_t day = -100'000; day < 100'000; day += 37) {  // what fits into ns

    const std::time_t seconds = day * 86'400 + 12'345;
    std::tm expected;
    gmtime_r(&seconds, &expected);
    const os::CivilTime civil = os::to_civil(seconds * 1'000'000'000 + 678'901'234);
    ASSERT_EQ(civil.year, expected.tm_year + 1900) << day;
    ASSERT_EQ(civil.month, expected.tm_mon + 1) << day;
    ASSERT_EQ(civil.day, expected.tm_mday) << day;
    ASSERT_EQ(civil.hour, expected.tm_hour);
    ASSERT_EQ(civil.minute, expected.tm_min);
    ASSERT_EQ(civil.second, expected.tm_sec);
    ASSERT_EQ(civil.microsecond, 678'901);
  }
}

TEST(Civil, EpochOfTheSimulatedHost) {
  const os::CivilTime civil = os::to_civil(1'767'225'600'000'000'000);
  EXPECT_EQ(civil.year, 2026);
  EXPECT_EQ(civil.month, 1);
  EXPECT_EQ(civil.day, 1);
  EXPECT_EQ(civil.hour + civil.minute + civil.second + civil.microsecond, 0);
}

}  // namespace
}  // namespace nvp::test
