// SPDX-License-Identifier: Apache-2.0
// Each kind of expectation against observations made by hand: met, missed, and what the miss says;
// and the order of a timeline.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testbench/scenario/load.h"
#include "testbench/scenario/observations.h"
#include "testbench/scenario/timeline.h"

namespace nvp::scenario {
namespace {

using ::testing::HasSubstr;

report::Post post(ps_t time, std::int32_t device, std::uint64_t index,
                  std::vector<std::uint8_t> bytes) {
  report::Post p;
  p.time = time;
  p.device = device;
  p.index = index;
  report::Decoded decoded = report::decode_records(bytes.data(), bytes.size());
  p.bytes = std::move(bytes);
  p.tick = report::tick_of(decoded.records);
  p.records = decoded.records;
  p.problem = decoded.problem;
  return p;
}

/// Two posts of device 0: 56="0" 200="100", and 222="1"; one of device 1: 56="0" 200="7".
Observations sample() {
  Observations seen;
  seen.posts.push_back(post(150 * kPsPerSecond, 0, 1, {56, 1, '0', 200, 3, '1', '0', '0'}));
  seen.posts.push_back(post(300 * kPsPerSecond, 0, 2, {222, 1, '1'}));
  seen.posts.push_back(post(150 * kPsPerSecond, 1, 1, {56, 1, '0', 200, 1, '7'}));
  seen.logs.push_back({kPsPerSecond, ExpectLog::Sink::kernel, 0, "", "neuron: nd0 reset"});
  seen.logs.push_back({kPsPerSecond, ExpectLog::Sink::console, -1, "a", "hello"});
  seen.logs.push_back({kPsPerSecond, ExpectLog::Sink::console, -1, "b", "hello"});
  seen.events.push_back({trace::Kind::doorbell, 10, 0, 1, 7, 0, 0, ""});
  seen.events.push_back({trace::Kind::block_reset, 30, 0, 2, 0, 0, 0x30303, ""});
  seen.processes["a"] = {true, true, 3, 0};
  seen.processes["b"] = {true, true, 0, 9};
  return seen;
}

struct Judged {
  bool met;
  std::string title, found;
};

Judged judge_text(const std::string& expectation, const Observations& seen,
                  const Reading& reading = {}) {
  const auto scenario = load_text(
      "version: 1\nduration: 10 min\nsystem: {devices: 2}\nprocesses: [{name: a, cores: 0-1}, "
      "{name: b}]\n"
      "expect:\n  - " +
          expectation + "\n",
      "s.yaml");
  const report::Verdict v = evaluate(scenario->expectations.at(0), reading, seen);
  EXPECT_FALSE(v.title.empty());
  EXPECT_EQ(v.where, "s.yaml:6:5");
  return {v.met, v.title, v.found};
}

bool met(const std::string& expectation) {
  return judge_text(expectation, sample()).met;
}

std::string found(const std::string& expectation) {
  const Judged judged = judge_text(expectation, sample());
  EXPECT_FALSE(judged.met) << expectation;
  return judged.found;
}

TEST(Posts, AreSelectedByDeviceTickIndexAndTime) {
  EXPECT_TRUE(met("posts: {count: 3}"));
  EXPECT_TRUE(met("posts: {device: 0, count: 2}"));
  EXPECT_TRUE(met("posts: {tick: 0, count: 2}"));
  EXPECT_TRUE(met("posts: {device: 0, index: 2, contains: {NERR_HW_ERR_HBM_UE: 1}}"));
  EXPECT_TRUE(met("posts: {after: 150 s, before: 151 s, count: 2}"));
  EXPECT_TRUE(met("posts: {after: 301 s, count: 0}"));
  EXPECT_EQ(found("posts: {device: 0, index: 3}"), "0 posts of 3 in all, expected at least 1");
}

TEST(Posts, AreComparedWhole) {
  EXPECT_TRUE(met("posts: {device: 0, index: 1, exactly: {56: 0, 200: 100}}"));
  EXPECT_TRUE(met("posts: {device: 0, tick: 0, contains: {200: '*'}, absent: [222]}"));
  EXPECT_TRUE(met("posts: {device: 0, index: 2, bytes: de 01 31}"));
  EXPECT_THAT(found("posts: {device: 0, index: 1, exactly: {200: 100}}"),
              HasSubstr("not expected: 56 PERFORMANCE_PROFILE_ID=\"0\""));
  EXPECT_THAT(found("posts: {device: 0, index: 1, exactly: {56: 0, 200: 100, 90: 1}}"),
              HasSubstr("expected 90 NC_UTILIZATION=\"1\", it is absent"));
  EXPECT_THAT(found("posts: {device: 0, index: 1, contains: {200: 99}}"),
              HasSubstr("it is 200 NERR_OK=\"100\""));
  EXPECT_THAT(found("posts: {device: 0, absent: [NERR_OK]}"), HasSubstr("expected no 200"));
  EXPECT_THAT(found("posts: {device: 0, index: 2, bytes: de 01 32}"), HasSubstr("de 01 31"));
}

TEST(Posts, ABrokenPostIsNeverMet) {
  Observations seen;
  seen.posts.push_back(post(1, 0, 1, {56, 9, '0'}));
  const Judged judged = judge_text("posts: {device: 0}", seen);
  EXPECT_FALSE(judged.met);
  EXPECT_THAT(judged.found, HasSubstr("announces 9 bytes"));
}

TEST(Total, AddsValues) {
  EXPECT_TRUE(met("total: {id: NERR_OK, equals: 107}"));
  EXPECT_TRUE(met("total: {id: 200, device: 1, at_least: 7, at_most: 7}"));
  EXPECT_TRUE(met("total: {id: 200, after: 151 s, equals: 0}"));
  EXPECT_EQ(found("total: {id: 200, equals: 1}"), "107 from 2 records, expected 1");
}

TEST(Log, LinesAreCounted) {
  EXPECT_TRUE(met("log: {sink: kernel, contains: reset}"));
  EXPECT_TRUE(met("log: {sink: console, text: hello, count: 2}"));
  EXPECT_TRUE(met("log: {sink: console, process: a, matches: ^h.*o$, count: 1}"));
  EXPECT_TRUE(met("log: {sink: syslog, count: 0}"));
  EXPECT_THAT(found("log: {sink: kernel, contains: panic}"), HasSubstr("neuron: nd0 reset"));
}

// Neither nested repetitions nor a long text cost more than a moment, or the stack.
TEST(Log, PatternsAlwaysComeToAnEnd) {
  for (const char* pattern :
       {"^(a*)*b", "^(a|a)*b", "^(a|aa)+$b", "^(.*)*x", "^(([a-z])+.)+[A-Z]"}) {
    TextMatch match;
    match.matches = pattern;
    EXPECT_FALSE(match.holds(std::string(4096, 'a'))) << pattern;
    EXPECT_FALSE(match.holds(std::string(40, 'a'))) << pattern;
  }
  TextMatch match;
  match.matches = "a+b";
  EXPECT_TRUE(match.holds(std::string(1 << 20, 'a') + "b"));
}

TEST(Events, AreFoundByTheirFields) {
  EXPECT_TRUE(met("events: {event: doorbell, fields: {value: 1, count: 7}, count: 1}"));
  EXPECT_TRUE(met("events: {event: block_reset, fields: {map_lo: 0x30303}}"));
  EXPECT_FALSE(met("events: {event: block_reset, fields: {kind: 1}}"));
  EXPECT_TRUE(
      met("timing: {from: {event: doorbell}, to: {event: block_reset}, at_least: 20 ps, at_most: "
          "20 ps}"));
  EXPECT_THAT(found("timing: {from: {event: doorbell}, to: {event: block_reset}, at_most: 19 ps}"),
              HasSubstr("20 ps, from 10 ps to 30 ps"));
  EXPECT_THAT(found("timing: {from: {event: block_reset}, to: {event: doorbell}, at_most: 1 s}"),
              HasSubstr("no event doorbell from 30 ps on"));
}

TEST(Processes, EndAsExpected) {
  EXPECT_TRUE(met("process: {name: a, exit_code: 3, running: false}"));
  EXPECT_TRUE(met("process: {name: b, signal: 9}"));
  EXPECT_FALSE(met("process: {name: b, exit_code: 0}"));
  EXPECT_THAT(found("process: {name: a, running: true}"), HasSubstr("ended with code 3"));
}

TEST(Unexpected, IsReportedWithTheFirst) {
  Observations seen = sample();
  EXPECT_TRUE(judge_text("nothing_unexpected: true", seen).met);
  seen.unexpected[2] = {4, kPsPerSecond, "outside every mapping"};
  const Judged judged = judge_text("nothing_unexpected: true", seen);
  EXPECT_FALSE(judged.met);
  EXPECT_EQ(judged.found, "4 x dma_fault, first at 1.000 s: outside every mapping");
  EXPECT_TRUE(judge_text("nothing_unexpected: {allow: [dma_fault]}", seen).met);
}

TEST(Readings, AreCompared) {
  Reading reading;
  reading.done = true;
  reading.number = 0x18;
  reading.text = "1\n";
  const Observations none;
  EXPECT_TRUE(judge_text("register: {offset: 0x06C84808, mask: 8, equals: 8}", none, reading).met);
  EXPECT_FALSE(judge_text("register: {offset: 0x06C84808, equals: 8}", none, reading).met);
  EXPECT_TRUE(judge_text("state: {state: READY}", none, reading).met);
  EXPECT_EQ(judge_text("state: {state: INVALID}", none, reading).found, "it is READY");
  EXPECT_TRUE(judge_text("sysfs: {path: x, text: '1'}", none, reading).met);
  EXPECT_TRUE(
      judge_text("counter: {process: a, counter: TIME_IN_USE, equals: 24}", none, reading).met);
}

TEST(Readings, ThatNeverCameAreMisses) {
  const Observations none;
  EXPECT_THAT(judge_text("state: {state: RESET}", none).found, HasSubstr("never read"));
  Reading reading;
  reading.problem = "process a does not live";
  const Judged judged =
      judge_text("counter: {process: a, counter: OOB, at_most: 5}", none, reading);
  EXPECT_FALSE(judged.met);
  EXPECT_EQ(judged.found, "process a does not live");
}

std::vector<ps_t> times(const std::string& events, std::uint64_t seed) {
  const auto scenario = load_text("version: 1\nduration: 100 s\nprocesses: [{name: a}]\nevents:\n" +
                                      events + "expect: [{nothing_unexpected: true}]\n",
                                  "s", {"seed=" + std::to_string(seed)});
  std::vector<ps_t> out;
  for (const Moment& moment : make_timeline(*scenario)) out.push_back(moment.time);
  return out;
}

TEST(Timeline, RepeatsInOrder) {
  const auto at =
      times("  - {every: 30 s, ecc: {source: sram}}\n  - {at: 50 s, stop: {process: a}}\n", 1);
  EXPECT_EQ(at, (std::vector<ps_t>{30 * kPsPerSecond, 50 * kPsPerSecond, 60 * kPsPerSecond,
                                   90 * kPsPerSecond}));
  EXPECT_EQ(times("  - {every: 10 s, from: 0, until: 25 s, ecc: {source: sram}}\n", 1).size(), 3u);
  EXPECT_EQ(times("  - {every: 10 s, times: 2, ecc: {source: sram}}\n", 1).size(), 2u);
}

TEST(Timeline, ChanceComesFromTheSeedAlone) {
  const std::string jitter = "  - {every: 1 s, jitter: 500 ms, ecc: {source: sram}}\n";
  EXPECT_EQ(times(jitter, 1), times(jitter, 1));
  EXPECT_NE(times(jitter, 1), times(jitter, 2));
  // An event more leaves the others alone.
  const auto alone = times(jitter, 1);
  auto both = times(jitter + "  - {at: 99 s, stop: {process: a}}\n", 1);
  both.erase(std::find(both.begin(), both.end(), 99 * kPsPerSecond));
  EXPECT_EQ(alone, both);
}

}  // namespace
}  // namespace nvp::scenario
