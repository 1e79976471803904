// SPDX-License-Identifier: Apache-2.0
// When the metrics thread posts (docs/reference/21-metrics.md, section 7), on a real device.
#include <gmock/gmock.h>

#include "model/sim/thread.h"
#include "testbench/tests/support/metrics_bench.h"
#include "testbench/tests/support/sim_test.h"

namespace nvp::test {
namespace {

using testing::HasSubstr;

constexpr ps_t kJiffy = kPsPerSecond / 250;

// The driver with its thread on a real V3; times count from the thread's start.
struct Platform : DriverPlatform {
  explicit Platform(const std::string& mode = "documented") {
    add_device();
    set_fidelity(mode);
  }

  void run_with_client(std::function<void(Platform&)> body) {
    run([this, body = std::move(body)] {
      start = sim::now();
      ASSERT_TRUE(wait_ready());
      client = new Client(kernel());
      fd = client->open();
      ASSERT_GE(fd, 0);
      body(*this);
      Client::end_all();
    });
  }

  void until(double seconds) {
    sim::Thread::current()->sleep_until(start + static_cast<ps_t>(seconds * 1000) * kPsPerMs);
  }

  void mode(std::uint32_t value) {
    neuron_ioctl_metrics_ctrl request{value};
    EXPECT_EQ(client->ioctl(fd, NEURON_IOCTL_METRICS_CTRL, &request), 0);
  }

  // Seconds after the start at which the post arrived.
  double at(std::size_t post) const {
    return static_cast<double>(blobs()[post].time - start) / 1e12;
  }
  // 0 or 1: TICK_1 posts have id 222.
  int tick(std::size_t post) const {
    return text_of(blobs()[post].bytes).find("222=") != std::string::npos;
  }

