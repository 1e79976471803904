// SPDX-License-Identifier: Apache-2.0
// The program as its users meet it: subcommands, exit codes, messages, reports, interruption.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace nvp {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

struct Ended {
  int code = -1;
  std::string out;  ///< both streams
};

Ended neuron_vp(const std::string& arguments) {
  Ended run;
  std::FILE* pipe = popen((std::string(NVP_PROGRAM) + " " + arguments + " 2>&1").c_str(), "r");
  char buffer[4096];
  std::size_t count = 0;
  while ((count = std::fread(buffer, 1, sizeof buffer, pipe)) > 0) run.out.append(buffer, count);
  const int status = pclose(pipe);
  run.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return run;
}

/// A folder of the test's own, gone afterwards.
class Cli : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = ::testing::TempDir() + "nvp_cli_" + std::to_string(getpid());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return folder_ + "/" + name; }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name)) << text;
    return path(name);
  }
  std::string read(const std::string& name) const {
    std::ifstream in(path(name));
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
  }

  std::string folder_;
};

const std::string kScenarios = NVP_SCENARIOS;
constexpr const char* kShort = "version: 1\nduration: 160 s\nexpect:\n  - posts: {count: 1}\n";

TEST_F(Cli, HelpEverywhere) {
  EXPECT_EQ(neuron_vp("--help").code, 0);
  for (const char* sub : {"run", "check", "list", "decode", "regs", "language"}) {
    const Ended run = neuron_vp(std::string(sub) + " --help");
    EXPECT_EQ(run.code, 0) << sub;
    EXPECT_THAT(run.out, HasSubstr("Examples:")) << sub;
  }
  EXPECT_THAT(neuron_vp("--version").out, StartsWith("neuron-vp 0."));
}

TEST_F(Cli, BadUsageIsTwo) {
  for (const char* bad :
       {"", "frobnicate", "run", "run --quantum soon x.yaml", "decode --format xml",
        "run -q -v x.yaml", "run --generation v9 x.yaml"}) {
    EXPECT_EQ(neuron_vp(bad).code, 2) << bad;
  }
}

TEST_F(Cli, BadInputIsTwoWithItsPlace) {
  const std::string file = write("bad.yaml", "version: 1\nduraton: 1 s\nexpect: []\n");
  const Ended run = neuron_vp("check " + file);
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.out, HasSubstr(file + ":1:1: the scenario needs the key \"duration\""));
  EXPECT_EQ(neuron_vp("run " + file).code, 2);
  EXPECT_EQ(neuron_vp("run /nonexistent.yaml").code, 2);
  EXPECT_EQ(neuron_vp("check " + write("s.yaml", kShort) + " --set system.hz=7").code, 2);
}

// Both commands refuse it, before anything runs, and at its place.
TEST_F(Cli, ParametersThatTheDriverDoesNotTakeAreTwo) {
  const std::string event = std::string(kShort) + "events:\n  - {at: 1 s, parameter: {";
  const std::vector<std::pair<std::string, std::string>> refused = {
      {std::string(kShort) + "system: {parameters: {nmetric_log_post: 1}}\n",
       ":5:41: the driver has no parameter \"nmetric_log_post\"; did you mean "
       "\"nmetric_log_posts\"?; accepted: dev_nc_map, "},
      {std::string(kShort) + "system: {parameters: {nmetric_log_posts: 0x100000000}}\n",
       ":5:42: nmetric_log_posts is 4294967296, which does not fit its type; accepted: "},
      {std::string(kShort) + "system: {parameters: {nmetric_log_posts: all}}\n",
       ":5:42: nmetric_log_posts is \"all\"; accepted: a whole number"},
      {event + "name: nothing, value: 1}}\n", ":6:33: the driver has no parameter \"nothing\""},
      {event + "name: nmetric_log_posts, value: -1}}\n", ":6:59: nmetric_log_posts is -1, which"},
      {event + "name: no_reset, value: 1}}\n", ":6:33: no_reset can be set only before"},
  };
  for (const auto& [text, message] : refused) {
    const std::string file = write("p.yaml", text);
    for (const char* command : {"check ", "run "}) {
      const Ended run = neuron_vp(command + file);
      EXPECT_EQ(run.code, 2) << text;
      EXPECT_THAT(run.out, HasSubstr(file + message)) << command;
      EXPECT_THAT(run.out, Not(HasSubstr("simulated"))) << command;
    }
  }
  write("p.yaml", event + "name: nmetric_log_posts, value: 3}}\n");
  EXPECT_EQ(neuron_vp("check " + path("p.yaml")).code, 0);
}

