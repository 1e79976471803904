// SPDX-License-Identifier: Apache-2.0
// Reading of YAML with places, limits and overrides; numbers, durations, names.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <random>

#include "model/sim/error.h"
#include "testbench/scenario/document.h"
#include "testbench/scenario/text.h"

namespace nvp::scenario {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string message(const std::function<void()>& what) {
  try {
    what();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::input);
    return error.what();
  }
  return "no error";
}

std::string parse_message(const std::string& text) {
  return message([&] { parse_document(text, "a.yaml"); });
}

TEST(Document, ValuesKnowTheirPlace) {
  const Node root = parse_document("a: 1\nb:\n  - x\n  - c: \"2\"\n", "f.yaml");
  EXPECT_EQ(root.find("a")->where.text(), "f.yaml:1:4");
  const Node& item = root.find("b")->items.at(1);
  EXPECT_EQ(item.find("c")->where.text(), "f.yaml:4:8");
  EXPECT_EQ(item.find("c")->scalar, "2");
  EXPECT_EQ(root.find("z"), nullptr);
}

TEST(Document, SyntaxErrorsHaveAPlace) {
  EXPECT_THAT(parse_message("a: [1, 2\nb: 3\n"), StartsWith("a.yaml:2:"));
  EXPECT_THAT(parse_message("a: 1\n b: 2\n"), StartsWith("a.yaml:2:"));
  EXPECT_THAT(parse_message("\"unterminated"), StartsWith("a.yaml:"));
  EXPECT_THAT(parse_message("a: *nowhere"), StartsWith("a.yaml:"));
}

TEST(Document, RefusesWhatIsNotOneTextDocument) {
  EXPECT_EQ(parse_message(""), "a.yaml:1:1: the file is empty; accepted is a scenario");
  EXPECT_THAT(parse_message("a: 1\n---\nb: 2\n"), HasSubstr("second document"));
  EXPECT_THAT(parse_message(std::string("a: 1\nb: \0\n", 9)), StartsWith("a.yaml:2:4: byte 0x00"));
  EXPECT_THAT(parse_message("a: \xff\xfe"), HasSubstr("byte 0xff is not text"));
  EXPECT_THAT(parse_message("a: 1\na: 2\n"), StartsWith("a.yaml:2:1: \"a\" stands here twice"));
  EXPECT_THAT(parse_message("[1]: 2\n"), HasSubstr("a key must be one word"));
  EXPECT_THAT(parse_message("a: &a {b: 1}\nc: {<<: *a}\n"), StartsWith("a.yaml:2:5: merge keys"));
}

// UTF-8 is one form of each character: what another reader of a report would refuse is no text.
TEST(Document, RefusesEveryFormThatIsNotUtf8) {
  for (const char* bad : {"\x80", "\xc0\x80", "\xc3", "\xc3(", "\xe0\x80\x80", "\xe0\x9f\xbf",
                          "\xed\xa0\x80", "\xed\xbf\xbf", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80",
                          "\xf5\x80\x80\x80", "\xff", "\x01", "\x7f", "\x1b[2J"}) {
    EXPECT_THAT(parse_message(std::string("a: ") + bad + "\n"), StartsWith("a.yaml:1:4: byte 0x"))
        << bad;
  }
  for (const char* good : {"\xc2\x80", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xf0\x90\x80\x80",
                           "\xf4\x8f\xbf\xbf", "\xe2\x82\xac"}) {
    EXPECT_EQ(first_bad_byte(good), std::string::npos) << good;
  }
}

TEST(Document, LimitsSizeDepthAndAliases) {
  EXPECT_THAT(parse_message(std::string(kMaxBytes + 1, 'a')), HasSubstr("accepted are at most"));
  std::string deep;
  for (int i = 0; i < 100; ++i) deep += "[";
  EXPECT_THAT(parse_message(deep + std::string(100, ']')), HasSubstr("nested deeper"));
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 10; ++i) {
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
    for (int k = 0; k < 10; ++k) bomb += "*a" + std::to_string(i - 1) + (k < 9 ? "," : "]\n");
  }
  EXPECT_THAT(parse_message(bomb), HasSubstr("are aliases nested?"));
}

TEST(Document, RefusesFilesThatAreNone) {
  EXPECT_THAT(message([] { load_document("/nonexistent/a.yaml"); }),
              HasSubstr("No such file or directory"));
  EXPECT_THAT(message([] { load_document("/"); }), HasSubstr("not a file"));
  EXPECT_THAT(message([] { load_document("/dev/zero"); }), HasSubstr("not a file"));
  // A file that opens and cannot be read.
  EXPECT_THAT(message([] { load_document("/proc/self/mem"); }),
              StartsWith("/proc/self/mem:1:1: cannot be read: "));
  const std::string path = ::testing::TempDir() + "nvp_big.yaml";
  {
    std::ofstream out(path);
    out.seekp(100 << 20);
    out.put('a');
  }
  EXPECT_THAT(message([&] { load_document(path); }), HasSubstr("accepted are at most 1048576"));
  std::remove(path.c_str());
}

