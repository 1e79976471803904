// SPDX-License-Identifier: Apache-2.0
// The arithmetic of the metrics thread, jiffy by jiffy (docs/reference/21-metrics.md, 7.3 and 7.4).
#include <gmock/gmock.h>

#include "model/sim/thread.h"
#include "testbench/tests/support/metrics_bench.h"
#include "testbench/tests/support/sim_test.h"

namespace nvp::test {
namespace {

using testing::ElementsAre;

// The driver with its thread on a V3: a real one, or one whose accesses and firmware take no time,
// as the figures of section 7.4 have it.
struct Host : DriverPlatform {
  enum Kind { real, ideal };

  explicit Host(Kind kind, unsigned hz = 250, const std::string& mode = "documented")
      : DriverPlatform(with_product("trn2.48xlarge", hz)), hz(hz) {
    if (kind == real) {
      add_device();
    } else {
      firmware = std::make_unique<ScriptedFirmware>(add_scripted(generation::Id::v3), memory(),
                                                    generation::Id::v3);
    }
    set_fidelity(mode);
    stream().subscribe({trace::Kind::kernel_log}, [this](const trace::Event& event) {
      if (event.text.find("metrics: one post per") != std::string::npos) start = jiffy(event.time);
    });
    stream().subscribe({trace::Kind::metrics_tick},
                       [this](const trace::Event& event) { ticks.push_back(event); });
  }

  std::int64_t jiffy(ps_t time) const {
    return static_cast<std::int64_t>(time / (kPsPerSecond / hz));
  }

  // To the first picosecond of a jiffy, counted from the thread's start.
  void until(std::int64_t jiffies) {
    sim::Thread::current()->sleep_until(static_cast<ps_t>(start + jiffies) * (kPsPerSecond / hz));
  }

  // The jiffies, counted from the thread's start, at which slow ticks ended.
  std::vector<std::int64_t> posts() const {
    std::vector<std::int64_t> found;
    for (const trace::Event& tick : ticks) found.push_back(jiffy(tick.time) - start);
    return found;
  }

  std::size_t power_reads() const {
    std::size_t reads = 0;
    for (const MmioAccess& access : misc_reads()) reads += access.offset == 0x54;
    return reads;
  }

