// SPDX-License-Identifier: Apache-2.0
// docs/reference/50-kernel-api-surface.md, checks 2 to 4.
#include "testbench/tests/kernel_module/bench.h"
#include "testbench/tests/kernel_module/ktest.h"
#include "testbench/tests/support/sim_test.h"

namespace nvp::test {
namespace {

KERNEL_TEST(KernelThreads, Check2Kthreads) {
  (new Bench(at_hz(1000)))->run(ktest_kthread);
}
KERNEL_TEST(KernelThreads, Check3WaitTimeout) {
  (new Bench(at_hz(1000)))->run(ktest_wait_timeout);
}
KERNEL_TEST(KernelThreads, Check4NoWakeIsLost) {
  (new Bench(at_hz(1000)))->run([] { ktest_wake_is_not_lost(1'000'000); });
}
KERNEL_TEST(KernelThreads, ExclusiveWake) {
  (new Bench(at_hz(1000)))->run(ktest_exclusive_wake);
}

KERNEL_TEST(KernelThreads, WakeIsNotLostWithTemporalDecoupling) {
  sim::set_quantum(10 * kPsPerUs);
  (new Bench(at_hz(1000)))->run([] { ktest_wake_is_not_lost(1000); });
}

SIM_TEST(KernelThreads, CodeOutsideAThreadCannotWait) {
  static Bench bench;
  EXPECT_THROW(ktest_msleep(1), Error);
}

}  // namespace
}  // namespace nvp::test