// Whatever the bytes are, the answer is a document or an Error, never anything else.
TEST(Document, RandomBytesNeverCrash) {
  std::mt19937 random(7);
  const std::string alphabet = "ab:-[]{}\"'&*!|>%@#\n\n  \t,?0";
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    for (unsigned i = random() % 40; i > 0; --i) text += alphabet[random() % alphabet.size()];
    if (round % 7 == 0) text += static_cast<char>(random());
    try {
      parse_document(text, "r");
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), StartsWith("r:"));
    }
  }
}

TEST(Override, ReplacesAndAddsScalars) {
  Node root = parse_document("a:\n  b: 1\nl:\n  - name: x\n    v: 1\n  - name: y\n", "f");
  apply_override(root, "a.b=2");
  apply_override(root, "a.c=d=e");
  apply_override(root, "l.0.v=5");
  apply_override(root, "l.y.v=6");
  EXPECT_EQ(root.find("a")->find("b")->scalar, "2");
  EXPECT_EQ(root.find("a")->find("c")->scalar, "d=e");
  EXPECT_EQ(root.find("l")->items[0].find("v")->scalar, "5");
  EXPECT_EQ(root.find("l")->items[1].find("v")->scalar, "6");
  EXPECT_EQ(root.find("a")->find("b")->where.text(), "--set a.b=2:1:5");
}

TEST(Override, RefusesWhatIsNoPathOfAScalar) {
  Node root = parse_document("a:\n  b: 1\nl: [1]\n", "f");
  const auto refuse = [&](const char* text) {
    return message([&] { apply_override(root, text); });
  };
  EXPECT_THAT(refuse("nothing"), HasSubstr("accepted is key=value"));
  EXPECT_THAT(refuse("=1"), HasSubstr("accepted is key=value"));
  EXPECT_THAT(refuse("a=1"), HasSubstr("a map of keys"));
  EXPECT_THAT(refuse("a..b=1"), HasSubstr("empty"));
  EXPECT_THAT(refuse("a.b.c=1"), HasSubstr("below a plain value"));
  EXPECT_THAT(refuse("l.7=1"), HasSubstr("no entry \"7\""));
}

TEST(Text, Durations) {
  EXPECT_EQ(parse_duration("150 s"), 150 * kPsPerSecond);
  EXPECT_EQ(parse_duration("150s"), 150 * kPsPerSecond);
  EXPECT_EQ(parse_duration("1.5 s"), 1'500 * kPsPerMs);
  EXPECT_EQ(parse_duration("0.001 ns"), ps_t{1});
  EXPECT_EQ(parse_duration("24 h"), 86'400 * kPsPerSecond);
  EXPECT_EQ(parse_duration("2 min"), 120 * kPsPerSecond);
  EXPECT_EQ(parse_duration("75_000 us"), 75 * kPsPerMs);
  EXPECT_EQ(parse_duration("0"), ps_t{0});
  for (const char* bad : {"", "5", "s", "1.5.2 s", "-1 s", "1 sec", "1 S", "0.0001 ns", "101 d",
                          "99999999999999999999 s", "1e3 s", "nan s", "1 s s"}) {
    EXPECT_FALSE(parse_duration(bad)) << bad;
  }
}

TEST(Text, Numbers) {
  EXPECT_EQ(parse_unsigned("0xff"), 255u);
  EXPECT_EQ(parse_unsigned("1_000"), 1000u);
  EXPECT_EQ(parse_unsigned("18446744073709551615"), ~0ull);
  EXPECT_EQ(parse_signed("-300"), -300);
  for (const char* bad : {"", "-1", "0x", "1.0", "18446744073709551616", "_1", "1_", "ten", " 1"}) {
    EXPECT_FALSE(parse_unsigned(bad)) << bad;
  }
}

TEST(Text, Times) {
  EXPECT_EQ(format_time(0), "0 s");
  EXPECT_EQ(format_time(150'020 * kPsPerMs), "150.020 s");
  EXPECT_EQ(format_time(4 * kPsPerMs), "4 ms");
  EXPECT_EQ(format_time(605'448), "605448 ps");
  EXPECT_EQ(format_time(kPsPerSecond + 1), "1.000000000001 s");
}

TEST(Text, NearestNames) {
  const std::vector<std::string> names = {"duration", "description", "devices"};
  EXPECT_EQ(nearest("duraton", names), "duration");
  EXPECT_EQ(nearest("device", names), "devices");
  EXPECT_EQ(nearest("xyz", names), "");
  EXPECT_TRUE(matches_glob("*reset*", "a reset b"));
  EXPECT_TRUE(matches_glob("a*c", "abbc"));
  EXPECT_FALSE(matches_glob("a*c", "abbcd"));
}

}  // namespace
}  // namespace nvp::scenario
