// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdio>

#include "model/sim/error.h"
#include "testbench/cli/commands.h"
#include "testbench/scenario/load.h"

namespace nvp::cli {

int check(const std::vector<std::string>& scenarios, const std::vector<std::string>& overrides) {
  int code = 0;
  for (const std::string& path : scenarios) {
    try {
      const auto scenario = scenario::load(path, overrides);
      fmt::print("{}: good, {} expectations\n", path, scenario->expectations.size());
    } catch (const Error& error) {
      std::fflush(stdout);
      fmt::print(stderr, "neuron-vp: {}\n", error.what());
      code = 2;
    }
  }
  return code;
}

}  // namespace nvp::cli
