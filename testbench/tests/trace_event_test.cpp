// SPDX-License-Identifier: Apache-2.0
// A line of the JSON trace is an object in which every field has a name of its own.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "model/trace/event.h"

namespace nvp::trace {
namespace {

TEST(TraceLine, NoKindHasTwoFieldsOfOneName) {
  for (std::size_t k = 0; k < kKindCount; ++k) {
    Event event{static_cast<Kind>(k), 5, 1, 2, 3, 4, 6, "text"};
    std::set<std::string> names;
    const auto note = [&](int, nlohmann::json::parse_event_t what, nlohmann::json& value) {
      if (what == nlohmann::json::parse_event_t::key) {
        EXPECT_TRUE(names.insert(value.get<std::string>()).second) << value << to_json(event);
      }
      return true;
    };
    const auto line = nlohmann::json::parse(to_json(event), note);
    EXPECT_EQ(line.at("t"), 5);
    EXPECT_EQ(line.at("type"), info(static_cast<Kind>(k)).name);
    EXPECT_EQ(line.at("device"), 1);
  }
}

}  // namespace
}  // namespace nvp::trace
