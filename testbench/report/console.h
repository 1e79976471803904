// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_REPORT_CONSOLE_H_
#define NEURON_VP_TESTBENCH_REPORT_CONSOLE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "testbench/report/result.h"

namespace nvp::report {

enum class Verbosity { quiet, normal, verbose };

/// What a run shows on standard output, and, on a terminal, a progress line on standard error.
class Console {
 public:
  explicit Console(Verbosity verbosity);

  void begin(const Result& result);
  void post(const Post& post);
  void line(const std::string& text);  ///< only when verbose
  /// `faults`: how many have fired. Shown at most ten times a second, and only on a terminal.
  void progress(ps_t now, ps_t end, std::uint64_t posts, std::uint64_t faults);
  /// Verdicts of one scenario.
  void end(const Result& result);
  /// The table of all scenarios.
  void summary(const std::vector<Result>& results);

 private:
  void clear_progress();
  std::string paint(const char* code, const std::string& text) const;

  Verbosity verbosity_;
  bool terminal_, colour_, line_open_ = false;
  std::int64_t started_ns_ = 0, shown_ns_ = 0;
};

}  // namespace nvp::report

#endif  // NEURON_VP_TESTBENCH_REPORT_CONSOLE_H_
