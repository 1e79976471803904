// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_MGMT_LINE_H_
#define NEURON_VP_MODEL_MGMT_LINE_H_

#include <array>
#include <cstddef>
#include <functional>
#include <utility>

#include "model/sim/clock.h"

namespace nvp::mgmt {

constexpr ps_t kNever = ~ps_t{0};

/// A level as the interrupt controller sees it: a function of time, never ticked.
class Level {
 public:
  virtual ~Level() = default;
  virtual bool at(ps_t t) const = 0;
  /// First time after `t` at which the level turns 1 by what is known now; kNever if none.
  virtual ps_t next_rise(ps_t t) const = 0;
};

/// A registered output: its last transitions with the edges at which they become visible.
class Line : public Level {
 public:
  /// Calls `changed` after each new transition; it may lie in the future.
  void on_change(std::function<void()> changed) { changed_ = std::move(changed); }

  /// The output is `value` from `edge` on; transitions planned for then or later are withdrawn.
  void set(bool value, ps_t edge);

  bool at(ps_t t) const override;
  ps_t next_rise(ps_t t) const override;

 private:
  struct Transition {
    ps_t edge;
    bool value;
  };

  std::array<Transition, 4> transitions_{};
  std::size_t count_ = 0;
  bool before_ = false;  // value before the first kept transition
  std::function<void()> changed_;
};

}  // namespace nvp::mgmt

#endif  // NEURON_VP_MODEL_MGMT_LINE_H_
