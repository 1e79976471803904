// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "model/trace/event.h"
#include "testbench/scenario/describe.h"
#include "testbench/scenario/keys.h"
#include "testbench/scenario/text.h"

namespace nvp::scenario {
namespace {

void describe_window(Shape& s, Window& w) {
  s.duration({"after", "only from this time on; default 0"}, into(w.after));
  s.duration({"before", "only before this time; default: the end"}, into(w.before));
}

void describe_bounds(Shape& s, Bounds& b, const char* equals, const char* what) {
  s.number({equals, what}, into(b.equals), 0, ~0ull);
  s.number({"at_least", "instead of an exact number"}, into(b.at_least), 0, ~0ull);
  s.number({"at_most", "instead of an exact number"}, into(b.at_most), 0, ~0ull);
}

/// The library parses by recursion: what is nested deeper than this ends the program.
constexpr std::size_t kMaxPattern = 1000;

void check_regex(const Shape& s, const std::string& pattern) {
  if (pattern.size() > kMaxPattern) {
    fail(s.node()->find("matches")->where,
         fmt::format("a regular expression of {} bytes; accepted are at most {}", pattern.size(),
                     kMaxPattern));
  }
  try {
    regex_of(pattern);
  } catch (const std::regex_error& error) {
    fail(s.node()->find("matches")->where,
         fmt::format(
             "\"{}\" is no regular expression: {}; accepted: ECMAScript without back references",
             shorten(pattern, 60), error.what()));
  }
}

void describe_match(Shape& s, TextMatch& m, const char* whole) {
  s.text({whole, "the whole text"}, into(m.equals));
  s.text({"contains", "a part of the text"}, into(m.contains));
  s.text({"matches", "a regular expression (ECMAScript) that finds something in the text"},
         [&](std::string pattern) {
           check_regex(s, pattern);
           m.matches = pattern;
         });
}

std::function<void(const Node::Entry&)> add_record(std::vector<RecordValue>& list) {
  return [&list](const Node::Entry& e) {
    list.push_back({metric_key(e.where, e.key), e.value.scalar});
  };
}

void optional_device(Shape& s, std::optional<std::uint64_t>& target) {
  s.number({"device", "position of the device; default: all"}, into(target), 0, 63);
}

void device(Shape& s, std::uint64_t& target) {
  s.number({"device", "position of the device; default 0"}, into(target), 0, 63);
}

void describe(Shape& s, ExpectPosts& x) {
  optional_device(s, x.device);
  s.number({"tick", "only posts of this slow tick"}, into(x.tick), 0, 1);
  s.number({"index", "only this post of the device, from 1 in order of arrival"}, into(x.index), 1,
           ~0ull);
  describe_window(s, x.window);
  describe_bounds(s, x.count, "count", "how many posts are selected; default: at least one");
  s.pairs(
      {"exactly",
       "metric id (number or name) to value: each selected post has these records and no other"},
      [&](const Node::Entry& e) {
        if (!x.exactly) x.exactly.emplace();
        add_record (*x.exactly)(e);
      },
      {});
  s.pairs({"contains",
           "metric id to value: each selected post has these records; the value * stands for any"},
          add_record(x.contains), {});
  s.texts({"absent", "metric ids that no selected post has"}, [&](const std::string& key) {
    x.absent.push_back(metric_key(s.node() ? s.node()->find("absent")->where : Location{}, key));
  });
  s.text({"bytes", "each selected post has exactly these bytes, hexadecimal"},
         [&](const std::string& text) {
           x.bytes = hex_bytes(s.node() ? s.node()->find("bytes")->where : Location{}, text);
         });
}

void describe(Shape& s, ExpectTotal& x) {
  optional_device(s, x.device);
  s.named_number({"id", "metric id whose posted values are added up", true},
                 into_as<std::uint8_t, std::uint8_t>(x.id), metric_names(), 0, 255);
  describe_window(s, x.window);
  describe_bounds(s, x.bounds, "equals", "the sum");
}

void describe(Shape& s, ExpectCounter& x) {
  device(s, x.device);
  s.text({"process", "whose slab of the datastore", true}, into(x.process));
  s.number({"core", "of a core's counter; default 0"}, into(x.core), 0, 15);
  s.named_number({"counter", "counter of a core (chapter 20, sections 4.2, 4.3)"}, into(x.counter),
                 nc_counter_names(), 0, 94);
  s.named_number(
      {"device_counter", "counter of the device (chapter 20, section 4.1), instead of counter"},
      [&](std::uint64_t value) {
        x.counter = value;
        x.of_device = true;
      },
      nd_counter_names(), 0, 30);
  s.duration({"at", "when it is read; default: at the end"}, into(x.at));
  describe_bounds(s, x.bounds, "equals", "the value");
}

void describe(Shape& s, ExpectLog& x) {
  s.choice(
      {"sink",
       "kernel log, process output, system log, firmware console, or trace events of the driver",
       true},
      into_as<ExpectLog::Sink, ExpectLog::Sink>(x.sink),
      {"kernel", "console", "syslog", "firmware", "trace"});
  s.text({"process", "only lines of this process"}, into(x.process));
  optional_device(s, x.device);
  describe_match(s, x.match, "text");
  describe_window(s, x.window);
  describe_bounds(s, x.count, "count", "how many lines match; default: at least one");
}

void describe(Shape& s, ExpectRegister& x) {
  device(s, x.device);
  s.number({"offset", "BAR0 offset", true}, into(x.offset), 0, ~0ull);
  s.number({"mask", "bits that count; default all"}, into(x.mask), 0, 0xffffffff);
  s.duration({"at", "when it is looked at (no time, no side effect); default: at the end"},
             into(x.at));
  describe_bounds(s, x.bounds, "equals", "the value");
}

void describe(Shape& s, ExpectState& x) {
  device(s, x.device);
  s.choice({"state", "of the driver's device (chapter 10, section 11)", true},
           into_as<std::uint64_t, std::uint64_t>(x.state), {"RESET", "READY", "INVALID"});
  s.duration({"at", "when; default: at the end"}, into(x.at));
}

void describe(Shape& s, ExpectSysfs& x) {
  s.text({"path", "below /sys", true}, into(x.path));
  s.duration({"at", "when it is read; default: at the end"}, into(x.at));
  describe_match(s, x.match, "text");
}

std::vector<std::string> field_names() {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < trace::kKindCount; ++i) {
    const trace::KindInfo& kind = trace::info(static_cast<trace::Kind>(i));
    for (std::string_view name : {kind.a, kind.b, kind.x, kind.y, kind.text}) {
      if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end())
        names.emplace_back(name);
    }
  }
  return names;
}