  ps_t start = 0;
  Client* client = nullptr;
  int fd = -1;
};

// 21 check 2 and section 7.4: nothing before 150 s, then the grid, with alternating ticks.
SIM_TEST(MetricsThread, PostsOnTheGrid) {
  (new Platform)->run_with_client([](Platform& p) {
    p.until(149.9);
    EXPECT_TRUE(p.blobs().empty());
    p.until(605);
    ASSERT_EQ(p.blobs().size(), 4u);
    for (std::size_t k = 0; k < 4; ++k) {
      const double late = p.at(k) - 150.0 * static_cast<double>(k + 1);
      EXPECT_GE(late, 0) << k;
      EXPECT_LT(late, 0.1) << k;
      EXPECT_EQ(p.tick(k), static_cast<int>(k % 2));
    }
    EXPECT_EQ(p.blobs()[0].bytes.size(), 34u);
    // The reset at probe is reported once: ids 50 and 52 have three digits.
    EXPECT_EQ(p.blobs()[1].bytes.size(), 55u + 2 * 2);
    EXPECT_EQ(p.blobs()[3].bytes.size(), 55u);
  });
}

// 21 check 16: the trace alone, then nothing at all.
SIM_TEST(MetricsThread, TraceOnly) {
  auto* p = new Platform;
  p->set_param("nmetric_log_posts", 2);
  auto* records = new std::vector<std::string>;
  p->stream().subscribe({trace::Kind::metrics_post_trace}, [records](const trace::Event& event) {
    records->emplace_back(event.text);
  });
  p->run_with_client([records](Platform& p) {
    p.until(151);
    EXPECT_TRUE(p.blobs().empty());
    ASSERT_FALSE(records->empty());
    EXPECT_EQ(records->front(), "12:19:i-0123456789abcdef0");
    records->clear();
    p.set_param("nmetric_log_posts", 0);
    p.clear_mmio();
    p.until(301);
    EXPECT_TRUE(p.blobs().empty());
    EXPECT_TRUE(records->empty());
    for (const MmioAccess& access : p.misc_reads()) {
      EXPECT_NE(access.offset, 0x54u) << "no power samples either (section 1.1)";
    }
  });
}

// 21 check 16: without sinks baselines advance, but in mode fixed.
void no_sink(const std::string& mode) {
  (new MetricsBench(mode))->run([mode](MetricsBench& b) {
    Worker w = b.worker();
    w.nc(0, NDS_NC_COUNTER_INFER_COMPLETED) = 9;
    mprobe_set_sinks(0);
    EXPECT_TRUE(b.tick(0).empty());
    mprobe_set_sinks(1);
    b.tick(1);
    EXPECT_EQ(b.text(0).find("200=9") != std::string::npos, mode == "fixed");
  });
}
SIM_TEST(MetricsThread, NoSinkShipped) {
  no_sink("shipped");
}
SIM_TEST(MetricsThread, NoSinkDocumented) {
  no_sink("documented");
}
SIM_TEST(MetricsThread, NoSinkFixed) {
  no_sink("fixed");
}

// 21 check 16: 0 at probe makes no thread, and METRICS_CTRL then changes nothing.
SIM_TEST(MetricsThread, NoThreadWithoutSinks) {
  auto* p = new Platform;
  p->set_param("nmetric_log_posts", 0);
  p->run_with_client([](Platform& p) {
    EXPECT_FALSE(probe_metrics_thread(p.nd()));
    p.set_param("nmetric_log_posts", 1);
    p.mode(0);
    p.until(305);
    EXPECT_TRUE(p.blobs().empty());
  });
}

// 21 section 1.1: emulated devices have no metrics thread, whatever was asked for.
void emulator(generation::Id id, const std::string& product, std::uint8_t revision, bool thread) {
  auto* p = new DriverPlatform(DriverPlatform::with_product(product));
  ScriptedPort& port = p->add_scripted(id);
  port.pci().revision = revision;
  auto* firmware = new ScriptedFirmware(port, p->memory(), id);
  firmware->set_word(0, 7);
  p->run([p, thread] {
    ASSERT_NE(p->nd(), nullptr);
    EXPECT_EQ(probe_metrics_thread(p->nd()), thread);
    std::int64_t sinks = -1;
    EXPECT_EQ(p->kernel().get_param("nmetric_log_posts", &sinks), 0);
    EXPECT_EQ(sinks, thread ? 1 : 0);
  });
}
SIM_TEST(MetricsThread, NoneOnQemuOfV3) {
  emulator(generation::Id::v3, "trn2.48xlarge", 255, false);
}
SIM_TEST(MetricsThread, NoneOnTheEmulatorOfV3) {
  emulator(generation::Id::v3, "trn2.48xlarge", 240, false);
}
SIM_TEST(MetricsThread, NoneOnQemuOfV4) {
  emulator(generation::Id::v4, "trn3.48xlarge", 255, false);
}
SIM_TEST(MetricsThread, OneOnTheEmulatorOfV2) {
  emulator(generation::Id::v2, "trn1.32xlarge", 240, true);
}

// 21 section 1.1: a delay of 0 is refused.
SIM_TEST(MetricsThread, DelayOfZeroIsRefused) {
  auto* p = new Platform;
  p->set_param("nmetric_metric_post_delay", 0);
  p->run([p] {
    EXPECT_EQ(p->nd(), nullptr);
    EXPECT_EQ(p->log_count("accepted is 1 or more"), 1u);
  });
}

// 21 check 17
SIM_TEST(MetricsThread, ResumeAfterThreePeriods) {
  (new Platform)->run_with_client([](Platform& p) {
    p.until(160);
    p.mode(1);
    EXPECT_EQ(mprobe_state(p.nd()), 2);
    p.until(604.9);
    ASSERT_EQ(p.blobs().size(), 1u);
    p.until(605);
    p.mode(0);
    p.until(749.9);
    ASSERT_EQ(p.blobs().size(), 3u);
    EXPECT_NEAR(p.at(1), 605, 0.1);
    EXPECT_NEAR(p.at(2), 605, 0.1);
    EXPECT_EQ(p.tick(1), 1);
    EXPECT_EQ(p.tick(2), 0);
    p.until(751);
    ASSERT_EQ(p.blobs().size(), 4u);
    EXPECT_NEAR(p.at(3), 750, 0.1);
    EXPECT_EQ(p.tick(3), 1);
  });
}

// 21 check 18
SIM_TEST(MetricsThread, ResumeInTheSamePeriod) {
  (new Platform)->run_with_client([](Platform& p) {
    p.until(160);
    p.mode(1);
    p.until(299);
    p.mode(0);
    p.until(299.9);
    EXPECT_EQ(p.blobs().size(), 1u);
    EXPECT_EQ(mprobe_state(p.nd()), 3);
    p.until(449);
    ASSERT_EQ(p.blobs().size(), 2u);
    EXPECT_NEAR(p.at(1), 300, 0.1);
    EXPECT_EQ(mprobe_state(p.nd()), 1);
  });
}

// 21 check 19: the device is in RESET while a reset is not accepted.
SIM_TEST(MetricsThread, NotReadyMissesTheGrid) {
  auto* p = new Platform;
  p->run_with_client([](Platform& p) {
    EXPECT_EQ(p.client->close(p.fd), 0);
    p.until(140);
    fault::Spec ignore{};
    ignore.point = fault::Point::reset_ignore;
    ignore.until = p.start + 515 * kPsPerSecond;
    p.faults().arm(ignore);
    EXPECT_EQ(p.kernel().sysfs_write("/sys/devices/virtual/neuron_device/neuron0/reset", "1"), 1);
    EXPECT_EQ(probe_device_state(p.nd()), 0);
    p.until(500);
    EXPECT_TRUE(p.blobs().empty());
    p.until(599);
    ASSERT_EQ(p.blobs().size(), 1u);
    EXPECT_GT(p.at(0), 515);
    EXPECT_LT(p.at(0), 550);
    EXPECT_EQ(p.tick(0), 0);
    p.until(601);
    ASSERT_EQ(p.blobs().size(), 2u);
    EXPECT_NEAR(p.at(1), 600, 0.1);
    EXPECT_EQ(p.tick(1), 1);
  });
}

// 21 check 24 (L8)
void resume_after_256_periods(const std::string& mode) {
  auto* p = new Platform(mode);
  p->set_param("nmetric_metric_post_delay", 1000);
  p->run_with_client([mode](Platform& p) {
    p.until(1.1);
    ASSERT_EQ(p.blobs().size(), 1u);
    p.mode(1);
    p.until(257.5);
    p.mode(0);
    p.until(257.9);
    EXPECT_EQ(mprobe_state(p.nd()), 1);
    if (mode == "shipped") {
      EXPECT_EQ(p.blobs().size(), 1u);
    } else {
      ASSERT_EQ(p.blobs().size(), 3u);
      EXPECT_EQ(p.tick(1), 1);
      EXPECT_EQ(p.tick(2), 0);
    }
  });
}
SIM_TEST(MetricsThread, Resume256Shipped) {
  resume_after_256_periods("shipped");
}
SIM_TEST(MetricsThread, Resume256Documented) {
  resume_after_256_periods("documented");
}
SIM_TEST(MetricsThread, Resume256Fixed) {
  resume_after_256_periods("fixed");
}

// 21 check 20: a dead firmware holds the post for 30 s; the grid is where it was.
void dead_firmware(const std::string& mode) {
  auto* p = new Platform(mode);
  p->run_with_client([mode](Platform& p) {
    const unsigned time = NDS_NC_COUNTER_TIME_IN_USE;
    std::uint64_t* words = p.client->acquire(p.fd);
    ASSERT_NE(words, nullptr);
    fault::Spec drop{};
    drop.point = fault::Point::fw_drop;
    drop.until = p.start + 200 * kPsPerSecond;
    p.faults().arm(drop);
    p.until(160);
    EXPECT_TRUE(probe_mailbox_locked(p.mailbox()));
    words[nc_word(0, time)] = 1'204'000'000'000'000;
    p.until(301);
    // Firmware hands on every attempt of the post that it never answers.
    ASSERT_EQ(p.blobs().size(), 31u);
    EXPECT_NEAR(p.at(29), 179, 0.5);
    EXPECT_NEAR(p.at(30), 300, 0.1);
    // 150.5 s of eight cores: over some 120 s (S, D), over some 300 s (F).
    const std::string text = text_of(p.blobs()[30].bytes);
    EXPECT_THAT(text, HasSubstr(mode == "fixed" ? " 90=50 " : " 90=12"));
  });
}
SIM_TEST(MetricsThread, DeadFirmwareShipped) {
  dead_firmware("shipped");
}
SIM_TEST(MetricsThread, DeadFirmwareDocumented) {
  dead_firmware("documented");
}
SIM_TEST(MetricsThread, DeadFirmwareFixed) {
  dead_firmware("fixed");
}

// A wait of 50 ms is 13 jiffies (section 7.4): so many power samples in ten seconds.
SIM_TEST(MetricsThread, FastTicks) {
  (new Platform)->run_with_client([](Platform& p) {
    p.until(10);
    p.clear_mmio();
    p.until(20);
    std::size_t reads = 0;
    for (const MmioAccess& access : p.misc_reads()) reads += access.offset == 0x54;
    EXPECT_GE(reads, 10 * kPsPerSecond / (13 * kJiffy) - 1);
    EXPECT_LE(reads, 10 * kPsPerSecond / (13 * kJiffy) + 1);
  });
}

// Paused: power is sampled, nothing is posted.
SIM_TEST(MetricsThread, PausedSamplesPower) {
  (new Platform)->run_with_client([](Platform& p) {
    p.mode(1);
    p.mode(7);
    EXPECT_EQ(mprobe_state(p.nd()), 2);
    p.until(10);
    p.clear_mmio();
    p.until(11);
    EXPECT_FALSE(p.misc_reads().empty());
    p.until(160);
    EXPECT_TRUE(p.blobs().empty());
  });
}

}  // namespace
}  // namespace nvp::test
