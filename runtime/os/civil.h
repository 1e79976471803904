// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_RUNTIME_OS_CIVIL_H_
#define NEURON_VP_RUNTIME_OS_CIVIL_H_

#include <cstdint>

#include "runtime/os/os.h"

namespace nvp::os {

/// Breaks down nanoseconds since 1970 into a UTC date and time.
inline CivilTime to_civil(std::int64_t ns) {
  const auto floor_div = [](std::int64_t a, std::int64_t b) { return a / b - (a % b < 0); };
  const std::int64_t seconds = floor_div(ns, 1'000'000'000);
  const std::int64_t days = floor_div(seconds, 86'400);
  const auto of_day = static_cast<int>(seconds - days * 86'400);

  // Days are counted from 0000-03-01, so that the leap day is a year's last.
  const std::int64_t shifted = days + 719'468;
  const std::int64_t era = floor_div(shifted, 146'097);
  const auto day_of_era = static_cast<int>(shifted - era * 146'097);
  const int year_of_era =
      (day_of_era - day_of_era / 1'460 + day_of_era / 36'524 - day_of_era / 146'096) / 365;
  const int day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const int from_march = (5 * day_of_year + 2) / 153;

  CivilTime civil;
  civil.day = day_of_year - (153 * from_march + 2) / 5 + 1;
  civil.month = from_march < 10 ? from_march + 3 : from_march - 9;
  civil.year = static_cast<int>(year_of_era + era * 400) + (civil.month <= 2);
  civil.hour = of_day / 3'600;
  civil.minute = of_day / 60 % 60;
  civil.second = of_day % 60;
  civil.microsecond = static_cast<int>((ns - seconds * 1'000'000'000) / 1'000);
  return civil;
}

}  // namespace nvp::os

#endif  // NEURON_VP_RUNTIME_OS_CIVIL_H_
