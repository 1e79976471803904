// SPDX-License-Identifier: Apache-2.0
// Decoding of telemetry records and of streams of them (docs/reference/21-metrics.md, sections 2,
// 5, 8).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/sim/error.h"
#include "testbench/report/json.h"
#include "testbench/report/records.h"

namespace nvp::report {
namespace {

using ::testing::HasSubstr;

/// 21 section 8: H, the records of every post.
const std::string kHead =
    "0c 13 69 2d 30 31 32 33 34 35 36 37 38 39 61 62 63 64 65 66 30 0d 08 32 2e 32 37 2e 34 2e 30 ";

std::vector<std::uint8_t> bytes(const std::string& hex) {
  return read_stream(hex, "t").at(0);
}

TEST(Records, WorkedExampleOf21Section8) {
  const auto data = bytes(kHead + "38 01 30 b4 07 32 2e 33 31 2e 32 34 c8 03 31 30 30 5a 01 36");
  EXPECT_EQ(data.size(), 51u);
  const Decoded decoded = decode_records(data.data(), data.size());
  EXPECT_EQ(decoded.problem, "");
  EXPECT_EQ(one_line(decoded.records),
            "INSTANCE_ID=i-0123456789abcdef0 DRIVER_VERSION=2.27.4.0 PERFORMANCE_PROFILE_ID=0 "
            "RT_VERSION_0=2.31.24 NERR_OK=100 NC_UTILIZATION=6");
  EXPECT_EQ(tick_of(decoded.records), 0);
}

TEST(Records, TheTickIsTheIds) {
  const auto one = bytes(kHead + "de 01 30 e5 01 30 32 01 30");
  EXPECT_EQ(tick_of(decode_records(one.data(), one.size()).records), 1);
  const auto both = bytes(kHead + "5a 01 36");
  EXPECT_EQ(tick_of(decode_records(both.data(), both.size()).records), -1);
  for (const int id : {181, 12, 13, 90, 0})
    EXPECT_EQ(tick_of({{static_cast<std::uint8_t>(id), ""}}), -1) << id;
  for (const int id : {190, 191, 192, 193, 195, 196, 250, 252, 80, 55}) {
    EXPECT_EQ(tick_of({{static_cast<std::uint8_t>(id), ""}}), 1) << id;
  }
  for (const int id : {56, 57, 58, 200, 219, 220, 11}) {
    EXPECT_EQ(tick_of({{static_cast<std::uint8_t>(id), ""}}), 0) << id;
  }
}

TEST(Records, BrokenOnesSayWhere) {
  const std::uint8_t short_value[] = {200, 5, '1', '2'};
  EXPECT_EQ(decode_records(short_value, 4).problem, "byte 0: id 200 announces 5 bytes, 2 follow");
  const std::uint8_t no_length[] = {200, 1, '1', 90};
  const Decoded decoded = decode_records(no_length, 4);
  EXPECT_EQ(decoded.problem, "byte 3: a record's id without its length");
  EXPECT_EQ(decoded.records.size(), 1u);
  EXPECT_EQ(decode_records(nullptr, 0).problem, "");
}

TEST(Records, EveryIdHasANameOrNone) {
  EXPECT_EQ(record_name(253), "NERR_SW_NQ_OVERFLOW");
  EXPECT_EQ(record_name(203), "UNASSIGNED");
  EXPECT_EQ(one_line({{203, std::string("a\x01", 2)}}), "203=a\\x01");
}

TEST(Stream, HexTextAndBinaryAreToldApart) {
  const std::string binary("\xc8\x01\x35", 3);
  ASSERT_EQ(read_stream(binary, "f").size(), 1u);
  EXPECT_EQ(read_stream(binary, "f"), read_stream("c8 01 35\n", "f"));
  EXPECT_EQ(read_stream("# comment\nc80135 # five\n\nC8 01 36\r\n", "f").size(), 2u);
  EXPECT_TRUE(read_stream("", "f").empty());
}

TEST(Stream, RefusesTextThatIsNoHex) {
  const auto refusal = [](const std::string& text) -> std::string {
    try {
      read_stream(text, "f");
    } catch (const Error& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_THAT(refusal("c8 01\nxy\n"), HasSubstr("f:2:1: \"x\" is no hexadecimal digit"));
  EXPECT_THAT(refusal("c8 1\n"), HasSubstr("a byte with one digit"));
}

TEST(Stream, JsonHasNamesAndProblems) {
  const std::string json = json_posts({{200, 1, '5'}, {200, 9}});
  EXPECT_THAT(json, HasSubstr("\"name\": \"NERR_OK\""));
  EXPECT_THAT(json, HasSubstr("announces 9 bytes"));
}

}  // namespace
}  // namespace nvp::report
