// SPDX-License-Identifier: Apache-2.0
#include "testbench/tests/support/sim_test.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <systemc>

#include "model/sim/report.h"
#include "model/sim/thread.h"

namespace nvp::test {
namespace {

bool g_may_hang = false;

int child(const std::function<void()>& body, ps_t limit) {
  sim::route_reports([](const std::string& text) { ADD_FAILURE() << "SystemC warning: " << text; });
  try {
    body();
    if (!::testing::Test::HasFatalFailure()) sim::run(limit);
    for (const std::string& name : sim::unfinished()) {
      EXPECT_TRUE(g_may_hang) << "thread '" << name << "' has not come to its end";
    }
  } catch (const std::exception& error) {
    ADD_FAILURE() << "exception: " << error.what();
  }
  return ::testing::Test::HasFailure() ? 1 : 0;
}

}  // namespace

void let_threads_hang() {
  g_may_hang = true;
}

bool threads_may_hang() {
  return g_may_hang;
}

int wait_status_of_child(const std::function<void()>& body, ps_t limit) {
  std::cout.flush();
  std::fflush(nullptr);
  const pid_t pid = fork();
  if (pid == 0) {
    const int code = child(body, limit);
    std::cout.flush();
    std::fflush(nullptr);
    _exit(code);  // parked threads and their stacks are not unwound
  }
  int status = -1;
  if (pid < 0 || waitpid(pid, &status, 0) != pid) ADD_FAILURE() << "fork or waitpid failed";
  return status;
}

void run_in_child(const std::function<void()>& body, ps_t limit) {
  const int status = wait_status_of_child(body, limit);
  if (WIFSIGNALED(status)) {
    FAIL() << "the simulation was killed by signal " << WTERMSIG(status);
  }
  EXPECT_EQ(WEXITSTATUS(status), 0) << "see the failures above";
}

}  // namespace nvp::test
