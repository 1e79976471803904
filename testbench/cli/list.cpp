// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "model/sim/error.h"
#include "testbench/cli/commands.h"

namespace nvp::cli {

int list(const std::string& directory) {
  namespace fs = std::filesystem;
  std::error_code problem;
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(directory, problem)) {
    const std::string extension = entry.path().extension().string();
    if (extension == ".yaml" || extension == ".yml") files.push_back(entry.path());
  }
  if (problem) {
    throw Error(fmt::format("{}: cannot be read: {}; accepted is a folder with scenarios",
                            directory, problem.message()));
  }
  std::sort(files.begin(), files.end());
  int code = 0;
  for (const fs::path& file : files) {
    try {
      const auto scenario = load_scenario(file.string(), {});
      fmt::print("{:<28}  {}\n", scenario->name, scenario->description);
    } catch (const Error& error) {
      fmt::print("{:<28}  refused: {}\n", file.stem().string(), error.what());
      code = 2;
    }
  }
  return code;
}

}  // namespace nvp::cli
