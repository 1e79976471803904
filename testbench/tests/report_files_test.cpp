// SPDX-License-Identifier: Apache-2.0
// Reports as files: JUnit, JSON, results that survive the way between processes, files that appear
// whole.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "model/sim/error.h"
#include "testbench/report/file.h"
#include "testbench/report/json.h"
#include "testbench/report/junit.h"

namespace nvp::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Result sample() {
  Result r;
  r.scenario = "a<b";
  r.description = "text with \"quotes\" & more";
  r.file = "a.yaml";
  r.outcome = Outcome::failed;
  r.seed = ~0ull;
  r.simulated = 600 * kPsPerSecond;
  r.events = 5;
  r.trace_hash = 0xfedcba9876543210u;
  Post post;
  post.time = 150;
  post.index = 1;
  post.tick = 0;
  post.bytes = {200, 1, '5'};
  post.records = {{200, "5"}};
  r.posts.push_back(post);
  r.verdicts.push_back({"one", "posts", "a.yaml:3:1", true, "fine"});
  r.verdicts.push_back({"two", "log", "a.yaml:4:1", false, "0 lines < 1"});
  r.faults.push_back({"fw.drop", "a.yaml:2:1", 0, 1, 10, 20, 20, false});
  r.unclaimed.push_back({0, 0x1234, 1, 2});
  return r;
}

std::string read(const std::string& path) {
  std::ifstream in(path);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

// Whatever a scenario, a log or a device says: the report is XML.
TEST(Junit, HoldsWhatXmlCannot) {
  Result r = sample();
  r.scenario = std::string("a\0b\x1b\x7f", 5) + "\xef\xbf\xbe\xef\xbf\xbf\xed\xa0\x80\xc3";
  r.verdicts[0].title = "\xff\xc0\x80 \xe2\x82\xac";
  const std::string xml = junit_report({r});
  EXPECT_THAT(xml,
              HasSubstr("\"a\\x00b\\x1b\\x7f\\xef\\xbf\\xbe\\xef\\xbf\\xbf\\xed\\xa0\\x80\\xc3\""));
  EXPECT_THAT(xml, HasSubstr("\"\\xff\\xc0\\x80 \xe2\x82\xac\""));
}

TEST(Junit, HasOneTestCasePerExpectation) {
  const std::string xml = junit_report({sample()});
  EXPECT_THAT(xml,
              HasSubstr("<testsuites name=\"neuron-vp\" tests=\"2\" failures=\"1\" errors=\"0\">"));
  EXPECT_THAT(xml, HasSubstr("testsuite name=\"a&lt;b\""));
  EXPECT_THAT(xml, HasSubstr("time=\"600.000000\""));
  EXPECT_THAT(xml, HasSubstr("<failure message=\"0 lines &lt; 1\"/>"));
}

TEST(Junit, ARunWithoutVerdictIsAnError) {
  for (const Outcome outcome : {Outcome::bad_input, Outcome::broken, Outcome::interrupted}) {
    Result r;
    r.scenario = "x";
    r.outcome = outcome;
    r.error = "stopped\x01";
    const std::string xml = junit_report({r});
    EXPECT_THAT(xml, HasSubstr("tests=\"1\" failures=\"0\" errors=\"1\""));
    EXPECT_THAT(xml, HasSubstr("stopped\\x01"));
  }
}

TEST(Json, TheWayBetweenProcessesLosesNothing) {
  const Result r = sample();
  EXPECT_EQ(to_json(from_json(to_json(r))), to_json(r));
  EXPECT_EQ(from_json(to_json(r)).trace_hash, r.trace_hash);
  EXPECT_EQ(from_json(to_json(r)).posts.at(0).bytes, r.posts.at(0).bytes);
  EXPECT_THROW(from_json("{"), Error);
  EXPECT_THROW(from_json("{}"), Error);
}

TEST(Json, ReportHasEvidence) {
  const auto json = nlohmann::json::parse(json_report({sample()}));
  const auto& run = json["runs"][0];
  EXPECT_EQ(run["outcome"], "failed");
  EXPECT_EQ(run["faults"][0]["point"], "fw.drop");
  EXPECT_EQ(run["faults"][0]["first_ps"], 20);
  EXPECT_EQ(run["posts"][0]["records"][0]["name"], "NERR_OK");
  EXPECT_EQ(run["expectations"][1]["met"], false);
}

TEST(Outcomes, GiveExitCodes) {
  EXPECT_EQ(exit_code(Outcome::passed), 0);
  EXPECT_EQ(exit_code(Outcome::failed), 1);
  EXPECT_EQ(exit_code(Outcome::bad_input), 2);
  EXPECT_EQ(exit_code(Outcome::broken), 3);
  EXPECT_EQ(exit_code(Outcome::interrupted), 130);
  EXPECT_EQ(worst(Outcome::passed, Outcome::failed), Outcome::failed);
  EXPECT_EQ(worst(Outcome::broken, Outcome::failed), Outcome::broken);
  EXPECT_EQ(Result().outcome, Outcome::broken);  // a run without a verdict never passes
}

TEST(File, AppearsOnlyWhenItIsComplete) {
  const std::string folder = ::testing::TempDir() + "nvp_files_" + std::to_string(getpid());
  std::filesystem::create_directories(folder);
  const std::string path = folder + "/out.json";
  write_file(path, "old");
  {
    OutputFile file(path);
    file.write("half");
    EXPECT_EQ(read(path), "old");
  }
  EXPECT_EQ(read(path), "old");
  write_file(path, "new");
  EXPECT_EQ(read(path), "new");
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files += entry.exists();
  EXPECT_EQ(files, 1u);
  std::filesystem::remove_all(folder);
}

TEST(File, FailuresNameIt) {
  try {
    write_file("/nonexistent/x.json", "a");
    FAIL() << "written";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("/nonexistent/x.json: cannot be written"));
  }
  try {
    write_file("/dev/full", std::string(1 << 20, 'x'));
    FAIL() << "written";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("/dev/full"));
  }
}

}  // namespace
}  // namespace nvp::report
