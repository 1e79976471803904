// SPDX-License-Identifier: Apache-2.0
// docs/reference/50-kernel-api-surface.md, 4.6 and check 15.
#include "testbench/tests/kernel_module/bench.h"
#include "testbench/tests/kernel_module/ktest.h"
#include "testbench/tests/support/sim_test.h"

namespace nvp::test {
namespace {

KERNEL_TEST(KernelMemory, Check15DmaReachesKmallocMemory) {
  auto* bench = new Bench;
  bench->run([=] {
    void* p = ktest_alloc(65536);
    const std::uint64_t bus = ktest_phys(p);
    EXPECT_GE(bus, 0x1000'0000u);
    EXPECT_EQ(bus % 4096, 0u);
    EXPECT_EQ(bench->memory.cpu_address(bus, 65536), p);
    EXPECT_EQ(ktest_phys(static_cast<char*>(p) + 65535), bus + 65535);
    const std::uint32_t value = 0xfeedf00d;
    ASSERT_TRUE(bench->memory.write(bus, &value, 4));
    EXPECT_EQ(ktest_read_dma(p), 0xfeedf00du);
    ktest_free(p);
    EXPECT_FALSE(bench->memory.write(bus, &value, 4));
    EXPECT_TRUE(bench->kernel.problems().empty());
  });
}

KERNEL_TEST(KernelMemory, BusAddressesAreTheSameInEveryRun) {
  auto* bench = new Bench;
  bench->run([] {
    const std::uint64_t first = ktest_phys(ktest_alloc(100));
    EXPECT_EQ(first, 0x1000'0000u);
    EXPECT_EQ(ktest_phys(ktest_alloc(4096)) % 4096, 0u);
  });
}

KERNEL_TEST(KernelMemory, DmaToFreedMemoryIsAProblem) {
  auto* bench = new Bench;
  bench->run([=] {
    void* p = ktest_alloc(64);
    const std::uint64_t bus = ktest_phys(p);
    ktest_free(p);
    // What the bus reports when a device touches what is not mapped.
    bench->stream.emit({trace::Kind::dma_fault, sim::now(), 0, 4, 1, bus + 8, 0, "unmapped"});
    EXPECT_TRUE(bench->found("DMA to freed memory, allocated at faults.c:"));
    EXPECT_TRUE(bench->found(", freed at faults.c:"));
  });
}

KERNEL_TEST(KernelMemory, AllocationFault) {
  auto* bench = new Bench;
  bench->run([=] {
    fault::Spec spec;
    spec.point = fault::Point::fail_alloc;
    spec.count = 1;
    spec.value = 2;  // the second allocation
    bench->faults.arm(spec);
    EXPECT_NE(ktest_alloc(8), nullptr);
    EXPECT_EQ(ktest_alloc(8), nullptr);
    EXPECT_NE(ktest_alloc(8), nullptr);
  });
}

KERNEL_TEST(KernelMemory, ExhaustionGivesNull) {
  auto* bench = new Bench;
  bench->run([] {
    int n = 0;
    while (ktest_alloc(1u << 30) != nullptr) ++n;
    EXPECT_EQ(n, 3);
    EXPECT_EQ(ktest_alloc(~0ul), nullptr);
  });
}

KERNEL_TEST(KernelMemory, WildAddressHasNoPhysicalOne) {
  auto* bench = new Bench;
  bench->run([=] {
    int local = 0;
    EXPECT_EQ(ktest_phys(&local), 0u);
    EXPECT_TRUE(bench->found("virt_to_phys"));
  });
}

KERNEL_TEST(KernelMemory, DoubleFreeIsAProblem) {
  auto* bench = new Bench;
  bench->run([=] {
    ktest_double_free();
    ASSERT_EQ(bench->kernel.problems().size(), 1u);
    EXPECT_TRUE(bench->found("kfree at faults.c:"));
    EXPECT_TRUE(bench->found("freed before at faults.c:"));
  });
}

}  // namespace
}  // namespace nvp::test