void check_fields(const EventPattern& p) {
  const trace::KindInfo& kind = trace::info(static_cast<trace::Kind>(p.kind));
  std::vector<std::string> accepted;
  for (std::string_view name : {kind.a, kind.b, kind.x, kind.y, kind.text}) {
    if (!name.empty()) accepted.emplace_back(name);
  }
  for (const Setting& field : p.fields) {
    if (std::find(accepted.begin(), accepted.end(), field.name) != accepted.end()) continue;
    fail(field.where, fmt::format("event {} has no field \"{}\"{}", kind.name, field.name,
                                  suggestion(field.name, accepted)));
  }
}

void describe_pattern(Shape& s, EventPattern& p) {
  s.choice({"event", "kind of event (model/trace/events.def)", true}, into(p.kind), event_kinds());
  optional_device(s, p.device);
  s.pairs(
      {"fields", "values of its fields: a number, or a text in which * stands for anything"},
      [&](const Node::Entry& e) {
        p.fields.push_back({e.key, e.value.scalar, e.where});
      },
      field_names());
  describe_window(s, p.window);
  check_fields(p);
}

void describe(Shape& s, ExpectTiming& x) {
  s.object({"from", "the first event that fits", true},
           [&](Shape& in) { describe_pattern(in, x.from); });
  s.object({"to", "the first event that fits, not before the other", true},
           [&](Shape& in) { describe_pattern(in, x.to); });
  s.duration({"at_least", "shortest accepted distance"}, into(x.at_least));
  s.duration({"at_most", "longest accepted distance"}, into(x.at_most));
}