  unsigned hz;
  std::unique_ptr<ScriptedFirmware> firmware;
  std::int64_t start = -1;
  std::vector<trace::Event> ticks;
};

void run(Host* host, std::function<void(Host&)> body) {
  host->run([host, body = std::move(body)] {
    ASSERT_TRUE(host->wait_ready());
    ASSERT_GE(host->start, 0);
    host->clear_mmio();
    body(*host);
    Client::end_all();
  });
}

void set_mode(Host& host, std::uint32_t mode) {
  auto* client = new Client(host.kernel());
  neuron_ioctl_metrics_ctrl request{mode};
  EXPECT_EQ(client->ioctl(client->open(), NEURON_IOCTL_METRICS_CTRL, &request), 0);
  client->exit();
}

// Section 7.4: 13 jiffies between two looks at the grid of 37500.
SIM_TEST(MetricsTiming, PostsAt250Hz) {
  run(new Host(Host::ideal, 250), [](Host& host) {
    EXPECT_EQ(static_cast<std::uint32_t>(mprobe_jiffies() - host.jiffy(sim::now())), 0xFFFEDB08u);
    host.until(150'010);
    EXPECT_THAT(host.posts(), ElementsAre(37'505, 75'010, 112'502, 150'007));
  });
}
SIM_TEST(MetricsTiming, PostsAt100Hz) {
  run(new Host(Host::ideal, 100), [](Host& host) {
    EXPECT_EQ(static_cast<std::uint32_t>(mprobe_jiffies() - host.jiffy(sim::now())), 0xFFFF8AD0u);
    host.until(60'010);
    EXPECT_THAT(host.posts(), ElementsAre(15'000, 30'000, 45'000, 60'000));
  });
}
SIM_TEST(MetricsTiming, PostsAt1000Hz) {
  run(new Host(Host::ideal, 1000), [](Host& host) {
    EXPECT_EQ(static_cast<std::uint32_t>(mprobe_jiffies() - host.jiffy(sim::now())), 0xFFFB6C20u);
    host.until(300'010);
    EXPECT_THAT(host.posts(), ElementsAre(150'000, 300'000));
  });
}

// A post that takes time moves the looks, but not the grid: the next look is 13 jiffies after its
// end.
SIM_TEST(MetricsTiming, PostsOfARealDevice) {
  run(new Host(Host::real), [](Host& host) {
    host.until(150'100);
    ASSERT_EQ(host.ticks.size(), 4u);
    std::int64_t end = 0;  // of the post before
    for (std::int64_t k = 1; k <= 4; ++k) {
      const std::int64_t grid = 37'500 * k, looks = (grid - end + 12) / 13;
      const std::int64_t begun = end + 13 * looks;
      const std::int64_t at = host.posts()[static_cast<std::size_t>(k - 1)];
      EXPECT_GE(at, begun) << k;
      EXPECT_LE(at, begun + 3) << k << ": a post takes some milliseconds";
      end = at;
    }
  });
}

// Every slow tick is an event: its number, whether it was accepted, records, bytes.
SIM_TEST(MetricsTiming, TicksAreEvents) {
  run(new Host(Host::real), [](Host& host) {
    host.until(75'020);
    ASSERT_EQ(host.ticks.size(), 2u);
    ASSERT_EQ(host.blobs().size(), 2u);
    const std::uint64_t records[] = {3, 10};
    for (std::size_t i = 0; i < 2; ++i) {
      const trace::Event& tick = host.ticks[i];
      EXPECT_EQ(tick.device, 0);
      EXPECT_EQ(tick.a, i) << "tick";
      EXPECT_EQ(tick.b, 1u) << "posted";
      EXPECT_EQ(tick.x, records[i]);
      EXPECT_EQ(tick.y, host.blobs()[i].bytes.size());
    }
    host.set_param("nmetric_log_posts", 0);
    host.until(112'510);
    ASSERT_EQ(host.ticks.size(), 3u);
    EXPECT_EQ(host.ticks[2].a, 0u);
    EXPECT_EQ(host.ticks[2].b, 0u) << "no sink has taken it";
  });
}

// A pause is noticed at the end of the 13 jiffies that run (no wake-up), and ends in two posts.
SIM_TEST(MetricsTiming, ResumeIsNoticedAtTheEndOfTheWait) {
  run(new Host(Host::ideal), [](Host& host) {
    host.until(40'000);
    set_mode(host, 1);
    host.until(151'242);  // 13 * 11634 = 151242: a wait has just begun
    set_mode(host, 0);
    EXPECT_EQ(mprobe_state(host.nd()), 3);
    host.until(151'254);
    EXPECT_EQ(host.ticks.size(), 1u);
    host.until(151'260);
    ASSERT_EQ(host.ticks.size(), 3u);
    EXPECT_EQ(host.posts()[1], 151'255);
    EXPECT_EQ(host.ticks[1].a, 1u);
    EXPECT_EQ(host.ticks[2].a, 0u);
    EXPECT_EQ(mprobe_state(host.nd()), 1);
  });
}

// RESUMING inside the period of the last post: one look per jiffy, each with a power sample, until
// the next grid point; that is met on its jiffy.
SIM_TEST(MetricsTiming, ResumingLooksAtEveryJiffy) {
  run(new Host(Host::ideal), [](Host& host) {
    host.until(40'000);
    set_mode(host, 1);
    host.until(74'000);
    set_mode(host, 0);
    host.until(74'100);
    host.clear_mmio();
    host.until(74'200);
    EXPECT_EQ(host.power_reads(), 100u);
    host.until(75'001);
    ASSERT_EQ(host.ticks.size(), 2u) << "one post";
    EXPECT_EQ(host.jiffy(host.ticks[1].time) - host.start, 75'000);
    host.clear_mmio();
    host.until(76'001);
    EXPECT_NEAR(static_cast<double>(host.power_reads()), 1000 / 13, 1) << "13 jiffies again";
  });
}

// RESUMING while the device is not READY: no sample, no post.
SIM_TEST(MetricsTiming, ResumingOnAnAbsentDevice) {
  auto* host = new Host(Host::real);
  run(host, [](Host& host) {
    set_mode(host, 1);
    host.until(36'000);
    set_mode(host, 0);
    fault::Spec ignore{};
    ignore.point = fault::Point::reset_ignore;
    ignore.until = static_cast<ps_t>(sim::now()) + 20 * kPsPerSecond;
    host.faults().arm(ignore);
    EXPECT_EQ(host.kernel().sysfs_write("/sys/devices/virtual/neuron_device/neuron0/reset", "1"),
              1);
    host.sleep(kPsPerSecond);
    EXPECT_EQ(probe_device_state(host.nd()), 0);
    host.clear_mmio();
    host.until(38'000);
    for (const MmioAccess& access : host.misc_reads()) {
      EXPECT_TRUE(access.offset != 0 && access.offset != 0x54) << "a sample, or its first step";
    }
    EXPECT_TRUE(host.ticks.empty());
    ASSERT_TRUE(host.wait_ready());
    host.sleep(kPsPerSecond);
    EXPECT_EQ(host.ticks.size(), 1u) << "the grid point that was missed, once";
    EXPECT_EQ(mprobe_state(host.nd()), 1);
  });
}

// A long wait is not left while a post is on its way: the utilization of the next one counts from
// the end of the batch (7.3, step c), not from its start.
void reference_of_utilization(const std::string& mode, const char* posted) {
  run(new Host(Host::real, 250, mode), [posted](Host& host) {
    fault::Spec slow{};
    slow.point = fault::Point::fw_drop;
    slow.until = static_cast<ps_t>(host.start + 38'000) * (kPsPerSecond / 250);
    host.faults().arm(slow);
    auto* client = new Client(host.kernel());
    std::uint64_t* words = client->acquire(client->open());
    ASSERT_NE(words, nullptr);
    host.until(60'000);
    words[nc_word(0, NDS_NC_COUNTER_TIME_IN_USE)] = 800'000'000'000'000;  // 100 s of eight cores
    host.until(75'020);
    EXPECT_THAT(text_of(host.blobs().back().bytes), testing::HasSubstr(posted));
  });
}
SIM_TEST(MetricsTiming, UtilizationCountsFromTheEndOfABatch) {
  reference_of_utilization("documented", " 90=67 ");
}
SIM_TEST(MetricsTiming, UtilizationCountsFromTheStartInFixed) {
  reference_of_utilization("fixed", " 90=33 ");
}

}  // namespace
}  // namespace nvp::test
