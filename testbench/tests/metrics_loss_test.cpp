// SPDX-License-Identifier: Apache-2.0
// How the engine loses, repeats or distorts data, and what mode fixed does about it
// (docs/reference/21-metrics.md, section 9).
#include <gmock/gmock.h>

#include "gen/driver/uapi/neuron_metrics_rows.h"
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

// What was counted, and what posts have carried, of every counter row and of the mailbox errors.
struct Ledger {
  struct Row {
    unsigned slot, counter, id;
    std::uint64_t made = 0, posted = 0;
  };
  std::vector<Row> rows;

  Ledger() {
    const nmetric_row registry[] = NMETRIC_ROWS;
    for (const nmetric_row& row : registry) {
      if (row.type == NMETRIC_TYPE_COUNTER) rows.push_back({row.index, row.ds_id, row.cw_id});
    }
  }

  void count(Worker& w, Row& row, unsigned core, std::uint64_t value) {
    w.nc(core, row.counter) += value;
    row.made += value;
  }

  void take(const std::string& post) {
    for (Row& row : rows) row.posted += posted_in(post, row.id);
  }

  // 00 check 3: what is not posted is in the slab or in the freed buffer, and nowhere twice.
  void check(MetricsBench& b, Worker& w) const {
    for (const Row& row : rows) {
      std::uint64_t total = mprobe_freed(b.nd(), row.slot);
      for (unsigned core = 0; core < 8; ++core) total += w.nc(core, row.counter);
      EXPECT_EQ(row.made, row.posted + (total - mprobe_prev(b.nd(), row.slot))) << "id " << row.id;
    }
  }

  static std::uint64_t posted_in(const std::string& post, unsigned id) {
    return posted(post, static_cast<int>(id));
  }
};

// 21 check 4, F, and 00 check 3: increments = posted + pending for every counter row, whatever
// fails: posts, processes, the slabs, the room for records, the sinks.
void nothing_is_lost(std::uint32_t seed) {
  (new MetricsBench("fixed"))->run([seed](MetricsBench& b) {
    Ledger ledger;
    std::uint32_t state = seed;
    const auto random = [&state](std::uint32_t below) {
      state = state * 1664525u + 1013904223u;
      return (state >> 8) % below;
    };
    Worker w = b.worker();
    const auto post = [&](int tick) {
      const std::string text = b.text(static_cast<std::uint8_t>(tick));
      if (mprobe_last_result(b.nd()) >= 0) ledger.take(text);
    };
    for (int round = 0; round < 80; ++round) {
      for (std::uint32_t i = random(40); i > 0; --i) {
        const auto row = random(static_cast<std::uint32_t>(ledger.rows.size()));
        ledger.count(w, ledger.rows[row], random(8), random(1000000));
      }
      b.answer = random(3) == 0 ? kUnknownCommand : ScriptedFirmware::Answer{};
      mprobe_set_sinks(random(6) == 0 ? 0 : 1);
      switch (random(8)) {
        case 0:
          b.end(w);
          w = b.worker();
          break;
        case 1:
          mprobe_clear_all(b.nd());
          EXPECT_NE(w.words = w.client->acquire(w.fd), nullptr);
          break;
        case 2:  // another process of that number
          for (unsigned slot = 0; slot < 16; ++slot) {
            if (mprobe_owner(b.nd(), slot) == w.client->pid()) mprobe_forget_instance(b.nd(), slot);
          }
          EXPECT_NE(w.words = w.client->acquire(w.fd), nullptr);
          break;
        default:
          break;
      }
      post(round % 2);
      ledger.check(b, w);
    }
    b.answer = ScriptedFirmware::Answer{};
    mprobe_set_sinks(1);
    for (int round = 0; round < 12; ++round) post(round % 2);
    for (const Ledger::Row& row : ledger.rows) EXPECT_EQ(row.posted, row.made) << "id " << row.id;
  });
}
SIM_TEST(MetricsLoss, NothingIsLostInFixed) {
  nothing_is_lost(7);
}
SIM_TEST(MetricsLoss, NothingIsLostInFixedEither) {
  nothing_is_lost(20);
}

// F4: a post carries what it was made of, and no more.
SIM_TEST(MetricsLoss, WhatComesDuringAPostWaitsInFixed) {
  (new MetricsBench("fixed"))->run([](MetricsBench& b) {
    const auto happen = [&b](std::uint64_t bitmap, std::uint64_t cluster, long long ms) {
      Worker w = b.worker();
      w.nd(NDS_ND_COUNTER_FEATURE_BITMAP) = bitmap;
      w.nd(NDS_ND_COUNTER_DEVICE_CLUSTER_ID) = cluster;
      b.end(w);
      nmetric_set_reset_time_metrics(b.nd(), ms, true);
      nmetric_increment_reset_failure_count(b.nd(), true);
    };
    happen(1, 77, 30);
    b.answer = std::nullopt;
    std::string first;
    auto* poster = new sim::Thread("poster", [&b, &first] { first = b.text(1); });
    b.platform.sleep(151 * kPsPerSecond);
    ASSERT_FALSE(poster->finished()) << "waits for the answer";
    happen(2, 88, 50);
    b.answer = ScriptedFirmware::Answer{};
    while (!poster->finished()) b.platform.sleep(kPsPerMs);
    EXPECT_THAT(first, HasSubstr("250=1 252=77 50=30 51=0 52=30 53=0 54=1 55=0"));
    EXPECT_THAT(b.text(1), HasSubstr("250=2 252=88 50=50 51=0 52=50 53=0 54=1 55=0"));
    EXPECT_THAT(b.text(1), HasSubstr("229=0 50=0 51=0 52=0 53=0 54=0 55=0"));
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
