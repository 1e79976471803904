// SPDX-License-Identifier: Apache-2.0
#include "testbench/scenario/load.h"

#include <filesystem>

#include "testbench/scenario/describe.h"
#include "testbench/scenario/reader.h"

namespace nvp::scenario {
namespace {

std::unique_ptr<Scenario> read(Node root, const std::string& file_name,
                               const std::vector<std::string>& overrides) {
  for (const std::string& assignment : overrides) apply_override(root, assignment);
  auto scenario = std::make_unique<Scenario>();
  scenario->root = std::move(root);
  Reader reader(scenario->root, "the scenario");
  describe_scenario(reader, *scenario);
  reader.finish();
  if (scenario->name.empty()) scenario->name = std::filesystem::path(file_name).stem().string();
  validate(*scenario);
  return scenario;
}

}  // namespace

std::unique_ptr<Scenario> load(const std::string& path, const std::vector<std::string>& overrides) {
  return read(load_document(path), path, overrides);
}

std::unique_ptr<Scenario> load_text(const std::string& text, const std::string& file_name,
                                    const std::vector<std::string>& overrides) {
  return read(parse_document(text, file_name), file_name, overrides);
}

const Process* Scenario::process(const std::string& name) const {
  for (const Process& process : processes) {
    if (process.name == name) return &process;
  }
  return nullptr;
}

}  // namespace nvp::scenario
