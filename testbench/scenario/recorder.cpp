// SPDX-License-Identifier: Apache-2.0
#include "testbench/scenario/recorder.h"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <set>

#include "model/sim/error.h"
#include "model/sim/thread.h"
#include "testbench/scenario/text.h"

namespace nvp::scenario {
namespace {

using trace::Kind;

/// In the order of unexpected_kinds().
constexpr std::array<Kind, kUnexpectedCount> kUnexpectedKinds = {
    Kind::warning,    Kind::kernel_check, Kind::dma_fault,
    Kind::mmio_error, Kind::unclaimed,    Kind::firmware_fault};

std::set<Kind> wanted_kinds(const Scenario& scenario) {
  std::set<Kind> kinds;
  for (const Expectation& e : scenario.expectations) {
    if (const auto* timing = std::get_if<ExpectTiming>(&e.condition)) {
      kinds.insert(static_cast<Kind>(timing->from.kind));
      kinds.insert(static_cast<Kind>(timing->to.kind));
    } else if (const auto* events = std::get_if<ExpectEvents>(&e.condition)) {
      kinds.insert(static_cast<Kind>(events->pattern.kind));
    }
  }
  return kinds;
}

/// Time in whole microseconds, as posts are shown, and the kind.
std::string prefix(const trace::Event& event) {
  const auto time =
      fmt::format("{}.{:06} s", event.time / kPsPerSecond, event.time % kPsPerSecond / kPsPerUs);
  return fmt::format("{:>14}  {:<15}", time, trace::info(event.kind).name);
}

/// The fields of an event, for people.
std::string fields(const trace::Event& event) {
  std::string out = event.device < 0 ? "" : fmt::format("nd{}", event.device);
  const auto json = nlohmann::ordered_json::parse(trace::to_json(event));
  for (const auto& [name, value] : json.items()) {
    if (name == "t" || name == "type" || name == "device") continue;
    out += fmt::format("{}{}={}", out.empty() ? "" : "  ", name,
                       value.is_string() ? value.get<std::string>() : value.dump());
  }
  return out;
}

/// `text` line by line, without the newlines.
template <class Use>
void for_each_line(std::string_view text, const Use& use) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    use(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

}  // namespace

Recorder::Recorder(const Scenario& scenario, const EngineOptions& options, Observations& seen)
    : scenario_(scenario), options_(options), seen_(seen) {}

void Recorder::attach(trace::Stream& stream) {
  attach_trace(stream);
  stream.subscribe({Kind::process_start}, [this](const trace::Event& e) {
    watch_progress(e);
    names_[e.a] = std::string(e.text);
  });
  stream.subscribe({Kind::telemetry_blob}, [this](const trace::Event& e) { post(e); });
  stream.subscribe({Kind::fault_fired}, [this](const trace::Event& e) {
    watch_progress(e);
    ++faults_fired_;
  });
  attach_logs(stream);
  for (std::size_t i = 0; i < kUnexpectedCount; ++i) {
    stream.subscribe({kUnexpectedKinds[i]}, [this, i](const trace::Event& e) { unexpected(e, i); });
  }
  for (const Kind kind : wanted_kinds(scenario_)) {
    stream.subscribe({kind}, [this](const trace::Event& e) { keep(e); });
  }
}

void Recorder::attach_trace(trace::Stream& stream) {
  if (!options_.trace_file.empty()) {
    trace_ = std::make_unique<report::OutputFile>(options_.trace_file);
  }
  if (!options_.hash && !trace_) return;
  stream.subscribe([this](const trace::Event& e) {
    hasher_.add(e);
    if (trace_) trace_->write(trace::to_json(e) + "\n");
  });
}

void Recorder::attach_logs(trace::Stream& stream) {
  using Sink = ExpectLog::Sink;
  const auto add = [&](Kind kind, Sink sink, bool with_pid) {
    stream.subscribe({kind},
                     [this, sink, with_pid](const trace::Event& e) { log(e, sink, with_pid); });
  };
  add(Kind::kernel_log, Sink::kernel, false);
  add(Kind::console, Sink::console, true);
  add(Kind::syslog, Sink::syslog, true);
  add(Kind::firmware_log, Sink::firmware, false);
  add(Kind::metrics_post_trace, Sink::trace, false);
  if (!options_.on_line) return;
  stream.subscribe({Kind::scenario_action, Kind::process_exit, Kind::block_reset, Kind::ecc,
                    Kind::fault_fired, Kind::firmware_state},
                   [this](const trace::Event& e) {
                     options_.on_line(fmt::format("{}  {}", prefix(e), fields(e)));
                   });
}

void Recorder::end_run(const std::string& why) {
  const Error error(scenario_.root.where.text() + ": " + why);
  sim::fail(std::make_exception_ptr(error));
  // A thread that never gives way would not hear of it.
  if (sim::Thread::current()) throw error;
}

void Recorder::watch_progress(const trace::Event& event) {
  if (++events_ > scenario_.event_limit) {
    end_run(fmt::format("the run passed limits.events, {} events, at {}", scenario_.event_limit,
                        format_time(event.time)));
  }
  at_one_instant_ = event.time == instant_ ? at_one_instant_ + 1 : 1;
  instant_ = event.time;
  if (at_one_instant_ > scenario_.stall_limit) {
    end_run(fmt::format("no progress: more than limits.stall, {} events, at {}; the last is {}",
                        scenario_.stall_limit, format_time(event.time), trace::to_json(event)));
  }
  if (options_.interrupted && *options_.interrupted) sim::stop();
}

void Recorder::post(const trace::Event& event) {
  watch_progress(event);
  if (closed_) return;
  report::Post post;
  post.time = event.time;
  post.device = event.device;
  post.index = ++post_counts_[event.device];
  post.bytes.assign(event.data, event.data + event.data_size);
  report::Decoded decoded = report::decode_records(post.bytes.data(), post.bytes.size());
  post.tick = report::tick_of(decoded.records);
  post.records = std::move(decoded.records);
  post.problem = std::move(decoded.problem);
  if (options_.on_post) options_.on_post(post);
  seen_.posts.push_back(std::move(post));
}

void Recorder::log(const trace::Event& event, ExpectLog::Sink sink, bool with_pid) {
  watch_progress(event);
  if (closed_) return;
  for_each_line(event.text, [&](std::string_view text) {
    LogEntry line;
    line.time = event.time;
    line.sink = sink;
    line.device = event.device;
    const auto name = with_pid ? names_.find(event.a) : names_.end();
    if (name != names_.end()) line.process = name->second;
    line.text = std::string(text);
    if (options_.on_line) options_.on_line(fmt::format("{}  {}", prefix(event), line.text));
    seen_.logs.push_back(std::move(line));
  });
}

void Recorder::unexpected(const trace::Event& event, std::size_t which) {
  watch_progress(event);
  if (closed_) return;
  Unexpected& entry = seen_.unexpected[which];
  if (entry.count++ == 0) {
    entry.first = event.time;
    entry.text = trace::to_json(event);
  }
  if (options_.on_line) options_.on_line(fmt::format("{}  {}", prefix(event), fields(event)));
}

void Recorder::keep(const trace::Event& event) {
  watch_progress(event);
  if (closed_) return;
  seen_.events.push_back({event.kind, event.time, event.device, event.a, event.b, event.x, event.y,
                          std::string(event.text)});
}

void Recorder::finish() {
  if (!trace_) return;
  trace_->write(fmt::format("{{\"trace_hash\":\"{:016x}\"}}\n", hasher_.value()));
  trace_->commit();
  trace_.reset();
}

}  // namespace nvp::scenario
