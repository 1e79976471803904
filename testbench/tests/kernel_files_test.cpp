// SPDX-License-Identifier: Apache-2.0
// docs/reference/50-kernel-api-surface.md, 4.11, 4.18 and checks 5 and 18.
#include <cerrno>
#include <cstring>

#include "testbench/tests/kernel_module/bench.h"
#include "testbench/tests/kernel_module/ktest.h"
#include "testbench/tests/support/sim_test.h"

namespace nvp::test {
namespace {

constexpr int kReadWrite = 2;

// One device, the module loaded, and `body` as the main function of a process.
void in_process(const std::function<void(vk::Kernel&)>& body) {
  auto* bench = new Bench(at_hz(1000));
  auto* port = new WordPort(0x7164, 0);
  bench->kernel.add_pci_device(*port);
  bench->run([=] {
    ASSERT_EQ(bench->kernel.load_module(), 0);
    bench->kernel.spawn("user", {}, [=] {
      body(bench->kernel);
      return 0;
    });
  });
}

KERNEL_TEST(KernelFiles, Check18FlushAndRelease) {
  in_process([](vk::Kernel& kernel) {
    const int a = kernel.sys_open("/dev/ktest0", kReadWrite);
    const int b = kernel.sys_open("/dev/ktest0", kReadWrite);
    EXPECT_EQ(a, 3);
    EXPECT_EQ(b, 4);
    EXPECT_EQ(kernel.sys_close(a), 0);
    EXPECT_EQ(ktest_flushed, 1);
    EXPECT_EQ(ktest_released, 1);
    const int c = kernel.sys_dup(b);
    EXPECT_EQ(c, 3);
    EXPECT_EQ(kernel.sys_close(c), 0);
    EXPECT_EQ(ktest_flushed, 2);
    EXPECT_EQ(ktest_released, 1);
    EXPECT_EQ(kernel.sys_close(b), 0);
    EXPECT_EQ(ktest_flushed, 3);
    EXPECT_EQ(ktest_released, 2);
    EXPECT_EQ(kernel.sys_close(b), -EBADF);
  });
}

KERNEL_TEST(KernelFiles, Check5IoctlResults) {
  in_process([](vk::Kernel& kernel) {
    const int fd = kernel.sys_open("/dev/ktest0", kReadWrite);
    char text[16] = {};
    EXPECT_EQ(kernel.sys_ioctl(fd, KTEST_IOCTL_COPY, text), 0);
    EXPECT_STREQ(text, "sixteen bytes..");
    EXPECT_EQ(kernel.sys_ioctl(fd, KTEST_IOCTL_COPY, nullptr), 16);
    const auto result_of = [&](long value) {
      return kernel.sys_ioctl(fd, KTEST_IOCTL_RETURN, reinterpret_cast<void*>(value));
    };
    EXPECT_EQ(result_of(-524), -524);
    EXPECT_EQ(result_of(-515), -ENOTTY);
    EXPECT_EQ(result_of(-5000), -5000);
    EXPECT_EQ(result_of(77), 77);
    EXPECT_EQ(kernel.sys_ioctl(fd, 0x1234, nullptr), -ENOTTY);
    EXPECT_EQ(kernel.sys_ioctl(99, KTEST_IOCTL_COPY, nullptr), -EBADF);
  });
}

KERNEL_TEST(KernelFiles, OpenErrors) {
  in_process([](vk::Kernel& kernel) {
    EXPECT_EQ(kernel.sys_open("/dev/nothing", kReadWrite), -ENOENT);
    EXPECT_EQ(kernel.sys_open("/etc/passwd", kReadWrite), -ENOENT);
    char byte = 0;
    const int fd = kernel.sys_open("/dev/ktest0", kReadWrite);
    EXPECT_EQ(kernel.sys_read(fd, &byte, 1), -EINVAL);
    for (int i = 4; i < 1024; ++i) ASSERT_EQ(kernel.sys_dup(fd), i);
    EXPECT_EQ(kernel.sys_dup(fd), -EMFILE);
    EXPECT_EQ(kernel.sys_open("/dev/ktest0", kReadWrite), -EMFILE);
  });
}

KERNEL_TEST(KernelFiles, MmapSharesThePage) {
  in_process([](vk::Kernel& kernel) {
    const int fd = kernel.sys_open("/dev/ktest0", kReadWrite);
    int error = 1;
    void* a = kernel.sys_mmap(4096, true, fd, 0, &error);
    ASSERT_NE(a, nullptr);
    EXPECT_EQ(error, 0);
    void* b = kernel.sys_mmap(100, false, fd, 0, &error);
    ASSERT_NE(b, nullptr);
    std::strcpy(static_cast<char*>(a), "through the page");
    EXPECT_STREQ(static_cast<char*>(b), "through the page");
    EXPECT_EQ(kernel.sys_mmap(8192, true, fd, 0, &error), nullptr);
    EXPECT_EQ(error, -EINVAL);
    EXPECT_EQ(kernel.sys_munmap(a, 8192), -EINVAL);
    EXPECT_EQ(kernel.sys_close(fd), 0);
    EXPECT_EQ(ktest_released, 0);  // mappings hold the file
    EXPECT_EQ(kernel.sys_munmap(a, 4096), 0);
    EXPECT_EQ(kernel.sys_munmap(b, 4096), 0);
    EXPECT_EQ(ktest_released, 1);
  });
}

KERNEL_TEST(KernelFiles, ThreadsWithoutProcessHaveNoFiles) {
  auto* bench = new Bench;
  bench->run([=] {
    EXPECT_EQ(bench->kernel.sys_open("/dev/ktest0", 0), -EPERM);
    EXPECT_EQ(bench->kernel.sys_close(3), -EPERM);
  });
}

}  // namespace
}  // namespace nvp::test
