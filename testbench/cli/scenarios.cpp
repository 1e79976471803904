// SPDX-License-Identifier: Apache-2.0
// Where scenarios are, and how they are read.
#include <filesystem>

#include "testbench/cli/commands.h"
#include "testbench/scenario/load.h"
#include "testbench/scenario/parameters.h"

namespace nvp::cli {

namespace fs = std::filesystem;

std::string scenario_folder() {
  std::error_code problem;
  const fs::path program = fs::read_symlink("/proc/self/exe", problem);
  const fs::path installed = program.parent_path().parent_path() / NVP_INSTALLED_SCENARIOS;
  return fs::is_directory(installed, problem) ? installed.string() : NVP_SOURCE_SCENARIOS;
}

std::string scenario_path(const std::string& name) {
  std::error_code problem;
  const bool plain = name.find_first_of("/.") == std::string::npos;
  if (!plain || fs::exists(name, problem)) return name;
  const fs::path known = fs::path(scenario_folder()) / (name + ".yaml");
  return fs::exists(known, problem) ? known.string() : name;
}

std::unique_ptr<scenario::Scenario> load_scenario(const std::string& path,
                                                  const std::vector<std::string>& overrides) {
  auto scenario = scenario::load(path, overrides);
  scenario::check_parameters(*scenario);
  return scenario;
}

}  // namespace nvp::cli
