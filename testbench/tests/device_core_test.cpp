// SPDX-License-Identifier: Apache-2.0
#include "testbench/tests/device_bench.h"

namespace nvp {
namespace {

using neuroncore::Job;
using neuroncore::Outcome;
using neuroncore::Result;
using test::DeviceBench;

Job job_of(std::uint64_t id, ps_t duration, Outcome outcome = Outcome::success) {
  Job job;
  job.id = id;
  job.duration = duration;
  job.outcome = outcome;
  return job;
}

std::vector<Result>& log() {
  static std::vector<Result> results;
  return results;
}

void ring(DeviceBench& bench, std::uint32_t core) {
  bench.write(generation::tpb_window(bench.generation(), core) + TPB_SEMAPHORE_INC(0), 1);
}

DEVICE_TEST(DeviceCore, TheDoorbellSemaphoreStartsAJob) {
  auto* bench = new DeviceBench(id);
  bench->run([bench] {
    const std::uint32_t last = bench->device->core_count() - 1;
    neuroncore::Core& core = bench->device->core(last);
    core.submit(job_of(1, kPsPerUs), [](const Result& result) { log().push_back(result); });
    ring(*bench, 0);
    DeviceBench::after(10 * kPsPerUs);
    EXPECT_TRUE(log().empty()) << "another core's doorbell";
    const ps_t issue = sim::now();
    ring(*bench, last);
    DeviceBench::after(10 * kPsPerUs);
    ASSERT_EQ(log().size(), 1u);
    EXPECT_EQ(log()[0].end - log()[0].start, kPsPerUs);
    const generation::Generation& g = bench->generation();
    const ps_t arrival = issue + g.link_request_ps + 28 * g.link_ps_per_byte;
    EXPECT_GE(log()[0].start, arrival);
    EXPECT_LE(log()[0].start, arrival + 5 * kPsPerNs) << "decoding and the grant";
    EXPECT_EQ(core.busy_ps(), kPsPerUs);
    EXPECT_EQ(bench->read(generation::tpb_window(g, last) + TPB_SEMAPHORE_READ(0)), 1u);
  });
}

DEVICE_TEST(DeviceCore, ResetOfTheCoreAbortsItsJob) {
  auto* bench = new DeviceBench(id);
  bench->run([bench] {
    DeviceBench::boot();
    bench->device->core(1).submit(job_of(1, kPsPerSecond), [](const Result& result) {
      EXPECT_EQ(sim::Thread::current(), nullptr);
      log().push_back(result);
    });
    bench->device->core(0).submit(job_of(2, kPsPerSecond),
                                  [](const Result& result) { log().push_back(result); });
    ring(*bench, 0);
    ring(*bench, 1);
    DeviceBench::after(kPsPerMs);
    bench->reset_blocks(1u << 1);
    ASSERT_EQ(log().size(), 1u);
    EXPECT_EQ(log()[0].id, 1u);
    EXPECT_TRUE(log()[0].aborted);
    EXPECT_TRUE(bench->device->core(0).busy());
    EXPECT_FALSE(bench->device->core(1).busy());
  });
}

// 13, section 2.7: busy for 250 ms of a period of 500 ms on one of the die's cores.
DEVICE_TEST(DeviceCore, PowerWordsAreTheMeanOverTheDiesCores) {
  auto* bench = new DeviceBench(id);
  bench->run([bench] {
    DeviceBench::boot();
    const generation::Generation& g = bench->generation();
    const std::uint32_t last = g.neuroncores - 1;
    bench->device->core(last).submit(job_of(1, 250 * kPsPerMs), {});
    ring(*bench, last);
    DeviceBench::at(510 * kPsPerMs);
    const std::uint32_t share = 5'000 / (g.neuroncores / g.dice);
    EXPECT_EQ(bench->misc(MISCRAM_POWER_UTIL(g.dice - 1)), 1u << 16 | share);
    if (g.dice == 2) {
      EXPECT_EQ(bench->misc(MISCRAM_POWER_UTIL(0)), 1u << 16);
    }
    DeviceBench::at(1'010 * kPsPerMs);
    EXPECT_EQ(bench->misc(MISCRAM_POWER_UTIL(g.dice - 1)), 2u << 16) << "idle";
  });
}

DEVICE_TEST(DeviceCore, MemoryErrorsOfJobsReachTheEccWords) {
  auto* bench = new DeviceBench(id);
  bench->run([bench] {
    DeviceBench::boot();
    const std::uint32_t last = bench->device->core_count() - 1;
    const std::uint32_t stack = bench->generation().hbm_stacks - 1;
    bench->device->core(0).submit(job_of(1, 100, Outcome::sram_uncorrectable), {});
    bench->device->core(last).submit(job_of(2, 100, Outcome::hbm_repairable), {});
    ring(*bench, 0);
    ring(*bench, last);
    DeviceBench::after(kPsPerMs);
    EXPECT_EQ(bench->misc(MISCRAM_SRAM_ECC), 1u);
    EXPECT_EQ(bench->misc(MISCRAM_HBM_ECC(stack)), 1u);
    EXPECT_EQ(bench->misc(MISCRAM_HBM_REPAIR_STATE), 1u);
    EXPECT_FALSE(bench->device->core(0).busy());
    EXPECT_EQ(bench->device->core(0).busy_ps(), 100u);
  });
}

// With temporal decoupling the times of jobs stay exact; only their order against others is looser.
DEVICE_TEST(DeviceCore, AQuantumKeepsTimesExact) {
  sim::set_quantum(kPsPerUs);
  auto* bench = new DeviceBench(id);
  bench->run([bench] {
    const generation::Generation& g = bench->generation();
    bench->device->core(1).submit(job_of(1, 700 * kPsPerNs),
                                  [](const Result& result) { log().push_back(result); });
    ring(*bench, 1);
    bench->read(generation::tpb_window(g, 1) + TPB_SEMAPHORE_READ(0));
    DeviceBench::after(10 * kPsPerUs);
    ASSERT_EQ(log().size(), 1u);
    const ps_t arrival = g.link_request_ps + 28 * g.link_ps_per_byte;
    const sim::Clock fabric(g.fabric_hz);
    EXPECT_EQ(log()[0].start, fabric.after(arrival, g.decode_cycles) + kPsPerNs) << "the grant";
    EXPECT_EQ(log()[0].end - log()[0].start, 700 * kPsPerNs);
    EXPECT_EQ(bench->device->core(1).busy_ps(), 700 * kPsPerNs);
  });
}

// 10 check 17 on a running device: high word first, then low; idle counts PE cycles.
SIM_TEST(DeviceCore, PeCountersCountIdleCycles) {
  auto* bench = new DeviceBench(generation::Id::v3);
  bench->run([bench] {
    DeviceBench::at(4 * kPsPerSecond);
    const std::uint64_t high = bench->read(0x06141100 + 4 * 0x30 + 0x14);
    const std::uint64_t low = bench->read(0x06141100 + 4 * 0x30 + 0x10);
    const std::uint64_t cycles = high << 32 | low;
    EXPECT_GE(cycles, 9'600'000'000u);
    EXPECT_LE(cycles, 9'600'010'000u);
    Job job;
    job.id = 1;
    job.cycles = 512;
    bench->device->core(0).submit(job, {});
    ring(*bench, 0);
    DeviceBench::after(kPsPerMs);
    EXPECT_EQ(bench->read(0x06141520), 512u) << "row group 2";
    EXPECT_EQ(bench->read(0x06141524), 0u);
    EXPECT_EQ(bench->read(0x062C1100 + 4 * 0x30), 0u) << "core 1";
  });
}

std::uint32_t crc32c(const std::vector<std::uint8_t>& bytes) {
  std::uint32_t crc = 0xffffffff;
  for (const std::uint8_t byte : bytes) {
    crc ^= byte;
    for (int bit = 0; bit < 8; ++bit) crc = crc & 1 ? crc >> 1 ^ 0x82f63b78 : crc >> 1;
  }
  return ~crc;
}

void put(std::vector<std::uint8_t>* bytes, std::size_t at, std::uint64_t value, unsigned size) {
  for (unsigned i = 0; i < size; ++i) (*bytes)[at + i] = static_cast<std::uint8_t>(value >> 8 * i);
}

// 11, section 12.4: firmware reads registers of the device for the host, by their device addresses.
DEVICE_TEST(DeviceCore, ReadCommandReachesTheDevicesRegisters) {
  auto* bench = new DeviceBench(id);
  static std::vector<std::uint8_t> request(64), response(64);
  bench->run([bench] {
    DeviceBench::boot();
    const generation::Generation& g = bench->generation();
    const std::uint64_t semaphore = generation::tpb_window(g, 1) + TPB_SEMAPHORE_READ(7);
    const std::uint64_t queue = generation::engine_notification(g, 17) + NOTIFICATION_SIZE(0);
    bench->device->poke(semaphore, 0x5eed);
    bench->write(queue, 0xcafe);
    request.assign(24, 0);
    put(&request, 0, 0x00180102, 4);
    put(&request, 8, *generation::device_address(g, 0, semaphore), 8);
    put(&request, 16, *generation::device_address(g, 0, queue), 8);
    put(&request, 4, crc32c(request), 4);
    const std::uint64_t from = generation::to_device(g, bench->memory.map(request.data(), 24));
    const std::uint64_t to = generation::to_device(g, bench->memory.map(response.data(), 64));
    bench->set_misc(MISCRAM_REQUEST_BASE_ADDR_LOW, static_cast<std::uint32_t>(from));
    bench->set_misc(MISCRAM_REQUEST_BASE_ADDR_HIGH, static_cast<std::uint32_t>(from >> 32));
    bench->set_misc(MISCRAM_RESPONSE_BASE_ADDR_LOW, static_cast<std::uint32_t>(to));
    bench->set_misc(MISCRAM_RESPONSE_BASE_ADDR_HIGH, static_cast<std::uint32_t>(to >> 32));
    bench->set_misc(MISCRAM_TRIGGER, 1);
    DeviceBench::after(kPsPerMs);
    const std::vector<std::uint8_t> expected = {2, 0, 12, 0, 0xed, 0x5e, 0, 0, 0xfe, 0xca, 0, 0};
    EXPECT_EQ(std::vector<std::uint8_t>(response.begin(), response.begin() + 12), expected);
    EXPECT_EQ(bench->misc(MISCRAM_TRIGGER), 0u);
  });
}

}  // namespace
}  // namespace nvp
