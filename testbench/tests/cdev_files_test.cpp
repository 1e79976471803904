// SPDX-License-Identifier: Apache-2.0
// open, flush, release, gates, and the files of the device (docs/reference/23-cdev-ioctl.md,
// 22-sysfs.md).
#include <gmock/gmock.h>

#include "model/sim/thread.h"
#include "testbench/tests/support/metrics_bench.h"
#include "testbench/tests/support/sim_test.h"

namespace nvp::test {
namespace {

constexpr int kEINVAL = -22, kEBUSY = -16, kEACCES = -13;
const std::string kRoot = "/sys/devices/virtual/neuron_device/neuron0/";

void documented(std::function<void(MetricsBench&)> body) {
  (new MetricsBench("documented"))->run(std::move(body));
}

// 23 check 1
TEST(CdevWords, Commands) {
  EXPECT_EQ(NEURON_IOCTL_PRINTK, 0x40104E71u);
  EXPECT_EQ(NEURON_IOCTL_POD_STATUS, 0xC10C4E7Au);
  EXPECT_EQ(NEURON_IOCTL_DMA_QUEUE_INIT_BATCH, 0xB0084E85u);
  EXPECT_EQ(NEURON_IOCTL_MEM_COPY, 0x80084E17u);
}

// 23 check 31
TEST(CdevWords, Offsets) {
  EXPECT_EQ(sizeof(neuron_ioctl_notifications_init_with_realloc_v2), 56u);
  EXPECT_EQ(offsetof(neuron_ioctl_notifications_init_with_realloc_v2, mmap_offset), 40u);
  EXPECT_EQ(offsetof(neuron_ioctl_notifications_init_with_realloc_v2, mem_handle), 48u);
  EXPECT_EQ(offsetof(neuron_ioctl_pod_status_v2, modes_supported), 272u);
  EXPECT_EQ(offsetof(neuron_ioctl_app_info, host_mem_size), 136u);
}

// 23 check 2
SIM_TEST(CdevFiles, OpenDuringReset) {
  documented([](MetricsBench& b) {
    auto* c = new Client(b.platform.kernel());
    b.firmware.accept_resets(false);
    EXPECT_EQ(b.platform.kernel().sysfs_write(kRoot + "reset", "x\n"), 2);
    EXPECT_EQ(probe_device_state(b.nd()), 0);
    const ps_t before = sim::now();
    const int writer = c->open("/dev/neuron0", Client::kWriteOnly);
    const int neither = c->open("/dev/neuron0", 3);
    EXPECT_GE(writer, 0);
    EXPECT_GE(neither, 0);
    EXPECT_EQ(sim::now(), before);
    EXPECT_EQ(mprobe_open_count(b.nd()), 0u);
    EXPECT_EQ(c->call([&] { return npid_is_attached(b.nd()); }), 0);
    c->start([&] { return b.platform.kernel().sys_open("/dev/neuron0", Client::kReadWrite); });
    b.platform.sleep(kPsPerSecond);
    EXPECT_FALSE(c->finished());
    EXPECT_EQ(mprobe_open_count(b.nd()), 1u) << "counted while it waits";
    b.firmware.finish_reset();
    EXPECT_GE(c->wait(), 0);
    EXPECT_EQ(probe_device_state(b.nd()), 1);
  });
}

// 23 check 2, INVALID: a reset that is never accepted; a kill ends the wait.
SIM_TEST(CdevFiles, OpenOfAnInvalidDevice) {
  documented([](MetricsBench& b) {
    auto* c = new Client(b.platform.kernel());
    b.firmware.accept_resets(false);
    b.platform.kernel().sysfs_write(kRoot + "reset", "1");
    auto* killed = new Client(b.platform.kernel(), "killed");
    killed->start([&] { return b.platform.kernel().sys_open("/dev/neuron0", 2); });
    b.platform.sleep(kPsPerSecond);
    killed->kill();
    EXPECT_EQ(mprobe_open_count(b.nd()), 0u);
    ASSERT_TRUE(
        b.platform.wait_until([&] { return probe_device_state(b.nd()) == 2; }, 600 * kPsPerSecond));
    EXPECT_EQ(c->open(), kEINVAL);
    EXPECT_EQ(mprobe_open_count(b.nd()), 0u);
    EXPECT_GE(c->open("/dev/neuron0", Client::kWriteOnly), 0);
  });
}

// 23 check 3
SIM_TEST(CdevFiles, SeventeenProcesses) {
  documented([](MetricsBench& b) {
    for (int i = 0; i < 16; ++i) EXPECT_GE((new Client(b.platform.kernel()))->open(), 0);
    EXPECT_EQ((new Client(b.platform.kernel()))->open(), kEBUSY);
    EXPECT_EQ(mprobe_open_count(b.nd()), 16u);
  });
}
SIM_TEST(CdevFiles, OneProcessOpensTwentyTimes) {
  documented([](MetricsBench& b) {
    auto* c = new Client(b.platform.kernel());
    for (int i = 0; i < 20; ++i) EXPECT_GE(c->open(), 0);
    EXPECT_EQ(mprobe_open_count(b.nd()), 20u);
    EXPECT_EQ(npid_attached_process_count(b.nd()), 1);
    EXPECT_EQ(c->call([&] { return npid_is_attached(b.nd()); }), 20);
  });
}

// 23 check 4
SIM_TEST(CdevFiles, FreeAccess) {
  documented([](MetricsBench& b) {
    auto* c = new Client(b.platform.kernel());
    const int fd = c->open("/dev/neuron0", Client::kWriteOnly);
    neuron_ioctl_device_info info{};
    neuron_ioctl_device_basic_info basic{};
    neuron_ioctl_nc_reset reset{};
    neuron_ioctl_pod_info pod{};
    neuron_ioctl_neuron_ds_info ds{};
    char text[] = "hello";
    neuron_ioctl_printk print{text, sizeof(text), 0};
    pod.sz = sizeof(pod);
    EXPECT_EQ(c->ioctl(fd, NEURON_IOCTL_DEVICE_INFO, &info), kEINVAL);
    EXPECT_EQ(c->ioctl(fd, NEURON_IOCTL_DEVICE_BASIC_INFO, &basic), 0);
    EXPECT_EQ(basic.architecture, 3u);
    EXPECT_EQ(basic.revision, 1u);
    EXPECT_EQ(c->ioctl(fd, NEURON_IOCTL_PRINTK, &print), 0);
    EXPECT_EQ(c->ioctl(fd, NEURON_IOCTL_NC_RESET, &reset), kEINVAL);
    EXPECT_EQ(c->ioctl(fd, NEURON_IOCTL_POD_INFO, &pod), 0);
    EXPECT_EQ(c->ioctl(fd, NEURON_IOCTL_ACQUIRE_NEURON_DS, &ds), kEINVAL);
  });
}

// 23 check 5
SIM_TEST(CdevFiles, ClosingADuplicateDetaches) {
  documented([](MetricsBench& b) {
    Worker w = b.worker();
    w.nc(0, 1) = 4;
    const int copy = w.client->dup(w.fd);
    EXPECT_EQ(w.client->close(copy), 0);
    EXPECT_EQ(mprobe_freed(b.nd(), 0), 4u) << "the slab was released";
    std::uint8_t byte = 0;
    neuron_ioctl_post_metric post{&byte, 1};
    neuron_ioctl_metrics_ctrl ctrl{7};
    neuron_ioctl_mem_alloc alloc{};
    neuron_ioctl_mem_alloc_v2mt alloc_v2mt{};
    EXPECT_EQ(w.client->ioctl(w.fd, NEURON_IOCTL_POST_METRIC, &post), kEACCES);
    EXPECT_EQ(w.client->ioctl(w.fd, NEURON_IOCTL_METRICS_CTRL, &ctrl), 0);
    EXPECT_EQ(w.client->ioctl(w.fd, NEURON_IOCTL_MEM_ALLOC, &alloc), kEACCES);
    EXPECT_NE(w.client->ioctl(w.fd, NEURON_IOCTL_MEM_ALLOC_V2MT, &alloc_v2mt), kEACCES);
    EXPECT_EQ(w.client->close(w.fd), 0);
    EXPECT_EQ(mprobe_open_count(b.nd()), 1u) << "the mapping keeps the file open";
    w.client->call([&] { return b.platform.kernel().sys_munmap(w.words, NEURON_DATASTORE_SIZE); });
    EXPECT_EQ(mprobe_open_count(b.nd()), 0u);
  });
}

// 23 section 3.2: only the last close of a process cleans up, and it lets DMA settle for 10 ms.
SIM_TEST(CdevFiles, LastCloseTakesTenMilliseconds) {
  documented([](MetricsBench& b) {
    auto* c = new Client(b.platform.kernel());
    const int first = c->open(), second = c->open();
    neuron_ioctl_crwl lock{};
    EXPECT_EQ(c->ioctl(first, NEURON_IOCTL_CRWL_WRITER_ENTER, &lock), 0);
    ps_t before = sim::now();
    EXPECT_EQ(c->close(second), 0);
    EXPECT_EQ(sim::now(), before);
    EXPECT_EQ(c->ioctl(first, NEURON_IOCTL_CRWL_WRITER_DOWNGRADE, &lock), 0) << "still locked";
    before = sim::now();
    EXPECT_EQ(c->close(first), 0);
    EXPECT_GE(sim::now() - before, 10 * kPsPerMs);
    EXPECT_LE(sim::now() - before, 16 * kPsPerMs) << "10 ms are 3 jiffies and the one that runs";
    const int again = c->open();
    EXPECT_EQ(c->ioctl(again, NEURON_IOCTL_CRWL_READER_ENTER, &lock), -2) << "the lock is gone";
  });
}

// 23 check 28: order at the exit of a process with both kinds of descriptor.
SIM_TEST(CdevFiles, ExitWithBothKinds) {
  documented([](MetricsBench& b) {
    Worker w = b.worker();
    const int free_access = w.client->open("/dev/neuron0", Client::kWriteOnly);
    neuron_ioctl_crwl_nc_map range{2, 0, 7, 0, 0};
    EXPECT_EQ(w.client->ioctl(free_access, NEURON_IOCTL_CRWL_NC_RANGE_MARK, &range), 0);
    EXPECT_EQ(ncrwl_range_owner(1), w.client->pid());
    w.nc(0, 1) = 6;
    const std::uint64_t tick = mprobe_clear_tick(b.nd(), 15);
    b.end(w);
    EXPECT_EQ(mprobe_freed(b.nd(), 0), 6u);
    EXPECT_EQ(ncrwl_range_owner(1), 0);
    EXPECT_EQ(mprobe_open_count(b.nd()), 0u);
    EXPECT_GT(mprobe_clear_tick(b.nd(), 15), tick) << "the last close cleared all";
  });
}

// 20 section 2.6: SIGKILL captures as an exit does.
SIM_TEST(CdevFiles, KilledProcess) {
  documented([](MetricsBench& b) {
    b.worker();  // so that the last close does not come
    Worker w = b.worker();
    w.nc(3, 1) = 11;
    w.client->kill();
    EXPECT_EQ(mprobe_freed(b.nd(), 0), 11u);
    EXPECT_EQ(npid_attached_process_count(b.nd()), 1);
  });
}

// 23 check 29
void marks_of_the_dead(const char* mode, bool stay) {
  (new MetricsBench(mode))->run([stay](MetricsBench& b) {
    Worker w = b.worker();
    neuron_ioctl_crwl_nc_map range{1, 0, 7, 0, 0};
    EXPECT_EQ(w.client->ioctl(w.fd, NEURON_IOCTL_CRWL_NC_RANGE_MARK, &range), 0);
    b.end(w);
    EXPECT_EQ(ncrwl_range_owner(0), stay ? w.client->pid() : 0);
  });
}
SIM_TEST(CdevFiles, MarksOfTheDeadDocumented) {
  marks_of_the_dead("documented", true);
}
SIM_TEST(CdevFiles, MarksOfTheDeadFixed) {
  marks_of_the_dead("fixed", false);
}

// 23 check 29: closing one of two files keeps them in mode fixed.
SIM_TEST(CdevFiles, MarksLastAsLongAsAFileIsOpen) {
  (new MetricsBench("fixed"))->run([](MetricsBench& b) {
    Worker w{new Client(b.platform.kernel()), 0, nullptr};
    w.fd = w.client->open();
    const int second = w.client->open();
    neuron_ioctl_crwl_nc_map range{1, 0, 7, 0, 0};
    EXPECT_EQ(w.client->ioctl(w.fd, NEURON_IOCTL_CRWL_NC_RANGE_MARK, &range), 0);
    EXPECT_EQ(w.client->close(second), 0);
    EXPECT_EQ(ncrwl_range_owner(0), w.client->pid());
    EXPECT_EQ(w.client->close(w.fd), 0);
    EXPECT_EQ(ncrwl_range_owner(0), 0);
  });
}

// 22 check 2 and 22 check 4: the number of directories and files.
void tree(generation::Id id, const std::string& product, std::size_t files, const char* cores) {
  (new MetricsBench("documented", id, DriverPlatform::with_product(product)))
      ->run([=](MetricsBench& b) {
        std::size_t found = 0;
        for (const std::string& path : b.platform.kernel().sysfs_list()) {
          found += path.find("/neuron0/info/") != std::string::npos ||
                   path.find("/neuron0/stats/") != std::string::npos ||
                   path.find("/neuron0/neuron_core") != std::string::npos;
        }
        EXPECT_EQ(found, files);
        std::string text;
        EXPECT_GT(b.platform.kernel().sysfs_read(kRoot + "core_count", &text), 0);
        EXPECT_EQ(text, cores);
      });
}
SIM_TEST(CdevFiles, TreeOfV2) {
  tree(generation::Id::v2, "trn1.32xlarge", 235, "2");
}
SIM_TEST(CdevFiles, TreeOfV3) {
  tree(generation::Id::v3, "trn2.48xlarge", 841, "8");
}

// 22 checks 7, 9, 10, 11, 13, 14, 18, 22
SIM_TEST(CdevFiles, SysfsTexts) {
  documented([](MetricsBench& b) {
    vk::Kernel& kernel = b.platform.kernel();
    const auto read = [&kernel](const std::string& path) {
      std::string text;
      EXPECT_GE(kernel.sysfs_read(kRoot + path, &text), 0) << path;
      return text;
    };
    const auto write = [&kernel](const std::string& path, const std::string& text) {
      return kernel.sysfs_write(kRoot + path, text);
    };
    EXPECT_EQ(read("info/architecture/arch_type"), "NDv3\n");
    EXPECT_EQ(read("neuron_core7/info/architecture/arch_type"), "NCv3\n");
    EXPECT_EQ(read("info/architecture/device_name"), "Trainium2\n");
    EXPECT_EQ(read("fw_api_version"), "7\n");
    b.firmware.set_word(0x38, 0x89ABCDEF);
    b.firmware.set_word(0x3C, 0x01234567);
    EXPECT_EQ(read("info/serial_number"), "0123456789abcdef\n");
    b.firmware.set_word(0x3C, 0xDEADBEEF);
    EXPECT_EQ(read("info/serial_number"), "\n");
    b.firmware.set_word(0x40, 0x00120007);
    EXPECT_EQ(read("stats/hardware/sram_ecc_uncorrected"), "7\n");
    EXPECT_EQ(write("stats/hardware/mem_ecc_uncorrected", "x"), 1);
    EXPECT_EQ(read("info/notify_delay"), "-1\n");
    EXPECT_EQ(write("info/notify_delay", "0\n"), 2);
    EXPECT_EQ(read("info/notify_delay"), "0\n");
    EXPECT_EQ(write("info/notify_delay", "7"), 1);
    EXPECT_EQ(read("info/notify_delay"), "0\n");
    EXPECT_EQ(write("info/notify_delay", "-1"), 2);
    EXPECT_EQ(read("info/notify_delay"), "-1\n");
    EXPECT_EQ(read("reset"), "1\n");
    EXPECT_THAT(read("stats/power/utilization"), testing::StartsWith("POWER_STATUS_"));
    // 16 slabs, the dummy page and the memset buffer (section 7.3)
    EXPECT_EQ(read("stats/memory_usage/host_mem/driver_memory/present").empty(), false);
    const std::string count = "neuron_core3/stats/other_info/reset_req_count/total";
    EXPECT_EQ(read(count), "1\n");
    EXPECT_EQ(write("reset", "1"), 1);
    EXPECT_TRUE(b.platform.wait_ready());
    EXPECT_EQ(read(count), "2\n");
    b.worker();
    EXPECT_EQ(write("reset", "1"), 1);
    EXPECT_EQ(read("reset"), "1\n");
    EXPECT_EQ(read(count), "2\n");
    EXPECT_EQ(write(count, "abc"), 3);
    EXPECT_EQ(read(count), "0\n");
    EXPECT_EQ(read("neuron_core3/stats/other_info/reset_req_count/present"), "1\n");
  });
}

// 22 check 1
SIM_TEST(CdevFiles, Folding) {
  documented([](MetricsBench&) {
    const int table[][3] = {{0, 40, 40}, {1, 0, 41},  {1, 11, 52},  {1, 30, 71},
                            {2, 0, 72},  {2, 21, 93}, {2, 34, 106}, {2, 63, 135},
                            {2, 64, -1}, {1, 95, -1}, {3, 0, -1},   {0, -1, -1}};
    for (const auto& row : table) {
      EXPECT_EQ(nsysfsmetric_fold(row[0], row[1]), row[2]) << row[0] << ", " << row[1];
    }
  });
}

}  // namespace
}  // namespace nvp::test
