// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdio>

#include "model/sim/error.h"
#include "testbench/cli/commands.h"

namespace nvp::cli {

int check(const std::vector<std::string>& scenarios, const std::vector<std::string>& overrides) {
  int code = 0;
  for (const std::string& name : scenarios) {
    try {
      const std::string path = scenario_path(name);
      const std::size_t count = load_scenario(path, overrides)->expectations.size();
      fmt::print("{}: good, {} expectation{}\n", path, count, count == 1 ? "" : "s");
    } catch (const Error& error) {
      std::fflush(stdout);
      fmt::print(stderr, "neuron-vp: {}\n", error.what());
      code = 2;
    }
  }
  return code;
}

}  // namespace nvp::cli
