// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#ifndef NEURON_VP_DRIVER_KERNEL_SRC_TIME_H_
#define NEURON_VP_DRIVER_KERNEL_SRC_TIME_H_

#include <cstdint>

#include "model/sim/clock.h"

namespace nvp::vk {

/// The tick counter (docs/reference/05-timing.md, "Host software"): computed, never ticked.
class Jiffies {
 public:
  /// @param hz 100, 250, 300 or 1000; anything else is an nvp::Error.
  Jiffies(unsigned hz, std::int64_t initial_s);

  unsigned hz() const { return hz_; }

  /// The counter at `now`: floor(now * HZ / 1 s) plus the initial value.
  std::uint64_t count(ps_t now) const {
    return initial_ + now / kPsPerSecond * hz_ + now % kPsPerSecond * hz_ / kPsPerSecond;
  }

  /// The time at which the counter reaches `count`; the end of time if that is out of range.
  ps_t edge(std::uint64_t count) const;

 private:
  unsigned hz_;
  std::uint64_t initial_;
};

}  // namespace nvp::vk

#endif  // NEURON_VP_DRIVER_KERNEL_SRC_TIME_H_
