// SPDX-License-Identifier: Apache-2.0
// docs/reference/50-kernel-api-surface.md, 4.8, 4.9 and checks 13 and 14.
#include "testbench/tests/kernel_module/bench.h"
#include "testbench/tests/kernel_module/ktest.h"
#include "testbench/tests/support/sim_test.h"

namespace nvp::test {
namespace {

struct Two : Bench {
  Two() : Bench(at_hz(1000)) {
    kernel.add_pci_device(good);
    kernel.add_pci_device(bad);
  }
  WordPort good{0x7164, 0}, bad{0xbad, 1};
};

KERNEL_TEST(KernelPci, Check13ProbeAndRemove) {
  auto* bench = new Two;
  bench->run([=] {
    EXPECT_EQ(bench->kernel.load_module(), 0);
    EXPECT_EQ(ktest_probed, 2);
    EXPECT_EQ(bench->log[1], "6 ktest 0000:00:1e.0: bound as 0");
    EXPECT_NE(std::find(bench->log.begin(), bench->log.end(),
                        "4 ktest: probe of 0000:01:1e.0 failed with error -22"),
              bench->log.end());
    bench->kernel.unload_module();
    EXPECT_EQ(ktest_removed, 1);
    EXPECT_EQ(ktest_kobject_released, 1);
    EXPECT_TRUE(bench->kernel.problems().empty());
    EXPECT_TRUE(bench->kernel.sysfs_list().empty());
  });
}

KERNEL_TEST(KernelPci, RemoveOneDevice) {
  auto* bench = new Two;
  bench->run([=] {
    ASSERT_EQ(bench->kernel.load_module(), 0);
    bench->kernel.remove_pci_device(bench->good);
    EXPECT_EQ(ktest_removed, 1);
    bench->kernel.unload_module();
    EXPECT_EQ(ktest_removed, 1);
  });
}

KERNEL_TEST(KernelMmio, Check14ReadlIsOneTransaction) {
  auto* bench = new Two;
  bench->run([=] {
    ASSERT_EQ(bench->kernel.load_module(), 0);
    const std::uint64_t base = bench->good.identity().bar[0].base;
    ktest_writel(0, 0x12345678, 0x808);
    EXPECT_EQ(ktest_readl(0, 0x808), 0x12345678u);
    ASSERT_EQ(bench->good.accesses.size(), 2u);
    EXPECT_EQ(bench->good.accesses[1].address, base + 0x808);
    EXPECT_EQ(bench->good.accesses[1].size, 4u);
    EXPECT_FALSE(bench->good.accesses[1].write);
  });
}

KERNEL_TEST(KernelMmio, BeyondTheBarAndAfterIounmap) {
  auto* bench = new Two;
  bench->run([=] {
    ASSERT_EQ(bench->kernel.load_module(), 0);
    EXPECT_EQ(ktest_readl(0, 0x10000), 0xffffffffu);
    EXPECT_TRUE(
        bench->found("read beyond the end of the mapping: BAR 0 + 0x10000 of 0000:00:1e.0"));
    ktest_unmap(0);
    EXPECT_EQ(ktest_readl(0, 0x10), 0xffffffffu);
    EXPECT_TRUE(bench->found("read after iounmap: BAR 0 + 0x10 of 0000:00:1e.0"));
    ktest_writel(0, 1, 0x10);
    EXPECT_TRUE(bench->found("write after iounmap"));
    ktest_unmap(0);
    EXPECT_TRUE(bench->found("iounmap after iounmap"));
    EXPECT_TRUE(bench->good.accesses.empty());
  });
}

// A run that ends in exit code 3 with a message.
void dereference() {
  static Two bench;
  bench.run([] {
    bench.kernel.load_module();
    ktest_deref(0, 0x2c);
  });
  sim::run(kPsPerSecond);
}

TEST(KernelMmioTrap, DirectDereferenceNamesBarAndOffset) {
  ::testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(dereference(), ::testing::ExitedWithCode(3),
              "dereferences MMIO space: BAR 0 \\+ 0x2c of 0000:00:1e.0; use readl and writel");
}

}  // namespace
}  // namespace nvp::test
