// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_SCENARIO_OBSERVATIONS_H_
#define NEURON_VP_TESTBENCH_SCENARIO_OBSERVATIONS_H_

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "model/trace/event.h"
#include "testbench/report/result.h"
#include "testbench/scenario/model.h"

namespace nvp::scenario {

/// A line of a log.
struct LogEntry {
  ps_t time = 0;
  ExpectLog::Sink sink = ExpectLog::Sink::kernel;
  std::int32_t device = -1;
  std::string process;  ///< name, or ""
  std::string text;
};

/// An event that an expectation asks for, kept.
struct SeenEvent {
  trace::Kind kind = trace::Kind::warning;
  ps_t time = 0;
  std::int32_t device = -1;
  std::uint64_t a = 0, b = 0, x = 0, y = 0;
  std::string text;
};

/// What was read for an expectation at its time.
struct Reading {
  bool done = false;
  std::string problem;  ///< why it could not be read
  std::uint64_t number = 0;
  std::string text;
};

/// How a process stands when the run ends.
struct ProcessEnd {
  bool started = false, exited = false;
  int code = 0, signal = 0;
};

/// Kinds of events that a run should not have.
constexpr std::size_t kUnexpectedCount = 6;
struct Unexpected {
  std::uint64_t count = 0;
  ps_t first = 0;
  std::string text;  ///< of the first
};

/// All that expectations are checked against.
struct Observations {
  std::vector<report::Post> posts;
  std::vector<LogEntry> logs;
  std::vector<SeenEvent> events;
  std::array<Unexpected, kUnexpectedCount> unexpected;
  std::vector<Reading> readings;  ///< one per expectation; unused ones stay empty
  std::map<std::string, ProcessEnd> processes;
};

/// What became of one expectation.
report::Verdict evaluate(const Expectation& expectation, const Reading& reading,
                         const Observations& observations);

}  // namespace nvp::scenario

#endif  // NEURON_VP_TESTBENCH_SCENARIO_OBSERVATIONS_H_
