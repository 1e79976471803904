// SPDX-License-Identifier: Apache-2.0
#include "testbench/scenario/engine.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/sim/report.h"
#include "model/sim/thread.h"
#include "testbench/scenario/actor.h"
#include "testbench/scenario/parameters.h"
#include "testbench/scenario/platform.h"
#include "testbench/scenario/probe.h"
#include "testbench/scenario/recorder.h"
#include "testbench/scenario/text.h"
#include "testbench/scenario/timeline.h"

namespace nvp::scenario {
namespace {

/// How long readings at the end may take.
constexpr ps_t kGrace = 60 * kPsPerSecond;
/// Between two looks at the progress line and at interruptions.
constexpr ps_t kMinSlice = 100 * kPsPerMs;
constexpr ps_t kMaxSlice = 600 * kPsPerSecond;

/// One run, from the platform to the verdicts.
class Run {
 public:
  Run(const Scenario& scenario, const EngineOptions& options)
      : scenario_(scenario), options_(options), recorder_(scenario, options, seen_) {
    seen_.readings.resize(scenario.expectations.size());
    sim::route_reports([this](const std::string& text) {
      trace::Event event{trace::Kind::warning, sim::now()};
      event.text = text;
      stream_.emit(event);
    });
    sim::set_quantum(scenario.system.quantum);
    recorder_.attach(stream_);
    plan();
    platform_ = std::make_unique<Platform>(scenario.system, stream_);
    actor_ = std::make_unique<Actor>(scenario, *platform_, driver_loaded_);
    loader_ = std::make_unique<sim::Thread>("modprobe", [this] {
      platform_->load_driver(scenario_.system);
      driver_loaded_.open();
    });
    timeline_ = std::make_unique<sim::Thread>("scenario", [this] { follow_plan(); });
    heartbeat_ = std::make_unique<sim::Thread>("progress", [this] { show_progress(); });
  }

  void simulate() { now_ = sim::run(scenario_.duration + kGrace); }

  void judge(report::Result& result) {
    if (!closed_) close();
    result.simulated = std::min(now_, scenario_.duration);
    result.posts = seen_.posts;
    result.faults = actor_->evidence();
    if (done_ || !interrupted()) add_verdicts(result);
    add_unclaimed(result);
    recorder_.finish();
    result.events = recorder_.events();
    result.trace_hash = options_.hash || !options_.trace_file.empty() ? recorder_.hash() : 0;
    const bool all = std::all_of(result.verdicts.begin(), result.verdicts.end(),
                                 [](const report::Verdict& v) { return v.met; });
    result.outcome =
        all && !result.verdicts.empty() ? report::Outcome::passed : report::Outcome::failed;
    if (!done_ && interrupted()) {
      result.outcome = report::Outcome::interrupted;
      result.error = "stopped at " + format_time(now_);
    }
  }

 private:
  struct Step {
    ps_t time;
    std::function<void()> act;
  };

  bool interrupted() const { return options_.interrupted && *options_.interrupted; }

  /// Everything that happens at a known time, in order: starts of processes before events, these
  /// before readings of the same instant.
  void plan() {
    for (const Process& process : scenario_.processes) {
      if (process.starts)
        add(process.start, [this, &process] { actor_->process(process.name).start(); });
    }
    for (const Moment& moment : make_timeline(scenario_)) {
      add(moment.time, [this, action = moment.action] { actor_->perform(*action); });
    }
    for (const Process& process : scenario_.processes) {
      if (process.stop)
        add(*process.stop, [this, &process] { actor_->process(process.name).end(0); });
    }
    for (std::size_t i = 0; i < scenario_.expectations.size(); ++i) {
      const auto time = reading_time(scenario_.expectations[i], scenario_.duration);
      if (!time) continue;
      if (*time >= scenario_.duration) {
        at_end_.push_back(i);
      } else {
        add(*time, [this, i] { read(i); });
      }
    }
    std::stable_sort(steps_.begin(), steps_.end(),
                     [](const Step& a, const Step& b) { return a.time < b.time; });
  }

