// SPDX-License-Identifier: Apache-2.0
// docs/reference/50-kernel-api-surface.md, 4.14, 4.15, 4.20, 4.21: log, trace events, files,
// faults.
#include <gmock/gmock.h>

#include "testbench/tests/kernel_module/bench.h"
#include "testbench/tests/kernel_module/ktest.h"
#include "testbench/tests/support/sim_test.h"

namespace nvp::test {
namespace {

KERNEL_TEST(KernelReports, Log) {
  auto* bench = new Bench;
  bench->run([=] {
    ktest_log();
    EXPECT_THAT(
        bench->log,
        ::testing::ElementsAre(
            "3 ktest:ktest_log: first 1", "6 ktest:ktest_log: two", "6 lines",
            "4 ktest:ktest_log: once", "3 plain", "4 no level",
            ::testing::MatchesRegex("4 WARNING: at faults.c:[0-9]+ ktest_log\\(\\)"), "4 warned"));
  });
}

KERNEL_TEST(KernelReports, TraceEvents) {
  auto* bench = new Bench;
  bench->run([=] {
    ktest_trace(12);
    ASSERT_EQ(bench->events.size(), 2u);
    EXPECT_THAT(bench->events[0], ::testing::HasSubstr("\"metrics_post_trace\""));
    EXPECT_THAT(bench->events[0], ::testing::HasSubstr("\"id\":12"));
    EXPECT_THAT(bench->events[0], ::testing::HasSubstr("\"length\":16"));
    EXPECT_THAT(bench->events[0], ::testing::HasSubstr("12:16:0123456789abcdef"));
    EXPECT_THAT(bench->events[1], ::testing::HasSubstr("ktest_note: what=something"));
  });
}

KERNEL_TEST(KernelReports, FaultHooks) {  // 11 section 11
  auto* bench = new Bench;
  bench->run([=] {
    EXPECT_EQ(ktest_should_fail(), 0);
    fault::Spec spec;
    spec.point = fault::Point::fail_fwio_read;
    spec.count = 1;
    spec.skip = 1;
    bench->faults.arm(spec);
    EXPECT_EQ(ktest_should_fail(), 0);
    EXPECT_EQ(ktest_should_fail(), 1);
    EXPECT_EQ(ktest_should_fail(), 0);
  });
}

KERNEL_TEST(KernelReports, HostFiles) {
  vk::KernelConfig config;
  config.files["/etc/answer"] = "42\n";
  auto* bench = new Bench(config);
  bench->run([=] {
    ktest_files();
    EXPECT_TRUE(bench->kernel.problems().empty());
  });
}

}  // namespace
}  // namespace nvp::test
