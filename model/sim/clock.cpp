// SPDX-License-Identifier: Apache-2.0
#include "model/sim/clock.h"

#include <string>

#include "model/sim/error.h"

namespace nvp::sim {
namespace {

__extension__ using u128 = unsigned __int128;

}  // namespace

Clock::Clock(std::uint64_t hz) : hz_(hz), whole_period_(0) {
  if (hz == 0 || hz > kPsPerSecond) {
    throw Error("clock frequency " + std::to_string(hz) + " Hz: accepted are 1 to 10^12");
  }
  if (kPsPerSecond % hz == 0) whole_period_ = kPsPerSecond / hz;
}

ps_t Clock::fractional_edge(std::uint64_t k) const {
  return static_cast<ps_t>(static_cast<u128>(k) * kPsPerSecond / hz_);
}

std::uint64_t Clock::fractional_index(ps_t t) const {
  // The smallest k with floor(k * 10^12 / hz) >= t is the smallest with k * 10^12 >= t * hz.
  const u128 product = static_cast<u128>(t) * hz_;
  return static_cast<std::uint64_t>((product + kPsPerSecond - 1) / kPsPerSecond);
}

}  // namespace nvp::sim