// 40, section 1: 24,000,000 cycles of PE at 2.4 GHz are 10 ms, of ACT at 1.2 GHz 20 ms. An
// execution begins when the core sees its doorbell, so it may end within the last cycle only.
TEST_F(Cli, WorkIsGivenInCyclesOfAnEngine) {
  const std::string text =
      "version: 1\nduration: 20 s\nprocesses:\n"
      "  - {name: a, cores: 0-1, workload: {rate: 1, executions: 4, cycles: 24_000_000}}\n"
      "expect:\n  - counter: {process: a, counter: INFER_COMPLETED, equals: 4}\n";
  const std::string file = write("c.yaml", text);
  const std::string time = "  - counter: {process: a, counter: TIME_IN_USE, at_least: ";
  write("c.yaml", text + time + "39_999_990_000, at_most: 40_000_010_000}\n");
  EXPECT_EQ(neuron_vp("run -v " + file).code, 0) << neuron_vp("run -v " + file).out;
  write("c.yaml", text + time + "79_999_990_000, at_most: 80_000_010_000}\n");
  const std::string act = file + " --set processes.a.workload.engine=act";
  EXPECT_EQ(neuron_vp("run " + act).code, 0) << neuron_vp("run -v " + act).out;
  EXPECT_EQ(neuron_vp("run " + file).code, 1);
}

TEST_F(Cli, AWordThatIsNoCommandIsToldSo) {
  const Ended run = neuron_vp("chek x.yaml");
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.out, HasSubstr("no command \"chek\"; did you mean \"check\"?; accepted: run, "));
  EXPECT_THAT(neuron_vp("run").out, HasSubstr("See neuron-vp run --help."));
}

// Lost output is not a success: whatever prints, and whatever its verdict was.
TEST_F(Cli, OutputThatCannotBeWrittenIsTwo) {
  const std::string file = write("s.yaml", kShort);
  for (const std::string& command : {"run " + file, "check " + file, std::string("regs"),
                                     std::string("language"), "list " + folder_}) {
    const Ended run = neuron_vp(command + " > /dev/full");
    EXPECT_EQ(run.code, 2) << command;
  }
}

TEST_F(Cli, ScenariosOfTheProjectHaveNamesEverywhere) {
  const Ended listed = neuron_vp("list");
  EXPECT_EQ(listed.code, 0);
  EXPECT_THAT(listed.out, HasSubstr("first-light "));
  const Ended run = neuron_vp("check first-light");
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.out, HasSubstr("scenarios/first-light.yaml: good, 17 expectations"));
  EXPECT_THAT(neuron_vp("check first-lite").out, HasSubstr("first-lite:1:1: cannot be read"));
}

TEST_F(Cli, VerdictsGiveTheCode) {
  EXPECT_EQ(neuron_vp("run " + write("good.yaml", kShort)).code, 0);
  const std::string bad =
      write("miss.yaml", "version: 1\nduration: 160 s\nexpect:\n  - posts: {count: 2}\n");
  const Ended run = neuron_vp("run -q " + bad);
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.out, HasSubstr("1 posts of 1 in all, expected 2"));
  EXPECT_THAT(run.out, HasSubstr(bad + ":4:5"));
  EXPECT_EQ(neuron_vp("run -q " + path("good.yaml") + " " + bad).code, 1);
}

TEST_F(Cli, AFaultThatNeverFiresIsAFailure) {
  const std::string text =
      std::string(kShort) +
      "events:\n  - {at: 155 s, fault: {point: fw.drop, command: 3, may_not_fire: false}}\n";
  const Ended run = neuron_vp("run " + write("f.yaml", text));
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.out, HasSubstr("it never fired"));
  EXPECT_EQ(neuron_vp("run " + path("f.yaml") + " --set events.0.fault.may_not_fire=true").code, 0);
}

TEST_F(Cli, AnActionThatCannotBeDoneIsAFailure) {
  const std::string text = std::string(kShort) +
                           "processes: [{name: a, starts: false}]\n"
                           "events:\n  - {at: 1 s, kill: {process: a}}\n";
  const Ended run = neuron_vp("run " + write("k.yaml", text));
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.out, HasSubstr("process a does not live"));
}

