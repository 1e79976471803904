// SPDX-License-Identifier: Apache-2.0
// What each type of row posts (docs/reference/21-metrics.md, section 5), in each mode.
#include <gmock/gmock.h>

#include "model/sim/thread.h"
#include "testbench/tests/support/metrics_bench.h"
#include "testbench/tests/support/sim_test.h"

namespace nvp::test {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

constexpr unsigned kBitmap = NDS_ND_COUNTER_FEATURE_BITMAP,
                   kCluster = NDS_ND_COUNTER_DEVICE_CLUSTER_ID, kNeff = NDS_ND_COUNTER_AGG_NEFF_ID,
                   kRuntime = NDS_ND_COUNTER_RUNTIME_VERSION,
                   kFramework = NDS_ND_COUNTER_FRAMEWORK_VERSION;

// Runs `body` in a child of its own for each mode: SIM_TEST_MODES(suite, name) { ... b, mode ... }
#define SIM_TEST_MODES(suite, name)                                                 \
  static void name##_in(MetricsBench& b, const std::string& mode);                  \
  static void name##_with(const char* mode) {                                       \
    (new MetricsBench(mode))->run([mode](MetricsBench& b) { name##_in(b, mode); }); \
  }                                                                                 \
  SIM_TEST(suite, name##Shipped) {                                                  \
    name##_with("shipped");                                                         \
  }                                                                                 \
  SIM_TEST(suite, name##Documented) {                                               \
    name##_with("documented");                                                      \
  }                                                                                 \
  SIM_TEST(suite, name##Fixed) {                                                    \
    name##_with("fixed");                                                           \
  }                                                                                 \
  static void name##_in([[maybe_unused]] MetricsBench& b, [[maybe_unused]] const std::string& mode)

std::uint64_t version(unsigned major, unsigned minor, std::uint32_t build, unsigned type = 0) {
  return std::uint64_t{type} << 48 | std::uint64_t{major} << 40 | std::uint64_t{minor} << 32 |
         build;
}

// True if `part` stands in `whole`.
bool holds(const Bytes& whole, const std::string& part) {
  const Bytes wanted = hex(part);
  return std::search(whole.begin(), whole.end(), wanted.begin(), wanted.end()) != whole.end();
}

// 21 check 6
SIM_TEST_MODES(MetricsRows, LiveBitmap) {
  Worker w = b.worker();
  w.nd(kBitmap) = 3;
  const Bytes post = b.tick(1);
  EXPECT_TRUE(holds(post, mode == "shipped" ? "fa 01 33 00 01 33" : "fa 01 33"));
  EXPECT_EQ(holds(post, "00 01 33"), mode == "shipped");
  EXPECT_FALSE(holds(b.tick(0), "fa 01 33"));
}

// 21 check 7
SIM_TEST_MODES(MetricsRows, BitmapOfTheDeadBeforeTick0) {
  Worker w = b.worker();
  w.nd(kBitmap) = 2;
  b.end(w);
  EXPECT_THAT(b.text(0), Not(HasSubstr("250=")));
  EXPECT_EQ(holds(b.tick(1), "fa 01 32"), mode == "fixed");
  b.tick(0);
  EXPECT_THAT(b.text(1), Not(HasSubstr("250=")));
}
SIM_TEST_MODES(MetricsRows, BitmapOfTheDeadBeforeTick1) {
  Worker w = b.worker();
  w.nd(kBitmap) = 2;
  b.tick(0);
  b.end(w);
  const Bytes post = b.tick(1);
  EXPECT_TRUE(holds(post, mode == "shipped" ? "fa 01 32 00 01 32" : "fa 01 32"));
  EXPECT_EQ(holds(post, "00 01 32"), mode == "shipped");
}

// 21 check 8
SIM_TEST_MODES(MetricsRows, ZeroAfterAValue) {
  Worker first = b.worker("A");
  b.worker("B");
  first.nd(kCluster) = 77;
  EXPECT_EQ(b.text(1).find("252=77") != std::string::npos, mode == "fixed");
}
SIM_TEST_MODES(MetricsRows, ConstantOfTheDead) {
  Worker first = b.worker("A");
  b.worker("B");
  first.nd(kCluster) = 77;
  b.end(first);
  EXPECT_THAT(b.text(1), HasSubstr("252=77"));
  b.tick(0);
  EXPECT_THAT(b.text(1), Not(HasSubstr("252=")));
}
SIM_TEST_MODES(MetricsRows, ConstantOfTwoDead) {
  Worker first = b.worker("A"), second = b.worker("B");
  first.nd(kCluster) = 77;
  b.end(first);
  b.end(second);
  EXPECT_EQ(b.text(1).find("252=77") != std::string::npos, mode == "fixed");
  EXPECT_THAT(b.text(1), Not(HasSubstr("252=")));
}

// 21 check 9
SIM_TEST(MetricsRows, NeffIdIsHexadecimal) {
  (new MetricsBench("documented"))->run([](MetricsBench& b) {
    Worker w = b.worker();
    w.nd(kNeff) = 0xABC;
    EXPECT_TRUE(holds(b.tick(1), "50 03 61 62 63"));
  });
}

// 21 check 10
SIM_TEST(MetricsRows, LargeBuildIsNegative) {
  (new MetricsBench("documented"))->run([](MetricsBench& b) {
    Worker w = b.worker();
    w.nd(kRuntime) = version(1, 2, 0x80000000);
    EXPECT_THAT(b.text(0), HasSubstr("180=1.2.-2147483648"));
  });
}

// Section 8.4
SIM_TEST(MetricsRows, VersionsByUse) {
  (new MetricsBench("documented"))->run([](MetricsBench& b) {
    Worker w[4] = {b.worker(), b.worker(), b.worker(), b.worker()};
    const std::uint64_t runtime[] = {version(2, 30, 10), version(2, 31, 24), version(2, 31, 24),
                                     version(2, 29, 1)};
    for (int i = 0; i < 4; ++i) {
      w[i].nd(kRuntime) = runtime[i];
      w[i].nd(kFramework) = i < 2 ? version(2, 5, 1, 1) : version(0, 0, 0, 1);
    }
    EXPECT_THAT(b.text(0), EndsWith("180=2.31.24 181=2.30.10"));
    EXPECT_THAT(b.text(1), HasSubstr("180=2.31.24 181=2.30.10 190=2.5.1 191=1 193=1 222=0"));
  });
}
SIM_TEST(MetricsRows, NewcomersEvictSlotZero) {
  (new MetricsBench("documented"))->run([](MetricsBench& b) {
    for (std::uint32_t i = 1; i <= 10; ++i) b.worker().nd(kRuntime) = version(1, 0, i);
    EXPECT_THAT(b.text(0), EndsWith("180=1.0.10 181=1.0.2"));
  });
}

// 21 check 11; 12 check 14
SIM_TEST_MODES(MetricsRows, ResetReports) {
  nmetric_set_reset_time_metrics(b.nd(), 1200, true);
  nmetric_set_reset_time_metrics(b.nd(), 800, true);
  nmetric_set_reset_time_metrics(b.nd(), 0, true);
  nmetric_set_reset_time_metrics(b.nd(), -5, false);
  nmetric_increment_reset_failure_count(b.nd(), false);
  EXPECT_THAT(b.text(1), EndsWith(mode == "shipped" ? "50=0 51=0 52=1000 53=0 54=0 55=0"
                                                    : "50=1200 51=0 52=1000 53=0 54=0 55=1"));
  b.tick(0);
  EXPECT_THAT(b.text(1), EndsWith("50=0 51=0 52=0 53=0 54=0 55=0"));
}

// 21 check 12; 13 check 7
SIM_TEST_MODES(MetricsRows, EccReadings) {
  const std::uint32_t readings[] = {3, 0, 3, 4};
  const char* posted[] = {"222=3", mode == "fixed" ? "222=0" : "222=0",
                          mode == "fixed" ? "222=0" : "222=3", "222=1"};
  for (int i = 0; i < 4; ++i) {
    b.firmware.set_word(0x44, readings[i] << 12);  // API 7: unrepairable in 15:12
    EXPECT_THAT(b.text(1), HasSubstr(posted[i])) << "reading " << i;
    b.tick(0);
  }
}

// 21 check 13
SIM_TEST_MODES(MetricsRows, Pod) {
  EXPECT_THAT(b.text(0), Not(HasSubstr(" 57=")));
  mprobe_set_pod(1, 1, 0x12);
  const Bytes post = b.tick(0);
  const Bytes end = hex("39 01 31 3a 01 31");
  ASSERT_GE(post.size(), end.size());
  EXPECT_EQ(Bytes(post.end() - 6, post.end()), end);
  EXPECT_THAT(b.text(1), Not(HasSubstr(" 57=")));
}

// Section 5.9: the lowest supported mode of 1 to 4, else 0.
SIM_TEST(MetricsRows, LowestModeOfAPod) {
  (new MetricsBench("documented"))->run([](MetricsBench& b) {
    const std::pair<std::uint32_t, const char*> table[] = {{0x13, "57=1 58=4"}, {0x10, "57=4 58=4"},
                                                           {0x0C, "57=2 58=4"}, {0x01, "57=0 58=4"},
                                                           {0x20, "57=0 58=4"}, {0, "57=0 58=4"}};
    for (const auto& [supported, posted] : table) {
      mprobe_set_pod(1, 4, supported);
      EXPECT_THAT(b.text(0), EndsWith(posted)) << supported;
    }
    mprobe_set_pod(0, 4, 0x12);
    EXPECT_THAT(b.text(0), Not(HasSubstr(" 57=")));
  });
}

// Section 5.3: a framework type is the last digit of its number; 0 is none.
SIM_TEST(MetricsRows, FrameworkTypeIsOneDigit) {
  (new MetricsBench("documented"))->run([](MetricsBench& b) {
    Worker w = b.worker();
    w.nd(kFramework) = version(2, 5, 1, 13);
    EXPECT_THAT(b.text(1), HasSubstr("190=2.5.1 191=3 "));
    w.nd(kFramework) = version(2, 5, 1, 20);
    EXPECT_THAT(b.text(1), HasSubstr("190=2.5.1 222=0"));
    w.nd(kRuntime) = version(2, 31, 24, 7);  // no type with this component
    EXPECT_THAT(b.text(1), HasSubstr("180=2.31.24 190="));
  });
}

// Section 5.7: the baseline advances although the record does not fit (L1).
SIM_TEST_MODES(MetricsRows, EccThatDoesNotFit) {
  Worker w = b.worker();
  const unsigned tick1[] = {31, 33, 34, 35, 36, 37, 38, 39};
  for (const unsigned counter : tick1) w.nc(0, counter) = 9'999'999'999;  // 8 * 12 of 97 bytes
  b.firmware.set_word(0x44, 3u << 12);
  EXPECT_EQ(b.text(1).find("222=3") != std::string::npos, mode == "fixed");
  b.tick(0);
  EXPECT_EQ(b.text(1).find("222=3") != std::string::npos, false) << "carried, or lost";
  EXPECT_THAT(b.text(1), HasSubstr("222=0"));
}

// 21 check 15
vk::KernelConfig long_instance_id() {
  vk::KernelConfig config;
  config.files["/sys/devices/virtual/dmi/id/board_asset_tag"] = std::string(63, 'i');
  return config;
}
void two_long_versions(const std::string& mode) {
  auto* made = new MetricsBench(mode, generation::Id::v3, long_instance_id());
  made->run([mode](MetricsBench& b) {
    Worker first = b.worker("A"), second = b.worker("B");
    first.nd(kRuntime) = version(2, 31, 24);
    second.nd(kRuntime) = version(2, 30, 10);
    first.nd(kFramework) = version(255, 255, 0x80000000, 1);
    second.nd(kFramework) = version(255, 254, 0x80000000, 2);
    int traced = 0;
    b.platform.stream().subscribe({trace::Kind::metrics_post_trace},
                                  [&traced](const trace::Event&) { ++traced; });
    mprobe_set_sinks(3);
    const Bytes post = b.tick(1);
    if (mode == "fixed") {
      EXPECT_LE(mprobe_last_used(b.nd()), 128u);
      EXPECT_EQ(mprobe_last_result(b.nd()), 0);
      EXPECT_FALSE(post.empty());
    } else {
      EXPECT_EQ(mprobe_last_used(b.nd()), 141u);
      EXPECT_EQ(mprobe_last_result(b.nd()), -7);
      EXPECT_TRUE(post.empty());
      EXPECT_EQ(traced, 8);
    }
  });
}
SIM_TEST(MetricsRows, TwoLongVersionsShipped) {
  two_long_versions("shipped");
}
SIM_TEST(MetricsRows, TwoLongVersionsDocumented) {
  two_long_versions("documented");
}
SIM_TEST(MetricsRows, TwoLongVersionsFixed) {
  two_long_versions("fixed");
}

// 21 check 21
void instance_id(const char* content, const std::string& posted) {
  vk::KernelConfig config;
  if (content != nullptr) {
    config.files["/sys/devices/virtual/dmi/id/board_asset_tag"] = content;
  } else {
    config.files.erase("/sys/devices/virtual/dmi/id/board_asset_tag");
  }
  (new MetricsBench("documented", generation::Id::v3, config))->run([posted](MetricsBench& b) {
    EXPECT_EQ(std::string(mprobe_constant(b.nd(), 0)), posted);
    const Bytes post = b.tick(0), start = record(12, posted);
    EXPECT_EQ(Bytes(post.begin(), post.begin() + static_cast<std::ptrdiff_t>(start.size())), start);
  });
}
SIM_TEST(MetricsRows, InstanceIdWithNewline) {
  instance_id("i-abc\n", "i-abc");
}
SIM_TEST(MetricsRows, InstanceIdUnreadable) {
  instance_id(nullptr, "0");
}
SIM_TEST(MetricsRows, InstanceIdEmpty) {
  instance_id("", "0");
}
SIM_TEST(MetricsRows, InstanceIdWithCarriageReturn) {
  instance_id("i-abc\r\n", "i-abc\r");
}
// Section 5.2: white space is 9 to 13, 32 and 160; one byte of it goes, at the end.
SIM_TEST(MetricsRows, InstanceIdWithNoBreakSpace) {
  instance_id("i-abc\xa0", "i-abc");
}
SIM_TEST(MetricsRows, InstanceIdWithTwoBlanks) {
  instance_id("i-abc  ", "i-abc ");
}
SIM_TEST(MetricsRows, InstanceIdOfOneBlank) {
  instance_id("\n", "");
}
SIM_TEST(MetricsRows, InstanceIdOf63Characters) {
  instance_id("0123456789012345678901234567890123456789012345678901234567890123456789",
              "012345678901234567890123456789012345678901234567890123456789012");
}

// 13 check 21: the profile is posted by the next tick 0.
SIM_TEST_MODES(MetricsRows, PerformanceProfile) {
  EXPECT_THAT(b.text(0), HasSubstr(" 56=0"));
  EXPECT_EQ(npp_set_profile(b.nd(), 3), 0);
  EXPECT_THAT(b.text(0), HasSubstr(" 56=3"));
}

// A version that was used by one live and one dead process (21 D7, F6).
SIM_TEST_MODES(MetricsRows, VersionOfTheDead) {
  Worker dead = b.worker("dead"), live[3] = {b.worker(), b.worker(), b.worker()};
  dead.nd(kRuntime) = version(3, 0, 0);
  live[0].nd(kRuntime) = version(3, 0, 0);
  live[1].nd(kRuntime) = version(1, 0, 0);
  live[2].nd(kRuntime) = version(1, 0, 0);
  b.end(dead);
  // As a use of its own the dead one makes a tie, which the lower slot wins: its own.
  EXPECT_THAT(b.text(0),
              HasSubstr(mode == "fixed" ? "180=1.0.0 181=3.0.0" : "180=3.0.0 181=1.0.0"));
  EXPECT_THAT(b.text(0), HasSubstr("180=1.0.0 181=3.0.0"));
}

// The framework version of a process that died before a TICK_0 waits for the next TICK_1.
SIM_TEST_MODES(MetricsRows, VersionsWaitForTheirTick) {
  Worker w = b.worker();
  w.nd(kFramework) = version(2, 5, 1, 4);
  b.end(w);
  EXPECT_THAT(b.text(0), Not(HasSubstr("190=")));
  EXPECT_THAT(b.text(1), HasSubstr("190=2.5.1 191=4"));
  b.tick(0);
  EXPECT_THAT(b.text(1), Not(HasSubstr("190=")));
}

// F6: the dead come after the living, in order of death, and only into what is free.
SIM_TEST(MetricsRows, TheDeadComeAfterTheLiving) {
  (new MetricsBench("fixed"))->run([](MetricsBench& b) {
    const auto died = [&b](std::uint32_t build) {
      Worker w = b.worker();
      w.nd(kRuntime) = version(9, 0, build);
      b.end(w);
    };
    died(2);
    died(1);
    died(2);
    b.worker().nd(kRuntime) = version(1, 0, 1);
    EXPECT_THAT(b.text(0), EndsWith("180=1.0.1 181=9.0.2")) << "a tie, so the order decides";
    EXPECT_THAT(b.text(0), EndsWith("180=1.0.1")) << "forgotten after one tick";
    died(3);
    for (std::uint32_t i = 2; i <= 8; ++i) b.worker().nd(kRuntime) = version(1, 0, i);
    EXPECT_THAT(b.text(0), EndsWith("180=1.0.1 181=1.0.2")) << "eight living leave no room";
  });
}
SIM_TEST(MetricsRows, TheDeadAreDroppedCarriedOrNot) {
  (new MetricsBench("fixed"))->run([](MetricsBench& b) {
    Worker w = b.worker();
    w.nd(kRuntime) = version(9, 0, 4);
    b.end(w);
    b.answer = ScriptedFirmware::Answer{2};
    EXPECT_THAT(b.text(0), HasSubstr("180=9.0.4"));
    b.answer = ScriptedFirmware::Answer{};
    EXPECT_THAT(b.text(0), Not(HasSubstr("180=")));
  });
}

// F3: identity first, then by size, ties in registry order; written in registry order.
SIM_TEST(MetricsRows, ShortRecordsFirst) {
  vk::KernelConfig config = long_instance_id();
  (new MetricsBench("fixed", generation::Id::v3, config))->run([](MetricsBench& b) {
    Worker w = b.worker();
    // 65 + 10 + 3 (id 56) bytes of 128 are taken; 50 are left.
    w.nc(0, 1) = 12345678;  // 200, 10 bytes
    w.nc(0, 16) = 123456;   // 201, 8 bytes
    w.nc(0, 4) = 1234567;   // 205, 9 bytes
    w.nc(0, 5) = 1234567;   // 212, 9 bytes
    w.nc(0, 8) = 1234567;   // 215, 9 bytes
    w.nc(0, 9) = 1234567;   // 216, 9 bytes: with the four above 44 and 3 for id 90
    w.nc(0, 0) = 1;         // 90, 3 bytes
    EXPECT_THAT(b.text(0),
                EndsWith(" 56=0 201=123456 205=1234567 212=1234567 215=1234567 216=1234567 90=0"));
    EXPECT_EQ(mprobe_last_used(b.nd()), 65u + 10 + 3 + 8 + 4 * 9 + 3);
    EXPECT_THAT(b.text(0), EndsWith(" 56=0 200=12345678"));
  });
}

}  // namespace
}  // namespace nvp::test
