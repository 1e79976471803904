// SPDX-License-Identifier: Apache-2.0
// The kernel's side of the datastore (docs/reference/20-datastore.md).
#include <gmock/gmock.h>

#include "model/sim/thread.h"
#include "testbench/tests/support/metrics_bench.h"
#include "testbench/tests/support/sim_test.h"

namespace nvp::test {
namespace {

constexpr unsigned kOk = NDS_NC_COUNTER_INFER_COMPLETED, kMac = NDS_NC_COUNTER_MAC_COUNT;
constexpr int kENOENT = -2, kENOMEM = -12, kEINVAL = -22;
const std::string kRoot = "/sys/devices/virtual/neuron_device/neuron0/";

// Index of the slab that a process owns, -1 if it has none.
int slot_of(MetricsBench& b, int pid) {
  for (unsigned i = 0; i < NEURON_MAX_DATASTORE_ENTRIES_PER_DEVICE; ++i) {
    if (mprobe_owner(b.nd(), i) == pid) return static_cast<int>(i);
  }
  return -1;
}
int slot_of(MetricsBench& b, const Worker& w) {
  return slot_of(b, w.client->pid());
}

void in_mode(const char* mode, std::function<void(MetricsBench&)> body) {
  (new MetricsBench(mode))->run(std::move(body));
}

std::string read(MetricsBench& b, const std::string& path) {
  std::string text;
  EXPECT_GE(b.platform.kernel().sysfs_read(kRoot + path, &text), 0) << path;
  return text;
}

// 20 check 1
TEST(DatastoreLayout, CounterAddresses) {
  const struct {
    unsigned core, counter;
    long byte;
  } table[] = {{2, 1, 0x2F8},  {3, 30, 0x4D8},  {0, 31, 0xDA80}, {1, 32, 0xDC88},  {3, 94, 0xE278},
               {4, 0, 0xE280}, {7, 29, 0xEC68}, {7, 31, 0xEC78}, {15, 94, 0x10670}};
  for (const auto& row : table) {
    EXPECT_EQ(nds_nc_counter_word(row.core, row.counter) * 8, row.byte)
        << "core " << row.core << " counter " << row.counter;
  }
  EXPECT_EQ(nds_nd_counter_word(0) * 8, 0x8);
  EXPECT_EQ(nds_nd_counter_word(30) * 8, 0xF8);
  EXPECT_EQ(nds_nd_counter_word(31), -1);
}

// 20 check 2
SIM_TEST(DatastoreKernel, CountersThatDoNotExist) {
  in_mode("documented", [](MetricsBench& b) {
    std::uint64_t* words = mprobe_slab(b.nd(), 3);
    words[nc_word(15, 94)] = 5;
    EXPECT_EQ(neuron_ds_nc_counter(words, 15, 94), 5u);
    EXPECT_EQ(neuron_ds_nc_counter(words, 0, 95), 0u);
    EXPECT_EQ(neuron_ds_nc_counter(words, 16, 0), 0u);
    EXPECT_EQ(b.platform.log_count("there is no core counter"), 1u) << "warned once";
  });
}

// 20 check 3 and 20 check 4
SIM_TEST(DatastoreKernel, SlotsRotate) {
  in_mode("documented", [](MetricsBench& b) {
    Worker first = b.worker(), second = b.worker();
    EXPECT_EQ(slot_of(b, first), 0);
    EXPECT_EQ(slot_of(b, second), 1);
    first.client->release(first.fd);
    Worker third = b.worker();
    EXPECT_EQ(slot_of(b, third), 2);
    b.end(first);
    b.end(second);
    b.end(third);  // the last close clears all
    for (unsigned i = 1; i < 16; ++i) {
      EXPECT_EQ(mprobe_clear_tick(b.nd(), i), mprobe_clear_tick(b.nd(), i - 1) + 1);
    }
    Worker fourth = b.worker();
    EXPECT_EQ(slot_of(b, fourth), 0);
    fourth.client->release(fourth.fd);
    EXPECT_NE(fourth.client->acquire(fourth.fd), nullptr);
    EXPECT_EQ(slot_of(b, fourth), 1);
  });
}

// 20 check 5
SIM_TEST(DatastoreKernel, SeventeenthProcess) {
  in_mode("documented", [](MetricsBench& b) {
    std::vector<Worker> workers;
    for (int i = 0; i < 16; ++i) workers.push_back(b.worker());
    // A slab can outlive its process's attachment, so that a 17th process may ask.
    auto* late = new Client(b.platform.kernel(), "late");
    EXPECT_EQ(late->open(), -16) << "the process table is full as well";
    workers[5].client->release(workers[5].fd);
    mprobe_own(b.nd(), 5, 4711);
    EXPECT_EQ(workers[5].client->acquire(workers[5].fd), nullptr);
    EXPECT_EQ(workers[5].client->result(), kENOMEM);
    mprobe_own(b.nd(), 5, 0);
    EXPECT_NE(workers[5].client->acquire(workers[5].fd), nullptr);
    EXPECT_EQ(slot_of(b, workers[5]), 5);
  });
}

// 20 check 6
SIM_TEST(DatastoreKernel, AcquireOfOthers) {
  in_mode("documented", [](MetricsBench& b) {
    Worker w = b.worker();
    neuron_ioctl_neuron_ds_info own{}, again{}, other{};
    EXPECT_EQ(w.client->ioctl(w.fd, NEURON_IOCTL_ACQUIRE_NEURON_DS, &own), 0);
    EXPECT_EQ(w.client->ioctl(w.fd, NEURON_IOCTL_ACQUIRE_NEURON_DS, &again), 0);
    EXPECT_EQ(own.mmap_offset, again.mmap_offset);
    EXPECT_EQ(own.size, 262144u);
    other.pid = w.client->pid() + 1000;
    EXPECT_EQ(w.client->ioctl(w.fd, NEURON_IOCTL_ACQUIRE_NEURON_DS, &other), kENOENT);
  });
}

// 20 check 7
SIM_TEST(DatastoreKernel, ForeignReleaseDoesNothing) {
  in_mode("documented", [](MetricsBench& b) {
    Worker a = b.worker("A"), other = b.worker("B");
    a.nc(0, kOk) = 3;
    EXPECT_EQ(other.client->release(other.fd, a.client->pid()), 0);
    EXPECT_EQ(slot_of(b, a), 0);
    EXPECT_EQ(a.nc(0, kOk), 3u);
  });
}

// 20 check 8 and 20 check 9
SIM_TEST(DatastoreKernel, Mapping) {
  in_mode("documented", [](MetricsBench& b) {
    Worker a = b.worker("A"), monitor = b.worker("monitor");
    neuron_ioctl_neuron_ds_info info{};
    info.pid = a.client->pid();
    ASSERT_EQ(monitor.client->ioctl(monitor.fd, NEURON_IOCTL_ACQUIRE_NEURON_DS, &info), 0);
    EXPECT_EQ(info.mmap_offset >> 46, 1u);
    const std::uint64_t address = info.mmap_offset & ~(1ull << 46);
    EXPECT_EQ(address % 4096, 0u);
    EXPECT_LT(address, 1ull << 32);
    vk::Kernel& kernel = b.platform.kernel();
    monitor.client->call([&] {
      int error = 0;
      EXPECT_EQ(kernel.sys_mmap(4096, true, monitor.fd, info.mmap_offset, &error), nullptr);
      EXPECT_EQ(error, kEINVAL) << "processes are privileged here";
      auto* words = static_cast<std::uint64_t*>(
          kernel.sys_mmap(info.size, true, monitor.fd, info.mmap_offset, &error));
      EXPECT_NE(words, nullptr);
      if (words != nullptr) words[nc_word(1, kOk)] = 12;
      return 0;
    });
    EXPECT_EQ(a.nc(1, kOk), 12u) << "writable for a foreign process";
  });
}

// 20 check 15 and 20 check 16; 22 check 5 and 22 check 6
SIM_TEST(DatastoreKernel, ProcessEnd) {
  in_mode("documented", [](MetricsBench& b) {
    b.worker("keeper");  // so that the last close does not come
    const std::string core = "neuron_core2/stats/";
    const std::uint64_t values[] = {5, 2, 0}, totals[] = {5, 7, 7}, present[] = {5, 2, 2};
    for (int i = 0; i < 3; ++i) {
      Worker w = b.worker();
      w.nc(2, kOk) = values[i];
      if (i == 0) w.nc(2, kMac) = 1000;
      const auto slot = static_cast<unsigned>(slot_of(b, w));
      b.end(w);
      EXPECT_EQ(read(b, core + "status/success/total"), std::to_string(totals[i]) + "\n");
      EXPECT_EQ(read(b, core + "status/success/present"), std::to_string(present[i]) + "\n");
      const std::uint64_t* words = mprobe_slab(b.nd(), slot);
      EXPECT_TRUE(std::all_of(words, words + NEURON_DATASTORE_SIZE / 8,
                              [](std::uint64_t word) { return word == 0; }));
    }
    EXPECT_EQ(read(b, core + "other_info/flop_count/total"), "2000\n");
    EXPECT_EQ(read(b, core + "other_info/flop_count/present"), "2000\n");
    EXPECT_EQ(mprobe_freed(b.nd(), 0), 7u);
    std::uint64_t total, changed, peak;
    mprobe_sysfs(b.nd(), nsysfsmetric_fold(0, 1), 2, &total, &changed, &peak);
    EXPECT_EQ(peak, 7u);
    std::string text;
    EXPECT_LT(b.platform.kernel().sysfs_read(kRoot + core + "status/success/peak", &text), 0);
  });
}

// 20 check 15: metrics aggregate, sysfs aggregate, zero-fill, under the datastore lock. What the
// sysfs aggregate logs first shows what has happened by then.
void order_of_release(const char* mode, bool slab_is_read_live) {
  in_mode(mode, [slab_is_read_live](MetricsBench& b) {
    b.worker("keeper");
    Worker w = b.worker();
    w.nc(0, kOk) = 7;
    w.nd(NDS_ND_COUNTER_DYNAMIC_SYSFS_METRIC_BITMAP) = 1;
    int seen = 0;
    b.platform.stream().subscribe({trace::Kind::kernel_log}, [&](const trace::Event& line) {
      if (line.text.find("no parent directory") == std::string::npos) return;
      ++seen;
      EXPECT_EQ(mprobe_freed(b.nd(), 0), 7u) << "metrics first";
      EXPECT_EQ(mprobe_owner(b.nd(), 1), w.client->pid());
      EXPECT_EQ(mprobe_slab(b.nd(), 1)[nc_word(0, kOk)], slab_is_read_live ? 7u : 0u);
      std::uint64_t total, present, peak;
      mprobe_sysfs(b.nd(), nsysfsmetric_fold(0, kOk), 0, &total, &present, &peak);
      EXPECT_EQ(total, 0u) << "sysfs next";
    });
    EXPECT_EQ(w.client->release(w.fd), 0);
    EXPECT_EQ(seen, 1);
    EXPECT_EQ(read(b, "neuron_core0/stats/status/success/total"), "7\n");
    EXPECT_EQ(w.nc(0, kOk), 0u);
    EXPECT_EQ(slot_of(b, w), -1);
  });
}
SIM_TEST(DatastoreKernel, OrderOfReleaseDocumented) {
  order_of_release("documented", true);
}
SIM_TEST(DatastoreKernel, OrderOfReleaseFixed) {
  order_of_release("fixed", false);
}

// 20 check 19 (H3)
void late_increments(const char* mode, std::uint64_t inherited) {
  in_mode(mode, [inherited](MetricsBench& b) {
    Worker a = b.worker("A");
    a.client->release(a.fd);
    a.nc(0, kOk) += 5;
    for (int i = 0; i < 15; ++i) mprobe_own(b.nd(), static_cast<unsigned>(i) + 1, 5000 + i);
    Worker next = b.worker("B");
    EXPECT_EQ(slot_of(b, next), 0);
    EXPECT_EQ(next.nc(0, kOk), inherited);
  });
}
SIM_TEST(DatastoreKernel, LateIncrementsShipped) {
  late_increments("shipped", 5);
}
SIM_TEST(DatastoreKernel, LateIncrementsDocumented) {
  late_increments("documented", 5);
}
SIM_TEST(DatastoreKernel, LateIncrementsFixed) {
  late_increments("fixed", 0);
}

// 20 check 20 (H4); 22 check 24
void clear_all(const char* mode, std::uint64_t captured) {
  in_mode(mode, [captured](MetricsBench& b) {
    Worker a = b.worker("A");
    a.nc(0, kOk) = 7;
    mprobe_clear_all(b.nd());
    EXPECT_EQ(mprobe_freed(b.nd(), 0), captured);
    EXPECT_EQ(read(b, "neuron_core0/stats/status/success/total"), std::to_string(captured) + "\n");
    EXPECT_EQ(a.nc(0, kOk), 0u);
    EXPECT_EQ(slot_of(b, a), -1);
  });
}
SIM_TEST(DatastoreKernel, ClearAllShipped) {
  clear_all("shipped", 0);
}
SIM_TEST(DatastoreKernel, ClearAllDocumented) {
  clear_all("documented", 0);
}
SIM_TEST(DatastoreKernel, ClearAllFixed) {
  clear_all("fixed", 7);
}

// 20 H8: a slot left behind under the caller's number.
void reused_pid(const char* mode, int slot, std::uint64_t freed) {
  in_mode(mode, [=](MetricsBench& b) {
    Worker a = b.worker("A");
    a.nc(0, kOk) = 9;
    mprobe_forget_instance(b.nd(), 0);
    EXPECT_NE(a.client->acquire(a.fd), nullptr);
    EXPECT_EQ(slot_of(b, a), slot);
    EXPECT_EQ(mprobe_freed(b.nd(), 0), freed);
  });
}
SIM_TEST(DatastoreKernel, ReusedPidDocumented) {
  reused_pid("documented", 0, 0);
}
SIM_TEST(DatastoreKernel, ReusedPidFixed) {
  reused_pid("fixed", 1, 9);
}

// 22 check 21: no parent directory for dynamic metrics; the rest goes on.
SIM_TEST(DatastoreKernel, DynamicMetricsAreRefused) {
  in_mode("documented", [](MetricsBench& b) {
    b.worker("keeper");
    Worker w = b.worker();
    w.nd(NDS_ND_COUNTER_DYNAMIC_SYSFS_METRIC_BITMAP) = 5;
    w.nc(0, kOk) = 1;
    b.end(w);
    EXPECT_EQ(b.platform.log_count("has no parent directory"), 2u);
    EXPECT_EQ(read(b, "neuron_core0/stats/status/success/total"), "1\n");
  });
}

}  // namespace
}  // namespace nvp::test
