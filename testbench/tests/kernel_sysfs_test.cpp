// SPDX-License-Identifier: Apache-2.0
// docs/reference/50-kernel-api-surface.md, 4.12 and checks 16 and 17.
#include <gmock/gmock.h>

#include <cerrno>

#include "testbench/tests/kernel_module/bench.h"
#include "testbench/tests/kernel_module/ktest.h"
#include "testbench/tests/support/sim_test.h"

namespace nvp::test {
namespace {

const std::string kDevice = "/sys/devices/virtual/ktest_class/ktest0/";

struct Host : Bench {
  Host() : Bench(at_hz(1000)) { kernel.add_pci_device(port); }

  void start(std::function<void()> body) {
    run([this, body] {
      ASSERT_EQ(kernel.load_module(), 0);
      body();
    });
  }
  std::string read(const std::string& path) {
    std::string text;
    const int n = kernel.sysfs_read(path, &text);
    return n < 0 ? "error " + std::to_string(n) : text;
  }
  WordPort port{0x7164, 0};
};

KERNEL_TEST(KernelSysfs, Check16TreeBelowACopiedParent) {
  auto* host = new Host;
  host->start([=] {
    EXPECT_EQ(host->read(kDevice + "info/count"), "count of 0\n");
    host->kernel.unload_module();
    EXPECT_EQ(ktest_kobject_released, 1);
    EXPECT_EQ(host->read(kDevice + "info/count"), "error -2");
    EXPECT_TRUE(host->kernel.problems().empty());
  });
}

KERNEL_TEST(KernelSysfs, AttributesOfDeviceAndClass) {
  auto* host = new Host;
  host->start([=] {
    EXPECT_EQ(host->read(kDevice + "level"), "3\n");
    EXPECT_EQ(host->read("class/ktest_class/ktest0/level"), "3\n");
    EXPECT_EQ(host->kernel.sysfs_write(kDevice + "level", "12\n"), 3);
    EXPECT_EQ(host->read(kDevice + "level"), "12\n");
    EXPECT_EQ(host->kernel.sysfs_write(kDevice + "level", "x"), -EINVAL);
    EXPECT_EQ(host->kernel.sysfs_mode(kDevice + "level"), 0600);
    EXPECT_EQ(host->read(kDevice + "blind"), "error -13");
    EXPECT_EQ(host->kernel.sysfs_write("/sys/class/ktest_class/version", "1"), -EACCES);
    EXPECT_EQ(host->read("/sys/class/ktest_class/version"), "version 1.0");
    EXPECT_EQ(host->read(kDevice + "dev"), "254:0\n");
    EXPECT_EQ(host->read(kDevice + "nothing"), "error -2");
    EXPECT_EQ(host->read(kDevice), "error -21");
    EXPECT_EQ(host->read(""), "error -21");
  });
}

KERNEL_TEST(KernelSysfs, List) {
  auto* host = new Host;
  host->start([=] {
    EXPECT_THAT(host->kernel.sysfs_list(),
                ::testing::ElementsAre(
                    "/sys/class/ktest_class/version", kDevice + "blind", kDevice + "dev",
                    kDevice + "info/count", kDevice + "level", kDevice + "uevent",
                    "/sys/module/ktest/parameters/level", "/sys/module/ktest/parameters/most",
                    "/sys/module/ktest/parameters/quiet", "/sys/module/ktest/parameters/table"));
  });
}

KERNEL_TEST(KernelSysfs, Check17NotifyWakesThePollerOnce) {
  auto* host = new Host;
  host->start([=] {
    static int polled = 0;
    host->run([=] {
      EXPECT_EQ(host->kernel.sysfs_poll(kDevice + "info/count", 1000), 1);
      ++polled;
      EXPECT_EQ(host->kernel.sysfs_poll(kDevice + "info/count", 50), 0);
      ++polled;
    });
    sim::Thread::current()->sleep_until(10 * kPsPerMs);
    EXPECT_EQ(polled, 0);
    ktest_notify();
    sim::Thread::current()->sleep_until(20 * kPsPerMs);
    EXPECT_EQ(polled, 1);
    sim::Thread::current()->sleep_until(100 * kPsPerMs);
    EXPECT_EQ(polled, 2);
  });
}

KERNEL_TEST(KernelSysfs, RemovalWaitsForAReader) {
  auto* host = new Host;
  host->start([=] {
    static bool read = false;
    host->run([=] {
      EXPECT_EQ(host->read(kDevice + "info/count"), "count of 0\n");  // sleeps 2 ms
      read = true;
    });
    sim::Thread::current()->sleep_until(kPsPerUs);
    host->kernel.unload_module();
    EXPECT_TRUE(read);
  });
}

}  // namespace
}  // namespace nvp::test
