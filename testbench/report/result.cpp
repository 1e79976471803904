// SPDX-License-Identifier: Apache-2.0
#include "testbench/report/result.h"

#include <algorithm>

namespace nvp::report {
namespace {

/// How grave an outcome is when several scenarios ran.
int weight(Outcome outcome) {
  switch (outcome) {
    case Outcome::passed:
      return 0;
    case Outcome::failed:
      return 1;
    case Outcome::bad_input:
      return 2;
    case Outcome::broken:
      return 3;
    case Outcome::interrupted:
      return 4;
  }
  return 3;
}

}  // namespace

int exit_code(Outcome outcome) {
  return outcome == Outcome::interrupted ? 130 : weight(outcome);
}

const char* word(Outcome outcome) {
  switch (outcome) {
    case Outcome::passed:
      return "passed";
    case Outcome::failed:
      return "failed";
    case Outcome::bad_input:
      return "refused";
    case Outcome::broken:
      return "broken";
    case Outcome::interrupted:
      return "interrupted";
  }
  return "broken";
}

Outcome worst(Outcome a, Outcome b) {
  return weight(a) >= weight(b) ? a : b;
}

}  // namespace nvp::report
