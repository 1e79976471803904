// SPDX-License-Identifier: Apache-2.0
// Files of the device, of the class and of the metric tree (docs/reference/22-sysfs.md).
#include <gmock/gmock.h>

#include "model/generation/routing.h"
#include "model/sim/thread.h"
#include "testbench/tests/support/metrics_bench.h"
#include "testbench/tests/support/sim_test.h"

namespace nvp::test {
namespace {

const std::string kClass = "/sys/class/neuron_device/";
const std::string kCore = "neuron_core0/stats/";
constexpr unsigned kOk = NDS_NC_COUNTER_INFER_COMPLETED;

std::string root(unsigned device = 0) {
  return "/sys/devices/virtual/neuron_device/neuron" + std::to_string(device) + "/";
}

std::string read(vk::Kernel& kernel, const std::string& path) {
  std::string text;
  const int result = kernel.sysfs_read(path, &text);
  return result < 0 ? "error " + std::to_string(result) : text;
}

// 22 check 3, and section 10: the names of each product.
void names(generation::Id generation, const char* dmi, std::uint16_t id,
           const std::vector<std::string>& texts) {
  auto* p = new DriverPlatform(DriverPlatform::with_product(dmi));
  DeviceConfig config;
  config.generation = generation;
  config.pci_device_id = id;
  p->add_device(config);
  p->run([p, texts] {
    ASSERT_TRUE(p->wait_ready());
    const char* const files[] = {
        "info/architecture/arch_type", "neuron_core1/info/architecture/arch_type",
        "info/architecture/instance_type", "info/architecture/device_name"};
    for (std::size_t i = 0; i < 4; ++i) {
      const char* file = files[i];
      EXPECT_EQ(read(p->kernel(), root() + file), texts[i] + "\n") << file;
    }
  });
}
SIM_TEST(CdevSysfs, NamesOfTrn1) {
  names(generation::Id::v2, "trn1.32xlarge", 0x7164, {"NDv2", "NCv2", "Trn1", "Trainium1"});
}
SIM_TEST(CdevSysfs, NamesOfInf2) {
  names(generation::Id::v2, "inf2.48xlarge", 0x7264, {"NDv3", "NCv2", "Inf2", "Inferentia2"});
}
SIM_TEST(CdevSysfs, NamesOfTrn2) {
  names(generation::Id::v3, "trn2.48xlarge", 0x7364, {"NDv3", "NCv3", "Trn2", "Trainium2"});
}

// 22 check 4, and section 4: permissions; the write-only ones of section 2.
SIM_TEST(CdevSysfs, Modes) {
  (new MetricsBench("documented"))->run([](MetricsBench& b) {
    vk::Kernel& kernel = b.platform.kernel();
    EXPECT_EQ(kernel.sysfs_mode(root() + "neuron_core7/stats/status/success/total"), 0644);
    EXPECT_EQ(kernel.sysfs_mode(root() + "reset"), 0600);
    EXPECT_EQ(kernel.sysfs_mode(root() + "core_count"), 0400);
    EXPECT_EQ(kernel.sysfs_mode(root() + "connected_devices"), 0400);
    EXPECT_EQ(kernel.sysfs_mode(root() + "fw_api_version"), 0444);
    EXPECT_EQ(kernel.sysfs_mode(kClass + "hbm_7200_capable"), 0444);
    EXPECT_EQ(kernel.sysfs_write(root() + "core_count", "3"), -13) << "22 check 22";
    int files = 0;
    for (const std::string& path : kernel.sysfs_list()) {
      const std::string full = "/sys/" + path.substr(path.rfind("/sys/", 0) == 0 ? 5 : 0);
      if (path.find("neuron0/stats/") == std::string::npos &&
          path.find("neuron0/neuron_core") == std::string::npos) {
        continue;
      }
      EXPECT_EQ(kernel.sysfs_mode(full), 0644) << path;
      ++files;
    }
    EXPECT_EQ(files, 841 - 5) << "all but the five of info/";
  });
}

// 22 check 5: a process ends; 22 check 9: a written total starts anew, its peak does not.
SIM_TEST(CdevSysfs, WrittenTotalStartsAnew) {
  (new MetricsBench("documented"))->run([](MetricsBench& b) {
    vk::Kernel& kernel = b.platform.kernel();
    b.worker("keeper");
    const std::string total = root() + kCore + "status/success/total",
                      present = root() + kCore + "status/success/present";
    const auto finish = [&b](std::uint64_t count) {
      Worker w = b.worker();
      w.nc(0, kOk) = count;
      b.end(w);
    };
    const auto peak = [&b] {
      std::uint64_t values[3];
      mprobe_sysfs(b.nd(), nsysfsmetric_fold(0, kOk), 0, &values[0], &values[1], &values[2]);
      return values[2];
    };
    finish(7);
    EXPECT_EQ(kernel.sysfs_write(total, "abc"), 3);
    EXPECT_EQ(read(kernel, total), "0\n");
    EXPECT_EQ(read(kernel, present), "7\n");
    finish(4);
    EXPECT_EQ(read(kernel, total), "4\n");
    EXPECT_EQ(read(kernel, present), "4\n");
    EXPECT_EQ(peak(), 7u);
  });
}

// 22 check 12: pollers are woken while notification is on, once per change.
SIM_TEST(CdevSysfs, Notification) {
  (new MetricsBench("documented"))->run([](MetricsBench& b) {
    vk::Kernel& kernel = b.platform.kernel();
    const std::string total = root() + kCore + "status/success/total";
    b.worker("keeper");
    int woken[2] = {-1, -1};
    for (int on = 0; on < 2; ++on) {
      if (on == 1) {
        EXPECT_EQ(kernel.sysfs_write(root() + "info/notify_delay", "0"), 1);
      }
      Worker w = b.worker();
      w.nc(0, kOk) = 3;
      auto* poller = new sim::Thread(
          "poller", [&kernel, total, &woken, on] { woken[on] = kernel.sysfs_poll(total, 500); });
      b.platform.sleep(100 * kPsPerMs);
      b.end(w);
      while (!poller->finished()) b.platform.sleep(100 * kPsPerMs);
    }
    EXPECT_EQ(woken[0], 0) << "off";
    EXPECT_EQ(woken[1], 1) << "on";
    EXPECT_EQ(kernel.sysfs_poll(total, 10), 0) << "one wake per change";
  });
}

struct PeCounters {
  std::uint64_t base, row, matmul, idle, fast, column, weight_load;
};
constexpr PeCounters kV2{0x305b1000, 0x140, 0x200, 0x210, 0x108, 0x40, 0};
constexpr PeCounters kV3{0x06141000, 0x1b0, 0x1c0, 0x1d0, 0x108, 0x30, 0x288};

// 22 check 15
void pe_counters(generation::Id id, const char* product, const PeCounters& pe,
                 const std::string& second_line) {
  (new MetricsBench("documented", id, DriverPlatform::with_product(product)))
      ->run([=](MetricsBench& b) {
        const auto store = [&b, &pe](std::uint64_t offset, std::uint32_t value) {
          b.port.store(pe.base + offset, value);
        };
        store(pe.matmul, 10);
        for (std::uint32_t c = 0; c < 4; ++c) store(pe.fast + c * pe.column, c + 1);
        store(pe.idle, 5);
        if (pe.weight_load != 0) store(pe.weight_load, 100);
        const std::string path = root() + kCore + "tensor_engine/pe_cntrs";
        EXPECT_EQ(
            read(b.platform.kernel(), path),
            "xrow_grp,mm_active,wl_active,idle\n" + second_line + "\n1,0,0,0\n2,0,0,0\n3,0,0,0\n");
        store(3 * pe.row + pe.matmul + 4, 2);  // the high word of row group 3
        EXPECT_THAT(read(b.platform.kernel(), path), testing::EndsWith("\n3,8589934592,0,0\n"));
      });
}
SIM_TEST(CdevSysfs, PeCountersOfV2) {
  pe_counters(generation::Id::v2, "trn1.32xlarge", kV2, "0,10,10,5");
}
SIM_TEST(CdevSysfs, PeCountersOfV3) {
  pe_counters(generation::Id::v3, "trn2.48xlarge", kV3, "0,10,110,5");
}

// 22 check 16: 64-bit sums wrap, and the text is cut at 255 bytes.
SIM_TEST(CdevSysfs, PeCountersAreCut) {
  (new MetricsBench("documented", generation::Id::v2,
                    DriverPlatform::with_product("trn1.32xlarge")))
      ->run([](MetricsBench& b) {
        b.port.on_read([](std::uint64_t offset, std::uint32_t stored) {
          return offset >= kV2.base && offset < kV2.base + 4 * kV2.row + 0x200 ? 0xFFFFFFFF
                                                                               : stored;
        });
        const std::string text =
            read(b.platform.kernel(), root() + kCore + "tensor_engine/pe_cntrs");
        EXPECT_EQ(text.size(), 255u);
        EXPECT_THAT(text,
                    testing::HasSubstr(
                        "\n0,18446744073709551615,18446744073709551612,18446744073709551615\n"));
      });
}

// 22 check 17
void neighbours(unsigned devices, const std::string& expected) {
  auto* p = new DriverPlatform(DriverPlatform::with_product("trn1.32xlarge"));
  for (unsigned i = 0; i < devices; ++i) {
    DeviceConfig config;
    config.generation = generation::Id::v2;
    config.routing_id = generation::default_routing_id(generation::product(0x7164), false, i);
    p->add_device(config);
  }
  p->run([p, devices, expected] {
    for (unsigned i = 0; i < devices; ++i) ASSERT_TRUE(p->wait_ready(i)) << i;
    EXPECT_EQ(read(p->kernel(), root(devices > 8 ? 8 : 2) + "connected_devices"), expected);
    EXPECT_EQ(read(p->kernel(), kClass + "current_perf_profile"), "0\n");
  });
}
SIM_TEST(CdevSysfs, NeighboursAmongSixteen) {
  neighbours(16, "4, 11, 12, 9\n");
}
SIM_TEST(CdevSysfs, NeighboursAmongThree) {
  neighbours(3, "\n");
}

// 22 check 20: what all devices have in common.
void class_files(std::vector<bool> capable, std::vector<std::uint8_t> profiles,
                 const std::string& hbm_7200, const std::string& profile) {
  auto* p = new DriverPlatform;
  for (std::uint32_t i = 0; i < 2; ++i) {
    DeviceConfig config;
    config.routing_id = 8 * i;
    if (capable[i]) config.firmware.profiles_hbm_7200 = {1};
    p->add_device(config);
  }
  p->run([=] {
    EXPECT_EQ(read(p->kernel(), kClass + "hbm_7200_capable"), "busy\n") << "not asked yet";
    for (std::uint32_t i = 0; i < 2; ++i) {
      ASSERT_TRUE(p->wait_ready(i));
      EXPECT_EQ(npp_set_profile(p->nd(i), profiles[i]), 0);
    }
    ASSERT_TRUE(p->wait_until(
        [&] {
          return probe_supports_hbm_7200(p->nd(0)) >= 0 && probe_supports_hbm_7200(p->nd(1)) >= 0;
        },
        kPsPerSecond));
    EXPECT_EQ(read(p->kernel(), kClass + "hbm_7200_capable"), hbm_7200);
    EXPECT_EQ(read(p->kernel(), kClass + "current_perf_profile"), profile);
  });
}
SIM_TEST(CdevSysfs, ClassFilesThatAgree) {
  class_files({true, true}, {3, 3}, "1\n", "3\n");
}
SIM_TEST(CdevSysfs, ClassFilesThatDiffer) {
  class_files({true, false}, {3, 2}, "0\n", "-1\n");
}

// 22 check 23: after removal there is no directory.
SIM_TEST(CdevSysfs, NothingIsLeftAfterRemoval) {
  auto* p = new DriverPlatform;
  Device& device = p->add_device();
  p->run([p, &device] {
    ASSERT_TRUE(p->wait_ready());
    p->kernel().remove_pci_device(device.host_port());
    for (const std::string& path : p->kernel().sysfs_list()) {
      EXPECT_EQ(path.find("neuron0"), std::string::npos) << path;
    }
    EXPECT_EQ(read(p->kernel(), root() + kCore + "status/success/total"), "error -2");
  });
}

// Section 7.3: what the driver itself holds when a device has come up, V2 (no H2T rings before the
// first reset) and the counters of a reset.
SIM_TEST(CdevSysfs, DriverMemory) {
  (new MetricsBench("documented"))->run([](MetricsBench& b) {
    vk::Kernel& kernel = b.platform.kernel();
    const std::string memory = root() + "stats/memory_usage/host_mem/driver_memory/";
    const std::uint64_t total = std::stoull(read(kernel, memory + "total"));
    EXPECT_GE(total, 16u * 262144 + 4096 + 65536);
    EXPECT_EQ(std::stoull(read(kernel, memory + "peak")), total) << "nothing was freed";
    // 22 check 7, with the allocations that the platform serves: queues.
    auto* c = new Client(kernel);
    const int fd = c->open();
    const std::string queues = root() + "stats/memory_usage/host_mem/notifications/";
    const std::string core = root() + "neuron_core1/stats/memory_usage/host_mem/total";
    const std::uint64_t before = std::stoull(read(kernel, core));
    for (const std::uint32_t size : {8192u, 4096u}) {
      neuron_ioctl_notifications_init_v1 queue{1, size == 8192 ? 0u : 1u, 0, size, 0};
      EXPECT_EQ(c->ioctl(fd, NEURON_IOCTL_NOTIFICATIONS_INIT_V1, &queue), 0);
      EXPECT_EQ(read(kernel, queues + "present"), std::to_string(size) + "\n");
    }
    EXPECT_EQ(read(kernel, queues + "total"), "12288\n");
    EXPECT_EQ(read(kernel, queues + "peak"), "12288\n");
    EXPECT_EQ(std::stoull(read(kernel, core)), before + 12288);
    neuron_ioctl_nc_reset reset{2, 0};  // frees the queues of core 1
    EXPECT_EQ(c->ioctl(fd, NEURON_IOCTL_NC_RESET, &reset), 0);
    neuron_ioctl_nc_reset_ready ready{reset.request_id, 0};
    EXPECT_EQ(c->ioctl(fd, NEURON_IOCTL_NC_RESET_READY, &ready), 0);
    EXPECT_EQ(read(kernel, queues + "total"), "0\n");
    EXPECT_EQ(read(kernel, queues + "peak"), "12288\n");
    EXPECT_EQ(std::stoull(read(kernel, core)), before);
  });
}

}  // namespace
}  // namespace nvp::test
