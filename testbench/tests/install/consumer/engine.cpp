// SPDX-License-Identifier: Apache-2.0
// Runs a scenario from a text of its own.
#include "testbench/scenario/engine.h"

#include <cstdio>
#include <cstdlib>

#include "testbench/scenario/load.h"

int main() {
  const auto scenario = nvp::scenario::load_text(
      "version: 1\nduration: 160 s\nexpect:\n  - posts: {count: 1}\n", "text");
  nvp::report::Result result;
  nvp::scenario::run(*scenario, {}, result);
  std::printf("%s, %zu posts\n", nvp::report::word(result.outcome), result.posts.size());
  std::fflush(stdout);
  std::_Exit(nvp::report::exit_code(result.outcome));  // parked threads are not unwound
}
