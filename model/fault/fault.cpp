// SPDX-License-Identifier: Apache-2.0
#include "model/fault/fault.h"

#include <systemc>
#include <utility>

#include "model/sim/thread.h"

namespace nvp::fault {
namespace {

struct PointInfo {
  std::string_view name, text;
};

constexpr PointInfo kPoints[] = {
#define NVP_FAULT(id, name, text) {name, text},
#include "model/fault/points.def"
#undef NVP_FAULT
};

bool passes(const std::optional<std::uint32_t>& filter, const std::optional<std::uint32_t>& value) {
  return !filter || (value && *filter == *value);
}

}  // namespace

std::string_view name(Point point) {
  return kPoints[static_cast<std::size_t>(point)].name;
}

std::string_view describe(Point point) {
  return kPoints[static_cast<std::size_t>(point)].text;
}

std::optional<Point> find(std::string_view name) {
  for (std::size_t i = 0; i < kPointCount; ++i) {
    if (kPoints[i].name == name) return static_cast<Point>(i);
  }
  return std::nullopt;
}

Registry::Registry(trace::Stream& stream) : stream_(stream) {}

std::size_t Registry::arm(const Spec& spec) {
  const std::size_t number = plans_.size();
  plans_.push_back({spec});
  passed_.push_back(0);
  ++armed_[static_cast<std::size_t>(spec.point)];
  trace::Event event{trace::Kind::fault_armed, sim::now(), spec.device};
  event.a = static_cast<std::uint32_t>(number);
  event.text = name(spec.point);
  stream_.emit(event);
  for (const auto& listener : listeners_) {
    if (listener.first != spec.point) continue;
    sc_core::sc_spawn_options options;
    options.spawn_method();
    options.dont_initialize();
    auto* at = new sc_core::sc_event;  // lives as long as the kernel that refers to it
    options.set_sensitivity(at);
    sc_core::sc_spawn([this, number] { due(number); }, sc_core::sc_gen_unique_name("fault_due"),
                      &options);
    const ps_t now = sim::now();
    at->notify(sc_core::sc_time::from_value(spec.from > now ? spec.from - now : 0));
    break;
  }
  return number;
}

void Registry::disarm(std::size_t number) {
  plans_.at(number).spec.until = sim::now();
}

void Registry::on_due(Point point, std::function<void(const Spec&)> act) {
  listeners_.emplace_back(point, std::move(act));
}

void Registry::due(std::size_t number) {
  const Spec spec = plans_[number].spec;
  if (sim::now() >= spec.until) return;
  fire(number);
  for (const auto& listener : listeners_) {
    if (listener.first == spec.point) listener.second(spec);
  }
}

const Spec* Registry::search(Point point, const Context& context, bool fire_it) {
  const ps_t now = sim::now();
  for (std::size_t i = 0; i < plans_.size(); ++i) {
    const Evidence& plan = plans_[i];
    const Spec& spec = plan.spec;
    if (spec.point != point || now < spec.from || now >= spec.until) continue;
    if (fire_it && plan.fired >= spec.count) continue;
    if (spec.device >= 0 && spec.device != context.device) continue;
    if (!passes(spec.command, context.command) || !passes(spec.sequence, context.sequence) ||
        !passes(spec.offset, context.offset)) {
      continue;
    }
    if (fire_it && passed_[i]++ < spec.skip) continue;
    if (fire_it || plan.fired == 0) fire(i);
    return &plans_[i].spec;
  }
  return nullptr;
}

void Registry::fire(std::size_t number) {
  Evidence& plan = plans_[number];
  const ps_t now = sim::now();
  if (plan.fired++ == 0) plan.first = now;
  plan.last = now;
  trace::Event event{trace::Kind::fault_fired, now, plan.spec.device};
  event.a = static_cast<std::uint32_t>(number);
  event.b = static_cast<std::uint32_t>(plan.fired);
  event.text = name(plan.spec.point);
  stream_.emit(event);
}

}  // namespace nvp::fault