void describe(Shape& s, ExpectEvents& x) {
  describe_pattern(s, x.pattern);
  describe_bounds(s, x.count, "count", "how many events fit; default: at least one");
}

void describe(Shape& s, ExpectProcess& x) {
  s.text({"name", "which process", true}, into(x.process));
  s.signed_number({"exit_code", "with which it ended by itself"}, into(x.exit_code), 0, 255);
  s.number({"signal", "that ended it"}, into(x.signal), 1, 64);
  s.flag({"running", "whether it lives at the end"}, into(x.running));
}

void describe(Shape& s, ExpectNothingUnexpected& x) {
  s.texts({"allow",
           "kinds that may occur: "
           "warning, kernel_check, dma_fault, mmio_error, unclaimed, firmware_fault"},
          [&](const std::string& word) {
            const auto& names = unexpected_kinds();
            const auto found = std::find(names.begin(), names.end(), word);
            if (found == names.end())
              fail(s.node()->find("allow")->where,
                   fmt::format("\"{}\"{}", shorten(word, 40), suggestion(word, names)));
            x.allow.push_back(static_cast<std::size_t>(found - names.begin()));
          });
}

struct ConditionKind {
  const char* name;
  const char* doc;
  void (*describe)(Shape&, Condition&);
};

template <class T, void (*Function)(Shape&, T&)>
void as(Shape& shape, Condition& condition) {
  T value;
  Function(shape, value);
  condition = value;
}

constexpr ConditionKind kConditions[] = {
    {"posts", "what firmware received through POST_TO_CW", as<ExpectPosts, describe>},
    {"total", "the sum of a metric over posts", as<ExpectTotal, describe>},
    {"counter", "a counter of the datastore", as<ExpectCounter, describe>},
    {"log", "lines of a log", as<ExpectLog, describe>},
    {"register", "a register of a device", as<ExpectRegister, describe>},
    {"state", "the driver's state of a device", as<ExpectState, describe>},
    {"sysfs", "the text of a sysfs file", as<ExpectSysfs, describe>},
    {"timing", "the time between two events", as<ExpectTiming, describe>},
    {"events", "events of the trace", as<ExpectEvents, describe>},
    {"process", "how a process ended", as<ExpectProcess, describe>},
    {"nothing_unexpected",
     "no warning of the platform, no kernel check, no DMA fault, no bus error, no unclaimed "
     "register, no firmware fault",
     as<ExpectNothingUnexpected, describe>},
};

}  // namespace

const std::vector<std::string>& event_kinds() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (std::size_t i = 0; i < trace::kKindCount; ++i)
      list.emplace_back(trace::info(static_cast<trace::Kind>(i)).name);
    return list;
  }();
  return names;
}

const std::vector<std::string>& unexpected_kinds() {
  static const std::vector<std::string> names = {"warning",    "kernel_check", "dma_fault",
                                                 "mmio_error", "unclaimed",    "firmware_fault"};
  return names;
}

void describe_expectation(Shape& s, Expectation& e) {
  e.node = s.node();
  s.text({"title", "what the report calls it; default: made from the keys"}, into(e.title));
  std::vector<std::string> names;
  for (const ConditionKind& kind : kConditions) {
    names.emplace_back(kind.name);
    s.object(
        {kind.name, kind.doc},
        [&](Shape& in) {
          e.kind = kind.name;
          kind.describe(in, e.condition);
        },
        kind.describe == as<ExpectNothingUnexpected, describe>);
  }
  s.one_of("expectation", names);
}

}  // namespace nvp::scenario
