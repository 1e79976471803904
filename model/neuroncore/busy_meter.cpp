// SPDX-License-Identifier: Apache-2.0
#include "model/neuroncore/busy_meter.h"

#include <algorithm>

namespace nvp::neuroncore {

void BusyMeter::begin(ps_t t) {
  begin_ = t;
  running_ = true;
}

void BusyMeter::end(ps_t t) {
  running_ = false;
  t = std::max(t, begin_);
  total_ += t - begin_;
  if (!recent_.empty() && recent_.back().end == begin_) {
    recent_.back().end = t;
  } else {
    recent_.push_back({begin_, t});
  }
  if (recent_.size() > kKept) recent_.pop_front();
}

ps_t BusyMeter::total(ps_t t) const {
  return total_ + (running_ && t > begin_ ? t - begin_ : 0);
}

ps_t BusyMeter::between(ps_t from, ps_t to) {
  ps_t busy = total(to) - total_then_;
  if (from != asked_) {
    busy = running_ && to > begin_ ? to - std::max(from, begin_) : 0;
    for (const Interval& i : recent_) {
      const ps_t begin = std::max(i.begin, from), end = std::min(i.end, to);
      if (end > begin) busy += end - begin;
    }
  }
  asked_ = to;
  total_then_ = total(to);
  while (!recent_.empty() && recent_.front().end <= to) recent_.pop_front();
  return busy;
}

}  // namespace nvp::neuroncore
