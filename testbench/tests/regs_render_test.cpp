// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "model/regs/render.h"
#include "model/regs/table.h"
#include "model/sim/error.h"

namespace nvp::regs {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string message_of(const char* block, const char* generation, const char* format) {
  try {
    render(block, generation, format);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::input);
    return error.what();
  }
  return "no error";
}

TEST(Render, TableNamesRegistersFieldsAndPlaces) {
  const std::string text = render("miscram", "v3", "table");
  EXPECT_THAT(text, HasSubstr("BAR0 MISCRAM: 0x6c84000"));
  EXPECT_THAT(text, HasSubstr("TRIGGER: doorbell"));
  EXPECT_THAT(text, HasSubstr("0x44+0x4*i (0..3)"));
  EXPECT_THAT(text, HasSubstr("BUSY: boot or reset in progress"));
  EXPECT_THAT(text, Not(HasSubstr("udma")));
}

TEST(Render, JsonHoldsEveryBlockOfTheGeneration) {
  const auto v2 = nlohmann::json::parse(render("", "v2", "json"));
  const auto v4 = nlohmann::json::parse(render("", "v4", "json"));
  const auto has = [](const nlohmann::json& map, const char* name) {
    for (const auto& block : map["blocks"])
      if (block["name"] == name) return true;
    return false;
  };
  EXPECT_FALSE(has(v2, "error_trigger"));
  EXPECT_TRUE(has(v4, "error_trigger"));
  EXPECT_TRUE(has(v2, "crc32c"));
}

TEST(Render, CAndSystemVerilogNameOffsets) {
  EXPECT_THAT(render("tpb", "v2", "c"),
              HasSubstr("#define TPB_SEMAPHORE_INC(i) (0x2701800u + 0x4u * (i))"));
  EXPECT_THAT(render("pe_counters", "v4", "c"), HasSubstr("V3_PE_FAST_WEIGHT_LOAD_LO(i, j)"));
  const std::string package = render("irq_ctrl", "v2", "sv");
  EXPECT_THAT(package, HasSubstr("parameter logic [31:0] IRQ_CTRL_COUNT_HI = 32'h00000014;"));
  EXPECT_THAT(package, HasSubstr("\npackage neuron_irq_ctrl_v2_pkg;\n"));
  EXPECT_THAT(package, HasSubstr("\nendpackage\n"));
  EXPECT_THAT(render("", "v4", "sv"), HasSubstr("\npackage neuron_regs_v4_pkg;\n"));
}

TEST(Render, EveryBlockInEveryFormat) {
  for (const char* generation : {"v2", "v3", "v4"}) {
    for (const Block& block : blocks()) {
      if ((block.generations >> (generation[1] - '0') & 1) == 0) continue;
      for (const char* format : {"table", "json", "c", "sv"}) {
        EXPECT_FALSE(render(block.name, generation, format).empty()) << block.name;
      }
    }
  }
}

TEST(Render, UnknownNamesAreErrorsThatListTheAcceptedOnes) {
  EXPECT_THAT(message_of("miscarm", "v3", "table"), HasSubstr("miscram"));
  EXPECT_THAT(message_of("error_trigger", "v2", "table"), HasSubstr("accepted are miscram"));
  EXPECT_THAT(message_of("miscram", "v1", "table"), HasSubstr("v2, v3, v4"));
  EXPECT_THAT(message_of("miscram", "v2", "xml"), HasSubstr("table, json, c, sv"));
}

}  // namespace
}  // namespace nvp::regs
