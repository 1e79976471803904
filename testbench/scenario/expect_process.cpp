// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "testbench/scenario/evaluate.h"

namespace nvp::scenario {
namespace {

std::string state_text(const ProcessEnd& end) {
  if (!end.started) return "it never started";
  if (!end.exited) return "it runs";
  if (end.signal) return fmt::format("it was ended by signal {}", end.signal);
  return fmt::format("it ended with code {}", end.code);
}

}  // namespace

Judgement judge(const ExpectProcess& expected, const Observations& seen) {
  Judgement out;
  out.title = "process " + expected.process;
  if (expected.running) out.title += *expected.running ? " runs" : " has ended";
  if (expected.exit_code) out.title += fmt::format(" ends with code {}", *expected.exit_code);
  if (expected.signal) out.title += fmt::format(" is ended by signal {}", *expected.signal);
  const auto found = seen.processes.find(expected.process);
  const ProcessEnd end = found == seen.processes.end() ? ProcessEnd{} : found->second;
  const bool by_itself = end.exited && end.signal == 0;
  out.met = (!expected.running || (end.started && !end.exited) == *expected.running) &&
            (!expected.exit_code || (by_itself && end.code == *expected.exit_code)) &&
            (!expected.signal ||
             (end.exited && static_cast<std::uint64_t>(end.signal) == *expected.signal));
  out.found = state_text(end);
  return out;
}

}  // namespace nvp::scenario
