// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_CLI_COMMANDS_H_
#define NEURON_VP_TESTBENCH_CLI_COMMANDS_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "testbench/report/console.h"
#include "testbench/scenario/model.h"

namespace nvp::cli {

// Each subcommand of the program; the result is the exit code. Bad input is an Error.

struct RunOptions {
  std::vector<std::string> scenarios, overrides;
  std::optional<std::string> seed, quantum_ns;  ///< as given: numbers of the scenario language
  std::string generation, trace, junit, json;
  report::Verbosity verbosity = report::Verbosity::normal;
};
int run(const RunOptions& options);

int check(const std::vector<std::string>& scenarios, const std::vector<std::string>& overrides);
int list(const std::string& directory);
int decode(const std::string& file, const std::string& format);
int regs(const std::string& block, const std::string& generation, const std::string& format);
int language(const std::string& format);

/// Where the scenarios that come with the project are: beside an installed program, else in the
/// source tree.
std::string scenario_folder();
/// The file that a user means: a path, or the name of a scenario that comes with the project.
std::string scenario_path(const std::string& name);
/// Reads a scenario and checks everything that can be checked without running it.
std::unique_ptr<scenario::Scenario> load_scenario(const std::string& path,
                                                  const std::vector<std::string>& overrides);

/// The overrides that --seed, --quantum and --generation stand for, after those of --set.
std::vector<std::string> overrides_of(const RunOptions& options);

}  // namespace nvp::cli

#endif  // NEURON_VP_TESTBENCH_CLI_COMMANDS_H_
