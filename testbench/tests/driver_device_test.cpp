// SPDX-License-Identifier: Apache-2.0
// The driver on real devices with the reference firmware.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

#include "gen/model/regs/neuron_regs.h"
#include "model/sim/thread.h"
#include "testbench/tests/support/driver_platform.h"

namespace nvp::test {
namespace {

constexpr std::uint32_t kDevice = 0xffffffff;

struct Row {
  generation::Id generation;
  const char* product;
  std::uint32_t cores;
};

DeviceConfig config_of(const Row& row) {
  DeviceConfig config;
  config.generation = row.generation;
  return config;
}

/// A platform with one device of a generation and no metrics thread.
DriverPlatform* platform_of(const Row& row) {
  auto* p = new DriverPlatform(DriverPlatform::with_product(row.product));
  p->add_device(config_of(row));
  p->set_param("nmetric_log_posts", 0);
  return p;
}

const Row kV2{generation::Id::v2, "trn1.32xlarge", 2}, kV3{generation::Id::v3, "trn2.48xlarge", 8},
    kV4{generation::Id::v4, "trn3.48xlarge", 8};

// 10 section 10.2: from probe to READY
void becomes_ready(const Row& row) {
  DriverPlatform* p = platform_of(row);
  p->run([p, row] {
    EXPECT_LT(sim::now(), kPsPerSecond) << "probe does not wait for the reset";
    ASSERT_TRUE(p->wait_ready());
    EXPECT_GE(sim::now(), 200 * kPsPerMs) << "t_reset of a device";
    EXPECT_LT(sim::now(), 500 * kPsPerMs);
    for (std::uint32_t nc = 0; nc < row.cores; ++nc) EXPECT_TRUE(probe_nc_initialised(p->nd(), nc));
    EXPECT_EQ(probe_reset_metrics(p->nd(), true).count, 1u);
    EXPECT_EQ(fw_io_get_err_count(p->mailbox()), 0u);
    EXPECT_EQ(probe_supports_hbm_7200(p->nd()), 0);
    std::uint32_t version = 0, id = ~0u;
    EXPECT_EQ(fw_io_api_version_read(p->mailbox(), &version), 0);
    EXPECT_EQ(version, 7u);
    EXPECT_EQ(fw_io_device_id_read(p->mailbox(), &id), 0);
    EXPECT_EQ(id, 0u);
  });
}

DRIVER_TEST(DriverDevice, V2BecomesReady) {
  becomes_ready(kV2);
}
DRIVER_TEST(DriverDevice, V3BecomesReady) {
  becomes_ready(kV3);
}
DRIVER_TEST(DriverDevice, V4BecomesReady) {
  becomes_ready(kV4);
}

// Posts and reads through the reference firmware
void exchanges(const Row& row, std::uint64_t misc_device_base) {
  DriverPlatform* p = platform_of(row);
  p->run([p, misc_device_base] {
    ASSERT_TRUE(p->wait_ready());
    std::uint8_t blob[] = {0xc8, 0x01, 0x35};
    EXPECT_EQ(fw_io_post_metric(p->mailbox(), blob, sizeof blob), 0);
    ASSERT_EQ(p->blobs().size(), 1u);
    EXPECT_EQ(p->blobs()[0].bytes, std::vector<std::uint8_t>(blob, blob + 3));
    std::uint64_t addresses[] = {misc_device_base, misc_device_base + MISCRAM_SERIAL_NUMBER_HI};
    std::uint32_t values[2] = {};
    EXPECT_EQ(fw_io_read(p->mailbox(), addresses, values, 2), 0);
    EXPECT_EQ(values[0], 7u);
    EXPECT_EQ(values[1], 0x40u);
    std::uint64_t outside = 1;
    EXPECT_EQ(fw_io_read(p->mailbox(), &outside, values, 1), -1);
    EXPECT_EQ(fw_io_get_err_count(p->mailbox()), 30u);
  });
}

DRIVER_TEST(DriverDevice, V2AnswersTheLegacyEngine) {
  exchanges(kV2, 0xFFFF0FA0000);
}
DRIVER_TEST(DriverDevice, V3AnswersTheLegacyEngine) {
  exchanges(kV3, 0x8006C84000);
}
DRIVER_TEST(DriverDevice, V4AnswersTheLegacyEngine) {
  exchanges(kV4, 0x8006C84000);
}

// 11 check 4, on the bus: what firmware writes to the host while it answers
void answer_in_order(const Row& row, std::uint64_t misc_device_base) {
  DriverPlatform* p = platform_of(row);
  auto* writes = new std::vector<std::pair<std::uint64_t, std::uint32_t>>;
  p->stream().subscribe({trace::Kind::dma_write}, [writes](const trace::Event& event) {
    writes->emplace_back(event.x, event.a);
  });
  p->run([p, writes, misc_device_base] {
    ASSERT_TRUE(p->wait_ready());
    writes->clear();
    const std::uint64_t response = probe_response_address(p->mailbox()) & ~probe_host_base();
    std::uint64_t addresses[3] = {misc_device_base, misc_device_base, misc_device_base};
    std::uint32_t values[3] = {};
    EXPECT_EQ(fw_io_read(p->mailbox(), addresses, values, 3), 0);
    using Write = std::pair<std::uint64_t, std::uint32_t>;
    EXPECT_THAT(*writes, testing::ElementsAre(Write{response + 4, 12}, Write{response, 4}));
  });
}

DRIVER_TEST(DriverDevice, V2AnswersInOrder) {
  answer_in_order(kV2, 0xFFFF0FA0000);
}
DRIVER_TEST(DriverDevice, V3AnswersInOrder) {
  answer_in_order(kV3, 0x8006C84000);
}
DRIVER_TEST(DriverDevice, V4AnswersInOrder) {
  answer_in_order(kV4, 0x8006C84000);
}

void commands_of_the_new_engine(const Row& row) {
  DriverPlatform* p = platform_of(row);
  p->run([p] {
    ASSERT_TRUE(p->wait_ready());
    std::uint8_t profile = 9, count = 0, bitmap[32];
    EXPECT_EQ(npp_set_profile(p->nd(), 3), 0);
    EXPECT_EQ(npp_get_profile(p->nd(), &profile), 0);
    EXPECT_EQ(profile, 3);
    EXPECT_EQ(npp_get_available(p->nd(), 0, &count, bitmap), 0);
    EXPECT_EQ(count, 4);
    EXPECT_EQ(bitmap[0], 0x0f);
    EXPECT_EQ(npp_set_throttling_notifications(p->nd(), true), 0);
    EXPECT_EQ(npp_set_profile(p->nd(), 200), -1) << "not on offer";
    EXPECT_EQ(fw_io_get_err_count(p->mailbox()), 3u);
    DriverPlatform::set_fidelity("fixed");
    EXPECT_EQ(npp_get_profile(p->nd(), &profile), 0) << "the firmware's CRC is right";
  });
}

DRIVER_TEST(DriverDevice, NewEngineOfV3) {
  commands_of_the_new_engine(kV3);
}
DRIVER_TEST(DriverDevice, NewEngineOfV4) {
  commands_of_the_new_engine(kV4);
}

DRIVER_TEST(DriverDevice, Hbm7200IsAsked) {
  auto* p = new DriverPlatform(DriverPlatform::with_product(kV3.product));
  DeviceConfig config = config_of(kV3);
  config.firmware.profiles_hbm_7200 = {0x10};
  p->add_device(config);
  p->run([p] {
    ASSERT_TRUE(p->wait_ready());
    EXPECT_EQ(probe_supports_hbm_7200(p->nd()), 1);
  });
}

// 12 section 5.6: V4 does not ask
DRIVER_TEST(DriverDevice, Hbm7200IsNotAskedOnV4) {
  auto* p = new DriverPlatform(DriverPlatform::with_product(kV4.product));
  DeviceConfig config = config_of(kV4);
  config.firmware.profiles_hbm_7200 = {0x10};
  p->add_device(config);
  p->run([p] {
    ASSERT_TRUE(p->wait_ready());
    EXPECT_EQ(probe_supports_hbm_7200(p->nd()), 0);
  });
}

// 13 section 1.5 through to the driver's count
void ecc_errors_are_seen(const Row& row) {
  auto* p = new DriverPlatform(DriverPlatform::with_product(row.product));
  Device& device = p->add_device(config_of(row));
  p->run([p, &device] {
    ASSERT_TRUE(p->wait_ready());
    device.inject_ecc(1, EccKind::uncorrectable, 3);
    device.inject_ecc(2, EccKind::repairable, 2);
    device.inject_ecc(0, EccKind::uncorrectable, 7);
    p->sleep(kPsPerMs);
    EXPECT_EQ(necc_get_hbm_error_count(p->nd(), false), 3u);
    EXPECT_EQ(necc_get_hbm_error_count(p->nd(), true), 2u);
    EXPECT_EQ(necc_sram_uncorrected(p->nd()), 7u);
    device.set_repair_state(2);
    EXPECT_EQ(necc_get_hbm_error_count(p->nd(), false), 4u);
  });
}

DRIVER_TEST(DriverDevice, EccErrorsOfV3AreSeen) {
  ecc_errors_are_seen(kV3);
}
DRIVER_TEST(DriverDevice, EccErrorsOfV4AreSeen) {
  ecc_errors_are_seen(kV4);
}

// 12 check 21
DRIVER_TEST(DriverDevice, SecondIssueLeavesTheRunningResetAlone) {
  auto* p = new DriverPlatform(DriverPlatform::with_product(kV3.product, 1000));
  DeviceConfig config = config_of(kV3);
  config.firmware.tpb_reset_ps = 14'950 * kPsPerMs;
  p->add_device(config);
  p->set_param("nmetric_log_posts", 0);
  p->run([p] {
    ASSERT_TRUE(p->wait_ready());
    p->clear_mmio();
    auto* resets = new int(0);
    p->stream().subscribe({trace::Kind::block_reset}, [resets](const trace::Event&) { ++*resets; });
    ASSERT_EQ(nr_start_ncs(p->nd(), 0x1, 10), 0);
    EXPECT_EQ(nr_wait(p->nd(), 10, false), 0);
    // Each poll begins with the register read of the one before, which takes some of a jiffy: 101
    // ms apart.
    const std::uint64_t ms = probe_reset_metrics(p->nd(), false).max_ms;
    EXPECT_GE(ms, 14'950u);
    EXPECT_LE(ms, 15'060u);
    std::size_t issues = 0;
    for (const MmioAccess& access : p->misc_writes()) issues += access.offset == MISCRAM_TRIGGER;
    EXPECT_EQ(issues, 2u);
    EXPECT_EQ(*resets, 1);
  });
}

// 12 check 22
DRIVER_TEST(DriverDevice, EmptyMapStartsNothing) {
  DriverPlatform* p = platform_of(kV3);
  p->run([p] {
    ASSERT_TRUE(p->wait_ready());
    auto* resets = new int(0);
    p->stream().subscribe({trace::Kind::block_reset}, [resets](const trace::Event&) { ++*resets; });
    ASSERT_EQ(nr_start_ncs(p->nd(), 0, 10), 0);
    EXPECT_EQ(nr_wait(p->nd(), 10, false), 0);
    EXPECT_EQ(*resets, 0);
    EXPECT_GE(probe_reset_metrics(p->nd(), false).max_ms, 50u);
  });
}

// 12 check 23
DRIVER_TEST(DriverDevice, PostThatMeetsADeviceReset) {
  auto* p = new DriverPlatform(DriverPlatform::with_product(kV3.product));
  p->add_device(config_of(kV3));
  p->set_param("nmetric_log_posts", 0);
  fault::Spec slow;
  slow.point = fault::Point::fw_delay;
  slow.command = 2;
  slow.time = 20 * kPsPerMs;
  slow.count = 1;
  p->faults().arm(slow);
  p->run([p] {
    ASSERT_TRUE(p->wait_ready());
    ASSERT_EQ(nr_start_ncs(p->nd(), kDevice, 10), 0);
    // The queue teardown of eight cores is over: the reset is accepted while the post waits.
    std::uint8_t blob[] = {1};
    const ps_t start = sim::now();
    EXPECT_EQ(fw_io_post_metric(p->mailbox(), blob, 1), 0);
    EXPECT_GE(sim::now() - start, kPsPerSecond);
    EXPECT_LT(sim::now() - start, 1100 * kPsPerMs);
    EXPECT_EQ(fw_io_get_err_count(p->mailbox()), 0u);
    EXPECT_EQ(nr_wait(p->nd(), 10, false), 0);
  });
}

// 11 check 20: the answer to an attempt comes when the next one has begun
DRIVER_TEST(DriverDevice, AnswerToAnEarlierAttemptIsIgnored) {
  DriverPlatform* p = platform_of(kV3);
  fault::Spec lost;  // the first answer ...
  lost.point = fault::Point::fw_drop;
  lost.command = 2;
  lost.count = 1;
  p->faults().arm(lost);
  fault::Spec slow;  // ... and the second request is served late
  slow.point = fault::Point::fw_delay;
  slow.command = 2;
  slow.skip = 1;
  slow.count = 1;
  slow.time = 900 * kPsPerMs;
  p->faults().arm(slow);
  p->run([p] {
    ASSERT_TRUE(p->wait_ready());
    probe_set_sequence(p->mailbox(), 1);
    const ps_t start = sim::now();
    const std::uint64_t response = probe_response_address(p->mailbox()) & ~probe_host_base();
    // What firmware wrote for the first attempt, so late that the second waits.
    auto* late = new sim::Thread("late answer", [p, start, response] {
      sim::Thread::current()->sleep_until(start + 1500 * kPsPerMs);
      EXPECT_EQ(probe_sequence(p->mailbox()), 3);
      const std::uint8_t failed[4] = {2, 1, 4, 0};
      EXPECT_TRUE(p->memory().write(response, failed, sizeof failed));
    });
    std::uint8_t blob[] = {1};
    EXPECT_EQ(fw_io_post_metric(p->mailbox(), blob, 1), 0);
    EXPECT_TRUE(late->finished());
    EXPECT_GE(sim::now() - start, 1900 * kPsPerMs);
    EXPECT_LT(sim::now() - start, 2000 * kPsPerMs);
    EXPECT_EQ(probe_sequence(p->mailbox()), 3);
    EXPECT_EQ(fw_io_get_err_count(p->mailbox()), 0u);
    EXPECT_EQ(p->blobs().size(), 2u) << "the effect of the first attempt stays";
  });
}

// 11 check 22: an attempt that the driver has given up is never answered, the next one is
DRIVER_TEST(DriverDevice, AttemptThatWasGivenUpIsNotAnswered) {
  DriverPlatform* p = platform_of(kV3);
  fault::Spec slow;
  slow.point = fault::Point::fw_delay;
  slow.command = 4;
  slow.sequence = 3;
  slow.time = 12 * kPsPerSecond;
  p->faults().arm(slow);
  struct Seen {
    std::vector<std::uint32_t> bells, answers;
  };
  auto* seen = new Seen;
  p->stream().subscribe({trace::Kind::doorbell},
                        [seen](const trace::Event& event) { seen->bells.push_back(event.b); });
  p->stream().subscribe({trace::Kind::mailbox_answer},
                        [seen](const trace::Event& event) { seen->answers.push_back(event.b); });
  p->run([p, seen] {
    ASSERT_TRUE(p->wait_ready());
    probe_set_sequence(p->mailbox(), 2);
    *seen = {};
    p->clear_mmio();
    const ps_t start = sim::now();
    std::uint8_t profile = 9;
    EXPECT_EQ(fw_io_get_performance_profile(p->mailbox(), &profile), 0);
    EXPECT_EQ(profile, 0);
    EXPECT_GE(sim::now() - start, 10 * kPsPerSecond);
    EXPECT_LT(sim::now() - start, 12'100 * kPsPerMs);
    EXPECT_EQ(seen->answers, std::vector<std::uint32_t>{4});
    ASSERT_EQ(seen->bells.size(), 2u);
    EXPECT_EQ(seen->bells[1], seen->bells[0] + 1) << "nobody else rang";
    // TRIGGER was never 0 between the two: the second bell was an overrun.
    const std::uint64_t trigger = probe_misc_ram() + MISCRAM_TRIGGER;
    std::size_t bells = 0;
    for (const MmioAccess& access : p->mmio()) {
      if (access.offset != trigger) continue;
      bells += access.write;
      EXPECT_TRUE(bells != 1 || access.value != 0u);
    }
    EXPECT_EQ(bells, 2u);
    EXPECT_EQ(fw_io_get_err_count(p->mailbox()), 0u);
    EXPECT_EQ(probe_sequence(p->mailbox()), 4);
  });
}

// 11 check 21
DRIVER_TEST(DriverDevice, GetDataThatMeetsADeviceReset) {
  DriverPlatform* p = platform_of(kV3);
  p->run([p] {
    ASSERT_TRUE(p->wait_ready());
    ASSERT_EQ(nr_start_ncs(p->nd(), kDevice, 10), 0);
    p->sleep(kPsPerMs);  // the reset has been accepted
    probe_set_sequence(p->mailbox(), 2);
    std::uint8_t profile = 9;
    EXPECT_EQ(fw_io_get_performance_profile(p->mailbox(), &profile), 0);
    EXPECT_EQ(fw_io_get_err_count(p->mailbox()), 1u);
    EXPECT_EQ(probe_sequence(p->mailbox()), 4);
    EXPECT_EQ(nr_wait(p->nd(), 10, false), 0);
  });
}

// 10 section 8.1: sixteen devices of a host, each at its place
DRIVER_TEST(DriverDevice, SixteenDevices) {
  auto* p = new DriverPlatform(DriverPlatform::with_product(kV3.product));
  for (std::uint32_t index = 0; index < 16; ++index) {
    static const std::uint32_t routing[16] = {0, 8, 9, 1, 2, 10, 11, 3, 6, 14, 15, 7, 4, 12, 13, 5};
    DeviceConfig config = config_of(kV3);
    config.routing_id = routing[index];
    p->add_device(config);
  }
  p->set_param("nmetric_log_posts", 0);
  p->run([p] {
    EXPECT_EQ(neuron_pci_device_count(), 16u);
    for (std::uint32_t index = 0; index < 16; ++index) {
      ASSERT_NE(p->nd(index), nullptr) << index;
      EXPECT_EQ(probe_device_index(p->nd(index)), static_cast<int>(index));
      EXPECT_TRUE(p->wait_ready(index));
    }
  });
}

// 10 check 18
void without_bar4(const Row& row, std::uint64_t hbm) {
  auto* p = new DriverPlatform(DriverPlatform::with_product(row.product));
  DeviceConfig config = config_of(row);
  config.has_bar4 = false;
  Device& device = p->add_device(config);
  EXPECT_EQ(device.host_port().identity().bar[4].size, 0u);
  p->set_param("nmetric_log_posts", 0);
  p->run([p, hbm] {
    ASSERT_TRUE(p->wait_ready());
    EXPECT_FALSE(probe_bar4_mapped(p->nd()));
    vk::Process& user = p->kernel().spawn("user", {}, [p, hbm] {
      const int fd = p->kernel().sys_open("/dev/neuron0", 2);
      EXPECT_GE(fd, 0);
      int error = 0;
      EXPECT_EQ(p->kernel().sys_mmap(0x1000, true, fd, hbm, &error), nullptr);
      EXPECT_EQ(error, -22);
      return 0;
    });
    EXPECT_TRUE(p->wait_until([&user] { return user.exited(); }, 10 * kPsPerSecond));
    EXPECT_EQ(p->log_count("BAR4 not mapped"), 1u);
    std::uint8_t blob[] = {1};
    EXPECT_EQ(fw_io_post_metric(p->mailbox(), blob, 1), 0);
  });
}

DRIVER_TEST(DriverDevice, V2WithoutBar4) {
  without_bar4(kV2, 0x1000001000);
}
DRIVER_TEST(DriverDevice, V3WithoutBar4) {
  without_bar4(kV3, 0x804000000000);
}
DRIVER_TEST(DriverDevice, V4WithoutBar4) {
  without_bar4(kV4, 0x600000000);
}

// 10 section 12: a device that is gone, then removed
DRIVER_TEST(DriverDevice, SurpriseRemoval) {
  DriverPlatform* p = platform_of(kV2);
  p->run([p] {
    ASSERT_TRUE(p->wait_ready());
    fault::Spec gone;
    gone.point = fault::Point::link_gone;
    p->faults().arm(gone);
    EXPECT_EQ(necc_sram_uncorrected(p->nd()), 65535u);
    std::uint8_t blob[] = {1};
    EXPECT_EQ(fw_io_post_metric(p->mailbox(), blob, 1), -1);
  });
}

/// What one user of a device does; both users begin at the same instant.
void use(DriverPlatform* p, std::uint32_t index) {
  for (std::uint8_t round = 1; round <= 20; ++round) {
    std::uint8_t blob[] = {200, 1, round};
    EXPECT_EQ(fw_io_post_metric(p->mailbox(index), blob, sizeof blob), 0);
    std::uint64_t addresses[] = {0x8006C84000, 0x8006C84024};
    std::uint32_t values[2] = {};
    EXPECT_EQ(fw_io_read(p->mailbox(index), addresses, values, 2), 0);
    std::uint8_t profile = 9;
    EXPECT_EQ(npp_get_profile(p->nd(index), &profile), 0);
    EXPECT_EQ(necc_sram_uncorrected(p->nd(index)), 0u);
  }
  EXPECT_EQ(nr_start_ncs(p->nd(index), 0x3, 10), 0);
  EXPECT_EQ(nr_wait(p->nd(index), 10, false), 0);
}

/// Prints the trace of two devices with two users: all lines, those of an instant in the order of
/// the alphabet (which of two devices is told of first is no observation), then those of each
/// device as they came.
void print_trace_of_two(bool swapped) {
  auto* p = new DriverPlatform(DriverPlatform::with_product(kV3.product));
  for (const std::uint32_t routing_id : {0u, 8u}) {  // device indexes 0 and 1
    DeviceConfig config = config_of(kV3);
    config.routing_id = routing_id;
    p->add_device(config);
  }
  auto* all = new std::multimap<ps_t, std::string>;
  auto* of_device = new std::map<std::int32_t, std::string>;
  p->stream().subscribe([all, of_device](const trace::Event& event) {
    const std::string line = trace::to_json(event);
    all->emplace(event.time, line);
    if (event.device >= 0) (*of_device)[event.device] += line + '\n';
  });
  p->run([=] {
    ASSERT_TRUE(p->wait_ready(0));
    ASSERT_TRUE(p->wait_ready(1));
    std::vector<sim::Thread*> users;
    for (const std::uint32_t k : {0u, 1u}) {
      const std::uint32_t index = swapped ? 1 - k : k;
      users.push_back(new sim::Thread("user" + std::to_string(index), [p, index] {
        sim::Thread::current()->sleep_until(kPsPerSecond);
        use(p, index);
      }));
    }
    for (sim::Thread* user : users)
      EXPECT_TRUE(p->wait_until([user] { return user->finished(); }, 10 * kPsPerSecond));
    std::multiset<std::string> instant;
    for (auto line = all->begin(); line != all->end(); ++line) {
      instant.insert(line->second);
      if (std::next(line) != all->end() && std::next(line)->first == line->first) continue;
      for (const std::string& text : instant) std::puts(text.c_str());
      instant.clear();
    }
    for (const auto& [device, text] : *of_device) std::printf("%d\n%s", device, text.c_str());
    std::puts("the end");
  });
}

// 05 check 11, over a platform with two devices, whose drivers, firmware and users work at once
TEST(DriverDevice, SpawnOrderChangesNoByteOfTheTrace) {
  std::string texts[2];
  for (const bool swapped : {false, true}) {
    testing::internal::CaptureStdout();
    run_driver_test([swapped] { print_trace_of_two(swapped); });
    texts[swapped] = testing::internal::GetCapturedStdout();
  }
  EXPECT_GT(texts[0].size(), 500'000u);
  EXPECT_THAT(texts[0], testing::EndsWith("the end\n"));
  if (texts[0] == texts[1]) return;
  const auto at = std::mismatch(texts[0].begin(), texts[0].end(), texts[1].begin(), texts[1].end());
  const auto from = static_cast<std::size_t>(at.first - texts[0].begin());
  const std::size_t begin = from > 300 ? from - 300 : 0;
  FAIL() << "the traces part here:\n"
         << texts[0].substr(begin, 600) << "\n--- swapped:\n"
         << texts[1].substr(begin, 600);
}

}  // namespace
}  // namespace nvp::test
