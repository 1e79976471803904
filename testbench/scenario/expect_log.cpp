// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "testbench/scenario/evaluate.h"
#include "testbench/scenario/text.h"

namespace nvp::scenario {
namespace {

const char* sink_name(ExpectLog::Sink sink) {
  switch (sink) {
    case ExpectLog::Sink::kernel:
      return "kernel log";
    case ExpectLog::Sink::console:
      return "console";
    case ExpectLog::Sink::syslog:
      return "system log";
    case ExpectLog::Sink::firmware:
      return "firmware console";
    case ExpectLog::Sink::trace:
      return "driver's trace events";
  }
  return "log";
}

bool selected(const ExpectLog& expected, const LogEntry& line) {
  return line.sink == expected.sink && expected.window.holds(line.time) &&
         (!expected.device || line.device == static_cast<std::int32_t>(*expected.device)) &&
         (expected.process.empty() || line.process == expected.process);
}

}  // namespace

Judgement judge(const ExpectLog& expected, const Observations& seen) {
  Bounds bounds = expected.count;
  if (!bounds.any()) bounds.at_least = 1;
  Judgement out;
  out.title = fmt::format("{}: {} lines where the text {}{}", sink_name(expected.sink),
                          bounds.text(), expected.match.text(), window_text(expected.window));
  std::uint64_t lines = 0, count = 0;
  const LogEntry* last = nullptr;
  for (const LogEntry& line : seen.logs) {
    if (!selected(expected, line)) continue;
    ++lines;
    last = &line;
    count += expected.match.holds(line.text);
  }
  out.met = bounds.hold(count);
  out.found = fmt::format("{} of {} lines match, expected {}", count, lines, bounds.text());
  if (!out.met && last)
    out.found += fmt::format("; the last line is \"{}\"", shorten(last->text, 160));
  return out;
}

}  // namespace nvp::scenario
