// SPDX-License-Identifier: Apache-2.0
// The reset thread on a scripted device with an ideal clock (docs/reference/12-reset.md).
#include <gmock/gmock.h>

#include <algorithm>

#include "gen/model/regs/neuron_regs.h"
#include "model/sim/thread.h"
#include "testbench/tests/support/scripted_bench.h"

namespace nvp::test {
namespace {

using testing::ElementsAre;

constexpr std::uint32_t kDevice = 0xffffffff, kAll = 0xffffffff;
constexpr int kResetting = 0, kReady = 1, kInvalid = 2;

/// Times of `times` from the first on, in ms.
std::vector<std::uint64_t> from_first_ms(const std::vector<ps_t>& times) {
  std::vector<std::uint64_t> result;
  for (const ps_t time : times) result.push_back((time - times.front()) / kPsPerMs);
  return result;
}

struct Bench : ScriptedBench {
  using ScriptedBench::ScriptedBench;

  /// Runs `body` with a device whose first reset is over, then stops answering resets at once.
  void run(std::function<void(Bench&)> body) {
    run_ready([this, body = std::move(body)] { body(*this); });
  }

  std::size_t reads_of(std::uint32_t word) const {
    std::size_t count = 0;
    for (const MmioAccess& access : platform.misc_reads()) count += access.offset == word;
    return count;
  }
  /// Accepts the reset that runs `ms` after its first Issue.
  void accept_after(std::uint64_t ms) {
    firmware.accept_resets(false);
    port.on_read([this, ms](std::uint64_t offset, std::uint32_t stored) {
      if (offset == port.misc(MISCRAM_RESET) && stored != 0 && !firmware.issues().empty() &&
          sim::now() >= firmware.issues().front() + ms * kPsPerMs) {
        firmware.finish_reset();
        return 0u;
      }
      return stored;
    });
  }
  void reset_and_wait(std::uint32_t map, std::uint32_t id, int expected) {
    ASSERT_EQ(nr_start_ncs(nd(), map, id), 0);
    EXPECT_EQ(nr_wait(nd(), id, false), expected);
  }
  ProbeResetMetrics metrics(bool device) { return probe_reset_metrics(nd(), device); }
};

std::pair<std::uint32_t, std::uint32_t> map_of(std::uint32_t cores) {
  std::uint32_t low = 0, high = 0;
  probe_tpb_map(cores, &low, &high);
  return {low, high};
}

using Map = std::pair<std::uint32_t, std::uint32_t>;

// 12 check 1
DRIVER_TEST(DriverReset, TpbMapOfV2) {
  (new Bench(generation::Id::v2))->run([](Bench&) {
    EXPECT_EQ(map_of(0x1), Map(0x00000701, 0));
    EXPECT_EQ(map_of(0x2), Map(0x00003802, 0));
    EXPECT_EQ(map_of(0x3), Map(0x00003f03, 0));
  });
}

// 12 check 2
DRIVER_TEST(DriverReset, TpbMapOfV3) {
  (new Bench)->run([](Bench& b) {
    EXPECT_EQ(map_of(0x1), Map(0x00010101, 0));
    EXPECT_EQ(map_of(0x80), Map(0x00808080, 0));
    EXPECT_EQ(map_of(0xff), Map(0x00ffffff, 0));
    b.platform.set_param("reset_top_dma", 1);
    EXPECT_EQ(map_of(0x0c).second, 0x2u);
    EXPECT_EQ(map_of(0x06).second, 0u);
    EXPECT_EQ(map_of(0xff).second, 0xfu);
  });
}

// 12 check 3, 11 check 19
DRIVER_TEST(DriverReset, IssueWritesInOrder) {
  (new Bench)->run([](Bench& b) {
    b.reset_and_wait(0x4, 10, 0);
    const auto writes = b.platform.misc_writes();
    ASSERT_GE(writes.size(), 4u);
    EXPECT_THAT(
        std::vector(writes.begin(), writes.begin() + 4),
        ElementsAre(wrote(0x1d8, 0x00040404), wrote(0x1d4, 0), wrote(0x1ec, 2), wrote(0x800, 1)));
    b.platform.clear_mmio();
    b.reset_and_wait(kDevice, 10, 0);
    EXPECT_EQ(b.platform.misc_writes()[0], wrote(0x1ec, 1));
    EXPECT_EQ(b.platform.misc_writes()[1], wrote(0x800, 1));
  });
}

// 12 check 4
DRIVER_TEST(DriverReset, SuccessAtTheFirstPollAfterIt) {
  (new Bench)->run([](Bench& b) {
    b.accept_after(250);
    const ProbeResetMetrics before = b.metrics(false);
    b.reset_and_wait(0x1, 10, 0);
    EXPECT_EQ(b.reads_of(MISCRAM_RESET), 3u);
    EXPECT_EQ(b.firmware.issues().size(), 1u);
    EXPECT_EQ(b.metrics(false).total_ms - before.total_ms, 300u);
    EXPECT_EQ(b.metrics(false).max_ms, 300u);
    EXPECT_EQ(b.metrics(false).count - before.count, 1u);
  });
}

// 12 check 5, 10 check 13
DRIVER_TEST(DriverReset, DeviceResetThatIsNeverTaken) {
  auto* b = new Bench(generation::Id::v2);
  b->firmware.accept_resets(false);
  b->platform.run([b] {
    EXPECT_EQ(probe_device_state(b->nd()), kResetting);
    EXPECT_FALSE(b->platform.wait_ready());
    EXPECT_EQ(probe_device_state(b->nd()), kInvalid);
    EXPECT_EQ(b->reads_of(MISCRAM_RESET), 1200u);
    EXPECT_THAT(from_first_ms(b->firmware.issues()), ElementsAre(0, 30100, 60200, 90300));
    EXPECT_EQ((sim::now() - b->firmware.issues()[0]) / kPsPerMs, 120'000u);
    EXPECT_EQ(b->metrics(true).failures, 1u);
    EXPECT_EQ(b->metrics(true).count, 0u);
    EXPECT_EQ(probe_reset_fail_count(b->nd(), 0), 1u);
    EXPECT_EQ(probe_reset_fail_count(b->nd(), 1), 1u);
    EXPECT_EQ(probe_reset_fail_count(b->nd(), 2), 0u);
    EXPECT_EQ(probe_supports_hbm_7200(b->nd()), 0);
  });
}

struct Unanswered {
  generation::Id generation;
  std::uint32_t map;
  std::size_t issues, reads;
};

// 12 check 6
void never_taken(const Unanswered& row) {
  (new Bench(row.generation))->run([row](Bench& b) {
    b.firmware.accept_resets(false);
    b.reset_and_wait(row.map, 10, 1);
    EXPECT_EQ(b.firmware.issues().size(), row.issues);
    EXPECT_EQ(b.reads_of(MISCRAM_RESET), row.reads);
    EXPECT_EQ((sim::now() - b.firmware.issues()[0]) / kPsPerMs, row.reads * 100);
    EXPECT_EQ(b.metrics(row.map == kDevice).failures, 1u);
    EXPECT_EQ(probe_device_state(b.nd()), kReady) << "asked by a process: the state stays";
  });
}

DRIVER_TEST(DriverReset, TpbResetOfV2NeverTaken) {
  never_taken({generation::Id::v2, 1, 12, 1200});
}
DRIVER_TEST(DriverReset, DeviceResetOfV3NeverTaken) {
  never_taken({generation::Id::v3, kDevice, 16, 4800});
}
DRIVER_TEST(DriverReset, TpbResetOfV3NeverTaken) {
  never_taken({generation::Id::v3, 1, 48, 4800});
}

// 12 check 7
DRIVER_TEST(DriverReset, DeviceThatIsNotReadyForEver) {
  (new Bench(generation::Id::v2))->run([](Bench& b) {
    b.firmware.accept_resets(false);
    b.port.on_read([&b](std::uint64_t offset, std::uint32_t stored) {
      return offset == b.port.misc(MISCRAM_RESET) ? 0xdeadbeef : stored;
    });
    b.reset_and_wait(kDevice, 10, 1);
    EXPECT_THAT(from_first_ms(b.firmware.issues()), ElementsAre(0, 30100, 60200, 90300, 120400));
    EXPECT_EQ((sim::now() - b.firmware.issues()[0]) / kPsPerMs, 120'400u);
  });
}

// 12 check 8
DRIVER_TEST(DriverReset, SecondIssueIsTaken) {
  (new Bench)->run([](Bench& b) {
    b.accept_after(10150);
    b.reset_and_wait(0x1, 10, 0);
    EXPECT_THAT(from_first_ms(b.firmware.issues()), ElementsAre(0, 10100));
    EXPECT_EQ(b.reads_of(MISCRAM_RESET), 102u);
    EXPECT_EQ(b.metrics(false).max_ms, 10200u);
  });
}

// 12 check 9
DRIVER_TEST(DriverReset, FirmwareStatusThatStaysBusy) {
  (new Bench)->run([](Bench& b) {
    b.firmware.set_word(MISCRAM_FW_STATUS, 8);
    const std::uint64_t failed = probe_reset_fail_count(b.nd(), 7);
    b.reset_and_wait(0x1, 10, 1);
    EXPECT_EQ(b.reads_of(MISCRAM_FW_STATUS), 5u);
    EXPECT_EQ((sim::now() - b.firmware.issues()[0]) / kPsPerMs, 100u + 1000u);
    EXPECT_EQ(b.metrics(false).count, 1u);
    EXPECT_EQ(b.metrics(false).failures, 0u);
    EXPECT_EQ(probe_reset_fail_count(b.nd(), 7), failed + 1);

    b.firmware.set_word(MISCRAM_FW_STATUS, 0xfffffff7);
    b.platform.clear_mmio();
    b.reset_and_wait(0x1, 10, 0);
    EXPECT_EQ(b.reads_of(MISCRAM_FW_STATUS), 1u);
  });
}

// 12 check 10
DRIVER_TEST(DriverReset, WaitingRequestsAreMerged) {
  (new Bench)->run([](Bench& b) {
    b.accept_after(500);
    ASSERT_EQ(nr_start_ncs(b.nd(), 0x80, 9), 0);
    b.platform.sleep(50 * kPsPerMs);
    const std::uint64_t count = b.metrics(false).count;
    const struct { std::uint32_t id, map; } requests[] = {{10, 0x1}, {11, 0x2}, {12, 0x8}};
    for (const auto& request : requests) {
      ASSERT_EQ(nr_start_ncs(b.nd(), request.map, request.id), 0);
    }
    EXPECT_EQ(nr_wait(b.nd(), 9, false), 0);
    b.platform.clear_mmio();
    b.firmware.forget_issues();
    b.firmware.accept_resets(true);
    for (const auto& request : requests) EXPECT_EQ(nr_wait(b.nd(), request.id, false), 0);
    EXPECT_EQ(b.firmware.issues().size(), 1u);
    EXPECT_EQ(b.firmware.word(MISCRAM_RESET_TPB_MAP_LO), 0x000b0b0bu);
    EXPECT_EQ(b.metrics(false).count - count, 2u);
    EXPECT_EQ(probe_reset_requests_queued(b.nd()), 0u);
  });
}

// 12 check 11
DRIVER_TEST(DriverReset, WholeDeviceRequestWins) {
  (new Bench)->run([](Bench& b) {
    b.accept_after(500);
    ASSERT_EQ(nr_start_ncs(b.nd(), 0x80, 9), 0);
    b.platform.sleep(50 * kPsPerMs);
    ASSERT_EQ(nr_start_ncs(b.nd(), 0x1, 10), 0);
    ASSERT_EQ(nr_start_ncs(b.nd(), kDevice, 11), 0);
    EXPECT_EQ(nr_wait(b.nd(), 9, false), 0);
    const std::uint64_t count = b.metrics(true).count;
    EXPECT_EQ(nr_wait(b.nd(), 10, false), 0);
    EXPECT_EQ(nr_wait(b.nd(), 11, false), 0);
    EXPECT_EQ(b.metrics(true).count - count, 1u);
    EXPECT_EQ(b.firmware.word(MISCRAM_RESET_TPB_MAP_LO), 0x00808080u) << "of the reset before";
    EXPECT_EQ(probe_device_state(b.nd()), kReady);
  });
}

// 12 section 4: a request of the driver itself is never merged behind another
DRIVER_TEST(DriverReset, DriversOwnRequestIsServedAlone) {
  (new Bench)->run([](Bench& b) {
    b.accept_after(500);
    ASSERT_EQ(nr_start_ncs(b.nd(), 0x80, 9), 0);
    b.platform.sleep(50 * kPsPerMs);
    ASSERT_EQ(nr_start_ncs(b.nd(), 0x1, 10), 0);
    ASSERT_EQ(nr_start_ncs(b.nd(), kDevice, kAll), 0);
    EXPECT_EQ(probe_device_state(b.nd()), kResetting);
    EXPECT_EQ(nr_start_ncs(b.nd(), kDevice, kAll), 1) << "one of its kind at a time";
    EXPECT_EQ(nr_wait(b.nd(), 9, false), 0);
    b.firmware.accept_resets(true);
    EXPECT_EQ(nr_wait(b.nd(), 10, false), 0);
    EXPECT_TRUE(b.platform.wait_ready());
    EXPECT_EQ(probe_reset_requests_queued(b.nd()), 0u);
  });
}

// 12 check 12, below the ioctl; 12 check 13
DRIVER_TEST(DriverReset, RequestsAndWaiters) {
  (new Bench)->run([](Bench& b) {
    const std::uint64_t asked = probe_reset_req_count(b.nd(), 0);
    ndmar_close_ncs(b.nd(), 0x1);
    ASSERT_EQ(nr_start_ncs(b.nd(), 0x1, 10), 0);
    EXPECT_EQ(nr_start_ncs(b.nd(), 0x1, 10), 1);
    EXPECT_EQ(probe_reset_req_count(b.nd(), 0), asked + 1);
    EXPECT_FALSE(probe_nc_initialised(b.nd(), 0));
    b.platform.sleep(kPsPerSecond);
    EXPECT_EQ(nr_start_ncs(b.nd(), 0x1, 10), 1) << "over, but nobody has waited for it";
    EXPECT_EQ(nr_wait(b.nd(), 10, false), 0);
    EXPECT_TRUE(probe_nc_initialised(b.nd(), 0));
    EXPECT_EQ(nr_wait(b.nd(), 10, false), 1);
    EXPECT_EQ(nr_wait(b.nd(), 10, true), 0);
  });
}

// 12 check 13, interrupted
DRIVER_TEST(DriverReset, WaitEndsWithATerminationSignal) {
  auto* b = new Bench;
  b->run([b](Bench&) {
    b->firmware.accept_resets(false);
    int result = 0;
    vk::Process& process = b->platform.kernel().spawn("waiter", {}, [b, &result] {
      EXPECT_EQ(nr_start_ncs(b->nd(), 0x1, 77), 0);
      result = nr_wait(b->nd(), 77, false);
      return 0;
    });
    b->platform.sleep(kPsPerSecond);
    EXPECT_EQ(result, 0);
    EXPECT_TRUE(b->platform.kernel().kill(process.pid(), 15));
    b->platform.sleep(100 * kPsPerMs);
    EXPECT_EQ(nr_start_ncs(b->nd(), 0x1, 77), 1) << "the request stays queued";
  });
}

// 12, section 6: anybody may wait for any id. One gets the result; to the others it is unknown.
void many_wait(std::uint32_t id, bool check, std::vector<int> expected) {
  auto* b = new Bench;
  b->run([=](Bench&) {
    b->firmware.accept_resets(false);
    std::vector<int> results;
    ASSERT_EQ(nr_start_ncs(b->nd(), id == kAll ? kDevice : 0x1, id), 0);
    for (int i = 0; i < 3; ++i) {
      b->platform.kernel().spawn("waiter", {}, [=, &results] {
        results.push_back(nr_wait(b->nd(), id, check));
        return 0;
      });
    }
    b->platform.sleep(100 * kPsPerMs);
    EXPECT_THAT(results, testing::IsEmpty());
    b->firmware.accept_resets(true);
    ASSERT_TRUE(b->platform.wait_until([&] { return results.size() == 3; }, 60 * kPsPerSecond));
    std::sort(results.begin(), results.end());
    EXPECT_EQ(results, expected);
    EXPECT_EQ(nr_wait(b->nd(), id, false), 1) << "nothing is left";
  });
}
DRIVER_TEST(DriverReset, ManyWaitForOneRequest) {
  many_wait(77, false, {0, 1, 1});
}
DRIVER_TEST(DriverReset, ManyWaitForOneRequestThatNeedNotExist) {
  many_wait(77, true, {0, 0, 0});
}
DRIVER_TEST(DriverReset, ManyWaitForTheDriversOwnRequest) {
  many_wait(kAll, false, {1, 1, 1});
}

// A request that is asked for while others still wait for the one before it is not theirs.
DRIVER_TEST(DriverReset, AWaiterTakesNoLaterRequest) {
  auto* b = new Bench;
  b->run([b](Bench&) {
    std::vector<int> results;
    ASSERT_EQ(nr_start_ncs(b->nd(), 0x1, 77), 0);
    for (int i = 0; i < 2; ++i) {
      b->platform.kernel().spawn("waiter", {}, [b, i, &results] {
        results.push_back(nr_wait(b->nd(), 77, false));
        if (i == 0) {
          EXPECT_EQ(nr_start_ncs(b->nd(), 0x1, 77), 0);
          b->platform.sleep(kPsPerSecond);
          results.push_back(nr_wait(b->nd(), 77, false));
        }
        return 0;
      });
    }
    ASSERT_TRUE(b->platform.wait_until([&] { return results.size() == 3; }, 60 * kPsPerSecond));
    EXPECT_THAT(results, ElementsAre(0, 1, 0));
  });
}

// 12 check 15
DRIVER_TEST(DriverReset, SysfsAsksOnlyIfNobodyHasItOpen) {
  (new Bench)->run([](Bench& b) {
    vk::Kernel& kernel = b.platform.kernel();
    const std::string path = "devices/virtual/neuron_device/neuron0/reset";
    std::string text;
    vk::Process& user = kernel.spawn("user", {}, [&kernel, &b, path] {
      const int fd = kernel.sys_open("/dev/neuron0", 2);
      EXPECT_GE(fd, 0);
      EXPECT_EQ(kernel.sysfs_write(path, "1\n"), 2);
      EXPECT_EQ(probe_device_state(b.nd()), kReady);
      EXPECT_EQ(kernel.sys_close(fd), 0);
      return 0;
    });
    ASSERT_TRUE(b.platform.wait_until([&user] { return user.exited(); }, kPsPerSecond));
    EXPECT_TRUE(b.firmware.issues().empty());
    EXPECT_EQ(kernel.sysfs_write(path, "1\n"), 2);
    kernel.sysfs_read(path, &text);
    EXPECT_EQ(text, "0\n");
    EXPECT_TRUE(b.platform.wait_ready());
    kernel.sysfs_read(path, &text);
    EXPECT_EQ(text, "1\n");
    EXPECT_EQ(b.firmware.issues().size(), 1u);
  });
}

// 12 check 16, 10 section 11
DRIVER_TEST(DriverReset, NoResetTouchesNoHardware) {
  auto* b = new Bench;
  b->platform.set_param("no_reset", 1);
  b->platform.run([b] {
    EXPECT_EQ(probe_device_state(b->nd()), kReady);
    EXPECT_EQ(nr_start_ncs(b->nd(), 0x1, 10), 0);
    EXPECT_EQ(nr_wait(b->nd(), 10, false), 0);
    EXPECT_TRUE(b->firmware.issues().empty());
    EXPECT_TRUE(probe_nc_initialised(b->nd(), 7));
    EXPECT_EQ(probe_supports_hbm_7200(b->nd()), 0);
    EXPECT_FALSE(nr_op_in_reset_wnd(0, b->nd()));
  });
}

// 12 check 17
DRIVER_TEST(DriverReset, RemoveEndsARunningReset) {
  (new Bench)->run([](Bench& b) {
    b.firmware.accept_resets(false);
    ASSERT_EQ(nr_start_ncs(b.nd(), kDevice, 10), 0);
    b.platform.sleep(200 * kPsPerMs);
    ASSERT_EQ(nr_start_ncs(b.nd(), 0x1, 11), 0);
    const ps_t start = sim::now();
    b.platform.kernel().unload_module();
    EXPECT_LE(sim::now() - start, 120 * kPsPerMs);
    EXPECT_EQ(b.firmware.issues().size(), 1u);
    EXPECT_EQ(b.platform.nd(), nullptr);
  });
}

std::size_t enables_of_engine(const Bench& b, std::uint32_t engine) {
  std::size_t count = 0;
  for (const MmioAccess& access : b.platform.writes()) {
    count += access.offset == probe_sdma_base(engine) + SDMA_EVENT_ACCELERATION;
  }
  return count;
}

// 12 check 18
DRIVER_TEST(DriverReset, HostEngineBelongsToAWholeSeng) {
  (new Bench)->run([](Bench& b) {
    ndmar_close_ncs(b.nd(), 0x1);
    b.reset_and_wait(0x1, 10, 0);
    EXPECT_EQ(enables_of_engine(b, 0), 1u);
    EXPECT_EQ(enables_of_engine(b, 15), 1u);
    EXPECT_EQ(enables_of_engine(b, 16), 0u);
    EXPECT_EQ(enables_of_engine(b, 128), 0u);
    ndmar_close_ncs(b.nd(), 0x3);
    b.reset_and_wait(0x3, 10, 0);
    EXPECT_EQ(enables_of_engine(b, 128), 1u);
    EXPECT_EQ(enables_of_engine(b, 16), 1u);
  });
}

DRIVER_TEST(DriverReset, HostEngineOfV2IsAlwaysInitialised) {
  (new Bench(generation::Id::v2))->run([](Bench& b) {
    ndmar_close_ncs(b.nd(), 0x2);
    b.reset_and_wait(0x2, 10, 0);
    EXPECT_EQ(enables_of_engine(b, 33), 1u);
    EXPECT_EQ(enables_of_engine(b, 32), 0u);
  });
}

// 12 check 19
DRIVER_TEST(DriverReset, WholeDeviceCountsEightCoresOnV2) {
  (new Bench(generation::Id::v2))->run([](Bench& b) {
    for (std::uint32_t nc = 0; nc < 8; ++nc) EXPECT_EQ(probe_reset_req_count(b.nd(), nc), 1u);
  });
}

// 12 check 20
DRIVER_TEST(DriverReset, DeviceThatDiesLater) {
  (new Bench(generation::Id::v2))->run([](Bench& b) {
    b.port.on_read([](std::uint64_t, std::uint32_t) { return 0xffffffffu; });
    b.reset_and_wait(kDevice, 10, 1);
    EXPECT_EQ(b.firmware.issues().size(), 4u);
    EXPECT_EQ((sim::now() - b.firmware.issues()[0]) / kPsPerMs, 120'000u);
  });
}

// 12 check 22, what the driver writes
DRIVER_TEST(DriverReset, EmptyMapIsAReset) {
  (new Bench)->run([](Bench& b) {
    b.reset_and_wait(0, 10, 0);
    const auto writes = b.platform.misc_writes();
    ASSERT_EQ(writes.size(), 4u);
    EXPECT_THAT(writes,
                ElementsAre(wrote(0x1d8, 0), wrote(0x1d4, 0), wrote(0x1ec, 2), wrote(0x800, 1)));
  });
}

// 12 section 7
DRIVER_TEST(DriverReset, Window) {
  (new Bench)->run([](Bench& b) {
    b.platform.sleep(50 * kPsPerMs);
    const std::uint64_t before = b.platform.kernel().jiffies();
    EXPECT_FALSE(nr_op_in_reset_wnd(before, b.nd()));
    b.accept_after(200);
    ASSERT_EQ(nr_start_ncs(b.nd(), 0x1, 10), 0);
    b.platform.sleep(50 * kPsPerMs);
    EXPECT_TRUE(nr_op_in_reset_wnd(b.platform.kernel().jiffies(), b.nd()));
    EXPECT_EQ(nr_wait(b.nd(), 10, false), 0);
    b.platform.sleep(50 * kPsPerMs);
    EXPECT_TRUE(nr_op_in_reset_wnd(before, b.nd()));
    EXPECT_FALSE(nr_op_in_reset_wnd(b.platform.kernel().jiffies(), b.nd()));
  });
}

// 12 section 5.6 and 13 section 5.3
DRIVER_TEST(DriverReset, PostResetAsksForHbm7200Once) {
  auto* b = new Bench;
  std::size_t* asked = new std::size_t(0);
  b->firmware.on_request([asked](const ScriptedFirmware::Request& request) {
    EXPECT_THAT(request.payload, ElementsAre(2, 5, 0));
    ++*asked;
    std::vector<std::uint8_t> profiles(33, 0);
    profiles[0] = 1;
    profiles[1] = 0x10;
    return std::optional<ScriptedFirmware::Answer>({0, profiles});
  });
  b->run([asked](Bench& b) {
    EXPECT_EQ(probe_supports_hbm_7200(b.nd()), 1);
    b.reset_and_wait(kDevice, 10, 0);
    EXPECT_EQ(*asked, 1u);
  });
}

}  // namespace
}  // namespace nvp::test
