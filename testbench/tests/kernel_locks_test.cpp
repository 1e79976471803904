// SPDX-License-Identifier: Apache-2.0
// docs/reference/50-kernel-api-surface.md, 4.4.
#include "testbench/tests/kernel_module/bench.h"
#include "testbench/tests/kernel_module/ktest.h"
#include "testbench/tests/support/sim_test.h"

namespace nvp::test {
namespace {

void clean(void (*body)()) {
  auto* bench = new Bench(at_hz(1000));
  bench->run([=] {
    body();
    EXPECT_TRUE(bench->kernel.problems().empty());
  });
}

KERNEL_TEST(KernelLocks, MutexIsFirstComeFirstServed) {
  clean(ktest_mutex_order);
}
KERNEL_TEST(KernelLocks, RwlockManyReadersOrOneWriter) {
  clean(ktest_rwlock);
}

}  // namespace
}  // namespace nvp::test
