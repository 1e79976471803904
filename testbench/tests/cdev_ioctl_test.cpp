// SPDX-License-Identifier: Apache-2.0
// Single commands of /dev/neuron<N> (docs/reference/23-cdev-ioctl.md, section 6).
#include <gmock/gmock.h>

#include <cstring>

#include "model/sim/thread.h"
#include "testbench/tests/support/metrics_bench.h"
#include "testbench/tests/support/sim_test.h"

namespace nvp::test {
namespace {

constexpr int kEINVAL = -22, kE2BIG = -7, kEFAULT = -14, kEBADMSG = -74, kENOTSUPP = -524,
              kENXIO = -6, kENOENT = -2;

// A process that has opened device 0 of a host with one V3 (or another generation).
struct Caller {
  MetricsBench& b;
  Client* client;
  int fd;
  long operator()(unsigned cmd, void* argument) const { return client->ioctl(fd, cmd, argument); }
};

void with_caller(MetricsBench* bench, std::function<void(Caller&)> body) {
  bench->run([body = std::move(body)](MetricsBench& b) {
    Caller caller{b, new Client(b.platform.kernel()), 0};
    caller.fd = caller.client->open();
    ASSERT_GE(caller.fd, 0);
    b.platform.clear_mmio();
    body(caller);
  });
}
MetricsBench* v3(const char* mode = "documented") {
  return new MetricsBench(mode);
}
MetricsBench* v2() {
  return new MetricsBench("documented", generation::Id::v2,
                          DriverPlatform::with_product("trn1.32xlarge"));
}

// 23 check 6
void printk(const char* mode, long fault) {
  with_caller(v3(mode), [fault](Caller& c) {
    const auto print = [&c](std::string text, std::uint32_t size) {
      neuron_ioctl_printk request{text.data(), size, 0};
      return c(NEURON_IOCTL_PRINTK, &request);
    };
    EXPECT_EQ(print(std::string(511, 'x') + '\0', 512), 0);
    EXPECT_EQ(c.b.platform.log_count(std::string(511, 'x')), 1u);
    EXPECT_EQ(print(std::string(600, 'x'), 513), kEFAULT);
    EXPECT_EQ(print("hello!", 5), kEBADMSG);
    EXPECT_EQ(print(std::string("ab\0cd\0", 6), 6), 0);
    EXPECT_THAT(c.b.platform.log().back(), testing::StartsWith("ab"));
    EXPECT_THAT(c.b.platform.log().back(), testing::Not(testing::HasSubstr("cd")));
    EXPECT_EQ(print("x", 0), kEINVAL);
    EXPECT_EQ(c(NEURON_IOCTL_PRINTK, nullptr), fault);
  });
}
SIM_TEST(CdevIoctl, PrintkDocumented) {
  printk("documented", 16);
}
SIM_TEST(CdevIoctl, PrintkFixed) {
  printk("fixed", kEFAULT);
}

// 23 check 7
SIM_TEST(CdevIoctl, UnknownCommands) {
  with_caller(v3(), [](Caller& c) {
    std::uint8_t space[64] = {};
    EXPECT_EQ(c(0x80084EC8, space), kEINVAL);
    EXPECT_EQ(c(0x800C4E17, space), kEINVAL);
    EXPECT_EQ(c(0x80204E6E, space), 0);
    neuron_ioctl_driver_info info;
    std::memcpy(&info, space, sizeof(info));
    EXPECT_EQ(info.size, 24u);
    EXPECT_EQ(info.feature_flags1, 0x1FFu);
    EXPECT_EQ(info.architecture, 3u);
    EXPECT_EQ(c(0x80104E6E, space), kEINVAL);
    EXPECT_EQ(c(0xC0184E6E, space), kEINVAL);
    EXPECT_EQ(c(0x40184E6E, space), kENOTSUPP);
    EXPECT_EQ(c(NEURON_IOCTL_DMA_QUIESCE_QUEUES, space), -25);
    EXPECT_EQ(c(NEURON_IOCTL_NOTIFICATIONS_QUEUE_INFO, space), -1);
    EXPECT_EQ(c(NEURON_IOCTL_DEVICE_INIT, space), 0);
  });
}

// 23 check 8
SIM_TEST(CdevIoctl, NumberUsedTwice) {
  auto* b = v3();
  DeviceConfig second;
  second.routing_id = 8;  // device 1
  b->platform.add_device(second);
  b->run([](MetricsBench& b) {
    ASSERT_TRUE(b.platform.wait_ready(1));
    Caller c{b, new Client(b.platform.kernel()), 0};
    c.fd = c.client->open();
    std::uint8_t byte = 0;
    EXPECT_EQ(c(0x80014E6A, &byte), 0);
    EXPECT_EQ(byte, 1);
    neuron_ioctl_device_bdf_ext bdf{};
    bdf.nd_index = 1;
    EXPECT_EQ(c(NEURON_IOCTL_DEVICE_BDF_EXT, &bdf), 0);
    neuron_ioctl_device_bdf own{};
    const int other = c.client->open("/dev/neuron1");
    EXPECT_EQ(c.client->ioctl(other, NEURON_IOCTL_DEVICE_BDF, &own), 0);
    EXPECT_EQ(bdf.bus_number, own.bus_number);
    EXPECT_EQ(bdf.slot, own.slot);
    bdf.nd_index = 5;
    EXPECT_EQ(c(NEURON_IOCTL_DEVICE_BDF_EXT, &bdf), kEINVAL);
  });
}

// 23 check 9
SIM_TEST(CdevIoctl, CompatibleVersionV3) {
  with_caller(v3(), [](Caller& c) {
    neuron_ioctl_compatible_version version{};
    EXPECT_EQ(c(NEURON_IOCTL_COMPATIBLE_VERSION, &version), 0);
    EXPECT_EQ(version.max, 11u);
    EXPECT_EQ(version.min, 10u);
  });
}
SIM_TEST(CdevIoctl, CompatibleVersionV2) {
  with_caller(v2(), [](Caller& c) {
    neuron_ioctl_compatible_version version{};
    EXPECT_EQ(c(NEURON_IOCTL_COMPATIBLE_VERSION, &version), 0);
    EXPECT_EQ(version.max, 7u);
    EXPECT_EQ(version.min, 5u);
  });
}

// 23 check 10
void semaphores(const char* mode, bool strict) {
  with_caller(v3(mode), [strict](Caller& c) {
    neuron_ioctl_semaphore s{3, 5, 2};
    EXPECT_EQ(c(NEURON_IOCTL_SEMAPHORE_INCREMENT, &s), 0);
    EXPECT_THAT(c.b.platform.writes(), testing::ElementsAre(wrote(0xDE701814, 2)));
    c.b.platform.clear_mmio();
    s.semaphore_index = 0x10005;
    EXPECT_EQ(c(NEURON_IOCTL_SEMAPHORE_INCREMENT, &s), strict ? kEINVAL : 0);
    if (!strict) {
      EXPECT_THAT(c.b.platform.writes(), testing::ElementsAre(wrote(0xDE701814, 2)));
    }
    s.semaphore_index = 256;
    EXPECT_EQ(c(NEURON_IOCTL_SEMAPHORE_INCREMENT, &s), kEINVAL);
    s = {8, 0, 0};
    EXPECT_EQ(c(NEURON_IOCTL_SEMAPHORE_READ, &s), kE2BIG);
    c.b.port.store(0xDE701014, 77);
    s = {3, 5, 0};
    EXPECT_EQ(c(NEURON_IOCTL_SEMAPHORE_READ, &s), 0);
    EXPECT_EQ(s.value, 77u);
    neuron_ioctl_event e{3, 256, 0};
    EXPECT_EQ(c(NEURON_IOCTL_EVENT_GET, &e), strict ? kEINVAL : 0);
    e.event_index = 257;
    EXPECT_EQ(c(NEURON_IOCTL_EVENT_GET, &e), kEINVAL);
    e = {8, 0, 1};
    EXPECT_EQ(c(NEURON_IOCTL_EVENT_SET, &e), kE2BIG);
  });
}
SIM_TEST(CdevIoctl, SemaphoresDocumented) {
  semaphores("documented", false);
}
SIM_TEST(CdevIoctl, SemaphoresFixed) {
  semaphores("fixed", true);
}

// 23 check 11, BAR_WRITE and BAR_READ
void bars(const char* mode, long at_end) {
  with_caller(v3(mode), [at_end](Caller& c) {
    neuron_ioctl_device_info info{};
    ASSERT_EQ(c(NEURON_IOCTL_DEVICE_INFO, &info), 0);
    const std::uint64_t bar0 = info.bar_address[0], size = info.bar_size[0];
    std::uint64_t addresses[2] = {bar0 + 0x06C84100, bar0 + 0x06C84800};
    std::uint32_t words[2] = {0x1234, 1};
    const auto call = [&](unsigned cmd, std::uint32_t bar, std::uint32_t count) {
      neuron_ioctl_bar_rw request{bar, addresses, words, count};
      return c(cmd, &request);
    };
    EXPECT_EQ(call(NEURON_IOCTL_BAR_WRITE, 4, 1), kEINVAL);
    EXPECT_EQ(call(NEURON_IOCTL_BAR_WRITE, 0, 2), kEINVAL) << "the second word is blocked";
    EXPECT_THAT(c.b.platform.writes(), testing::ElementsAre(wrote(0x06C84100, 0x1234)));
    addresses[0] = bar0 + size;
    EXPECT_EQ(call(NEURON_IOCTL_BAR_WRITE, 0, 1), at_end);
    addresses[0] = bar0 + size + 4;
    EXPECT_EQ(call(NEURON_IOCTL_BAR_WRITE, 0, 1), kEINVAL);
    words[0] = 0;
    addresses[0] = bar0 + 0x06C84100;
    EXPECT_EQ(call(NEURON_IOCTL_BAR_READ, 0, 1), 0);
    EXPECT_EQ(words[0], 0x1234u);
    EXPECT_EQ(call(NEURON_IOCTL_BAR_READ, 4, 1), kEINVAL);
    EXPECT_EQ(call(NEURON_IOCTL_BAR_READ, 2, 1), kEINVAL);
    EXPECT_EQ(call(NEURON_IOCTL_BAR_READ, 256, 1), kEINVAL);
    addresses[0] = bar0 - 4;
    EXPECT_EQ(call(NEURON_IOCTL_BAR_READ, 0, 1), kEINVAL);
    std::vector<std::uint64_t> many(101, bar0);
    std::vector<std::uint32_t> values(101);
    neuron_ioctl_bar_rw request{0, many.data(), values.data(), 101};
    EXPECT_EQ(c(NEURON_IOCTL_BAR_READ, &request), kEINVAL);
  });
}
SIM_TEST(CdevIoctl, BarsDocumented) {
  bars("documented", 0);
}
SIM_TEST(CdevIoctl, BarsFixed) {
  bars("fixed", kEINVAL);
}

// 23 check 11, READ_HW_COUNTERS
SIM_TEST(CdevIoctl, ReadHwCounters) {
  with_caller(v3(), [](Caller& c) {
    c.b.firmware.on_request([](const ScriptedFirmware::Request& request) {
      ScriptedFirmware::Answer answer;
      if (request.command() == 1) answer.payload = {1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0};
      return std::optional<ScriptedFirmware::Answer>(answer);
    });
    std::uint64_t addresses[3] = {0x8006C84000, 0x8006C84024, 0x8006C84040};
    std::uint32_t values[4] = {9, 9, 9, 9};
    neuron_ioctl_read_hw_counters request{addresses, values, 3};
    EXPECT_EQ(c(NEURON_IOCTL_READ_HW_COUNTERS, &request), 0);
    EXPECT_THAT(values, testing::ElementsAre(1, 2, 3, 9));
  });
}

// 23 check 12
SIM_TEST(CdevIoctl, PostMetricAndControl) {
  with_caller(v3(), [](Caller& c) {
    Bytes blob(129, 'A');
    neuron_ioctl_post_metric post{blob.data(), 128};
    EXPECT_EQ(c(NEURON_IOCTL_POST_METRIC, &post), 0);
    ASSERT_EQ(c.b.firmware.requests().size(), 1u);
    EXPECT_EQ(c.b.firmware.requests()[0].payload, Bytes(128, 'A'));
    post.data_size = 129;
    EXPECT_EQ(c(NEURON_IOCTL_POST_METRIC, &post), kE2BIG);
    const std::uint32_t modes[] = {1, 0, 7};
    const int states[] = {2, 3, 3};
    for (int i = 0; i < 3; ++i) {
      neuron_ioctl_metrics_ctrl ctrl{modes[i]};
      EXPECT_EQ(c(NEURON_IOCTL_METRICS_CTRL, &ctrl), 0);
      EXPECT_EQ(mprobe_state(c.b.nd()), states[i]);
    }
  });
}

// 23 check 25; 13 check 21
SIM_TEST(CdevIoctl, Profiles) {
  with_caller(v3(), [](Caller& c) {
    neuron_ioctl_power_profile profile{7, 0, 3};
    EXPECT_EQ(c(NEURON_IOCTL_POWER_PROFILE, &profile), kENXIO);
    profile = {8, 1, 3};
    EXPECT_EQ(c(NEURON_IOCTL_POWER_PROFILE, &profile), kENOTSUPP);
    profile = {8, 0, 0x103};
    EXPECT_EQ(c(NEURON_IOCTL_POWER_PROFILE, &profile), 0);
    EXPECT_EQ(npp_current_profile(c.b.nd()), 3);
    profile = {8, 0, 0};
    EXPECT_EQ(c(NEURON_IOCTL_GET_PERFORMANCE_PROFILE, &profile), kENOTSUPP);
    neuron_ioctl_pod_info pod{};
    pod.sz = 259;
    EXPECT_EQ(c(NEURON_IOCTL_POD_INFO, &pod), kEINVAL);
    neuron_ioctl_pod_status status{};
    status.sz = sizeof(status);
    EXPECT_EQ(c(NEURON_IOCTL_POD_STATUS, &status), 0);
    EXPECT_EQ(status.state, 4u);
    EXPECT_EQ(static_cast<std::uint8_t>(status.node_id), 0xFF);
    neuron_ioctl_throttling_notifications on{2};
    EXPECT_EQ(c(NEURON_IOCTL_THROTTLING_NOTIFICATIONS, &on), 0);
    EXPECT_EQ(c.b.firmware.requests().back().payload, Bytes{1});
  });
}
SIM_TEST(CdevIoctl, ProfilesOfV2) {
  with_caller(v2(), [](Caller& c) {
    neuron_ioctl_power_profile profile{8, 0, 3};
    EXPECT_EQ(c(NEURON_IOCTL_POWER_PROFILE, &profile), 0);
    neuron_ioctl_available_perf_profiles available{};
    available.num_profiles = 9;
    EXPECT_EQ(c(NEURON_IOCTL_AVAILABLE_PERF_PROFILES, &available), 0);
    EXPECT_EQ(available.num_profiles, 0);
    neuron_ioctl_logical_to_physical_nc_map map{};
    EXPECT_EQ(c(NEURON_IOCTL_GET_LOGICAL_TO_PHYSICAL_NC_MAP, &map), kENOTSUPP);
  });
}

// 23 check 26
SIM_TEST(CdevIoctl, LogicalCores) {
  with_caller(v3(), [](Caller& c) {
    std::uint32_t block[1 + 2 * 8 + 1] = {};
    block[17] = 0xA5A5A5A5;
    neuron_ioctl_logical_to_physical_nc_map map{block, 8, 0};
    EXPECT_EQ(c(NEURON_IOCTL_GET_LOGICAL_TO_PHYSICAL_NC_MAP, &map), 0);
    EXPECT_THAT(
        block, testing::ElementsAre(8, 0, 4, 0, 5, 0, 6, 0, 7, 0, 2, 0, 3, 0, 0, 0, 1, 0xA5A5A5A5));
    map.max_map_entries = 129;
    EXPECT_EQ(c(NEURON_IOCTL_GET_LOGICAL_TO_PHYSICAL_NC_MAP, &map), kEINVAL);
    map = {block, 8, 1};
    EXPECT_EQ(c(NEURON_IOCTL_GET_LOGICAL_TO_PHYSICAL_NC_MAP, &map), kEINVAL);
  });
}

// 23 check 27
SIM_TEST(CdevIoctl, AppsInfo) {
  with_caller(v3(), [](Caller& c) {
    (new Client(c.b.platform.kernel(), "second"))->open();
    struct {
      neuron_ioctl_get_all_apps_info header;
      neuron_ioctl_app_info apps[2];
    } info{};
    std::memset(info.apps, 0x5A, sizeof(info.apps));
    info.header.capacity = 1;
    EXPECT_EQ(c(NEURON_IOCTL_DEVICE_GET_ALL_APPS_INFO, &info), 0);
    EXPECT_EQ(info.header.size, 1u);
    EXPECT_EQ(info.apps[0].pid, c.client->pid());
    EXPECT_EQ(info.apps[0].nc_lock_map, 0);
    EXPECT_EQ(info.apps[0].host_mem_size, 0u);
    EXPECT_EQ(info.apps[1].pid, 0x5A5A5A5A) << "168 bytes are copied";
    std::int32_t pid = 0;
    EXPECT_EQ(c(NEURON_IOCTL_DEVICE_APP_PID, &pid), 0);
    EXPECT_EQ(pid, c.client->pid());
  });
}

// 23 check 15
SIM_TEST(CdevIoctl, PidStateDump) {
  with_caller(v3(), [](Caller& c) {
    neuron_ioctl_nc_pid_state_dump dump{0, 512, 0, 0};
    EXPECT_EQ(c(NEURON_IOCTL_NC_PID_STATE_DUMP, &dump), kENOENT);
    const std::size_t lines = c.b.platform.log().size();
    dump.nc_id = 0;
    EXPECT_EQ(c(NEURON_IOCTL_NC_PID_STATE_DUMP, &dump), 0);
    EXPECT_EQ(c.b.platform.log().size(), lines) << "nobody has marked the core";
    neuron_ioctl_crwl_nc_map range{1, 0, 0, 0, 0};
    EXPECT_EQ(c(NEURON_IOCTL_CRWL_NC_RANGE_MARK, &range), 0);
    EXPECT_EQ(c(NEURON_IOCTL_NC_PID_STATE_DUMP, &dump), 0);
    EXPECT_GT(c.b.platform.log_count("neuron_log_dump: nd00"), 0u);
  });
}

// 12 checks 12 and 13
SIM_TEST(CdevIoctl, Resets) {
  with_caller(v3(), [](Caller& c) {
    neuron_ioctl_nc_reset_ready ready{4711, 9};
    EXPECT_EQ(c(NEURON_IOCTL_NC_RESET_READY, &ready), 0);
    EXPECT_EQ(ready.result, 1);
    std::uint8_t byte = 0;
    EXPECT_EQ(c(NEURON_IOCTL_DEVICE_READY, &byte), 0);
    EXPECT_EQ(byte, 1);
    neuron_ioctl_nc_reset reset{1, 0};
    EXPECT_EQ(c(NEURON_IOCTL_NC_RESET, &reset), 0);
    EXPECT_EQ(reset.request_id, static_cast<std::uint32_t>(c.client->pid()));
    neuron_ioctl_nc_reset again{1, 0};
    EXPECT_EQ(c(NEURON_IOCTL_NC_RESET, &again), 1);
    EXPECT_EQ(again.request_id, 0u) << "not copied out";
    ready = {reset.request_id, 9};
    EXPECT_EQ(c(NEURON_IOCTL_NC_RESET_READY, &ready), 0);
    EXPECT_EQ(ready.result, 0);
    neuron_ioctl_nc_model_started_count started{8, 1};
    EXPECT_EQ(c(NEURON_IOCTL_NC_MODEL_STARTED_COUNT, &started), kE2BIG);
    started.nc_id = 7;
    EXPECT_EQ(c(NEURON_IOCTL_NC_MODEL_STARTED_COUNT, &started), 0);
    EXPECT_EQ(started.started_count, 0u);
  });
}

}  // namespace
}  // namespace nvp::test
