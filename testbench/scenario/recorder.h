// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_SCENARIO_RECORDER_H_
#define NEURON_VP_TESTBENCH_SCENARIO_RECORDER_H_

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "testbench/report/file.h"
#include "testbench/scenario/engine.h"
#include "testbench/scenario/observations.h"

namespace nvp::scenario {

/// Listens to the event stream and keeps what the expectations of a scenario and the reports need.
/// It also ends runs that make no progress.
class Recorder {
 public:
  Recorder(const Scenario& scenario, const EngineOptions& options, Observations& seen);

  /// Subscribes; before the simulation starts.
  void attach(trace::Stream& stream);
  /// Nothing that happens from now on counts (but the trace goes on).
  void close() { closed_ = true; }
  /// Ends the trace file, if there is one: a last line with the hash.
  void finish();

  std::uint64_t events() const { return events_; }
  std::uint64_t hash() const { return hasher_.value(); }
  std::uint64_t faults_fired() const { return faults_fired_; }

 private:
  void end_run(const std::string& why);
  void watch_progress(const trace::Event& event);
  void post(const trace::Event& event);
  void log(const trace::Event& event, ExpectLog::Sink sink, bool with_pid);
  void unexpected(const trace::Event& event, std::size_t which);
  void keep(const trace::Event& event);
  void attach_trace(trace::Stream& stream);
  void attach_logs(trace::Stream& stream);

  const Scenario& scenario_;
  const EngineOptions& options_;
  Observations& seen_;
  std::map<std::uint32_t, std::string> names_;  ///< of processes, by pid
  std::map<std::int32_t, std::uint64_t> post_counts_;
  std::unique_ptr<report::OutputFile> trace_;
  trace::Hasher hasher_;
  bool closed_ = false;
  std::uint64_t events_ = 0, at_one_instant_ = 0, faults_fired_ = 0;
  ps_t instant_ = 0;
};

}  // namespace nvp::scenario

#endif  // NEURON_VP_TESTBENCH_SCENARIO_RECORDER_H_
