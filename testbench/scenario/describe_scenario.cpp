// SPDX-License-Identifier: Apache-2.0
#include "testbench/scenario/describe.h"

namespace nvp::scenario {

void describe_scenario(Shape& s, Scenario& c) {
  s.number(
      {"version", "of this language: 1", true}, [](std::uint64_t) {}, 1, 1);
  s.text({"name", "of the scenario; default: the file's"}, into(c.name));
  s.text({"description", "one line"}, into(c.description));
  s.number({"seed", "of all random choices; default 1"}, into(c.seed), 0, ~0ull);
  s.duration({"duration", "how long it runs", true}, into(c.duration));
  s.object({"limits", "a run that passes one ends without a verdict"}, [&](Shape& in) {
    in.number({"events", "of the whole run; default 100000000"}, into(c.event_limit), 1, ~0ull);
    in.number({"stall", "events at one instant of time; default 1000000"}, into(c.stall_limit), 1,
              ~0ull);
  });
  s.object({"system", "the host and its devices"},
           [&](Shape& in) { describe_system(in, c.system); });
  s.list({"processes", "the user processes"},
         [&](Shape& in) { describe_process(in, c.processes.emplace_back()); });
  s.list({"events", "what happens, each at its time; those with `at` in order"},
         [&](Shape& in) { describe_event(in, c.events.emplace_back()); });
  s.list({"expect", "what must hold", true},
         [&](Shape& in) { describe_expectation(in, c.expectations.emplace_back()); });
}

}  // namespace nvp::scenario
