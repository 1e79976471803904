// SPDX-License-Identifier: Apache-2.0
// The native half: nlog with real stdio, files and threads (docs/reference/30-nlog.md, section 16).
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <sstream>
#include <thread>

#include "gen/driver/uapi/neuron_fidelity.h"
#include "runtime/nlog/nlog.h"
#include "runtime/nlog/state.h"
#include "runtime/os/native/native_os.h"

namespace nvp::test {
namespace {

std::string read_file(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// Sends a standard descriptor into a file while it lives.
class Redirect {
 public:
  Redirect(int fd, const std::string& path) : fd_(fd), saved_(dup(fd)) {
    std::fflush(nullptr);
    FILE* file = std::fopen(path.c_str(), "w");
    dup2(fileno(file), fd);
    std::fclose(file);
  }
  ~Redirect() {
    std::fflush(nullptr);
    dup2(saved_, fd_);
    close(saved_);
  }

 private:
  int fd_, saved_;
};

class NativeOs : public ::testing::Test {
 protected:
  NativeOs() {
    char name[] = "/tmp/nvp-os-native-XXXXXX";
    directory_ = mkdtemp(name);
    os::install_native();
    nlog_init(1, true);
    nlog_set_log_level("all", "CONSOLE", "INFO");
    nlog_coalescing_init_thread();
  }
  ~NativeOs() override {
    nlog_close();
    os::install(nullptr);
    const std::string command = "rm -rf " + directory_;
    EXPECT_EQ(std::system(command.c_str()), 0);
  }
  std::string directory_;
};

TEST_F(NativeOs, LineOnStderrHasTheRealIds) {
  {
    const Redirect redirect(2, directory_ + "/err");
    nlog_write("NRT", "nrt_init", 1, 0, 0, "%s %d", "error", 5);
  }
  const std::regex line("\\d{4}-[A-Z][a-z]{2}-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d{6} +" +
                        std::to_string(getpid()) + ":" + std::to_string(syscall(SYS_gettid)) +
                        " +ERROR   NRT:nrt_init {32}error 5\n");
  const std::string text = read_file(directory_ + "/err");
  EXPECT_TRUE(std::regex_match(text, line)) << text;
}

TEST_F(NativeOs, InfoGoesToStdout) {
  {
    const Redirect redirect(1, directory_ + "/out");
    nlog_write("TDRV", "f", 3, 0, 0, "info");
  }
  EXPECT_NE(read_file(directory_ + "/out").find("TDRV:f"), std::string::npos);
}

TEST_F(NativeOs, ConsoleThatCannotBeWrittenIsIgnored) {
  {
    const Redirect redirect(2, "/dev/full");
    nlog_write("NRT", "f", 1, 0, 0, "lost on the console");
    EXPECT_EQ(std::ferror(stderr), 0);
  }
  EXPECT_EQ(nlog_dump_error_log((directory_ + "/log").c_str()), NRT_SUCCESS);
  EXPECT_NE(read_file(directory_ + "/log").find("lost on the console"), std::string::npos);
}

TEST_F(NativeOs, Check28DumpToADirectoryAndToAMissingParent) {
  print_to_error_log("x", 2);
  EXPECT_EQ(nlog_dump_error_log(directory_.c_str()), NRT_FAILURE);
  EXPECT_EQ(nlog_dump_error_log((directory_ + "/none/log").c_str()), NRT_FAILURE);
  EXPECT_EQ(nlog::process().error_log.tail, 2);
  EXPECT_EQ(nlog_dump_error_log("/dev/full"), NRT_FAILURE);
  EXPECT_EQ(nlog::process().error_log.tail, 2);
  EXPECT_EQ(os::os().make_directories((directory_ + "/none/deep").c_str()), 0);
  EXPECT_EQ(nlog_dump_error_log((directory_ + "/none/deep/log").c_str()), NRT_SUCCESS);
  EXPECT_EQ(read_file(directory_ + "/none/deep/log"), "x\n");
}

TEST_F(NativeOs, DumpAppends) {
  const std::string path = directory_ + "/log";
  print_to_error_log("first", 6);
  EXPECT_EQ(nlog_dump_error_log(path.c_str()), NRT_SUCCESS);
  print_to_error_log("second", 7);
  EXPECT_EQ(nlog_dump_error_log(path.c_str()), NRT_SUCCESS);
  EXPECT_EQ(read_file(path), "first\nsecond\n");
}

TEST_F(NativeOs, ThreadsShareTheErrorLogAndNotTheirRings) {
  constexpr int kThreads = 4, kLines = 50;
  const auto work = [](int id) {
    nlog_coalescing_init_thread();
    for (int i = 0; i < kLines; i++) {
      nlog_write("TDRV", "f", 1, 1, 0, "of %d", id);
      nlog_write("NRT", "f", 1, 1, 1, "head %d", id);
      nlog_coalescing_init_thread();
    }
  };
  {
    const Redirect redirect(2, directory_ + "/err");
    std::vector<std::thread> threads;
    for (int id = 0; id < kThreads; id++) threads.emplace_back(work, id);
    nlog_set_log_level("KMGR", "CONSOLE", "DEBUG");  // as one process may at any time
    for (std::thread& thread : threads) thread.join();
  }
  EXPECT_EQ(nlog_dump_error_log((directory_ + "/log").c_str()), NRT_SUCCESS);
  const std::string text = read_file(directory_ + "/log");
  for (int id = 0; id < kThreads; id++) {
    const std::string n = std::to_string(id);
    std::size_t found = 0;
    const std::string block = "head " + n + "\n\tTDRV:f of " + n + "\n";
    for (std::size_t at = 0; (at = text.find(block, at)) != std::string::npos; at++) found++;
    EXPECT_EQ(found, static_cast<std::size_t>(kLines)) << id;
  }
}

TEST_F(NativeOs, SignalWakesAWaiter) {
  const std::unique_ptr<os::Signal> signal = os::os().make_signal();
  EXPECT_FALSE(signal->wait_until(os::os().monotonic_ps() + 1'000'000));
  std::atomic<bool> woken{false};
  std::thread waiter([&] { woken = signal->wait_until(os::kForever); });
  signal->raise();
  waiter.join();
  EXPECT_TRUE(woken);
  EXPECT_TRUE(signal->raised());
}

TEST_F(NativeOs, NodesAndJobsThatAreNotThere) {
  EXPECT_EQ(os::os().open_node(63, true), -ENOENT);
  EXPECT_EQ(ndl_printk("x", 2, 0), -1);
  EXPECT_EQ(os::os().stage_job(0, 0, os::Job{}), -ENODEV);
}

}  // namespace
}  // namespace nvp::test
