// SPDX-License-Identifier: Apache-2.0
#include "testbench/scenario/model.h"

#include <fmt/format.h>

#include "testbench/scenario/text.h"

namespace nvp::scenario {

const std::vector<std::string>& engine_names() {
  static const std::vector<std::string> names = {"pe", "act", "pool", "dve", "sp"};
  return names;
}

bool Bounds::hold(std::uint64_t value) const {
  return (!equals || value == *equals) && (!at_least || value >= *at_least) &&
         (!at_most || value <= *at_most);
}

std::string Bounds::text() const {
  if (equals) return fmt::format("{}", *equals);
  if (at_least && at_most) return fmt::format("{} to {}", *at_least, *at_most);
  if (at_least) return fmt::format("at least {}", *at_least);
  if (at_most) return fmt::format("at most {}", *at_most);
  return "any number";
}

std::regex regex_of(const std::string& pattern) {
  return std::regex(pattern, std::regex::ECMAScript | std::regex_constants::__polynomial);
}

bool TextMatch::holds(const std::string& value) const {
  return (!equals || value == *equals) &&
         (!contains || value.find(*contains) != std::string::npos) &&
         (!matches || std::regex_search(value, regex_of(*matches)));
}

std::string TextMatch::text() const {
  std::string out;
  const auto add = [&out](const char* what, const std::optional<std::string>& value) {
    if (value)
      out += fmt::format("{}{} \"{}\"", out.empty() ? "" : ", ", what, shorten(*value, 80));
  };
  add("is", equals);
  add("contains", contains);
  add("matches", matches);
  return out.empty() ? "anything" : out;
}

std::uint64_t logical_core_size(const Scenario& scenario, const Process& process) {
  if (scenario.system.generation == generation::Id::v2) return 1;
  for (const Setting& variable : process.environment) {
    if (variable.name != "NEURON_LOGICAL_NC_CONFIG" &&
        variable.name != "NEURON_RT_VIRTUAL_CORE_SIZE") {
      continue;
    }
    const auto size = parse_unsigned(variable.value);
    if (size && *size >= 1 && *size <= 8) return *size;
  }
  return 2;
}

}  // namespace nvp::scenario
