// SPDX-License-Identifier: Apache-2.0
// How the engine loses, repeats or distorts data, and what mode fixed does about it
// (docs/reference/21-metrics.md, section 9).
#include <gmock/gmock.h>

#include <numeric>

#include "model/sim/thread.h"
#include "testbench/tests/support/metrics_bench.h"
#include "testbench/tests/support/sim_test.h"

namespace nvp::test {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr unsigned kOk = NDS_NC_COUNTER_INFER_COMPLETED, kTime = NDS_NC_COUNTER_TIME_IN_USE,
                   kCollectives = NDS_EXT_NC_COUNTER_HW_ERR_COLLECTIVES;
constexpr std::uint64_t kTera = 1'000'000'000'000;
const ScriptedFirmware::Answer kUnknownCommand{2};

// The number posted as `id` in a post's text, 0 if there is none.
std::uint64_t posted(const std::string& text, int id) {
  const std::string key = " " + std::to_string(id) + "=";
  const auto at = (" " + text).find(key);
  return at == std::string::npos ? 0 : std::stoull(text.substr(at + key.size() - 1));
}

// 21 check 23 (L2)
void failed_post(const std::string& mode) {
  (new MetricsBench(mode))->run([mode](MetricsBench& b) {
    Worker w = b.worker();
    w.nc(0, kOk) = 100;
    b.answer = kUnknownCommand;
    b.tick(0);
    EXPECT_EQ(mprobe_last_result(b.nd()), -1);
    b.answer = ScriptedFirmware::Answer{};
    b.tick(1);
    EXPECT_EQ(posted(b.text(0), 200), mode == "fixed" ? 100u : 0u);
    b.tick(1);
    EXPECT_EQ(posted(b.text(0), 200), 0u);
  });
}
SIM_TEST(MetricsLoss, FailedPostShipped) {
  failed_post("shipped");
}
SIM_TEST(MetricsLoss, FailedPostDocumented) {
  failed_post("documented");
}
SIM_TEST(MetricsLoss, FailedPostFixed) {
  failed_post("fixed");
}

// Everything that a failed post held waits for the next one in mode fixed (F4).
SIM_TEST(MetricsLoss, FailedPostKeepsEveryRow) {
  (new MetricsBench("fixed"))->run([](MetricsBench& b) {
    Worker dying = b.worker("dying");
    dying.nc(1, kCollectives) = 4;
    dying.nd(NDS_ND_COUNTER_FEATURE_BITMAP) = 1;
    dying.nd(NDS_ND_COUNTER_DEVICE_CLUSTER_ID) = 77;
    b.end(dying);
    nmetric_set_reset_time_metrics(b.nd(), 300, false);
    nmetric_increment_reset_failure_count(b.nd(), true);
    b.firmware.set_word(0x44, 2u << 12);
    b.answer = kUnknownCommand;
    const std::string failed = b.text(1);
    b.answer = ScriptedFirmware::Answer{};
    nmetric_set_reset_time_metrics(b.nd(), 100, false);
    nmetric_increment_reset_failure_count(b.nd(), true);
    const std::string carried = b.text(1), empty = b.text(1);
    EXPECT_THAT(failed,
                HasSubstr("221=4 222=2 229=0 250=1 252=77 50=0 51=300 52=0 53=300 54=1 55=0"));
    EXPECT_THAT(carried,
                HasSubstr("221=4 222=2 229=0 250=1 252=77 50=0 51=300 52=0 53=200 54=2 55=0"));
    EXPECT_THAT(empty, HasSubstr("222=0 229=0 50=0 51=0 52=0 53=0 54=0 55=0"));
    EXPECT_THAT(empty, Not(HasSubstr("221=")));
  });
}

// In the other modes the same things are gone.
SIM_TEST(MetricsLoss, FailedPostLosesEveryRow) {
  (new MetricsBench("documented"))->run([](MetricsBench& b) {
    Worker dying = b.worker("dying");
    dying.nc(1, kCollectives) = 4;
    dying.nd(NDS_ND_COUNTER_DEVICE_CLUSTER_ID) = 77;
    b.end(dying);
    nmetric_set_reset_time_metrics(b.nd(), 300, false);
    b.firmware.set_word(0x44, 2u << 12);
    b.answer = kUnknownCommand;
    b.tick(1);
    b.answer = ScriptedFirmware::Answer{};
    EXPECT_THAT(b.text(1), HasSubstr("222=0 229=0 50=0 51=0 52=0 53=0 54=0 55=0"));
  });
}

// 21 check 22 (R1): a process ends while its post is on the way.
void exit_during_post(const std::string& mode) {
  (new MetricsBench(mode))->run([](MetricsBench& b) {
    Worker w = b.worker();
    w.nc(0, kOk) = 30;
    b.answer = std::nullopt;
    std::uint64_t sum = 0;
    auto* poster = new sim::Thread("poster", [&b, &sum] { sum += posted(b.text(0), 200); });
    b.platform.sleep(151 * kPsPerSecond);
    ASSERT_FALSE(poster->finished()) << "waits for the answer";
    w.nc(0, kOk) = 42;
    b.end(w);
    b.answer = ScriptedFirmware::Answer{};
    while (!poster->finished()) b.platform.sleep(kPsPerMs);
    b.tick(1);
    sum += posted(b.text(0), 200);
    EXPECT_EQ(sum, 42u);
  });
}
SIM_TEST(MetricsLoss, ExitDuringPostShipped) {
  exit_during_post("shipped");
}
SIM_TEST(MetricsLoss, ExitDuringPostDocumented) {
  exit_during_post("documented");
}
SIM_TEST(MetricsLoss, ExitDuringPostFixed) {
  exit_during_post("fixed");
}

// 21 check 4, F, and chapter 00 check 3: increments = posted + pending, whatever fails.
SIM_TEST(MetricsLoss, NothingIsLostInFixed) {
  (new MetricsBench("fixed"))->run([](MetricsBench& b) {
    std::uint64_t made[2] = {}, got[2] = {};
    std::uint32_t seed = 7;
    const auto random = [&seed](std::uint32_t below) {
      seed = seed * 1664525u + 1013904223u;
      return (seed >> 8) % below;
    };
    Worker w = b.worker();
    for (int round = 0; round < 60; ++round) {
      const std::uint64_t ok = random(1000), hung = random(3);
      w.nc(random(8), kOk) += ok;
      w.nc(random(8), kCollectives) += hung;
      made[0] += ok;
      made[1] += hung;
      b.answer = random(3) == 0 ? kUnknownCommand : ScriptedFirmware::Answer{};
      if (random(4) == 0) {
        b.end(w);
        w = b.worker();
      } else if (random(5) == 0) {
        mprobe_clear_all(b.nd());
        w = b.worker();
      }
      const std::string text = b.text(round % 2);
      if (mprobe_last_result(b.nd()) < 0) continue;
      got[0] += posted(text, 200);
      got[1] += posted(text, 221);
    }
    b.answer = ScriptedFirmware::Answer{};
    got[0] += posted(b.text(0), 200);
    got[1] += posted(b.text(1), 221);
    EXPECT_EQ(got[0], made[0]);
    EXPECT_EQ(got[1], made[1]);
  });
}

// F5: the time of utilization runs from the last record that was carried.
void utilization_after_failure(const std::string& mode) {
  (new MetricsBench(mode))->run([mode](MetricsBench& b) {
    Worker w = b.worker();
    w.nc(0, kTime) = 600 * kTera;
    b.answer = kUnknownCommand;
    EXPECT_EQ(posted(b.text(0), 90), 50u);
    b.answer = ScriptedFirmware::Answer{};
    w.nc(0, kTime) += 120 * kTera;
    EXPECT_EQ(posted(b.text(1), 90), mode == "fixed" ? 30u : 10u);
  });
}
SIM_TEST(MetricsLoss, UtilizationAfterFailureDocumented) {
  utilization_after_failure("documented");
}
SIM_TEST(MetricsLoss, UtilizationAfterFailureFixed) {
  utilization_after_failure("fixed");
}

// 21 L9: no time has passed; the busy time is lost, or waits.
void no_time_passed(const std::string& mode) {
  (new MetricsBench(mode))->run([mode](MetricsBench& b) {
    Worker w = b.worker();
    w.nc(0, kTime) = 600 * kTera;
    EXPECT_THAT(b.text_now(0), Not(HasSubstr(" 90=")));
    const std::string next = b.text(1);
    EXPECT_EQ(posted(next, 90), mode == "fixed" ? 50u : 0u);
    EXPECT_EQ(next.find(" 90=") != std::string::npos, mode != "documented");
  });
}
SIM_TEST(MetricsLoss, NoTimePassedShipped) {
  no_time_passed("shipped");
}
SIM_TEST(MetricsLoss, NoTimePassedDocumented) {
  no_time_passed("documented");
}
SIM_TEST(MetricsLoss, NoTimePassedFixed) {
  no_time_passed("fixed");
}

// One switch alone: documented, but the last non-zero constant wins (21 L4).
SIM_TEST(MetricsLoss, OneSwitchByName) {
  auto* b = new MetricsBench("documented");
  DriverPlatform::set_fidelity("constant_zero", "ignored");
  b->run([](MetricsBench& b) {
    Worker first = b.worker("A");
    b.worker("B");
    first.nd(NDS_ND_COUNTER_DEVICE_CLUSTER_ID) = 77;
    EXPECT_THAT(b.text(1), HasSubstr("252=77"));
  });
}

}  // namespace
}  // namespace nvp::test
