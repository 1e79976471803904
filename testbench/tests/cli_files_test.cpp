// SPDX-License-Identifier: Apache-2.0
// Files and streams of the program under bad conditions: what cannot be written, what is closed,
// what two uses share, who is killed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace nvp {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

namespace fs = std::filesystem;

constexpr const char* kShort = "version: 1\nduration: 1 s\nexpect:\n  - state: {state: READY}\n";

class Files : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = ::testing::TempDir() + "nvp_files_" + std::to_string(getpid());
    fs::create_directories(folder_);
    std::ofstream(path("s.yaml")) << kShort;
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return folder_ + "/" + name; }
  std::string read(const std::string& name) const {
    std::ifstream in(path(name));
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
  }
  /// What `neuron-vp ARGUMENTS`, run by a shell in the folder, ends with; its output is in `out_`.
  int neuron_vp(const std::string& arguments) {
    const std::string line =
        "cd " + folder_ + " && exec 2>err; " + std::string(NVP_PROGRAM) + " " + arguments;
    const int status = std::system(line.c_str());
    out_ = read("err");
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  std::string folder_, out_;
};

TEST_F(Files, NumbersOfOptionsAreThoseOfTheLanguage) {
  for (const char* bad : {"--seed -1", "--seed 99999999999999999999", "--seed x", "--seed ''",
                          "--quantum -5", "--quantum 18446744073709551615", "--quantum 1e5"}) {
    EXPECT_EQ(neuron_vp("run s.yaml " + std::string(bad) + " >out"), 2) << bad;
    EXPECT_THAT(out_, HasSubstr("accepted: a")) << bad;
    EXPECT_THAT(out_, Not(HasSubstr("18446744073709551611"))) << bad;
  }
  EXPECT_EQ(neuron_vp("run s.yaml --seed 0xffffffffffffffff --quantum 100 >out"), 0) << out_;
}

// A report that has no place is refused before an hour is spent on it.
TEST_F(Files, ReportsWithoutAPlaceAreRefusedBeforeTheRun) {
  for (const char* option : {"--json", "--junit", "--trace"}) {
    for (const char* bad : {"/nonexistent/x", "/proc/x", ".", "s.yaml/x"}) {
      EXPECT_EQ(neuron_vp("run s.yaml " + std::string(option) + " " + bad + " >out"), 2) << bad;
      EXPECT_THAT(read("out"), Not(HasSubstr("passed"))) << option << " " << bad;
    }
    EXPECT_EQ(neuron_vp("run s.yaml " + std::string(option) + " /dev/full >out"), 2) << option;
    EXPECT_EQ(neuron_vp("run s.yaml " + std::string(option) + " /dev/null >out"), 0) << option;
  }
  EXPECT_EQ(files(), 3u) << "s.yaml, out and err";
}

TEST_F(Files, NoReportReplacesAnotherOneOrAScenario) {
  fs::create_symlink("s.yaml", path("link"));
  for (const char* bad :
       {"--json s.yaml", "--junit ./s.yaml", "--trace link", "--json r --junit r",
        "--json r --trace ../" /* and the folder's name */, "--junit r --trace ./r"}) {
    std::string arguments = "run s.yaml " + std::string(bad);
    if (arguments.back() == '/') arguments += fs::path(folder_).filename().string() + "/r";
    EXPECT_EQ(neuron_vp(arguments + " >out"), 2) << bad;
    EXPECT_THAT(out_, HasSubstr("accepted is a file of its own")) << bad;
  }
  EXPECT_EQ(neuron_vp("run s.yaml s.yaml --trace t.jsonl --json t.1.jsonl >out"), 2);
  EXPECT_EQ(read("s.yaml"), kShort);
}

TEST_F(Files, ALinkStaysALink) {
  std::ofstream(path("real")) << "old";
  fs::create_symlink("real", path("link"));
  EXPECT_EQ(neuron_vp("run s.yaml --json link >out"), 0) << out_;
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_THAT(read("real"), HasSubstr("\"passed\""));
  // Standard output, also where it is a file.
  const bool was_link = fs::is_symlink("/dev/stdout");
  EXPECT_EQ(neuron_vp("run -q s.yaml --json /dev/stdout >out"), 0) << out_;
  EXPECT_EQ(fs::is_symlink("/dev/stdout"), was_link);
  EXPECT_THAT(read("out"), HasSubstr("scenario"));
  EXPECT_THAT(read("out"), HasSubstr("\"passed\""));
}

// With a closed stream the next file gets its number; nothing that is printed may land there.
TEST_F(Files, ClosedStreamsSpoilNoReport) {
  for (const char* closed : {">&-", "2>&-", "<&-", "<&- >&-", "<&- >&- 2>&-"}) {
    neuron_vp("run s.yaml --json r --trace t " + std::string(closed));
    EXPECT_EQ(read("r").substr(0, 1), "{") << closed;
    EXPECT_THAT(read("r"), Not(HasSubstr("simulated\n"))) << closed;
    EXPECT_EQ(read("t").substr(0, 5), "{\"t\":") << closed;
  }
  EXPECT_EQ(neuron_vp("run s.yaml >&-"), 2) << "its output is lost";
  EXPECT_EQ(neuron_vp("check s.yaml <&- >out"), 0);
}

// Killed at any moment: the report is the old one or the new one, never a part of one.
TEST_F(Files, KilledRunsLeaveNoHalfFile) {
  const std::string json = path("r.json"), trace = path("t.jsonl");
  for (int signal : {SIGKILL, SIGTERM, SIGINT}) {
    for (unsigned moment = 0; moment < 12; ++moment) {
      std::ofstream(json) << "old";
      std::ofstream(trace) << "old";
      const pid_t pid = fork();
      if (pid == 0) {
        setpgid(0, 0);
        if (!std::freopen(path("out").c_str(), "w", stdout)) _exit(98);
        execl(NVP_PROGRAM, NVP_PROGRAM, "run", path("s.yaml").c_str(), "--json", json.c_str(),
              "--trace", trace.c_str(), nullptr);
        _exit(99);
      }
      setpgid(pid, pid);
      usleep(moment * 7000);
      kill(-pid, signal);
      int status = 0;
      waitpid(pid, &status, 0);
      const std::string report = read("r.json"), events = read("t.jsonl");
      EXPECT_TRUE(report == "old" || report.substr(report.size() - 2) == "}\n") << report;
      EXPECT_TRUE(events == "old" || events.find("{\"trace_hash\":") != std::string::npos);
      if (WIFEXITED(status)) {
        EXPECT_THAT(WEXITSTATUS(status), ::testing::AnyOf(0, 130));
      }
    }
  }
}

// Runs that write one file at the same time: one of them wins, whole.
TEST_F(Files, RunsThatShareAFileWriteItWhole) {
  std::string line;
  for (int i = 0; i < 4; ++i)
    line += "run -q s.yaml --json r >/dev/null & " + std::string(NVP_PROGRAM) + " ";
  EXPECT_EQ(neuron_vp(line + "run -q s.yaml --json r >/dev/null; wait"), 0) << out_;
  EXPECT_THAT(read("r"), HasSubstr("\"passed\""));
  EXPECT_EQ(read("r").substr(read("r").size() - 2), "}\n");
  EXPECT_EQ(files(), 3u) << "s.yaml, err and r";
}

}  // namespace
}  // namespace nvp
