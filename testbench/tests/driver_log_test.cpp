// SPDX-License-Identifier: Apache-2.0
// Device log ring and process table (docs/reference/23-cdev-ioctl.md, sections 8 and 11).
#include <gmock/gmock.h>

#include "model/sim/thread.h"
#include "testbench/tests/support/scripted_bench.h"

namespace nvp::test {
namespace {

constexpr int kIoctl = 3;

std::vector<std::string> dumped(ScriptedBench& b, std::int32_t pid, std::uint32_t limit) {
  const std::size_t before = b.platform.log().size();
  EXPECT_EQ(neuron_log_dump(b.nd(), pid, limit), 0);
  std::vector<std::string> lines;
  for (std::size_t i = before; i < b.platform.log().size(); ++i) {
    const std::string& line = b.platform.log()[i];
    if (line.find("neuron_log_dump:") != std::string::npos) lines.push_back(line);
  }
  return lines;
}

DRIVER_TEST(DriverLog, EmptyRingPrintsNothing) {
  auto* b = new ScriptedBench;
  b->run_ready([b] { EXPECT_TRUE(dumped(*b, 0, 0).empty()); });
}

DRIVER_TEST(DriverLog, NewestIsNeverPrinted) {
  auto* b = new ScriptedBench;
  b->run_ready([b] {
    b->platform.sleep(500 * kPsPerMs - sim::now() % (500 * kPsPerMs));
    for (std::uint64_t i = 0; i < 3; ++i) neuron_log_rec_add(b->nd(), kIoctl, 0xabc0 + i);
    const auto lines = dumped(*b, 0, 0);
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_THAT(lines[0], testing::HasSubstr("nd00: type: IOCTL,   pid: "));
    EXPECT_THAT(lines[0],
                testing::HasSubstr(", data:             abc0, 2026-01-01 00:00:00.500000"));
    EXPECT_THAT(lines[1], testing::HasSubstr("abc1"));
  });
}

DRIVER_TEST(DriverLog, LimitAndWrap) {
  auto* b = new ScriptedBench;
  b->run_ready([b] {
    for (std::uint64_t i = 0; i < 3000; ++i) neuron_log_rec_add(b->nd(), kIoctl, i);
    EXPECT_EQ(dumped(*b, 0, 0).size(), 130u);
    const auto lines = dumped(*b, 0, 5);
    ASSERT_EQ(lines.size(), 7u);
    EXPECT_THAT(lines.back(), testing::HasSubstr("bb6, ")) << "2998";
    EXPECT_EQ(dumped(*b, 0, 100'000).size(), 1023u);
    EXPECT_EQ(dumped(*b, 0, 0xffffffff).size(), 1023u);
    EXPECT_TRUE(dumped(*b, 123456, 5).empty()) << "of another process";
  });
}

/// Runs `body` as a process and waits for its end.
void as_process(ScriptedBench& b, std::function<void()> body) {
  vk::Process& process = b.platform.kernel().spawn("user", {}, [body = std::move(body)] {
    body();
    return 0;
  });
  EXPECT_TRUE(b.platform.wait_until([&process] { return process.exited(); }, kPsPerSecond));
}

DRIVER_TEST(DriverPid, AttachCountsOpens) {
  auto* b = new ScriptedBench;
  b->run_ready([b] {
    as_process(*b, [b] {
      EXPECT_EQ(npid_is_attached(b->nd()), 0);
      EXPECT_EQ(npid_detach(b->nd()), -1);
      EXPECT_EQ(npid_add_allocated_memory(b->nd(), 0, 1), -1);
      EXPECT_TRUE(npid_attach(b->nd()));
      EXPECT_TRUE(npid_attach(b->nd()));
      EXPECT_EQ(npid_is_attached(b->nd()), 2);
      EXPECT_EQ(npid_attached_process_count(b->nd()), 1);
      EXPECT_EQ(npid_add_allocated_memory(b->nd(), 0, 4096), 0);
      EXPECT_EQ(npid_dec_allocated_memory(b->nd(), 0, 5000), 0);
      EXPECT_EQ(npid_add_allocated_memory(b->nd(), 1, 8192), 0);
      std::uint64_t host = 1, device = 1;
      EXPECT_EQ(npid_get_allocated_memory(b->nd(), &host, &device), 0);
      EXPECT_EQ(host, 0u) << "stops at 0";
      EXPECT_EQ(device, 8192u);
      EXPECT_EQ(npid_detach(b->nd()), 0);
      EXPECT_EQ(npid_detach(b->nd()), 0);
      EXPECT_EQ(npid_is_attached(b->nd()), 0);
      EXPECT_EQ(npid_attached_process_count(b->nd()), 0);
    });
  });
}

std::uint64_t inherited_memory(ScriptedBench& b) {
  auto* device = new std::uint64_t(0);
  for (int round = 0; round < 2; ++round) {
    as_process(b, [&b, device] {
      EXPECT_TRUE(npid_attach(b.nd()));
      std::uint64_t host;
      EXPECT_EQ(npid_get_allocated_memory(b.nd(), &host, device), 0);
      EXPECT_EQ(npid_add_allocated_memory(b.nd(), 1, 100), 0);
      EXPECT_EQ(npid_detach(b.nd()), 0);
    });
  }
  return *device;
}

DRIVER_TEST_UNLESS_FIXED(DriverPid, MemoryOfTheSlotIsInherited) {
  auto* b = new ScriptedBench;
  b->run_ready([b] { EXPECT_EQ(inherited_memory(*b), 100u); });
}

DRIVER_TEST(DriverPid, MemoryOfTheSlotIsZeroedInModeFixed) {
  auto* b = new ScriptedBench;
  DriverPlatform::set_fidelity("fixed");
  b->run_ready([b] { EXPECT_EQ(inherited_memory(*b), 0u); });
}

DRIVER_TEST(DriverPid, SixteenProcesses) {
  auto* b = new ScriptedBench;
  b->run_ready([b] {
    auto* attached = new int(0);
    for (int i = 0; i < 17; ++i)
      as_process(*b, [b, attached] { *attached += npid_attach(b->nd()); });
    EXPECT_EQ(*attached, 16);
    EXPECT_EQ(npid_attached_process_count(b->nd()), 16);
  });
}

}  // namespace
}  // namespace nvp::test
