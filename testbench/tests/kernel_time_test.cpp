// SPDX-License-Identifier: Apache-2.0
// docs/reference/05-timing.md, "Host software" and checks 9 and 10.
#include "testbench/tests/kernel_module/bench.h"
#include "testbench/tests/kernel_module/ktest.h"
#include "testbench/tests/support/sim_test.h"

namespace nvp::test {
namespace {

// Calls `body` at `start` and gives the time that it took.
ps_t duration(ps_t start, const std::function<void()>& body) {
  sim::Thread::current()->sleep_until(start);
  body();
  return sim::now() - start;
}

KERNEL_TEST(KernelTime, Check9WaitEndsOnJiffyEdge) {  // 05 check 9
  auto* bench = new Bench(at_hz(250));
  bench->run(
      [] { EXPECT_EQ(duration(1 * kPsPerMs, [] { ktest_sleep_jiffies(13); }), 51 * kPsPerMs); });
}

KERNEL_TEST(KernelTime, Check10WaitAtHz1000) {  // 05 check 10
  auto* bench = new Bench(at_hz(1000));
  bench->run([] {
    EXPECT_EQ(duration(1 * kPsPerMs, [] { ktest_sleep_jiffies(50); }), 50 * kPsPerMs);
    EXPECT_EQ(duration(100 * kPsPerMs + 1, [] { ktest_sleep_jiffies(50); }), 50 * kPsPerMs - 1);
    EXPECT_EQ(duration(200 * kPsPerMs + 999 * kPsPerUs, [] { ktest_sleep_jiffies(50); }),
              49 * kPsPerMs + kPsPerUs);
  });
}

KERNEL_TEST(KernelTime, MsleepIsOneJiffyLonger) {
  auto* bench = new Bench(at_hz(250));
  bench->run([] {
    EXPECT_EQ(duration(4 * kPsPerMs, [] { ktest_msleep(50); }), 56 * kPsPerMs);  // 13 + 1 jiffies
    EXPECT_EQ(duration(101 * kPsPerMs, [] { ktest_msleep(0); }), 3 * kPsPerMs);
  });
}

KERNEL_TEST(KernelTime, ScheduleReturnsAtTheNextEdge) {
  auto* bench = new Bench(at_hz(250));
  bench->run([] {
    EXPECT_EQ(duration(5 * kPsPerMs, ktest_schedule), 3 * kPsPerMs);
    EXPECT_EQ(duration(12 * kPsPerMs, ktest_schedule), 4 * kPsPerMs);
  });
}

KERNEL_TEST(KernelTime, BusyWaitsConsumeTime) {
  auto* bench = new Bench;
  bench->run(ktest_busy);
}

KERNEL_TEST(KernelTime, Clocks) {
  auto* bench = new Bench(at_hz(250));
  bench->run([=] {
    sim::Thread::current()->sleep_until(2500 * kPsPerMs);
    ktest_clocks();
    EXPECT_EQ(bench->kernel.jiffies(), 0xfffedb08u + 625u);
    EXPECT_EQ(bench->kernel.real_time_ns(), 1'767'225'602'500'000'000);
  });
}

KERNEL_TEST(KernelTime, EdgesOfHz300) {
  auto* bench = new Bench(at_hz(300));
  bench->run([=] {
    const std::uint64_t start = bench->kernel.jiffies();
    ktest_sleep_jiffies(1);  // the first ps at which floor(now * 300 / 1 s) is 1
    EXPECT_EQ(sim::now(), 3'333'333'334u);
    EXPECT_EQ(bench->kernel.jiffies(), start + 1);
    ktest_sleep_jiffies(2);
    EXPECT_EQ(sim::now(), 10 * kPsPerMs);
  });
}

KERNEL_TEST(KernelTime, InitialJiffiesAreSettable) {
  vk::KernelConfig config = at_hz(1000);
  config.initial_jiffies_s = 5;
  auto* bench = new Bench(config);
  bench->run([=] { EXPECT_EQ(bench->kernel.jiffies(), 5000u); });
}

KERNEL_TEST(KernelTime, JiffiesPass32Bits) {
  auto* bench = new Bench(at_hz(250));
  bench->run([=] {
    sim::Thread::current()->sleep_until(301 * kPsPerSecond);
    EXPECT_EQ(bench->kernel.jiffies(), 0x1'0000'0000u + 250u);
  });
}

KERNEL_TEST(KernelTime, CallsMayCost) {
  vk::KernelConfig config;
  config.cpu_ps_per_call = 500;
  auto* bench = new Bench(config);
  bench->run([] {
    void* p = ktest_alloc(8);
    ktest_free(p);
    EXPECT_EQ(sim::now(), 1000u);
  });
}

}  // namespace
}  // namespace nvp::test
