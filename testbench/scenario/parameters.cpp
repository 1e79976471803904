// SPDX-License-Identifier: Apache-2.0
#include "testbench/scenario/parameters.h"

#include <fmt/format.h>

#include <algorithm>

#include "driver/kernel/vk/kernel.h"
#include "testbench/scenario/text.h"

namespace nvp::scenario {
namespace {

constexpr unsigned kWritable = 0222;

/// A kernel that only knows the module linked into the program.
struct Host {
  bus::HostMemory memory;
  trace::Stream stream;
  fault::Registry faults{stream};
  vk::Kernel kernel{{}, memory, faults, stream};
};

class Checker {
 public:
  /// Returns the parameter as it is.
  vk::ModuleParam check(const std::string& name, std::int64_t value, const Location& name_where,
                        const Location& value_where) {
    const auto known = host_.kernel.params();
    const auto found = std::find_if(known.begin(), known.end(),
                                    [&](const vk::ModuleParam& p) { return p.name == name; });
    if (found == known.end()) {
      std::vector<std::string> names;
      for (const vk::ModuleParam& p : known) names.push_back(p.name);
      fail(name_where, fmt::format("the driver has no parameter \"{}\"{}", shorten(name, 60),
                                   suggestion(name, names)));
    }
    // Only its type decides; the value that it had comes back.
    const bool taken = host_.kernel.set_param(name, value) == 0;
    host_.kernel.set_param(name, found->value);
    if (!taken) {
      fail(value_where,
           fmt::format("{} is {}, which does not fit its type; accepted: a value for \"{}\"", name,
                       value, found->description));
    }
    return *found;
  }

 private:
  Host host_;
};

Location place(const Node* node, const char* key) {
  const Node* value = node ? node->find(key) : nullptr;
  return value ? value->where : node ? node->where : Location{};
}

void check_event(Checker& checker, const Action& action) {
  const auto* write = std::get_if<SetParameter>(&action.act);
  if (!write) return;
  const vk::ModuleParam known = checker.check(write->name, write->value, place(action.node, "name"),
                                              place(action.node, "value"));
  if (known.mode & kWritable) return;
  fail(place(action.node, "name"),
       fmt::format("{} can be set only before the driver loads; accepted: in system.parameters",
                   write->name));
}

}  // namespace

void check_parameters(const Scenario& scenario) {
  Checker checker;
  for (const Setting& parameter : scenario.system.parameters) {
    const auto value = parse_signed(parameter.value);
    if (!value) {
      fail(parameter.where, fmt::format("{} is \"{}\"; accepted: a whole number", parameter.name,
                                        shorten(parameter.value, 40)));
    }
    checker.check(parameter.name, *value, parameter.where, parameter.where);
  }
  for (const Event& event : scenario.events) {
    for (const Action& action : event.actions) check_event(checker, action);
  }
}

}  // namespace nvp::scenario
