// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "testbench/scenario/evaluate.h"
#include "testbench/scenario/text.h"

namespace nvp::scenario {
namespace {

/// The value of a field of an event as text.
std::string field_text(const SeenEvent& event, const std::string& name) {
  const trace::KindInfo& kind = trace::info(event.kind);
  if (name == kind.a) return std::to_string(event.a);
  if (name == kind.b) return std::to_string(event.b);
  if (name == kind.x) return std::to_string(event.x);
  if (name == kind.y) return std::to_string(event.y);
  return event.text;
}

bool field_fits(const SeenEvent& event, const Setting& field) {
  const std::string value = field_text(event, field.name);
  const auto wanted = parse_unsigned(field.value);
  if (wanted && parse_unsigned(value) == wanted) return true;
  return matches_glob(field.value, value);
}

bool fits(const EventPattern& pattern, const SeenEvent& event) {
  if (event.kind != static_cast<trace::Kind>(pattern.kind)) return false;
  if (!pattern.window.holds(event.time)) return false;
  if (pattern.device && event.device != static_cast<std::int32_t>(*pattern.device)) return false;
  for (const Setting& field : pattern.fields) {
    if (!field_fits(event, field)) return false;
  }
  return true;
}

std::string pattern_text(const EventPattern& pattern) {
  std::string out(trace::info(static_cast<trace::Kind>(pattern.kind)).name);
  if (pattern.device) out += fmt::format(" of device {}", *pattern.device);
  for (const Setting& f : pattern.fields)
    out += fmt::format(" {}={}", f.name, shorten(f.value, 40));
  return out + window_text(pattern.window);
}

const SeenEvent* first(const EventPattern& pattern, const Observations& seen, ps_t not_before) {
  for (const SeenEvent& event : seen.events) {
    if (event.time >= not_before && fits(pattern, event)) return &event;
  }
  return nullptr;
}

}  // namespace

Judgement judge(const ExpectTiming& expected, const Observations& seen) {
  Judgement out;
  out.title = fmt::format("from {} to {}:", pattern_text(expected.from), pattern_text(expected.to));
  if (expected.at_least) out.title += " at least " + format_time(*expected.at_least);
  if (expected.at_most) out.title += " at most " + format_time(*expected.at_most);
  const SeenEvent* from = first(expected.from, seen, 0);
  if (!from) {
    out.found = "no event " + pattern_text(expected.from);
    return out;
  }
  const SeenEvent* to = first(expected.to, seen, from->time);
  if (!to) {
    out.found =
        fmt::format("no event {} from {} on", pattern_text(expected.to), format_time(from->time));
    return out;
  }
  const ps_t distance = to->time - from->time;
  out.met = (!expected.at_least || distance >= *expected.at_least) &&
            (!expected.at_most || distance <= *expected.at_most);
  out.found = fmt::format("{}, from {} to {}", format_time(distance), format_time(from->time),
                          format_time(to->time));
  return out;
}

Judgement judge(const ExpectEvents& expected, const Observations& seen) {
  Bounds bounds = expected.count;
  if (!bounds.any()) bounds.at_least = 1;
  Judgement out;
  out.title = fmt::format("{} events {}", bounds.text(), pattern_text(expected.pattern));
  std::uint64_t count = 0;
  for (const SeenEvent& event : seen.events) count += fits(expected.pattern, event);
  out.met = bounds.hold(count);
  out.found = fmt::format("{} events, expected {}", count, bounds.text());
  return out;
}

}  // namespace nvp::scenario
