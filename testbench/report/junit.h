// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_REPORT_JUNIT_H_
#define NEURON_VP_TESTBENCH_REPORT_JUNIT_H_

#include <string>
#include <vector>

#include "testbench/report/result.h"

namespace nvp::report {

/// JUnit XML: one suite per scenario, one test case per expectation. A run without a verdict has
/// one test case with an error. Times are simulated seconds.
std::string junit_report(const std::vector<Result>& results);

}  // namespace nvp::report

#endif  // NEURON_VP_TESTBENCH_REPORT_JUNIT_H_
