// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_BUS_EDGES_H_
#define NEURON_VP_MODEL_BUS_EDGES_H_

#include <cstdint>

#include "model/sim/clock.h"

namespace nvp::bus {

/// The edges of a clock, for those who ask in each access: divides by multiplying where that is
/// exact (periods of whole ps, times below a limit of weeks), else asks the clock.
class Edges {
 public:
  explicit Edges(const sim::Clock& clock) : clock_(clock) {
    if (kPsPerSecond % clock.hz() != 0) return;
    period_ = kPsPerSecond / clock.hz();
    while (std::uint64_t{2} << shift_ <= period_) ++shift_;  // 2^shift <= period < 2^(shift + 1)
    const wide numerator = wide{1} << (64 + shift_);
    // Rounded up, at most 2^64: for a power of two, which needs 2^64 exactly, there is no fast way.
    const wide reciprocal = (numerator + period_ - 1) / period_;
    if (reciprocal >> 64 != 0) return;
    reciprocal_ = static_cast<std::uint64_t>(reciprocal);
    // floor(n * reciprocal / 2^(64 + shift)) is floor(n / period) while n * period < 2^(64 +
    // shift).
    const wide limit = numerator / period_;
    limit_ = static_cast<std::uint64_t>(limit) - period_;
  }

  ps_t edge(std::uint64_t k) const { return period_ ? k * period_ : clock_.edge(k); }

  std::uint64_t index_at_or_after(ps_t t) const {
    if (t >= limit_) return clock_.index_at_or_after(t);
    return static_cast<std::uint64_t>((wide{t + period_ - 1} * reciprocal_) >> 64) >> shift_;
  }

  ps_t after(ps_t t, std::uint64_t cycles) const { return edge(index_at_or_after(t) + cycles); }

 private:
  __extension__ using wide = unsigned __int128;

  const sim::Clock& clock_;
  std::uint64_t period_ = 0;  // 0 when it is not a whole number of ps
  unsigned shift_ = 0;
  std::uint64_t reciprocal_ = 0;
  ps_t limit_ = 0;
};

}  // namespace nvp::bus

#endif  // NEURON_VP_MODEL_BUS_EDGES_H_
