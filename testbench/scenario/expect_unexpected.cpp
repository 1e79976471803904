// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "testbench/scenario/describe.h"
#include "testbench/scenario/evaluate.h"
#include "testbench/scenario/text.h"

namespace nvp::scenario {

Judgement judge(const ExpectNothingUnexpected& expected, const Observations& seen) {
  Judgement out;
  out.met = true;
  out.title = "nothing unexpected";
  for (std::size_t i = 0; i < kUnexpectedCount; ++i) {
    const std::string& kind = unexpected_kinds()[i];
    const auto& allow = expected.allow;
    if (std::find(allow.begin(), allow.end(), i) != allow.end()) {
      out.title += ", " + kind + " aside";
      continue;
    }
    const Unexpected& found = seen.unexpected[i];
    if (found.count == 0) continue;
    out.met = false;
    out.found += fmt::format("{}{} x {}, first at {}: {}", out.found.empty() ? "" : "; ",
                             found.count, kind, format_time(found.first), shorten(found.text, 200));
  }
  if (out.met) out.found = "nothing";
  return out;
}

}  // namespace nvp::scenario
