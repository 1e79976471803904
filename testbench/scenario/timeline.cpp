// SPDX-License-Identifier: Apache-2.0
#include "testbench/scenario/timeline.h"

#include <fmt/format.h>

#include <algorithm>

#include "testbench/scenario/rng.h"

namespace nvp::scenario {
namespace {

constexpr std::uint64_t kMaxRepetitions = 1'000'000;

void add(std::vector<Moment>& timeline, const Scenario& scenario, const Event& event, ps_t time,
         Rng& rng) {
  const Action* action = &event.actions[rng.below(event.actions.size())];
  if (event.jitter) time += rng.below(event.jitter + 1);
  if (time < scenario.duration) timeline.push_back({time, action});
}

void repeat(std::vector<Moment>& timeline, const Scenario& scenario, const Event& event, Rng& rng) {
  ps_t time = event.node->find("from") ? event.from : *event.every;
  const ps_t end = std::min(event.until, scenario.duration);
  for (std::uint64_t n = 0; time < end && n < event.times; ++n, time += *event.every) {
    if (n == kMaxRepetitions) {
      fail(event.node->where,
           fmt::format("more than {} repetitions; accepted: a longer `every`, or times",
                       kMaxRepetitions));
    }
    add(timeline, scenario, event, time, rng);
  }
}

}  // namespace

std::vector<Moment> make_timeline(const Scenario& scenario) {
  std::vector<Moment> timeline;
  for (std::size_t i = 0; i < scenario.events.size(); ++i) {
    const Event& event = scenario.events[i];
    Rng rng(stream_seed(scenario.seed, i + 1));
    if (event.at) {
      add(timeline, scenario, event, *event.at, rng);
    } else {
      repeat(timeline, scenario, event, rng);
    }
  }
  std::stable_sort(timeline.begin(), timeline.end(),
                   [](const Moment& a, const Moment& b) { return a.time < b.time; });
  return timeline;
}

}  // namespace nvp::scenario