// 23, section 4.2: a pointer that leads nowhere gives an error, whatever the command.
TEST_F(Cli, IoctlsWithBadPointersComeBack) {
  const std::string text = std::string(kShort) +
                           "events:\n"
                           "  - {at: 10 s, ioctl: {command: METRICS_CTRL, argument: wild}}\n"
                           "  - {at: 11 s, ioctl: {command: NC_RESET, argument: null}}\n"
                           "  - {at: 12 s, ioctl: {command: 0x40044e7f, argument: wild}}\n"
                           "  - {at: 13 s, ioctl: {command: NC_RESET_READY, bytes: ff ff ff 7f 00 "
                           "00 00 00, result: 0}}\n";
  const Ended run = neuron_vp("run " + write("i.yaml", text));
  EXPECT_EQ(run.code, 0) << run.out;
}

// 23, section 11: a device has sixteen processes. Readings are none of them, and take no time.
TEST_F(Cli, AsManyReadingsAsOneLikes) {
  std::string text =
      "version: 1\nduration: 4 s\nprocesses:\n"
      "  - {name: a, cores: 0-1, start: 1 s, workload: {rate: 7, executions: 9}}\n"
      "  - {name: b, start: 1 s}\nevents:\n  - {at: 3 s, kill: {process: a}}\nexpect:\n";
  for (int i = 0; i < 40; ++i) {
    const std::string core = std::to_string(i % 2);
    text += "  - counter: {process: a, core: " + core +
            ", counter: INFER_COMPLETED, at: 2999999999999 ps, equals: 9}\n";
  }
  const Ended run = neuron_vp("run -q " + write("r.yaml", text));
  EXPECT_EQ(run.code, 0) << run.out;
  EXPECT_THAT(neuron_vp("run -q " + path("r.yaml") + " --set expect.0.counter.process=b").out,
              HasSubstr("process b has no datastore of device 0"));
  EXPECT_THAT(neuron_vp("run -q " + path("r.yaml") + " --set expect.0.counter.at='3500 ms'").out,
              HasSubstr("process a does not live"));
}

TEST_F(Cli, NoProgressIsNoVerdict) {
  const Ended run = neuron_vp("run -q " + kScenarios + "/first-light.yaml --set limits.events=10");
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.out, HasSubstr("limits.events"));
}

TEST_F(Cli, ReportsAreWrittenAndRepeatable) {
  const std::string run = "run -q " + kScenarios + "/first-light.yaml";
  for (const char* n : {"1", "2"}) {
    EXPECT_EQ(neuron_vp(run + " --junit " + path(std::string("j") + n) + " --json " +
                        path(std::string("r") + n) + " --trace " + path(std::string("t") + n))
                  .code,
              0);
  }
  EXPECT_THAT(read("j1"), HasSubstr("<testsuite name=\"first-light\" tests=\"17\" failures=\"0\""));
  EXPECT_THAT(read("r1"), HasSubstr("\"point\": \"fw.drop\""));
  EXPECT_THAT(read("t1"), HasSubstr("{\"trace_hash\":\""));
  EXPECT_EQ(read("j1"), read("j2"));
  EXPECT_EQ(read("r1"), read("r2"));
  EXPECT_TRUE(read("t1") == read("t2")) << "the same scenario gave two traces";
}

TEST_F(Cli, ReportsThatCannotBeWrittenAreTwo) {
  EXPECT_EQ(neuron_vp("run -q " + write("g.yaml", kShort) + " --json /nonexistent/x").code, 2);
}

