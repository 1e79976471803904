// SPDX-License-Identifier: Apache-2.0
// What a scenario file may say, and what it is told when it may not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "model/sim/error.h"
#include "testbench/scenario/load.h"

namespace nvp::scenario {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr const char* kHead = "version: 1\nduration: 10 min\n";
constexpr const char* kTail = "expect:\n  - nothing_unexpected: true\n";

std::unique_ptr<Scenario> parse(const std::string& body) {
  return load_text(std::string(kHead) + body + kTail, "s.yaml");
}

std::string refusal(const std::string& text) {
  try {
    load_text(text, "s.yaml");
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::input);
    EXPECT_THAT(error.what(), StartsWith("s.yaml:"));
    return error.what();
  }
  return "accepted";
}

/// A refusal of `body` between a good head and a good tail; lines of `body` count from 3.
std::string body_refusal(const std::string& body) {
  return refusal(std::string(kHead) + body + kTail);
}

std::string expect_refusal(const std::string& expectation) {
  return refusal(std::string(kHead) +
                 "processes: [{name: a, device: 0, cores: 0-1}]\nexpect:\n  - " + expectation +
                 "\n");
}

std::string event_refusal(const std::string& event) {
  return body_refusal("processes: [{name: a, device: 0, cores: 0-1}]\nevents:\n  - " + event +
                      "\n");
}

