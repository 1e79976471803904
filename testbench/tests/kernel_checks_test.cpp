// SPDX-License-Identifier: Apache-2.0
// What the kernel's checks find (docs/architecture.md, "Time and threads").
#include <gmock/gmock.h>

#include "testbench/tests/kernel_module/bench.h"
#include "testbench/tests/kernel_module/ktest.h"
#include "testbench/tests/support/sim_test.h"

namespace nvp::test {
namespace {

// Runs `body`; exactly `count` problems result and they are events too.
Bench* after(void (*body)(), std::size_t count, const std::string& text) {
  auto* bench = new Bench(at_hz(1000));
  auto* events = new std::size_t(0);
  bench->stream.subscribe({trace::Kind::kernel_check}, [=](const trace::Event&) { ++*events; });
  bench->run([=] {
    body();
    EXPECT_EQ(bench->kernel.problems().size(), count);
    EXPECT_EQ(*events, count);
    EXPECT_TRUE(bench->found(text));
  });
  return bench;
}

KERNEL_TEST(KernelChecks, SleepingWhileAtomic) {
  after(ktest_sleep_under_lock, 2,
        "sleeping while atomic: schedule_timeout by test, which holds spin since faults.c:");
}

KERNEL_TEST(KernelChecks, UnlockByAnother) {
  after(ktest_unlock_foreign, 2, "by test, but holder holds it");
}

KERNEL_TEST(KernelChecks, LockLeftAtThreadEnd) {
  after(ktest_leave_lock, 1, "lock left held at the end of its thread: beta, taken at faults.c:");
}

KERNEL_TEST(KernelChecks, LockOrder) {
  after(ktest_wrong_order, 1, "lock order: alpha taken at faults.c:");
}

KERNEL_TEST(KernelChecks, MutexTwiceByOneThread) {
  auto* bench = new Bench;
  let_threads_hang();
  bench->run(ktest_lock_twice_by);
  bench->run([=] {
    sim::Thread::current()->sleep_until(kPsPerMs);
    EXPECT_TRUE(bench->found("mutex beta locked twice by test: at faults.c:"));
    EXPECT_FALSE(bench->threads[0]->finished());
  });
}

struct Host : Bench {
  Host() : Bench(at_hz(1000)) { kernel.add_pci_device(port); }
  WordPort port{0x7164, 0};
};

KERNEL_TEST(KernelChecks, LockLeftAtReturnFromSystemCall) {
  auto* host = new Host;
  host->run([=] {
    host->kernel.load_module();
    host->kernel.spawn("user", {}, [=] {
      const int fd = host->kernel.sys_open("/dev/ktest0", 2);
      host->kernel.sys_ioctl(fd, KTEST_IOCTL_LEAVE_LOCK, nullptr);
      EXPECT_TRUE(
          host->found("lock left held at the return from a system call: lock, taken at device.c:"));
      return 0;
    });
  });
}

KERNEL_TEST(KernelChecks, MemoryAndLockLeftAtModuleExit) {
  auto* host = new Host;
  host->run([=] {
    host->kernel.load_module();
    ktest_leak_at_exit = ktest_lock_at_exit = 1;
    host->kernel.unload_module();
    EXPECT_EQ(host->kernel.problems().size(), 2u);
    EXPECT_TRUE(host->found("memory left at module exit: 123 bytes allocated at device.c:"));
    EXPECT_TRUE(host->found("lock left held at module exit: lock, taken at device.c:"));
  });
}

KERNEL_TEST(KernelChecks, ModuleInUseIsNotUnloaded) {
  auto* host = new Host;
  let_threads_hang();
  host->run([=] {
    host->kernel.load_module();
    host->kernel.spawn("user", {}, [=] {
      host->kernel.sys_open("/dev/ktest0", 2);
      sim::Thread::current()->block();
      return 0;
    });
    sim::Thread::current()->sleep_until(kPsPerMs);
    host->kernel.unload_module();
    EXPECT_TRUE(host->kernel.module_loaded());
    EXPECT_TRUE(host->found("module is in use"));
  });
}

KERNEL_TEST(KernelChecks, BugEndsTheRunWithFileAndLine) {
  auto* bench = new Bench;
  let_threads_hang();
  bench->run(ktest_bug);
  try {
    sim::run(kPsPerSecond);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::platform);
    EXPECT_THAT(error.what(), ::testing::StartsWith("kernel BUG at faults.c:"));
    EXPECT_THAT(error.what(), ::testing::HasSubstr("BUG_ON(1 + 1 == 2)"));
  }
}

}  // namespace
}  // namespace nvp::test
