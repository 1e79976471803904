// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_REPORT_RESULT_H_
#define NEURON_VP_TESTBENCH_REPORT_RESULT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "model/sim/clock.h"
#include "testbench/report/records.h"

namespace nvp::report {

/// A post as firmware received it.
struct Post {
  ps_t time = 0;
  std::int32_t device = 0;
  std::uint64_t index = 0;  ///< of the device, from 1
  int tick = -1;            ///< 0, 1, or -1 if its ids do not tell
  std::vector<std::uint8_t> bytes;
  std::vector<Record> records;
  std::string problem;  ///< of the bytes; "" if none
};

/// What came of one expectation (or of one fault that had to fire).
struct Verdict {
  std::string title, kind;
  std::string where;  ///< file:line:column
  bool met = false;
  std::string found;  ///< what was expected and seen; for a miss: why
};

/// What came of a planned fault.
struct FaultEvidence {
  std::string point, where;
  std::int32_t device = -1;
  std::uint64_t fired = 0;
  ps_t armed = 0, first = 0, last = 0;
  bool may_not_fire = false;
};

/// An offset of BAR0 that no block claims and somebody used.
struct UnclaimedUse {
  std::int32_t device = 0;
  std::uint64_t offset = 0, reads = 0, writes = 0;
};

enum class Outcome : std::uint8_t {
  passed,       ///< every expectation met
  failed,       ///< an expectation not met, or the run is invalid
  bad_input,    ///< the scenario was refused
  broken,       ///< a fault of the platform itself
  interrupted,  ///< stopped by the user before a verdict
};

/// The program's exit code for an outcome (docs/architecture.md, "Errors").
int exit_code(Outcome outcome);
const char* word(Outcome outcome);
/// The outcome that a whole run of several scenarios has.
Outcome worst(Outcome a, Outcome b);

/// Everything that reports say about one run.
struct Result {
  std::string scenario, description, file;
  Outcome outcome = Outcome::broken;
  std::string error;  ///< for bad_input, broken and interrupted
  std::uint64_t seed = 0;
  ps_t simulated = 0;
  std::uint64_t events = 0, trace_hash = 0;
  std::vector<Post> posts;
  std::vector<Verdict> verdicts;
  std::vector<FaultEvidence> faults;
  std::vector<UnclaimedUse> unclaimed;
};

}  // namespace nvp::report

#endif  // NEURON_VP_TESTBENCH_REPORT_RESULT_H_
