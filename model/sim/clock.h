// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_SIM_CLOCK_H_
#define NEURON_VP_MODEL_SIM_CLOCK_H_

#include <cstdint>

namespace nvp {

/// Simulated time in picoseconds since time zero.
using ps_t = std::uint64_t;

constexpr ps_t kPsPerNs = 1'000;
constexpr ps_t kPsPerUs = 1'000'000;
constexpr ps_t kPsPerMs = 1'000'000'000;
constexpr ps_t kPsPerSecond = 1'000'000'000'000;

namespace sim {

/// A clock domain: edges are computed, never ticked. Edge k of a clock of f Hz is at
/// floor(k * 10^12 / f) ps (docs/reference/05-timing.md, "Clocks").
class Clock {
 public:
  /// @param hz frequency, 1 .. 10^12.
  explicit Clock(std::uint64_t hz);

  std::uint64_t hz() const { return hz_; }

  /// Time of edge `k`, in ps.
  ps_t edge(std::uint64_t k) const {
    return whole_period_ ? k * whole_period_ : fractional_edge(k);
  }

  /// Index of the first edge at or after `t`.
  std::uint64_t index_at_or_after(ps_t t) const {
    return whole_period_ ? (t + whole_period_ - 1) / whole_period_ : fractional_index(t);
  }

  /// Time of the first edge at or after `t`, in ps.
  ps_t align(ps_t t) const { return edge(index_at_or_after(t)); }

  /// Time `cycles` edges after the first edge at or after `t`, in ps.
  ps_t after(ps_t t, std::uint64_t cycles) const { return edge(index_at_or_after(t) + cycles); }

  /// Number of edges in [t0, t1).
  std::uint64_t cycles_between(ps_t t0, ps_t t1) const {
    return index_at_or_after(t1) - index_at_or_after(t0);
  }

 private:
  ps_t fractional_edge(std::uint64_t k) const;
  std::uint64_t fractional_index(ps_t t) const;

  std::uint64_t hz_;
  ps_t whole_period_;  // 0 when the period is not a whole number of ps
};

}  // namespace sim
}  // namespace nvp

#endif  // NEURON_VP_MODEL_SIM_CLOCK_H_
