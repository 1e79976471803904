// SPDX-License-Identifier: Apache-2.0
// The worked examples of docs/reference/21-metrics.md, section 8, byte by byte, in each mode.
#include <gmock/gmock.h>

#include "gen/driver/uapi/neuron_metrics_rows.h"
#include "testbench/tests/support/metrics_bench.h"
#include "testbench/tests/support/sim_test.h"

namespace nvp::test {
namespace {

constexpr std::uint64_t kTera = 1'000'000'000'000;
constexpr std::uint64_t kRuntime_2_31_24 = 0x0000021F00000018;
constexpr unsigned kOk = NDS_NC_COUNTER_INFER_COMPLETED, kTime = NDS_NC_COUNTER_TIME_IN_USE,
                   kGeneric = NDS_NC_COUNTER_ERR_GENERIC,
                   kCollectives = NDS_EXT_NC_COUNTER_HW_ERR_COLLECTIVES;

MetricsBench* bench(const char* mode) {
  return new MetricsBench(mode);
}

// 21 check 1
TEST(MetricsEngine, Registry) {
  const nmetric_row rows[] = NMETRIC_ROWS;
  ASSERT_EQ(std::size(rows), 48u);
  const auto is = [&rows](int row, int type, int index, int tick, int id, int ds) {
    return rows[row].type == type && rows[row].index == index && rows[row].tick == tick &&
           rows[row].cw_id == id && rows[row].ds_id == ds;
  };
  EXPECT_TRUE(is(17, NMETRIC_TYPE_COUNTER, 11, 0, 219, 7));
  EXPECT_TRUE(is(23, NMETRIC_TYPE_FW_IO_ERR, 17, 0, 11, 0xff));
  EXPECT_TRUE(is(26, NMETRIC_TYPE_COUNTER, 21, 1, 223, 33));
  EXPECT_TRUE(is(37, NMETRIC_TYPE_BITMAP, 0, 1, 0, 11));
  int on_tick[2] = {};
  for (const nmetric_row& row : rows) {
    for (int tick = 0; tick < 2; ++tick) {
      on_tick[tick] += row.tick == tick || row.tick == NMETRIC_TICK_ALWAYS;
    }
  }
  EXPECT_EQ(on_tick[0], 26);
  EXPECT_EQ(on_tick[1], 26);
}

// The compiled plans say what the rows say.
TEST(MetricsEngine, PlansFollowTheRegistry) {
  const nmetric_row rows[] = NMETRIC_ROWS;
  const nmetric_plan plans[] = NMETRIC_PLANS;
  const int ticks[] = {0, 1, NMETRIC_TICK_ALWAYS};
  for (int p = 0; p < 3; ++p) {
    std::map<int, int> wanted, found;
    for (const nmetric_row& row : rows) {
      const bool counts = row.type == NMETRIC_TYPE_COUNTER || row.type == NMETRIC_TYPE_UTILIZATION;
      const bool gated = ticks[p] == NMETRIC_TICK_ALWAYS || row.tick == NMETRIC_TICK_ALWAYS ||
                         row.tick == ticks[p];
      if (counts && gated) wanted[row.ds_id] = row.index;
    }
    for (int i = 0; i < plans[p].base_count; ++i) {
      found[plans[p].base[i].counter] = plans[p].base[i].slot;
      EXPECT_LT(plans[p].base[i].counter, NDS_NC_COUNTER_COUNT);
    }
    for (int i = 0; i < plans[p].ext_count; ++i) {
      found[plans[p].ext[i].counter] = plans[p].ext[i].slot;
      EXPECT_GE(plans[p].ext[i].counter, NDS_NC_COUNTER_COUNT);
    }
    EXPECT_EQ(found, wanted) << "plan " << p;
  }
}

// 21 check 2
void idle(MetricsBench& b, bool shipped) {
  const Bytes tick0 = b.tick(0), tick1 = b.tick(1);
  EXPECT_EQ(tick0, join({h(), hex(shipped ? "38 01 30 5a 01 30" : "38 01 30")}));
  EXPECT_EQ(tick1,
            join({h(), hex(shipped ? "5a 01 30 de 01 30 e5 01 30" : "de 01 30 e5 01 30"), z()}));
  EXPECT_EQ(tick0.size(), shipped ? 37u : 34u);
  EXPECT_EQ(tick1.size(), shipped ? 58u : 55u);
}
SIM_TEST(MetricsEngine, IdleShipped) {
  bench("shipped")->run([](MetricsBench& b) { idle(b, true); });
}
SIM_TEST(MetricsEngine, IdleDocumented) {
  bench("documented")->run([](MetricsBench& b) { idle(b, false); });
}
SIM_TEST(MetricsEngine, IdleFixed) {
  bench("fixed")->run([](MetricsBench& b) { idle(b, false); });
}

// Totals of the examples, spread over several cores and both bands.
void set(Worker& w, std::uint64_t ok, std::uint64_t collectives, std::uint64_t time) {
  w.nc(0, kOk) = ok / 2;
  w.nc(7, kOk) = ok - ok / 2;
  w.nc(3, kCollectives) = collectives;
  w.nc(5, kTime) = time;
}

// Section 8.1, posts 1 to 5; B goes on.
Worker process_exit(MetricsBench& b, const std::string& mode) {
  const Bytes version = record(180, "2.31.24"), zeros = join({record(222, "0"), record(229, "0")});
  Worker a = b.worker("A");
  a.nd(NDS_ND_COUNTER_RUNTIME_VERSION) = kRuntime_2_31_24;
  set(a, 100, 0, 75 * kTera);
  EXPECT_EQ(b.tick(0),
            join({h(), hex("38 01 30 b4 07 32 2e 33 31 2e 32 34 c8 03 31 30 30 5a 01 36")}));
  set(a, 250, 1, 150 * kTera);
  EXPECT_EQ(b.tick(1), join({h(), version, record(221, "1"), record(90, "6"), zeros, z()}));
  set(a, 350, 3, 250 * kTera);
  a.nd(NDS_ND_COUNTER_FEATURE_BITMAP) = 2;
  b.platform.sleep(100 * kPsPerSecond);
  EXPECT_EQ(a.client->release(a.fd), 0);
  EXPECT_EQ(mprobe_freed(b.nd(), 0), 350u);
  EXPECT_EQ(mprobe_freed(b.nd(), 19), 3u);
  EXPECT_EQ(mprobe_freed(b.nd(), 29), 250 * kTera);
  EXPECT_EQ(mprobe_freed_bitmap(b.nd()), 2u);
  b.platform.sleep(20 * kPsPerSecond);
  Worker w = b.worker("B");
  w.nd(NDS_ND_COUNTER_RUNTIME_VERSION) = kRuntime_2_31_24;
  set(w, 20, 0, 20 * kTera);
  EXPECT_EQ(b.tick(0), join({h(), record(56, "0"), version, record(200, "270"), record(90, "10")}));
  set(w, 60, 0, 140 * kTera);
  EXPECT_EQ(b.tick(1), join({h(), version, record(221, "2"), record(90, "10"), zeros,
                             mode == "fixed" ? record(250, "2") : Bytes{}, z()}));
  set(w, 90, 0, 260 * kTera);
  EXPECT_EQ(b.tick(0), join({h(), record(56, "0"), version, record(200, "70"), record(90, "10")}));
  return w;
}

// 21 check 3, and 21 check 4 (section 8.2)
void loss_without_capture(const std::string& mode) {
  bench(mode.c_str())->run([mode](MetricsBench& b) {
    process_exit(b, mode);
    mprobe_clear_all(b.nd());
    const std::string k6 = b.text(1), k7 = b.text(0);
    EXPECT_EQ(k7.find("200="), std::string::npos) << k7;
    if (mode == "shipped") {
      EXPECT_THAT(k6, testing::HasSubstr(" 90=1537207 "));
      EXPECT_THAT(k7, testing::HasSubstr(" 90=0"));
    } else {
      EXPECT_EQ(k6.find(" 90="), std::string::npos) << k6;
      EXPECT_EQ(k7.find(" 90="), std::string::npos) << k7;
    }
    EXPECT_EQ(k6.find("180=2.31.24") != std::string::npos, mode == "fixed") << k6;
    if (mode == "documented") {
      EXPECT_EQ(mprobe_last_used(b.nd()), 34u);
    }
  });
}
SIM_TEST(MetricsEngine, ProcessExitAndClearAllShipped) {
  loss_without_capture("shipped");
}
SIM_TEST(MetricsEngine, ProcessExitAndClearAllDocumented) {
  loss_without_capture("documented");
}
SIM_TEST(MetricsEngine, ProcessExitAndClearAllFixed) {
  loss_without_capture("fixed");
}

// 21 check 4, F: what is counted after the last post is posted as well.
SIM_TEST(MetricsEngine, ClearAllCapturesInFixed) {
  bench("fixed")->run([](MetricsBench& b) {
    Worker w = process_exit(b, "fixed");
    w.nc(1, kOk) += 5;
    mprobe_clear_all(b.nd());
    EXPECT_EQ(b.text(1).find("200="), std::string::npos);
    EXPECT_THAT(b.text(0), testing::HasSubstr("200=5"));
  });
}

// 21 check 5 (section 8.3)
void generic_errors(const std::string& mode) {
  bench(mode.c_str())->run([mode](MetricsBench& b) {
    const bool right = mode != "shipped";
    Worker w = b.worker();
    const auto ids = [](const std::string& text) {
      std::string found;
      for (const char* id : {"219=", "11="}) {
        const auto at = (" " + text).find(std::string(" ") + id);
        if (at == std::string::npos) continue;
        const auto end = text.find(' ', at);
        found += text.substr(at, end == std::string::npos ? end : end - at) + ";";
      }
      return found;
    };
    w.nc(2, kGeneric) = 9;
    mprobe_set_mailbox_errors(b.nd(), 4);
    EXPECT_EQ(ids(b.text(0)), right ? "219=9;11=4;" : "219=4;");
    b.tick(1);
    w.nc(2, kGeneric) = 12;
    mprobe_set_mailbox_errors(b.nd(), 6);
    EXPECT_EQ(ids(b.text(0)), right ? "219=3;11=2;" : "219=2;");
    EXPECT_EQ(ids(b.text(1)), "");
    b.end(w);
    EXPECT_EQ(ids(b.text(0)), right ? "" : "219=12;");
    EXPECT_EQ(ids(b.text(1)), "");
    EXPECT_EQ(ids(b.text(0)), "");
  });
}
SIM_TEST(MetricsEngine, GenericErrorsShipped) {
  generic_errors("shipped");
}
SIM_TEST(MetricsEngine, GenericErrorsDocumented) {
  generic_errors("documented");
}
SIM_TEST(MetricsEngine, GenericErrorsFixed) {
  generic_errors("fixed");
}

// 21 check 14
void full_buffer(const std::string& mode) {
  bench(mode.c_str())->run([mode](MetricsBench& b) {
    Worker w = b.worker();
    w.nd(NDS_ND_COUNTER_RUNTIME_VERSION) = kRuntime_2_31_24;
    for (unsigned counter = 0; counter <= 40; ++counter) w.nc(4, counter) = 99999;
    const std::string first = b.text(0);
    const std::uint32_t used = mprobe_last_used(b.nd());
    b.tick(1);
    const std::string next = b.text(0);
    const std::string head = "12=i-0123456789abcdef0 13=2.27.4.0 56=0 ";
    const std::string errors =
        "200=99999 201=99999 205=99999 212=99999 215=99999 216=99999 217=99999 206=99999 218=99999 "
        "214=99999 213=99999 ";
    if (mode == "shipped") {
      EXPECT_EQ(first, head + "180=2.31.24 " + errors + "204=99999");
      EXPECT_EQ(used, 127u);
    } else if (mode == "documented") {
      EXPECT_EQ(first, head + "180=2.31.24 " + errors + "219=99999");
      EXPECT_EQ(used, 127u);
    } else {
      EXPECT_EQ(first, head + errors + "219=99999 204=99999 90=0");
      EXPECT_EQ(used, 128u);
      EXPECT_EQ(next, head + "180=2.31.24 208=99999 207=99999 202=99999 209=99999 220=99999");
    }
    if (mode != "fixed") {
      EXPECT_EQ(next, head + "180=2.31.24" + (mode == "shipped" ? " 90=0" : ""));
    }
  });
}
SIM_TEST(MetricsEngine, FullBufferShipped) {
  full_buffer("shipped");
}
SIM_TEST(MetricsEngine, FullBufferDocumented) {
  full_buffer("documented");
}
SIM_TEST(MetricsEngine, FullBufferFixed) {
  full_buffer("fixed");
}

// Section 5: a row that finds no room is reported, once ever; also a row that has nothing to say.
SIM_TEST(MetricsEngine, FullBufferIsReportedOnce) {
  bench("documented")->run([](MetricsBench& b) {
    Worker w = b.worker();
    const unsigned sevens[] = {kOk, 16, 4, 5, 8,        9, 10,
                               11,  12, 2, 3, kGeneric, 17};  // rows 6 to 18
    for (const unsigned counter : sevens) w.nc(0, counter) = 99999;
    w.nc(0, 18) = 9;  // row 19
    b.tick(0);
    EXPECT_EQ(mprobe_last_used(b.nd()), 34u + 13 * 7 + 3);
    EXPECT_EQ(b.platform.log_count("posting buffer is full"), 1u);
    for (const unsigned counter : sevens) w.nc(0, counter) += 99999;
    w.nc(0, 18) += 99;
    b.tick(0);
    EXPECT_EQ(b.platform.log_count("posting buffer is full"), 1u);
  });
}
SIM_TEST(MetricsEngine, AlmostFullBufferIsNotReported) {
  bench("documented")->run([](MetricsBench& b) {
    Worker w = b.worker();
    for (const unsigned counter : {kOk, 16u, 4u, 5u, 8u, 9u, 10u, 11u, 12u, 2u, 3u, kGeneric, 17u})
      w.nc(0, counter) = 99999;
    w.nc(0, 18) = 9999;  // does not fit
    b.tick(0);
    EXPECT_EQ(mprobe_last_used(b.nd()), 34u + 13 * 7);
    EXPECT_EQ(b.platform.log_count("posting buffer is full"), 0u);
  });
}

// The table of section 5.4: (busy ps, cores, elapsed) -> percent.
SIM_TEST(MetricsEngine, UtilizationOfTwoCores) {
  (new MetricsBench("shipped", generation::Id::v2, DriverPlatform::with_product("trn1.32xlarge")))
      ->run([](MetricsBench& b) {
        Worker w = b.worker();
        w.nc(1, kTime) = 150 * kTera;
        EXPECT_THAT(b.text(0), testing::HasSubstr(" 90=50"));
      });
}
SIM_TEST(MetricsEngine, UtilizationOfEightCores) {
  bench("shipped")->run([](MetricsBench& b) {
    Worker w = b.worker();
    w.nc(0, kTime) = 600 * kTera;
    EXPECT_THAT(b.text(0), testing::HasSubstr(" 90=50"));
    w.nc(7, kTime) = 150 * kTera;
    EXPECT_THAT(b.text(1), testing::HasSubstr(" 90=12 "));
    EXPECT_THAT(b.text_now(0), testing::Not(testing::HasSubstr(" 90="))) << "no time has passed";
  });
}
void first_post_at(ps_t uptime, const char* record) {
  bench("shipped")->run([=](MetricsBench& b) {
    Worker w = b.worker();
    w.nc(0, kTime) = 1200 * kTera;
    b.forget_last_post();
    b.platform.sleep(uptime - b.now());
    EXPECT_THAT(b.text_now(0), testing::EndsWith(record));
  });
}
SIM_TEST(MetricsEngine, FirstUtilizationAt210s) {
  first_post_at(210 * kPsPerSecond, " 90=3");
}
SIM_TEST(MetricsEngine, FirstUtilizationAt1000s) {
  first_post_at(1000 * kPsPerSecond, " 90=21");
}
SIM_TEST(MetricsEngine, FirstUtilizationAt5000s) {
  first_post_at(5000 * kPsPerSecond, " 90=37");
}

}  // namespace
}  // namespace nvp::test
