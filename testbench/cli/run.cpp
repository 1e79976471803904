// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <map>
#include <memory>

#include "model/sim/error.h"
#include "testbench/cli/commands.h"
#include "testbench/report/file.h"
#include "testbench/report/json.h"
#include "testbench/report/junit.h"
#include "testbench/scenario/engine.h"

namespace nvp::cli {
namespace {

using report::Outcome;
using report::Result;

volatile std::sig_atomic_t g_interrupted = 0;

void on_interrupt(int) {
  g_interrupted = 1;
}

void catch_interrupts() {
  struct sigaction action {};
  action.sa_handler = on_interrupt;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

/// What is known of a run before it has run.
Result outline(const scenario::Scenario& scenario, const std::string& path) {
  Result result;
  result.scenario = scenario.name;
  result.description = scenario.description;
  result.file = path;
  result.seed = scenario.seed;
  return result;
}

/// The name of the trace of one of several scenarios: trace.jsonl, trace.1.jsonl...
std::string trace_name(const std::string& trace, std::size_t number) {
  if (trace.empty() || number == 0) return trace;
  const std::size_t dot = trace.rfind('.');
  const std::size_t slash = trace.rfind('/');
  if (dot == std::string::npos || (slash != std::string::npos && dot < slash)) {
    return fmt::format("{}.{}", trace, number);
  }
  return fmt::format("{}.{}{}", trace.substr(0, dot), number, trace.substr(dot));
}

/// Simulates in this process.
Result simulate(const scenario::Scenario& scenario, const RunOptions& options, Result result,
                const std::string& trace) {
  report::Console console(options.verbosity);
  console.begin(result);
  scenario::EngineOptions engine;
  engine.interrupted = &g_interrupted;
  engine.trace_file = trace;
  engine.hash = options.verbosity == report::Verbosity::verbose || !trace.empty();
  engine.on_post = [&console](const report::Post& post) { console.post(post); };
  if (options.verbosity == report::Verbosity::verbose) {
    engine.on_line = [&console](const std::string& text) { console.line(text); };
  }
  engine.on_progress = [&](ps_t now, std::uint64_t posts, std::uint64_t faults) {
    console.progress(now, scenario.duration, posts, faults);
  };
  try {
    scenario::run(scenario, engine, result);
  } catch (const Error& error) {
    result.outcome = error.kind() == Error::Kind::input ? Outcome::bad_input : Outcome::broken;
    result.error = error.what();
  } catch (const std::exception& error) {
    result.outcome = Outcome::broken;
    result.error = error.what();
  }
  console.end(result);
  return result;
}

bool write_all(int fd, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count = write(fd, text.data() + done, text.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    done += static_cast<std::size_t>(count);
  }
  return true;
}

std::string read_all(int fd) {
  std::string text;
  char buffer[65536];
  for (;;) {
    const ssize_t count = read(fd, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return text;
    text.append(buffer, static_cast<std::size_t>(count));
  }
}

/// The result of a child that has ended, from what it sent and how it ended.
Result collect(const std::string& sent, int status, Result result) {
  if (!sent.empty() && sent.back() == '\n') return report::from_json(sent);
  result.outcome = Outcome::broken;
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGPIPE) std::raise(SIGPIPE);  // nobody reads on
  if (WIFSIGNALED(status)) {
    result.error = fmt::format("the simulation was ended by signal {} ({})", WTERMSIG(status),
                               strsignal(WTERMSIG(status)));
  } else {
    result.error =
        fmt::format("the simulation ended with code {} and without a result", WEXITSTATUS(status));
  }
  fmt::print(stderr, "neuron-vp: {}: {}\n", result.scenario, result.error);
  return result;
}

/// Simulates in a process of its own: a SystemC kernel starts only once, and what ends one scenario
/// must not end the others.
Result simulate_apart(const scenario::Scenario& scenario, const RunOptions& options,
                      const std::string& path, const std::string& trace) {
  int ends[2];
  if (pipe(ends) != 0) throw Error("no pipe", Error::Kind::platform);
  std::fflush(nullptr);
  const Result known = outline(scenario, path);
  const pid_t pid = fork();
  if (pid < 0) throw Error("no process can be started", Error::Kind::platform);
  if (pid == 0) {
    close(ends[0]);
    prctl(PR_SET_PDEATHSIG, SIGTERM);  // nobody waits for the result of an orphan
    const Result result = simulate(scenario, options, known, trace);
    const bool sent = write_all(ends[1], report::to_json(result) + "\n");
    std::fflush(nullptr);
    _exit(sent ? 0 : 3);  // parked threads and their stacks are not unwound
  }
  close(ends[1]);
  const std::string sent = read_all(ends[0]);
  close(ends[0]);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFSIGNALED(status) && !trace.empty()) report::OutputFile::remove_unfinished(trace, pid);
  return collect(sent, status, known);
}

}  // namespace

std::vector<std::string> overrides_of(const RunOptions& options) {
  std::vector<std::string> overrides = options.overrides;
  if (options.seed) overrides.push_back(fmt::format("seed={}", *options.seed));
  if (options.quantum_ns)
    overrides.push_back(fmt::format("system.quantum={} ns", *options.quantum_ns));
  if (!options.generation.empty()) overrides.push_back("system.generation=" + options.generation);
  return overrides;
}

namespace {

/// The file that a path leads to, if it is or becomes a plain one.
std::string plain_file(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (path.empty() ||
      (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)))
    return "";
  const auto real =
      std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error);
  return error ? path : real.string();
}

/// No report replaces another one or a scenario.
void refuse_shared_files(const RunOptions& options, const std::vector<std::string>& scenarios) {
  std::map<std::string, std::string> uses;
  for (const std::string& path : scenarios) uses[plain_file(path)] = "the scenario";
  const auto add = [&](const char* option, const std::string& path) {
    const std::string file = plain_file(path);
    if (file.empty() || path == "-") return;
    const auto [known, added] = uses.emplace(file, option);
    if (!added)
      throw Error(fmt::format("{} {}: it is the file of {} too; accepted is a file of its own",
                              option, path, known->second));
  };
  for (std::size_t i = 0; i < scenarios.size(); ++i) add("--trace", trace_name(options.trace, i));
  add("--junit", options.junit);
  add("--json", options.json);
}

std::unique_ptr<report::OutputFile> open_report(const std::string& path) {
  return path.empty() ? nullptr : std::make_unique<report::OutputFile>(path);
}

}  // namespace

int run(const RunOptions& options) {
  std::vector<std::unique_ptr<scenario::Scenario>> scenarios;
  const std::vector<std::string> overrides = overrides_of(options);
  std::vector<std::string> paths;
  for (const std::string& name : options.scenarios) {
    paths.push_back(scenario_path(name));
    scenarios.push_back(load_scenario(paths.back(), overrides));
  }
  refuse_shared_files(options, paths);
  catch_interrupts();
  // Before anything runs: an hour's result that has no place would be lost.
  const auto junit = open_report(options.junit), json = open_report(options.json);
  std::vector<Result> results;
  Outcome outcome = Outcome::passed;
  for (std::size_t i = 0; i < scenarios.size() && !g_interrupted; ++i) {
    results.push_back(
        simulate_apart(*scenarios[i], options, paths[i], trace_name(options.trace, i)));
    outcome = report::worst(outcome, results.back().outcome);
  }
  if (g_interrupted) outcome = report::worst(outcome, Outcome::interrupted);
  report::Console(options.verbosity).summary(results);
  if (junit) junit->finish(report::junit_report(results));
  if (json) json->finish(report::json_report(results));
  return report::exit_code(outcome);
}

}  // namespace nvp::cli
