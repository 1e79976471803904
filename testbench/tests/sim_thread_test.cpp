// SPDX-License-Identifier: Apache-2.0
// Threads of control: sleeping, waking, running ahead, parking.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <iterator>
#include <string>
#include <vector>

#include "model/sim/error.h"
#include "model/sim/thread.h"
#include "testbench/tests/support/sim_test.h"

namespace nvp::sim {
namespace {

SIM_TEST(Thread, SleepsExactlyAndKnowsItself) {
  static Thread thread("sleeper", [] {
    EXPECT_EQ(Thread::current(), &thread);
    EXPECT_FALSE(thread.sleep_until(12'345));
    EXPECT_EQ(now(), 12'345u);
    EXPECT_EQ(Thread::current(), &thread);
  });
}

SIM_TEST(Thread, AWakeIsNeverLost) {
  static Thread* sleeper = new Thread("sleeper", [] {
    Thread* self = Thread::current();
    EXPECT_TRUE(self->sleep_until(1'000));  // woken at 400
    EXPECT_EQ(now(), 400u);
    self->consume(100);  // woken at 450, while running
    EXPECT_TRUE(self->sleep_until(2'000));
    EXPECT_EQ(now(), 500u);
    self->block();
    EXPECT_EQ(now(), 600u);
  });
  static Thread waker("waker", [] {
    for (ps_t t : {400, 450, 600}) {
      waker.sleep_until(t);
      sleeper->wake();
    }
  });
}

SIM_TEST(Thread, ASpuriousNotificationDoesNotEndASleep) {
  static Thread* sleeper = new Thread("sleeper", [] {
    Thread* self = Thread::current();
    self->sleep_until(100);  // the wake of the same instant may arrive a delta later
    self->sleep_until(100);
    while (self->sleep_until(1'000)) {
    }
    EXPECT_EQ(now(), 1'000u);
  });
  static Thread waker("waker", [] {
    waker.sleep_until(100);
    sleeper->wake();
  });
}

SIM_TEST(Thread, RunsAheadUpToTheQuantum) {
  set_quantum(1'000);
  static Thread thread("ahead", [] {
    for (int i = 0; i < 10; ++i) thread.consume(100);
    EXPECT_EQ(now(), 1'000u);
    thread.consume(1);  // one beyond the quantum: synchronises
    EXPECT_EQ(now(), 1'001u);
    thread.consume(999);
    EXPECT_EQ(now(), 2'000u);
  });
  static Thread other("other", [] {
    EXPECT_EQ(now(), 0u);  // the local time of one thread is not another's
    other.sleep_until(5);
    EXPECT_EQ(now(), 5u);
  });
}

// A thread that is ahead goes to sleep: it ends as if the kernel had first caught up with it.
SIM_TEST(Thread, AWakeOfASleeperAheadTakesEffectAtItsOwnTime) {
  struct Case {
    ps_t wake, until, end;
    bool woken;
  };
  static constexpr Case kCases[] = {
      {100, 900, 500, true},   // before its own time, 500: not sooner than that
      {500, 900, 500, true},   // just then
      {501, 900, 501, true},   // afterwards: at once
      {899, 900, 899, true},   // just before the end
      {950, 900, 900, false},  // too late for this sleep
      {100, 400, 500, true},   // the end of the sleep is past, the wake is not lost
      {950, 400, 500, false},
  };
  set_quantum(1'000);
  static int ended = 0;
  for (std::size_t i = 0; i < std::size(kCases); ++i) {
    static Thread* sleepers[std::size(kCases)];
    sleepers[i] = new Thread("sleeper", [i] {
      const Case& c = kCases[i];
      Thread& self = *Thread::current();
      self.consume(500);
      EXPECT_EQ(self.sleep_until(c.until), c.woken) << "case " << i;
      EXPECT_EQ(now(), c.end) << "case " << i;
      self.sync();
      EXPECT_EQ(self.sleep_until(2'000), !c.woken) << "case " << i;  // one wake ends one sleep
      EXPECT_EQ(now(), c.woken ? 2'000u : 950u) << "case " << i;
      ++ended;
    });
    new Thread("waker", [i] {
      Thread::current()->sleep_until(kCases[i].wake);
      sleepers[i]->wake();
    });
  }
  new Thread("judge", [] {
    Thread::current()->sleep_until(3'000);
    EXPECT_EQ(ended, static_cast<int>(std::size(kCases)));
  });
}

SIM_TEST(Thread, AParkedThreadNeverRunsAgain) {
  static bool reached = false;
  static Thread* victim = new Thread("victim", [] {
    Thread::current()->sleep_until(500);
    reached = true;
  });
  static Thread killer("killer", [] {
    killer.sleep_until(100);
    victim->park();
    victim->wake();
    killer.sleep_until(1'000);
    EXPECT_FALSE(reached);
    EXPECT_FALSE(victim->finished());
  });
}

// A test whose failing thread never ran would pass: the child must run it and see the failure.
TEST(SimTest, AFailureInAThreadIsTheChildsFailure) {
  const int status = nvp::test::wait_status_of_child(
      [] { new Thread("failing", [] { ADD_FAILURE() << "as this test wants it"; }); }, 1'000'000);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 1);
}

// Nor may one whose thread never comes to its last check.
int exit_code(const std::function<void()>& body) {
  return WEXITSTATUS(nvp::test::wait_status_of_child(body, 1'000'000));
}

TEST(SimTest, AThreadThatHangsIsTheChildsFailure) {
  EXPECT_EQ(exit_code([] { new Thread("blocked", [] { Thread::current()->block(); }); }), 1);
  EXPECT_EQ(
      exit_code([] { new Thread("late", [] { Thread::current()->sleep_until(2'000'000); }); }), 1);
  EXPECT_EQ(exit_code([] {
              new Thread("stopper", [] { stop(); });
              new Thread("stopped", [] { Thread::current()->sleep_until(1); });
            }),
            1);
}

TEST(SimTest, AThreadMayEndBeParkedBeEndlessOrBeAllowedToHang) {
  EXPECT_EQ(exit_code([] { new Thread("ends", [] { Thread::current()->sleep_until(5); }); }), 0);
  EXPECT_EQ(exit_code([] { (new Thread("parked", [] { FAIL(); }))->park(); }), 0);
  EXPECT_EQ(
      exit_code([] { (new Thread("endless", [] { Thread::current()->block(); }))->set_endless(); }),
      0);
  EXPECT_EQ(exit_code([] {
              nvp::test::let_threads_hang();
              new Thread("blocked", [] { Thread::current()->block(); });
            }),
            0);
}

SIM_TEST(Thread, UnfinishedNamesThreadsInTheOrderOfCreation) {
  static Thread last("last", [] {
    EXPECT_EQ(unfinished(), (std::vector<std::string>{"last", "b", "a"}));
    last.sleep_until(20);
    EXPECT_EQ(unfinished(), std::vector<std::string>{"last"});
  });
  new Thread("b", [] { Thread::current()->sleep_until(10); });
  new Thread("a", [] { Thread::current()->sleep_until(5); });
}

TEST(Thread, AnExceptionOfABodyComesOutOfRun) {
  nvp::test::run_in_child(
      [] {
        new Thread("thrower", [] { throw Error("boom"); });
        EXPECT_THROW(run(), Error);
      },
      1);
}

}  // namespace
}  // namespace nvp::sim
