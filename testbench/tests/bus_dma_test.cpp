// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <numeric>
#include <string>
#include <vector>

#include "testbench/tests/bus_fixture.h"
#include "testbench/tests/support/sim_test.h"

namespace nvp::test {
namespace {

using generation::Id;
using ::testing::ElementsAre;

constexpr ps_t kNotYet = ~ps_t{0};

/// How and when a DMA access ended.
struct End {
  ps_t time = kNotYet;
  bool ok = false;
  std::function<void(bool)> done() {
    return [this](bool result) {
      time = sim::now();
      ok = result;
    };
  }
};

/// A host buffer of `size` bytes, mapped.
struct Buffer {
  std::vector<std::uint8_t> bytes;
  std::uint64_t at;
  Buffer(BusPlatform& p, std::size_t size) : bytes(size), at(p.memory.map(bytes.data(), size)) {
    std::iota(bytes.begin(), bytes.end(), std::uint8_t{1});
  }
};

// V3, 128 bytes at t = 0: (24 + 128) * 16 + 300,000.
void one_write(ps_t quantum) {
  auto& p = checked_platform(Id::v3, quantum);
  auto& host = *new Buffer(p, 256);
  auto& end = *new End;
  auto& seen = *new std::vector<ps_t>;
  p.memory.watch(host.at + 4, 4, [&seen] { seen.push_back(sim::now()); });
  thread("device", [&p, &host, &end, &seen] {
    std::vector<std::uint8_t> data(128, 0xab);
    p.link.dma().write(host.at, data.data(), data.size(), end.done());
    std::fill(data.begin(), data.end(), 0);  // the data was taken at the call
    EXPECT_EQ(end.time, kNotYet);
    sim::Thread::current()->sleep_until(302'431);
    EXPECT_EQ(host.bytes[0], 1) << "not there before its arrival";
    sim::Thread::current()->sleep_until(kPsPerUs);
    EXPECT_EQ(end.time, 302'432u);
    EXPECT_TRUE(end.ok);
    EXPECT_THAT(seen, ElementsAre(302'432u)) << "watches fire at the arrival";
    EXPECT_EQ(host.bytes[0], 0xab);
    EXPECT_EQ(host.bytes[127], 0xab);
    EXPECT_EQ(host.bytes[128], 129);
  });
}
SIM_TEST(Dma, WriteIsVisibleAtItsArrival) {
  one_write(0);
}
SIM_TEST(Dma, WriteIsVisibleAtItsArrivalWithAQuantum) {
  one_write(10 * kPsPerUs);
}

// V3, 128 bytes: request 24 * 16 + 300,000; completion (24 + 128) * 16 + 300,000.
void one_read(ps_t quantum) {
  auto& p = checked_platform(Id::v3, quantum);
  auto& host = *new Buffer(p, 256);
  auto& end = *new End;
  auto& data = *new std::vector<std::uint8_t>(128);
  thread("device", [&p, &host, &end, &data] {
    p.link.dma().read(host.at + 1, data.data(), data.size(), end.done());
    sim::Thread::current()->sleep_until(602'815);
    EXPECT_EQ(data[0], 0) << "not here yet";
    sim::Thread::current()->sleep_until(kPsPerUs);
    EXPECT_EQ(end.time, 300'384u + 302'432);
    EXPECT_TRUE(end.ok);
    EXPECT_EQ(data[0], 2);
    EXPECT_EQ(data[127], 129);
  });
}
SIM_TEST(Dma, ReadTakesARoundTrip) {
  one_read(0);
}
SIM_TEST(Dma, ReadTakesARoundTripWithAQuantum) {
  one_read(10 * kPsPerUs);
}

SIM_TEST(Dma, LongAccessesAreSplit) {
  auto& p = checked_platform(Id::v2);
  auto& host = *new Buffer(p, 4096);
  auto& write = *new End;
  auto& read = *new End;
  auto& back = *new std::vector<std::uint8_t>(600);
  thread("device", [&p, &host, &write, &read, &back] {
    std::vector<std::uint8_t> data(600);
    std::iota(data.begin(), data.end(), std::uint8_t{100});
    p.link.dma().write(host.at, data.data(), data.size(), write.done());
    sim::Thread::current()->sleep_until(kPsPerUs);
    // 256 + 256 + 88 bytes, each with a header.
    EXPECT_EQ(write.time, (600u + 3 * 24) * 32 + 350'000);
    p.link.dma().read(host.at, back.data(), back.size(), read.done());
    sim::Thread::current()->sleep_until(2 * kPsPerUs + 500'000);
    // The first request arrives alone; completions follow one another.
    EXPECT_EQ(read.time, kPsPerUs + 24 * 32 + 350'000 + (600u + 3 * 24) * 32 + 350'000);
    EXPECT_EQ(back, data);
  });
}

SIM_TEST(Dma, CompletionNeverPassesAnEarlierWrite) {
  auto& p = checked_platform(Id::v3);
  auto& host = *new Buffer(p, 256);
  auto& early = *new End;
  auto& late = *new End;
  // A read whose response leaves the block at 305,000 meets a DMA write that is ready at 304,999,
  // whose TLP (152 B) takes until 307,431, and one that is ready at 305,001.
  thread("cpu", [&p] {
    p.link.read32(p.misc(0));
    EXPECT_EQ(sim::now(), 307'431u + 448 + 300'000);
  });
  thread("device", [&p, &host, &early, &late] {
    std::vector<std::uint8_t> data(128, 0x11);
    sim::Thread::current()->sleep_until(304'999);
    p.link.dma().write(host.at, data.data(), 128, early.done());
    sim::Thread::current()->sleep_until(305'001);
    p.link.dma().write(host.at, data.data(), 128, late.done());
    sim::Thread::current()->sleep_until(kPsPerUs);
    EXPECT_EQ(early.time, 607'431u);
    EXPECT_EQ(late.time, 307'431u + 448 + 152 * 16 + 300'000);
  });
}

SIM_TEST(Dma, FaultsMoveNothingAndAreReported) {
  auto& p = checked_platform(Id::v3);
  auto& host = *new Buffer(p, 64);
  auto& faults = *new std::vector<std::string>;
  p.stream.subscribe({trace::Kind::dma_fault}, [&faults](const trace::Event& e) {
    faults.push_back((e.b ? "w " : "r ") + std::to_string(e.a) + ' ' + std::to_string(e.x) + ' ' +
                     std::string(e.text));
  });
  thread("device", [&p, &host, &faults] {
    sim::Thread& self = *sim::Thread::current();
    const std::vector<std::uint8_t> before = host.bytes;
    std::vector<std::uint8_t> data(128, 0xee), untouched(128, 0xee);
    std::vector<End> ends(6);
    p.link.dma().write(host.at + 32, data.data(), 64, ends[0].done());
    p.link.dma().read(host.at - 4, data.data(), 8, ends[1].done());
    p.link.dma().read(~std::uint64_t{0} - 3, data.data(), 8, ends[2].done());
    p.link.dma().write(0, data.data(), 4, ends[3].done());
    p.link.dma().write(host.at, data.data(), 0, ends[4].done());
    self.sleep_until(2 * kPsPerUs);
    const std::uint64_t at = host.at;
    p.memory.unmap(at);
    p.link.dma().read(at, data.data(), 4, ends[5].done());
    self.sleep_until(4 * kPsPerUs);
    for (const int i : {0, 1, 2, 3, 5}) {
      EXPECT_NE(ends[i].time, kNotYet) << i;
      EXPECT_FALSE(ends[i].ok) << i;
    }
    EXPECT_TRUE(ends[4].ok) << "an empty access touches nothing";
    EXPECT_EQ(host.bytes, before);
    EXPECT_EQ(data, untouched);
    const std::string reason = " outside every live mapping";
    EXPECT_THAT(faults, ::testing::UnorderedElementsAre(
                            "w 64 " + std::to_string(at + 32) + reason,
                            "r 8 " + std::to_string(at - 4) + reason,
                            "r 8 18446744073709551612 outside the address space or too long",
                            "w 4 0" + reason, "r 4 " + std::to_string(at) + reason));
  });
}

SIM_TEST(Dma, GoneLinkAndOverlongAccessFail) {
  auto& p = checked_platform(Id::v3);
  auto& host = *new Buffer(p, 64);
  fault::Spec spec = fault_at(fault::Point::link_gone);
  spec.until = kPsPerMs;
  p.faults.arm(spec);
  thread("device", [&p, &host] {
    End gone, huge, fine;
    std::uint32_t word = 7;
    p.link.dma().write(host.at, &word, 4, gone.done());
    sim::Thread::current()->sleep_until(2 * kPsPerMs);
    EXPECT_NE(gone.time, kNotYet);
    EXPECT_FALSE(gone.ok);
    EXPECT_EQ(host.bytes[0], 1);
    p.link.dma().read(host.at, &word, std::size_t{1} << 40, huge.done());
    p.link.dma().read(host.at, &word, 4, fine.done());
    sim::Thread::current()->sleep_until(3 * kPsPerMs);
    EXPECT_NE(huge.time, kNotYet);
    EXPECT_FALSE(huge.ok);
    EXPECT_TRUE(fine.ok);
    EXPECT_EQ(word, 0x04030201u);
  });
}

SIM_TEST(Dma, AnAccessMayBeStartedFromTheEndOfAnother) {
  auto& p = checked_platform(Id::v3);
  auto& host = *new Buffer(p, 64);
  auto& times = *new std::vector<ps_t>;
  thread("device", [&p, &host, &times] {
    std::uint32_t word = 1;
    p.link.dma().write(host.at, &word, 4, [&p, &host, &times](bool) {
      times.push_back(sim::now());
      const std::uint32_t next = 2;
      p.link.dma().write(host.at, &next, 4, [&times](bool) { times.push_back(sim::now()); });
    });
    sim::Thread::current()->sleep_until(kPsPerUs);
    EXPECT_THAT(times, ElementsAre(300'448u, 600'896u));
    EXPECT_EQ(host.bytes[0], 2);
  });
}

SIM_TEST(Dma, EventsNameLengthAndAddress) {
  auto& p = checked_platform(Id::v3);
  auto& host = *new Buffer(p, 1024);
  auto& lines = *new std::vector<std::string>;
  p.stream.subscribe({trace::Kind::dma_read, trace::Kind::dma_write},
                     [&lines, &host](const trace::Event& e) {
                       lines.push_back(std::string(trace::info(e.kind).name) + ' ' +
                                       std::to_string(e.a) + ' ' + std::to_string(e.x - host.at));
                     });
  thread("device", [&p, &host, &lines] {
    static std::uint8_t data[600];
    p.link.dma().write(host.at + 8, data, 600, nullptr);
    p.link.dma().read(host.at + 4, data, 12, nullptr);
    sim::Thread::current()->sleep_until(2 * kPsPerUs);
    EXPECT_THAT(lines, ElementsAre("dma_write 600 8", "dma_read 12 4"));
  });
}

}  // namespace
}  // namespace nvp::test
