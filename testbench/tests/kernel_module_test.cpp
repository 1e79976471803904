// SPDX-License-Identifier: Apache-2.0
// docs/reference/50-kernel-api-surface.md, 4.13: the module and its parameters.
#include <cerrno>

#include "testbench/tests/kernel_module/bench.h"
#include "testbench/tests/kernel_module/ktest.h"
#include "testbench/tests/support/sim_test.h"

namespace nvp::test {
namespace {

KERNEL_TEST(KernelModule, LoadAndUnload) {
  auto* bench = new Bench;
  bench->run([=] {
    EXPECT_FALSE(bench->kernel.module_loaded());
    EXPECT_EQ(bench->kernel.load_module(), 0);
    EXPECT_TRUE(bench->kernel.module_loaded());
    EXPECT_EQ(bench->kernel.load_module(), -EEXIST);
    bench->kernel.unload_module();
    EXPECT_FALSE(bench->kernel.module_loaded());
    EXPECT_EQ(bench->kernel.load_module(), 0);
    EXPECT_TRUE(bench->kernel.problems().empty());
  });
}

KERNEL_TEST(KernelModule, Parameters) {
  auto* bench = new Bench;
  bench->run([=] {
    vk::Kernel& kernel = bench->kernel;
    const auto params = kernel.params();
    ASSERT_EQ(params.size(), 4u);
    EXPECT_EQ(params[0].name, "level");
    EXPECT_EQ(params[0].description, "how much");
    EXPECT_EQ(params[0].value, 3);
    EXPECT_EQ(params[0].mode, 0660u);
    EXPECT_EQ(params[1].name, "most");
    std::int64_t value = 0;
    EXPECT_EQ(kernel.set_param("level", -5), 0);
    EXPECT_EQ(kernel.get_param("level", &value), 0);
    EXPECT_EQ(value, -5);
    EXPECT_EQ(kernel.set_param("level", 1ll << 31), -EINVAL);
    EXPECT_EQ(kernel.set_param("most", -1), -EINVAL);
    EXPECT_EQ(kernel.set_param("most", 4294967295), 0);
    EXPECT_EQ(kernel.set_param("quiet", 2), -EINVAL);
    EXPECT_EQ(kernel.set_param("unknown", 0), -ENOENT);
    EXPECT_EQ(kernel.get_param("unknown", &value), -ENOENT);
  });
}

KERNEL_TEST(KernelModule, ParameterFiles) {
  auto* bench = new Bench;
  bench->run([=] {
    vk::Kernel& kernel = bench->kernel;
    ASSERT_EQ(kernel.load_module(), 0);
    const std::string dir = "/sys/module/ktest/parameters/";
    std::string text;
    EXPECT_EQ(kernel.sysfs_read(dir + "table", &text), 8);
    EXPECT_EQ(text, "1,2,3,4\n");
    EXPECT_EQ(kernel.sysfs_write(dir + "table", "9,8\n"), 4);
    EXPECT_EQ(kernel.sysfs_read(dir + "table", &text), 4);
    EXPECT_EQ(text, "9,8\n");
    EXPECT_EQ(kernel.sysfs_write(dir + "table", "1,2,3,4,5"), -EINVAL);
    EXPECT_EQ(kernel.sysfs_write(dir + "most", "1"), -EACCES);
    EXPECT_EQ(kernel.sysfs_write(dir + "quiet", "y"), 1);
    EXPECT_EQ(kernel.sysfs_read(dir + "quiet", &text), 2);
    EXPECT_EQ(text, "Y\n");
  });
}

}  // namespace
}  // namespace nvp::test
