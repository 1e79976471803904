// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_NEURONCORE_BUSY_METER_H_
#define NEURON_VP_MODEL_NEURONCORE_BUSY_METER_H_

#include <cstddef>
#include <deque>

#include "model/sim/clock.h"

namespace nvp::neuroncore {

/// Adds up the time that something was busy: exact integers, no event. Intervals follow one
/// another.
class BusyMeter {
 public:
  /// Busy from `t` on, until end().
  void begin(ps_t t);
  void end(ps_t t);

  /// Busy time before `t`, a running interval included.
  ps_t total(ps_t t) const;

  /// Busy time in [from, to). Askers move forward: `from` is not before the `to` of an earlier
  /// call. Exact if it is that `to` (as for consecutive periods) or if no more than kKept intervals
  /// have ended since.
  ps_t between(ps_t from, ps_t to);

  static constexpr std::size_t kKept = 4096;

 private:
  struct Interval {
    ps_t begin, end;
  };

  ps_t total_ = 0;
  ps_t begin_ = 0;
  bool running_ = false;
  ps_t asked_ = 0, total_then_ = 0;  // the last between() and the total at its `to`
  std::deque<Interval> recent_;
};

}  // namespace nvp::neuroncore

#endif  // NEURON_VP_MODEL_NEURONCORE_BUSY_METER_H_