TEST(Language, Defaults) {
  const auto s = parse("");
  EXPECT_EQ(s->name, "s");
  EXPECT_EQ(s->seed, 1u);
  EXPECT_EQ(s->system.generation, generation::Id::v3);
  EXPECT_EQ(s->system.count(), 1u);
  EXPECT_EQ(s->system.hz, 250u);
  EXPECT_EQ(s->system.fidelity, 0u);
  EXPECT_EQ(s->system.epoch, 1'767'225'600);
  EXPECT_EQ(s->system.instance_id, "i-0123456789abcdef0");
}

TEST(Language, System) {
  const auto s = parse(
      "system:\n  generation: v2\n  hz: 1000\n  quantum: 10 us\n  fidelity: shipped\n"
      "  switches: {bitmap_id_zero: absent}\n  parameters: {nmetric_log_posts: 3}\n"
      "  firmware: {boot_time: 7 ms, api_version: 6, profiles: 0-3}\n"
      "  devices:\n    - {routing_id: 1}\n    - firmware: {serial: 0x10}\n");
  EXPECT_EQ(s->system.count(), 2u);
  EXPECT_EQ(s->system.quantum, 10 * kPsPerUs);
  EXPECT_EQ(s->system.fidelity, 1u);
  EXPECT_EQ(s->system.switches.at(0).value, "absent");
  EXPECT_EQ(s->system.firmware.boot_time, 7 * kPsPerMs);
  EXPECT_EQ(s->system.firmware.profiles->size(), 4u);
  EXPECT_EQ(s->system.devices[0].routing_id, 1u);
  EXPECT_EQ(s->system.devices[1].firmware.serial, 0x10u);
}

TEST(Language, ProcessesAndEvents) {
  const auto s = parse(
      "processes:\n  - name: a\n    cores: 2-3\n    start: 1 s\n    framework: 1\n"
      "    features: [multicore]\n    workload: {rate: 2.5, duration: 30 ms, executions: 100, "
      "errors: {success: 3, NRT_TIMEOUT: 1, 1003: 2, sram_uncorrectable: 1}}\n"
      "events:\n  - at: 1 s\n    ecc: {source: hbm1, kind: repairable, count: 3}\n"
      "  - every: 30 s\n    jitter: 1 s\n    times: 3\n    choose:\n      - kill: {process: a}\n"
      "      - stop: {process: a}\n"
      "  - at: 2 s\n    fault: {point: fw.drop, command: POST_TO_CW, count: 2, lasts: 1 s}\n");
  const Process& a = s->processes.at(0);
  EXPECT_EQ(a.workload.rate_millihz, 2500u);
  EXPECT_EQ(a.features, 2u);
  ASSERT_EQ(a.workload.errors.size(), 4u);
  EXPECT_EQ(a.workload.errors[1].status, 5u);
  EXPECT_EQ(a.workload.errors[2].status, 0u);  // the hardware's own way to 1003
  EXPECT_EQ(a.workload.errors[2].outcome, static_cast<int>(neuroncore::Outcome::numerical_error));
  EXPECT_EQ(a.workload.errors[3].outcome,
            static_cast<int>(neuroncore::Outcome::sram_uncorrectable));
  const auto& ecc = std::get<InjectEcc>(s->events.at(0).actions.at(0).act);
  EXPECT_EQ(ecc.source, 2u);
  EXPECT_EQ(ecc.kind, EccKind::repairable);
  EXPECT_EQ(s->events.at(1).actions.size(), 2u);
  const auto& fault = std::get<ArmFault>(s->events.at(2).actions.at(0).act);
  EXPECT_EQ(fault.spec.command, 2u);
  EXPECT_EQ(fault.lasts, kPsPerSecond);
}

TEST(Language, Expectations) {
  const auto s = load_text(
      std::string(kHead) +
          "expect:\n  - posts: {device: 0, index: 1, exactly: {12: i-0, NERR_OK: 3}, bytes: 0c "
          "13}\n"
          "  - total: {id: NERR_OK, equals: 440}\n"
          "  - log: {sink: kernel, matches: 'a.*b', count: 2}\n"
          "  - timing: {from: {event: doorbell}, to: {event: telemetry_blob}, at_most: 1 ms}\n"
          "  - nothing_unexpected: {allow: [unclaimed]}\n",
      "s.yaml");
  const auto& posts = std::get<ExpectPosts>(s->expectations.at(0).condition);
  EXPECT_EQ(posts.exactly->at(1).id, 200);
  EXPECT_EQ(posts.bytes->size(), 2u);
  EXPECT_EQ(std::get<ExpectTotal>(s->expectations.at(1).condition).id, 200);
}

struct Case {
  std::string body;
  const char* where;
  const char* what;
};

TEST(Refusals, OfKeysAndValues) {
  const Case cases[] = {
      {"durtion: 1 s\n", "s.yaml:3:1", "did you mean \"duration\"?"},
      {"system: {hz: 99}\n", "s.yaml:3:14", "100 to 1000"},
      {"system: {hz: 333}\n", "s.yaml:3:14", "100, 250, 300, 1000"},
      {"system: {quantum: 5}\n", "s.yaml:3:19", "a unit of ps, ns"},
      {"system: {quantum: 5 sec}\n", "s.yaml:3:19", "a unit of ps, ns"},
      {"system: {generation: v5}\n", "s.yaml:3:22", "accepted: v2, v3, v4"},
      {"system: {fidelity: shiped}\n", "s.yaml:3:20", "did you mean \"shipped\"?"},
      {"system: {switches: {bitmap_id_zer: absent}}\n", "s.yaml:3:21", "bitmap_id_zero"},
      {"system: {switches: {bitmap_id_zero: none}}\n", "s.yaml:3:37", "absent, duplicate"},
      {"system: {devices: 17}\n", "s.yaml:3:19", "at most 16"},
      {"system: {devices: none}\n", "s.yaml:3:19", "1 to 64"},
      {"system: [1]\n", "s.yaml:3:9", "accepted is a map of keys"},
      {"seed: -1\n", "s.yaml:3:7", "a whole number from 0"},
      {"processes: [{device: 0}]\n", "s.yaml:3:13", "needs the key \"name\""},
      {"processes: [{name: a}, {name: a}]\n", "s.yaml:3:31", "second process \"a\""},
      {"processes: [{name: a, device: 1}]\n", "s.yaml:3:31", "accepted: 0, the only one"},
      {"processes: [{name: a, cores: 7-8}]\n", "s.yaml:3:30", "0 to 7"},
      {"processes: [{name: a, cores: 1-2}]\n", "s.yaml:3:30", "whole logical cores"},
      {"processes: [{name: a, start: 5 s, stop: 4 s}]\n", "s.yaml:3:41", "before start"},
      {"processes: [{name: a, cores: 0-1, workload: {rate: fast}}]\n", "s.yaml:3:52", "per second"},
      {"processes: [{name: a, cores: 0-1, workload: {rate: 1, errors: {8: 1}}}]\n", "s.yaml:3:64",
       "no NRT status"},
      {"processes: [{name: a, cores: 0-1, workload: {rate: 1, errors: {5: 0}}}]\n", "s.yaml:3:63",
       "all weights are 0"},
      {"processes: [{name: a, cores: 0-1, workload: {rate: 1, duration: 1 s, cycles: 5}}]\n",
       "s.yaml:3:78", "duration and cycles together; accepted is one"},
      {"processes: [{name: a, cores: 0-1, workload: {rate: 1, engine: act}}]\n", "s.yaml:3:63",
       "accepted with: cycles"},
      {"processes: [{name: a, cores: 0-1, workload: {rate: 1, cycles: 5, engine: gpu}}]\n",
       "s.yaml:3:74", "accepted: pe, act, pool, dve, sp"},
      {"processes: [{name: a, cores: 0-1, workload: {rate: 1, cycles: 0}}]\n", "s.yaml:3:63",
       "accepted"},
      {"processes: [{name: a, cores: 0-1, workload: {rate: 1, duration: 0}}]\n", "s.yaml:3:65",
       "accepted: a time above 0"},
      {"processes: [{name: a, workload: {rate: 1}}]\n", "s.yaml:3:33", "without cores"},
      {"limits: {events: 0}\n", "s.yaml:3:18", "from 1"},
  };
  for (const Case& c : cases) {
    const std::string message = body_refusal(c.body);
    EXPECT_THAT(message, StartsWith(std::string(c.where) + ": ")) << c.body;
    EXPECT_THAT(message, HasSubstr(c.what)) << c.body;
  }
}

TEST(Refusals, OfProductsThatAreNotOfTheGeneration) {
  for (const char* id : {"0x7164", "1", "0", "65535"}) {
    EXPECT_THAT(
        body_refusal(std::string("system: {generation: v3, devices: [{}, {pci_device: ") + id +
                     "}]}\n"),
        AllOf(StartsWith("s.yaml:3:53: no product of v3 has"), HasSubstr("accepted: 0x7364")))
        << id;
  }
}

TEST(Refusals, OfEvents) {
  const Case cases[] = {
      {"{ecc: {source: sram}}", "s.yaml:5:5", "either `at` or `every`"},
      {"{at: 1 s}", "s.yaml:5:5", "has no action"},
      {"{at: 1 s, eccc: {source: sram}}", "s.yaml:5:15", "did you mean \"ecc\"?"},
      {"{at: 1 s, ecc: {source: sram}, kill: {process: a}}", "s.yaml:5:36", "one action per entry"},
      {"{at: 11 min, ecc: {source: sram}}", "s.yaml:5:10", "after the end"},
      {"{at: 1 s, ecc: {source: hbm9}}", "s.yaml:5:29", "sram, hbm0"},
      {"{at: 1 s, ecc: {source: sram, kind: repairable}}", "s.yaml:5:41", "no repairable"},
      {"{at: 1 s, ecc: {source: sram, device: 3}}", "s.yaml:5:43", "accepted: 0"},
      {"{at: 1 s, kill: {process: b}}", "s.yaml:5:31", "no process \"b\""},
      {"{at: 1 s, fault: {point: fw.dorp}}", "s.yaml:5:30", "did you mean \"fw.drop\"?"},
      {"{at: 1 s, fault: {point: fw.delay}}", "s.yaml:5:22", "needs the key \"time\""},
      {"{at: 1 s, poke: {offset: 0xffffffffff, value: 1}}", "s.yaml:5:30", "outside BAR 0"},
      {"{at: 1 s, poke: {offset: 2, value: 1}}", "s.yaml:5:30", "multiple of 4"},
      {"{at: 1 s, poke: {bar: 2, offset: 0, value: 1}}", "s.yaml:5:27", "accepted: 0, 4"},
      {"{every: 0, ecc: {source: sram}}", "s.yaml:5:13", "above 0"},
      {"{at: 1 s, times: 2, ecc: {source: sram}}", "s.yaml:5:22", "goes with `every`"},
      {"{at: 1 s, ioctl: {command: NC_RESETS}}", "s.yaml:5:32", "did you mean \"NC_RESET\"?"},
      {"{at: 1 s, ioctl: {command: NC_RESET, bytes: 0g}}", "s.yaml:5:49", "no hexadecimal digit"},
      {"{at: 1 s, reset: {by: sysfs, map: 3}}", "s.yaml:5:39", "by: ioctl"},
      {"{at: 1 s, choose: []}", "s.yaml:5:23", "nothing to choose from"},
      {"{at: 1 s, kill: {process: a, signal: 11}}", "s.yaml:5:42", "accepted: 9 (SIGKILL), 15"},
      {"{at: 1 s, kill: {process: a, signal: 64}}", "s.yaml:5:42", "SIGKILL, SIGTERM"},
  };
  for (const Case& c : cases) {
    const std::string message = event_refusal(c.body);
    EXPECT_THAT(message, StartsWith(std::string(c.where) + ": ")) << c.body;
    EXPECT_THAT(message, HasSubstr(c.what)) << c.body;
  }
  EXPECT_THAT(
      body_refusal("events:\n  - {at: 2 s, ecc: {source: sram}}\n  - {at: 1 s, ecc: {source: "
                   "sram}}\n"),
      HasSubstr("s.yaml:5:10: 1.000 s is before the event above"));
}

TEST(Refusals, OfExpectations) {
  const Case cases[] = {
      {"post: {device: 0}", "s.yaml:5:5", "did you mean \"posts\"?"},
      {"posts: {device: 4}", "s.yaml:5:21", "accepted: 0"},
      {"posts: {contains: {300: 1}}", "s.yaml:5:24", "no metric id"},
      {"posts: {contains: {NERR_KO: 1}}", "s.yaml:5:24", "did you mean \"NERR_OK\"?"},
      {"posts: {bytes: abc}", "s.yaml:5:20", "one digit"},
      {"posts: {after: 5 s, before: 5 s}", "s.yaml:5:33", "no time is left"},
      {"posts: {count: 1, at_least: 2}", "s.yaml:5:20", "accepted is one"},
      {"total: {id: 200}", "s.yaml:5:12", "equals, at_least, at_most"},
      {"log: {sink: kernel, matches: '('}", "s.yaml:5:34", "no regular expression"},
      {"log: {sink: kernel, matches: '(a)\\1'}", "s.yaml:5:34", "without back references"},
      {"log: {sink: kernel, matches: '" + std::string(100000, '(') + "'}", "s.yaml:5:34",
       "of 100000 bytes; accepted are at most 1000"},
      {"log: {sink: kernel, matches: '" + std::string(1000, '(') + "'}", "s.yaml:5:34",
       "no regular expression"},
      {"counter: {process: a, equals: 1}", "s.yaml:5:14", "counter or device_counter"},
      {"counter: {process: a, counter: TIME_IN_USED, equals: 1}", "s.yaml:5:36", "TIME_IN_USE"},
      {"register: {offset: 0x06C84024, equals: 0, at: 11 min}", "s.yaml:5:51", "after the end"},
      {"state: {state: ready}", "s.yaml:5:20", "RESET, READY, INVALID"},
      {"sysfs: {path: class/neuron_device/neuron0/reset}", "s.yaml:5:12", "nothing to compare"},
      {"timing: {from: {event: doorbel}, to: {event: ecc}, at_most: 1 s}", "s.yaml:5:28",
       "doorbell"},
      {"events: {event: doorbell, fields: {values: 1}}", "s.yaml:5:40", "value"},
      {"process: {name: a}", "s.yaml:5:14", "exit_code, signal, running"},
      {"nothing_unexpected: {allow: [dma]}", "s.yaml:5:33", "dma_fault"},
  };
  for (const Case& c : cases) {
    const std::string message = expect_refusal(c.body);
    EXPECT_THAT(message, StartsWith(std::string(c.where) + ": ")) << c.body;
    EXPECT_THAT(message, HasSubstr(c.what)) << c.body;
  }
}

TEST(Refusals, OfIncompleteScenarios) {
  EXPECT_THAT(refusal("duration: 1 s\nexpect: []\n"), HasSubstr("needs the key \"version\""));
  EXPECT_THAT(refusal("version: 2\nduration: 1 s\nexpect: []\n"), HasSubstr("from 1 to 1"));
  EXPECT_THAT(refusal("version: 1\nexpect: []\n"), HasSubstr("needs the key \"duration\""));
  EXPECT_THAT(refusal("version: 1\nduration: 1 s\n"), HasSubstr("needs the key \"expect\""));
  EXPECT_THAT(refusal("version: 1\nduration: 1 s\nexpect: []\n"), HasSubstr("nothing is checked"));
  EXPECT_THAT(refusal("version: 1\nduration: 0\nexpect: [{nothing_unexpected: true}]\n"),
              HasSubstr("above 0"));
  EXPECT_THAT(refusal("just text"), HasSubstr("accepted is a map of keys"));
  EXPECT_THAT(refusal("- 1\n"), HasSubstr("accepted is a map of keys"));
}

TEST(Overrides, AreValidatedLikeTheFile) {
  const std::string text = std::string(kHead) + kTail;
  EXPECT_EQ(load_text(text, "s", {"system.hz=1000"})->system.hz, 1000u);
  try {
    load_text(text, "s", {"system.hz=999"});
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), StartsWith("--set system.hz=999:1:11: hz is 999"));
  }
}

}  // namespace
}  // namespace nvp::scenario
