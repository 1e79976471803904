// SPDX-License-Identifier: Apache-2.0
// Processes: driver/kernel/vk/process.h and docs/architecture.md, "Processes".
#include <cerrno>

#include "testbench/tests/kernel_module/bench.h"
#include "testbench/tests/kernel_module/ktest.h"
#include "testbench/tests/support/sim_test.h"

namespace nvp::test {
namespace {

struct Host : Bench {
  Host() : Bench(at_hz(1000)) { kernel.add_pci_device(port); }

  void start(std::function<void()> body) {
    run([this, body] {
      ASSERT_EQ(kernel.load_module(), 0);
      body();
    });
  }
  WordPort port{0x7164, 0};
};

void sleep_for(ps_t d) {
  sim::Thread::current()->sleep_until(sim::now() + d);
}

KERNEL_TEST(KernelProcess, ExitClosesFiles) {
  auto* host = new Host;
  host->start([=] {
    vk::Process& process = host->kernel.spawn("user", {{"A", "1"}}, [=] {
      EXPECT_EQ(vk::UserThread::current()->process().environment().at("A"), "1");
      host->kernel.sys_open("/dev/ktest0", 2);
      host->kernel.sys_dup(host->kernel.sys_open("/dev/ktest0", 2));
      return 7;
    });
    bool told = false;
    process.on_exit([&] { told = ktest_released == 2; });
    sleep_for(kPsPerMs);
    EXPECT_TRUE(told);
    EXPECT_TRUE(process.exited());
    EXPECT_EQ(process.exit_code(), 7);
    EXPECT_EQ(process.exit_signal(), 0);
    EXPECT_EQ(ktest_flushed, 3);
    EXPECT_EQ(ktest_released, 2);
    EXPECT_FALSE(host->kernel.kill(process.pid(), 9));
  });
}

KERNEL_TEST(KernelProcess, KillInUserCodeStopsAtOnce) {
  auto* host = new Host;
  host->start([=] {
    static int steps = 0;
    vk::Process& process = host->kernel.spawn("user", {}, [=] {
      host->kernel.sys_open("/dev/ktest0", 2);
      for (;; ++steps) sleep_for(10 * kPsPerMs);
      return 0;
    });
    sleep_for(35 * kPsPerMs);
    EXPECT_EQ(steps, 3);
    EXPECT_TRUE(host->kernel.kill(process.pid(), 9));
    sleep_for(kPsPerUs);
    EXPECT_TRUE(process.exited());
    EXPECT_EQ(process.exit_signal(), 9);
    EXPECT_EQ(ktest_released, 1);
    sleep_for(100 * kPsPerMs);
    EXPECT_EQ(steps, 3);
    EXPECT_TRUE(host->kernel.problems().empty());
    host->kernel.unload_module();
    EXPECT_FALSE(host->kernel.module_loaded());
  });
}

KERNEL_TEST(KernelProcess, SystemCallFinishesBeforeTheEnd) {
  auto* host = new Host;
  host->start([=] {
    static bool returned = false;
    vk::Process& process = host->kernel.spawn("user", {}, [=] {
      const int fd = host->kernel.sys_open("/dev/ktest0", 2);
      host->kernel.sys_ioctl(fd, KTEST_IOCTL_SLEEP, reinterpret_cast<void*>(50));
      returned = true;
      return 0;
    });
    sleep_for(10 * kPsPerMs);
    EXPECT_TRUE(host->kernel.kill(process.pid(), 9));
    sleep_for(20 * kPsPerMs);
    EXPECT_FALSE(process.exited());
    EXPECT_EQ(ktest_released, 0);
    sleep_for(30 * kPsPerMs);
    EXPECT_TRUE(process.exited());
    EXPECT_FALSE(returned);
    EXPECT_EQ(ktest_released, 1);
  });
}

KERNEL_TEST(KernelProcess, InterruptibleWaitEnds) {
  auto* host = new Host;
  host->start([=] {
    vk::Process& process = host->kernel.spawn("user", {}, [=] {
      const int fd = host->kernel.sys_open("/dev/ktest0", 2);
      host->kernel.sys_ioctl(fd, KTEST_IOCTL_WAIT, nullptr);
      ADD_FAILURE() << "runs on after SIGTERM";
      return 0;
    });
    sleep_for(10 * kPsPerMs);
    EXPECT_TRUE(host->kernel.kill(process.pid(), 15));
    sleep_for(kPsPerUs);
    EXPECT_TRUE(process.exited());
    EXPECT_EQ(process.exit_signal(), 15);
  });
}

KERNEL_TEST(KernelProcess, KillsItself) {
  auto* host = new Host;
  host->start([=] {
    vk::Process& process = host->kernel.spawn("user", {}, [=] {
      host->kernel.kill(vk::UserThread::current()->process().pid(), 9);
      ADD_FAILURE() << "runs on after its own SIGKILL";
      return 0;
    });
    sleep_for(kPsPerUs);
    EXPECT_TRUE(process.exited());
  });
}

KERNEL_TEST(KernelProcess, Threads) {
  auto* host = new Host;
  host->start([=] {
    static int ended = 0;
    vk::Process& process = host->kernel.spawn("user", {}, [=] {
      vk::UserThread& self = *vk::UserThread::current();
      EXPECT_EQ(self.tid(), self.process().pid());
      vk::UserThread& other = self.process().start_thread("other", [] {
        vk::UserThread::current()->slot(0) = &ended;
        sleep_for(kPsPerMs);
        ++ended;
      });
      EXPECT_NE(other.tid(), self.tid());
      EXPECT_EQ(&other.process(), &self.process());
      self.process().start_thread("endless", [] { sim::Thread::current()->block(); });
      sleep_for(5 * kPsPerMs);
      EXPECT_EQ(other.slot(0), &ended);
      EXPECT_EQ(self.slot(0), nullptr);
      self.process().exit(3, 6);
      return 0;
    });
    EXPECT_EQ(vk::UserThread::current(), nullptr);
    sleep_for(10 * kPsPerMs);
    EXPECT_EQ(ended, 1);
    EXPECT_TRUE(process.exited());
    EXPECT_EQ(process.exit_signal(), 6);
    EXPECT_EQ(host->kernel.find(process.pid()), &process);
  });
}

KERNEL_TEST(KernelProcess, ForkSharesOpenFiles) {
  auto* host = new Host;
  host->start([=] {
    vk::Process& parent = host->kernel.spawn("parent", {{"X", "y"}}, [=] {
      const int fd = host->kernel.sys_open("/dev/ktest0", 2);
      host->kernel.fork(vk::UserThread::current()->process(), "child", [=] {
        EXPECT_EQ(vk::UserThread::current()->process().environment().at("X"), "y");
        EXPECT_EQ(host->kernel.sys_ioctl(fd, KTEST_IOCTL_RETURN, nullptr), 0);
        sleep_for(10 * kPsPerMs);
        return 0;
      });
      return 0;
    });
    sleep_for(5 * kPsPerMs);
    EXPECT_TRUE(parent.exited());
    EXPECT_EQ(ktest_flushed, 1);
    EXPECT_EQ(ktest_released, 0);
    sleep_for(10 * kPsPerMs);
    EXPECT_EQ(ktest_flushed, 2);
    EXPECT_EQ(ktest_released, 1);
  });
}

KERNEL_TEST(KernelProcess, OtherSignalsAreRefused) {
  auto* host = new Host;
  host->start([=] {
    EXPECT_THROW(host->kernel.kill(1, 2), Error);
    EXPECT_FALSE(host->kernel.kill(99999, 9));
  });
}

}  // namespace
}  // namespace nvp::test
