// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "testbench/report/records.h"
#include "testbench/scenario/evaluate.h"
#include "testbench/scenario/text.h"
#include "testbench/scenario/words.h"

namespace nvp::scenario {
namespace {

std::string at_text(const std::optional<ps_t>& at) {
  return at ? " at " + format_time(*at) : " at the end";
}

/// False, with the reason, if nothing was read.
bool readable(const Reading& reading, Judgement& out) {
  if (!reading.problem.empty()) {
    out.found = reading.problem;
  } else if (!reading.done) {
    out.found = "it was never read: the run ended before";
  }
  return reading.problem.empty() && reading.done;
}

const char* state_name(std::uint64_t state) {
  constexpr const char* kNames[] = {"RESET", "READY", "INVALID"};
  return state < 3 ? kNames[state] : "unknown";
}

}  // namespace

Judgement judge(const ExpectCounter& expected, const Reading& reading) {
  const Word* word = (expected.of_device ? nd_counters() : nc_counters()).find(expected.counter);
  Judgement out;
  out.title = fmt::format("counter {} of {}{} is {}{}", word ? word->name : "?", expected.process,
                          expected.of_device ? "" : fmt::format(", core {},", expected.core),
                          expected.bounds.text(), at_text(expected.at));
  if (!readable(reading, out)) return out;
  out.met = expected.bounds.hold(reading.number);
  out.found = fmt::format("{}, expected {}", reading.number, expected.bounds.text());
  return out;
}

Judgement judge(const ExpectRegister& expected, const Reading& reading) {
  Judgement out;
  out.title = fmt::format("register {:#x} of device {} is {}{}", expected.offset, expected.device,
                          expected.bounds.text(), at_text(expected.at));
  if (!readable(reading, out)) return out;
  const std::uint64_t value = reading.number & expected.mask;
  out.met = expected.bounds.hold(value);
  out.found = fmt::format("{0} ({0:#010x}), expected {1}", value, expected.bounds.text());
  return out;
}

Judgement judge(const ExpectState& expected, const Reading& reading) {
  Judgement out;
  out.title = fmt::format("device {} is {}{}", expected.device, state_name(expected.state),
                          at_text(expected.at));
  if (!readable(reading, out)) return out;
  const auto state = parse_unsigned(reading.text.substr(0, reading.text.find('\n')));
  out.met = state == expected.state;
  out.found = fmt::format("it is {}", state ? state_name(*state) : report::printable(reading.text));
  return out;
}

Judgement judge(const ExpectSysfs& expected, const Reading& reading) {
  Judgement out;
  out.title = fmt::format("{} {}{}", expected.path, expected.match.text(), at_text(expected.at));
  if (!readable(reading, out)) return out;
  // A file's last newline need not be written in the scenario.
  const std::string& text = reading.text;
  const std::string cut =
      !text.empty() && text.back() == '\n' ? text.substr(0, text.size() - 1) : text;
  out.met = expected.match.holds(text) || expected.match.holds(cut);
  out.found = fmt::format("it reads \"{}\"", report::printable(shorten(text, 200)));
  return out;
}

}  // namespace nvp::scenario
