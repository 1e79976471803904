// SPDX-License-Identifier: Apache-2.0
#include "model/mgmt/line.h"

#include <algorithm>

namespace nvp::mgmt {

void Line::set(bool value, ps_t edge) {
  while (count_ > 0 && transitions_[count_ - 1].edge >= edge) --count_;
  const bool previous = count_ > 0 ? transitions_[count_ - 1].value : before_;
  if (previous != value) {
    if (count_ == transitions_.size()) {
      before_ = transitions_[0].value;
      std::move(transitions_.begin() + 1, transitions_.end(), transitions_.begin());
      --count_;
    }
    transitions_[count_++] = {edge, value};
  }
  if (changed_) changed_();
}

bool Line::at(ps_t t) const {
  for (std::size_t i = count_; i > 0; --i) {
    if (transitions_[i - 1].edge <= t) return transitions_[i - 1].value;
  }
  return before_;
}

ps_t Line::next_rise(ps_t t) const {
  for (std::size_t i = 0; i < count_; ++i) {
    if (transitions_[i].edge > t && transitions_[i].value) return transitions_[i].edge;
  }
  return kNever;
}

}  // namespace nvp::mgmt
