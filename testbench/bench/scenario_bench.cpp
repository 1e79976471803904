// SPDX-License-Identifier: Apache-2.0
// Scenarios from start to end, as the user runs them: CPU time and peak memory of neuron-vp in a
// process of its own. The floor is the time that the run may take; ratio is how much of it it took.
#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <string>

namespace {

constexpr double kMemoryMib = 64;  // a platform with one device

struct Usage {
  bool passed = false;
  double seconds = 0, mib = 0;
};

double seconds_of(const timeval& t) {
  return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
}

Usage run(const std::string& scenario) {
  const pid_t child = fork();
  if (child == 0) {
    const int null = open("/dev/null", O_WRONLY);
    dup2(null, STDOUT_FILENO);
    execl(NVP_PROGRAM, NVP_PROGRAM, "run", "-q", scenario.c_str(), nullptr);
    _exit(127);
  }
  int status = 0;
  rusage used{};
  if (child < 0 || wait4(child, &status, 0, &used) != child) return {};
  return {WIFEXITED(status) && WEXITSTATUS(status) == 0,
          seconds_of(used.ru_utime) + seconds_of(used.ru_stime),
          static_cast<double>(used.ru_maxrss) / 1024};
}

void scenario(benchmark::State& state, const char* name, double simulated_s, double budget_s) {
  const std::string path = std::string(NVP_SCENARIOS) + "/" + name + ".yaml";
  Usage best;
  best.seconds = 1e9;
  for (auto _ : state) {
    const Usage once = run(path);
    if (!once.passed) {
      state.SkipWithError("the scenario did not pass");
      return;
    }
    best.seconds = std::min(best.seconds, once.seconds);
    best.mib = std::max(best.mib, once.mib);
    state.SetIterationTime(once.seconds);
  }
  state.counters["cpu_s"] = best.seconds;
  state.counters["times_real"] = simulated_s / best.seconds;
  state.counters["peak_mib"] = best.mib;
  state.counters["ratio"] = std::max(best.seconds / budget_s, best.mib / kMemoryMib);
  state.counters["target"] = 1;
}

BENCHMARK_CAPTURE(scenario, idle_day, "idle-day", 86'400, 86'400 / 100'000.0)
    ->UseManualTime()
    ->Iterations(5)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(scenario, first_light, "first-light", 605, 1)
    ->UseManualTime()
    ->Iterations(5)
    ->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
