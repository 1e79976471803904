// SPDX-License-Identifier: Apache-2.0
#include "testbench/scenario/evaluate.h"

#include <fmt/format.h>

#include "testbench/scenario/text.h"

namespace nvp::scenario {
namespace {

/// Picks the function of a condition: those on readings take the reading, the others everything.
struct Judge {
  const Reading& reading;
  const Observations& seen;

  Judgement operator()(const std::monostate&) const { return {}; }
  Judgement operator()(const ExpectCounter& c) const { return judge(c, reading); }
  Judgement operator()(const ExpectRegister& c) const { return judge(c, reading); }
  Judgement operator()(const ExpectState& c) const { return judge(c, reading); }
  Judgement operator()(const ExpectSysfs& c) const { return judge(c, reading); }
  template <class T>
  Judgement operator()(const T& c) const {
    return judge(c, seen);
  }
};

}  // namespace

std::string window_text(const Window& window) {
  std::string out;
  if (window.after) out += " from " + format_time(window.after);
  if (window.before != ~ps_t{0}) out += " before " + format_time(window.before);
  return out;
}

report::Verdict evaluate(const Expectation& expectation, const Reading& reading,
                         const Observations& observations) {
  const Judgement judgement = std::visit(Judge{reading, observations}, expectation.condition);
  report::Verdict verdict;
  verdict.title = expectation.title.empty() ? judgement.title : expectation.title;
  verdict.kind = expectation.kind;
  verdict.where = expectation.node ? expectation.node->where.text() : "";
  verdict.met = judgement.met;
  verdict.found = judgement.found;
  return verdict;
}

}  // namespace nvp::scenario
