// SPDX-License-Identifier: Apache-2.0
// docs/reference/50-kernel-api-surface.md, checks 1 and 5 to 12, 19, 20.
#include <sys/mman.h>

#include "testbench/tests/kernel_module/bench.h"
#include "testbench/tests/kernel_module/ktest.h"
#include "testbench/tests/support/sim_test.h"

namespace nvp::test {
namespace {

void run_at(unsigned hz, void (*body)()) {
  auto* bench = new Bench(at_hz(hz));
  bench->run([=] {
    body();
    EXPECT_TRUE(bench->kernel.problems().empty());
  });
}

KERNEL_TEST(KernelBasics, Check1JiffiesAtHz1000) {
  run_at(1000, ktest_jiffies_1000);
}
KERNEL_TEST(KernelBasics, Check1JiffiesAtHz250) {
  run_at(250, ktest_jiffies_250);
}
KERNEL_TEST(KernelBasics, Check6Strings) {
  run_at(1000, ktest_strings);
}
KERNEL_TEST(KernelBasics, Check7Numbers) {
  run_at(1000, ktest_numbers);
}
KERNEL_TEST(KernelBasics, Check8Atomics) {
  run_at(1000, ktest_atomics);
}
KERNEL_TEST(KernelBasics, Check9Bits) {
  run_at(1000, ktest_bits);
}
KERNEL_TEST(KernelBasics, Check10Time) {
  run_at(1000, ktest_time_arithmetic);
}
KERNEL_TEST(KernelBasics, Check11ErrorPointers) {
  run_at(1000, ktest_error_pointers);
}
KERNEL_TEST(KernelBasics, Check19Genpool) {
  run_at(1000, ktest_genpool);
}
KERNEL_TEST(KernelBasics, Check20Rbtree) {
  run_at(1000, ktest_rbtree);
}

KERNEL_TEST(KernelBasics, Check5UserCopiesNeverCrash) {
  auto* bench = new Bench;
  bench->run([=] {
    char* pages = static_cast<char*>(
        mmap(nullptr, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    ASSERT_EQ(mprotect(pages + 4096, 4096, PROT_NONE), 0);
    ktest_user_copies(pages, pages + 4096);
  });
}

TEST(KernelConfig, HzIsOneOfLinuxs) {
  EXPECT_THROW(Bench(at_hz(50)), Error);
}

}  // namespace
}  // namespace nvp::test