  void add(ps_t time, std::function<void()> act) {
    if (time < scenario_.duration) steps_.push_back({time, std::move(act)});
  }

  void follow_plan() {
    for (const Step& step : steps_) {
      wait_until(step.time);
      step.act();
    }
    wait_until(scenario_.duration);
    close();
    for (const std::size_t i : at_end_) read(i);
    while (open_readings_) timeline_->block();
    done_ = true;
    sim::stop();
  }

  /// Now and then: where the run is, and whether it shall stop.
  void show_progress() {
    const ps_t slice = std::clamp(scenario_.duration / 1000, kMinSlice, kMaxSlice);
    for (ps_t next = slice; next < scenario_.duration; next += slice) {
      heartbeat_->sleep_until(next);
      if (interrupted()) return sim::stop();
      if (options_.on_progress) {
        options_.on_progress(next, seen_.posts.size(), recorder_.faults_fired());
      }
    }
  }

  /// Until exactly that time: a reading that ends meanwhile wakes the thread too early.
  void wait_until(ps_t time) {
    while (sim::now() < time) timeline_->sleep_until(time);
  }

  void read(std::size_t i) {
    ++open_readings_;
    start_reading(scenario_.expectations[i], *platform_, *actor_, seen_.readings[i], [this] {
      --open_readings_;
      timeline_->wake();
    });
  }

  void close() {
    closed_ = true;
    seen_.processes = actor_->states();
    recorder_.close();
  }

  void add_verdicts(report::Result& result) {
    for (std::size_t i = 0; i < scenario_.expectations.size(); ++i) {
      result.verdicts.push_back(evaluate(scenario_.expectations[i], seen_.readings[i], seen_));
    }
    for (const report::Verdict& miss : actor_->misses()) result.verdicts.push_back(miss);
    for (const report::FaultEvidence& fault : result.faults) {
      if (fault.fired || fault.may_not_fire) continue;
      report::Verdict verdict;
      verdict.title = fmt::format("fault {} fires", fault.point);
      verdict.kind = "fault";
      verdict.where = fault.where;
      verdict.found =
          "it never fired, so the run shows nothing about it (accepted with may_not_fire: true)";
      result.verdicts.push_back(std::move(verdict));
    }
    for (std::size_t i = 0; i < result.verdicts.size(); ++i) emit(result.verdicts[i], i);
  }

  void emit(const report::Verdict& verdict, std::size_t i) {
    trace::Event event{trace::Kind::expectation, sim::now()};
    const Node* node = i < scenario_.expectations.size() ? scenario_.expectations[i].node : nullptr;
    event.a = node ? static_cast<std::uint32_t>(node->where.line) : 0;
    event.b = verdict.met;
    event.text = verdict.title;
    stream_.emit(event);
  }

  void add_unclaimed(report::Result& result) {
    for (std::size_t d = 0; d < platform_->device_count(); ++d) {
      for (const Device::Unclaimed& use : platform_->device(d).unclaimed()) {
        result.unclaimed.push_back(
            {static_cast<std::int32_t>(d), use.offset, use.reads, use.writes});
      }
    }
  }

  const Scenario& scenario_;
  const EngineOptions& options_;
  trace::Stream stream_;
  Observations seen_;
  Recorder recorder_;
  Gate driver_loaded_;
  std::unique_ptr<Platform> platform_;
  std::unique_ptr<Actor> actor_;
  std::vector<Step> steps_;
  std::vector<std::size_t> at_end_;
  std::unique_ptr<sim::Thread> loader_, timeline_, heartbeat_;
  std::size_t open_readings_ = 0;
  bool done_ = false, closed_ = false;
  ps_t now_ = 0;
};

}  // namespace

void run(const Scenario& scenario, const EngineOptions& options, report::Result& result) {
  check_parameters(scenario);
  auto* run = new Run(scenario, options);  // parked threads refer to it to the end of the process
  run->simulate();
  run->judge(result);
}

}  // namespace nvp::scenario
