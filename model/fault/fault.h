// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_FAULT_FAULT_H_
#define NEURON_VP_MODEL_FAULT_FAULT_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/sim/clock.h"
#include "model/trace/event.h"

namespace nvp::fault {

/// The named places at which the platform can be made to fail: model/fault/points.def.
enum class Point : std::uint8_t {
#define NVP_FAULT(id, name, text) id,
#include "model/fault/points.def"
#undef NVP_FAULT
  count_
};

constexpr std::size_t kPointCount = static_cast<std::size_t>(Point::count_);

std::string_view name(Point point);
std::string_view describe(Point point);
/// The point of that name, or nothing.
std::optional<Point> find(std::string_view name);

/// One planned fault: where, when, how often, and the values that the point needs.
struct Spec {
  Point point;
  std::int32_t device = -1;     ///< -1: any device
  ps_t from = 0;                ///< acts from this time on
  ps_t until = ~ps_t{0};        ///< and before this one
  std::uint64_t count = ~0ull;  ///< fires at most so often
  std::uint64_t skip = 0;       ///< after letting so many occurrences pass
  std::optional<std::uint32_t> command, sequence, offset;  ///< filters
  ps_t time = 0;                                           ///< a duration, ps
  std::uint32_t code = 0;
  std::uint64_t value = 0;
};

/// What is known at a fault point when it is passed.
struct Context {
  std::int32_t device = -1;
  std::optional<std::uint32_t> command = {}, sequence = {}, offset = {};
};

/// Evidence about one planned fault.
struct Evidence {
  Spec spec;
  std::uint64_t fired = 0;
  ps_t first = 0, last = 0;  ///< times of the first and the last firing
};

/// The faults of a platform. Points ask hit(); with nothing armed that is one load.
class Registry {
 public:
  explicit Registry(trace::Stream& stream);

  /// Plans a fault; returns its number. The point's listeners hear of it when `from` comes
  /// (points such as fw.crash act by themselves, without being passed).
  std::size_t arm(const Spec& spec);
  /// Ends a planned fault now.
  void disarm(std::size_t number);

  /// The armed fault that acts on this occurrence, which then has fired; null if none.
  const Spec* hit(Point point, const Context& context) {
    return armed_[static_cast<std::size_t>(point)] ? search(point, context, true) : nullptr;
  }
  /// The same without firing it (for faults that last, such as fw.no_clear).
  const Spec* active(Point point, const Context& context) {
    return armed_[static_cast<std::size_t>(point)] ? search(point, context, false) : nullptr;
  }

  /// Calls `act` when a fault of this point becomes due; the firing is counted.
  void on_due(Point point, std::function<void(const Spec&)> act);

  const std::vector<Evidence>& evidence() const { return plans_; }

 private:
  const Spec* search(Point point, const Context& context, bool fire);
  void fire(std::size_t number);
  void due(std::size_t number);

  trace::Stream& stream_;
  std::vector<Evidence> plans_;
  std::vector<std::uint64_t> passed_;
  std::size_t armed_[kPointCount] = {};
  std::vector<std::pair<Point, std::function<void(const Spec&)>>> listeners_;
};

}  // namespace nvp::fault

#endif  // NEURON_VP_MODEL_FAULT_FAULT_H_