TEST_F(Cli, InterruptionWritesReportsAndIs130) {
  const std::string file = write("long.yaml", kShort);
  const std::string json = path("int.json"), trace = path("int.trace");
  const pid_t pid = fork();
  if (pid == 0) {
    setpgid(0, 0);
    execl(NVP_PROGRAM, NVP_PROGRAM, "run", "-q", file.c_str(), "--set", "duration=100 d", "--json",
          json.c_str(), "--trace", trace.c_str(), nullptr);
    _exit(99);
  }
  setpgid(pid, pid);
  // The unfinished trace appears when the run has begun; it cannot end by itself.
  const auto begun = [this] {
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
      if (entry.path().filename().string().rfind("int.trace.", 0) == 0) return true;
    }
    return false;
  };
  while (!begun()) usleep(10'000);
  int status = 0;
  while (waitpid(pid, &status, WNOHANG) == 0) {
    kill(-pid, SIGINT);  // as a terminal does: the whole group
    usleep(50'000);
  }
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
  EXPECT_THAT(read("int.json"), HasSubstr("\"outcome\": \"interrupted\""));
}

TEST_F(Cli, Decode) {
  const Ended text = neuron_vp("decode " + write("a.hex", "38 01 30 c8 03 31 30 30\n"));
  EXPECT_EQ(text.code, 0);
  EXPECT_THAT(text.out, HasSubstr("NERR_OK"));
  EXPECT_THAT(text.out, HasSubstr("tick 0"));
  const Ended binary = neuron_vp("decode --format json " + write("a.bin", "\xc8\x01\x35"));
  EXPECT_EQ(binary.code, 0);
  EXPECT_THAT(binary.out, HasSubstr("\"value\": \"5\""));
  EXPECT_EQ(neuron_vp("decode " + write("cut", "\xc8\x09\x35")).code, 2);
  const std::string table = text.out;
  for (const char* same : {"0x38, 0x01, 0x30, 0xc8, 0x03, 0x31, 0x30, 0x30\n", "380130c803313030",
                           "0X38 01 30\tC8 03 31 30 30 # one\r\n\n"}) {
    EXPECT_EQ(neuron_vp("decode " + write("same", same)).out, table) << same;
    EXPECT_EQ(neuron_vp("decode < " + path("same")).out, table) << same;
  }
  for (const char* bad : {"0x", "0x3", "38 0x", "3 8 01 30", "3x8", "x38"}) {
    EXPECT_EQ(neuron_vp("decode " + write("bad", bad)).code, 2) << bad;
  }
  const Ended cut = neuron_vp("decode " + write("lines", "38 01 30\nc8 03 31\n"));
  EXPECT_THAT(cut.out, HasSubstr("post 2: byte 0: id 200 announces 3 bytes, 1 follow; accepted"));
  EXPECT_EQ(neuron_vp("decode " + write("word", "hello")).code, 2);
  EXPECT_EQ(neuron_vp("decode /nonexistent").code, 2);
  EXPECT_EQ(neuron_vp("decode < /dev/null").code, 0);
}

TEST_F(Cli, RegsAndLanguage) {
  EXPECT_THAT(neuron_vp("regs miscram --generation v2").out, HasSubstr("FW_STATUS"));
  EXPECT_EQ(neuron_vp("regs nosuchblock").code, 2);
  EXPECT_EQ(neuron_vp("regs --format pdf").code, 2);
  EXPECT_THAT(neuron_vp("language").out, HasSubstr("\"$schema\""));
}

TEST_F(Cli, ListNamesEveryScenario) {
  const Ended run = neuron_vp("list " + kScenarios);
  EXPECT_EQ(run.code, 0) << run.out;
  EXPECT_THAT(run.out, HasSubstr("first-light"));
  EXPECT_THAT(run.out, Not(HasSubstr("refused")));
  EXPECT_EQ(neuron_vp("list /nonexistent").code, 2);
}

/// Every scenario of the project passes, alone and in any order.
class EveryScenario : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryScenario, Passes) {
  const Ended run = neuron_vp("run -q " + kScenarios + "/" + GetParam() + ".yaml");
  EXPECT_EQ(run.code, 0) << run.out;
}

std::vector<std::string> scenario_names() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(kScenarios)) {
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

INSTANTIATE_TEST_SUITE_P(Scenarios, EveryScenario, ::testing::ValuesIn(scenario_names()),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

// 00 check 1: the default scenario in the three modes differs only in what the tables name.
TEST_F(Cli, FidelityChangesOnlyWhatItNames) {
  const std::string run = "run -q " + kScenarios + "/idle-day.yaml --set duration='310 s' --json ";
  for (const char* mode : {"documented", "shipped", "fixed"}) {
    neuron_vp(run + path(mode) + " --set system.fidelity=" + mode);
  }
  EXPECT_THAT(read("documented"), Not(HasSubstr("NC_UTILIZATION")));
  EXPECT_THAT(read("fixed"), Not(HasSubstr("NC_UTILIZATION")));
  EXPECT_THAT(read("shipped"), HasSubstr("NC_UTILIZATION"));
}

}  // namespace
}  // namespace nvp
