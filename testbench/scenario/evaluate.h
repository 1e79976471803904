// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_SCENARIO_EVALUATE_H_
#define NEURON_VP_TESTBENCH_SCENARIO_EVALUATE_H_

#include <string>

#include "testbench/scenario/observations.h"

namespace nvp::scenario {

/// Whether a condition holds, what was asked in short ("one post of device 0..."), and what was
/// seen.
struct Judgement {
  bool met = false;
  std::string title, found;
};

// One function per kind of expectation, each in its own file.
Judgement judge(const ExpectPosts& expected, const Observations& seen);
Judgement judge(const ExpectTotal& expected, const Observations& seen);
Judgement judge(const ExpectLog& expected, const Observations& seen);
Judgement judge(const ExpectTiming& expected, const Observations& seen);
Judgement judge(const ExpectEvents& expected, const Observations& seen);
Judgement judge(const ExpectProcess& expected, const Observations& seen);
Judgement judge(const ExpectNothingUnexpected& expected, const Observations& seen);
Judgement judge(const ExpectCounter& expected, const Reading& reading);
Judgement judge(const ExpectRegister& expected, const Reading& reading);
Judgement judge(const ExpectState& expected, const Reading& reading);
Judgement judge(const ExpectSysfs& expected, const Reading& reading);

/// " from 1 s before 2 s", or "" for the whole run.
std::string window_text(const Window& window);

}  // namespace nvp::scenario

#endif  // NEURON_VP_TESTBENCH_SCENARIO_EVALUATE_H_
