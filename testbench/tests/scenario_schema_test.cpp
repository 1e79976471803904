// SPDX-License-Identifier: Apache-2.0
// The schema and the reference in docs/ are those of the language.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "testbench/scenario/schema.h"

namespace nvp::scenario {
namespace {

std::string read(const std::string& path) {
  std::ifstream in(std::string(NVP_SOURCE_DIR) + "/" + path);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

TEST(Schema, IsTheFileInDocs) {
  EXPECT_EQ(json_schema(), read("docs/schema/scenario-1.json"))
      << "neuron-vp language > docs/schema/scenario-1.json";
}

TEST(Schema, ReferenceIsTheOneInDocs) {
  EXPECT_THAT(read("docs/scenarios.md"), ::testing::HasSubstr(markdown_reference()))
      << "neuron-vp language --format markdown";
}

TEST(Schema, KnowsRequiredKeysAndChoices) {
  const auto schema = nlohmann::json::parse(json_schema());
  EXPECT_EQ(schema["required"], nlohmann::json({"version", "duration", "expect"}));
  EXPECT_EQ(schema["properties"]["system"]["properties"]["generation"]["enum"],
            nlohmann::json({"v2", "v3", "v4"}));
  EXPECT_FALSE(schema["additionalProperties"]);
  EXPECT_EQ(schema["properties"]["expect"]["items"]["oneOf"].size(), 11u);
}

}  // namespace
}  // namespace nvp::scenario
