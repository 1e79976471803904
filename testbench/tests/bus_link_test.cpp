// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <random>
#include <string>
#include <vector>

#include "model/bus/link.h"
#include "model/sim/error.h"
#include "testbench/tests/bus_fixture.h"
#include "testbench/tests/support/sim_test.h"

namespace nvp::test {
namespace {

using generation::Id;
using ::testing::ElementsAre;

constexpr ps_t kQuantum = 10 * kPsPerUs;

// 05 checks 4 and 5.
void idle_read(Id id, ps_t quantum, ps_t expected) {
  auto& p = checked_platform(id, quantum);
  p.block.words[0x24] = 0x1234;
  thread("cpu", [&p, expected] {
    EXPECT_EQ(p.link.read32(p.misc(0x24)), 0x1234u);
    EXPECT_EQ(sim::now(), expected);
    EXPECT_EQ(p.block.log.size(), 1u);
  });
}
SIM_TEST(PcieLink, IdleV2Read) {  // 05 check 4
  idle_read(Id::v2, 0, 705'896);
}
SIM_TEST(PcieLink, IdleV3Read) {  // 05 check 5
  idle_read(Id::v3, 0, 605'448);
}
SIM_TEST(PcieLink, IdleV2ReadWithAQuantum) {
  idle_read(Id::v2, kQuantum, 705'896);
}
SIM_TEST(PcieLink, IdleV3ReadWithAQuantum) {
  idle_read(Id::v3, kQuantum, 605'448);
}

// A read that nothing can disturb is worked out at once. Whoever has an event before its completion
// must still find the world as it is at that time, and the read what the grant (354,000) finds.
void read_beside(ps_t at, std::uint32_t expected) {
  auto& p = checked_platform(Id::v2);
  p.block.words[0x24] = 1;
  thread("cpu", [&p, expected] {
    EXPECT_EQ(p.link.read32(p.misc(0x24)), expected);
    EXPECT_EQ(sim::now(), 705'896u);
    ASSERT_EQ(p.block.log.size(), 1u);
    EXPECT_EQ(p.block.log[0].grant, 354'000u);
  });
  thread("bystander", [&p, at] {
    sim::Thread::current()->sleep_until(at);
    EXPECT_EQ(p.block.log.size(), at > 354'000 ? 1u : 0u);
    p.block.words[0x24] = 2;
  });
}
SIM_TEST(PcieLink, ReadSeesAChangeBeforeItsGrant) {
  read_beside(353'999, 2);
}
SIM_TEST(PcieLink, ReadSeesNoChangeAfterItsGrant) {
  read_beside(354'001, 1);
}
SIM_TEST(PcieLink, ReadBesideAnEventJustBeforeItsCompletion) {
  read_beside(705'895, 1);
}
SIM_TEST(PcieLink, ReadBesideAnEventAtItsCompletion) {
  read_beside(705'896, 1);
}
SIM_TEST(PcieLink, ReadBesideAnEventAfterItsCompletion) {
  read_beside(705'897, 1);
}

// 05 check 6: the write arrives at 350,896: edge 351, handshake 353, grant 354; the read arrives at
// 370,768: edge 371, handshake 373, grant 374, response 375.
void write_then_read(ps_t quantum) {
  auto& p = checked_platform(Id::v2, quantum);
  thread("cpu", [&p] {
    p.link.write32(p.misc(0x100), 42);
    EXPECT_EQ(sim::now(), 20'000u);
    EXPECT_EQ(p.link.read32(p.misc(0x100)), 42u);
    EXPECT_EQ(sim::now(), 375'000u + 896 + 350'000);
    ASSERT_EQ(p.block.log.size(), 2u);
    EXPECT_EQ(p.block.log[0].grant, 354'000u);
    EXPECT_EQ(p.block.log[1].grant, 374'000u);
  });
}
SIM_TEST(PcieLink, WriteThenRead) {
  write_then_read(0);
}
SIM_TEST(PcieLink, WriteThenReadWithAQuantum) {
  write_then_read(kQuantum);
}

SIM_TEST(PcieLink, TwoReadsAtOnceAreSerialised) {  // 05 check 7
  auto& p = checked_platform(Id::v2);
  // Arrivals 350,768 and 351,536: handshakes 353 and 354, but arready is 0 until 356.
  thread("first", [&p] {
    p.link.read32(p.misc(0));
    EXPECT_EQ(sim::now(), 355'000u + 896 + 350'000);
  });
  thread("second", [&p] {
    p.link.read32(p.misc(4));
    EXPECT_EQ(sim::now(), 358'000u + 896 + 350'000);
  });
  at(kPsPerUs, [&p] {
    ASSERT_EQ(p.block.log.size(), 2u);
    EXPECT_EQ(p.block.log[0].grant, 354'000u);
    EXPECT_EQ(p.block.log[1].grant, 357'000u);
  });
}

SIM_TEST(PcieLink, SecondRequestArrivesOneTlpLater) {  // 05 check 7, at two blocks
  auto& p = checked_platform(Id::v2);
  thread("first", [&p] { p.link.read(BusPlatform::kBar4, 8); });
  thread("second", [&p] {
    p.link.read32(p.misc(4));  // 351,536: edge 352, handshake 354
    EXPECT_EQ(p.block.log.at(0).grant, 355'000u);
  });
}

// 05 check 8.
void hung(ps_t quantum) {
  auto& p = checked_platform(Id::v2, quantum);
  fault::Spec spec = fault_at(fault::Point::link_hang_read);
  spec.offset = static_cast<std::uint32_t>(BusPlatform::kMisc + 0x24);
  spec.count = 1;
  p.faults.arm(spec);
  thread("cpu", [&p] {
    EXPECT_EQ(p.link.read32(p.misc(0x24)), 0xffff'ffffu);
    EXPECT_EQ(sim::now(), 50'000'000'000u);
    EXPECT_EQ(p.link.counters().timeouts, 1u);
    EXPECT_TRUE(p.block.log.empty());
    EXPECT_EQ(p.link.read32(p.misc(0x24)), 0u) << "only once";
  });
}
SIM_TEST(PcieLink, HungReadTimesOutExactly) {
  hung(0);
}
SIM_TEST(PcieLink, HungReadTimesOutExactlyWithAQuantum) {
  hung(kQuantum);
}

SIM_TEST(PcieLink, BlockThatIsResetUnderAReadTimesOut) {
  auto& p = checked_platform(Id::v2);
  p.generation.link_timeout_ps = 2 * kPsPerMs;
  thread("cpu", [&p] {
    EXPECT_EQ(p.link.read32(p.misc(0x24)), 0xffff'ffffu);
    EXPECT_EQ(sim::now(), 2 * kPsPerMs);
    EXPECT_EQ(p.link.counters().timeouts, 1u);
    EXPECT_EQ(p.link.read32(p.misc(0x24)), 0u);
  });
  thread("reset", [&p] {
    sim::Thread::current()->sleep_until(353'500);
    p.ports.reset();
  });
}

// 05 check 11: firmware and host in one fabric cycle, in either spawn order, with the whole trace.
std::string contended_trace(bool firmware_first) {
  auto& p = checked_platform(Id::v3);
  auto& text = *new std::string;
  p.stream.subscribe([&text](const trace::Event& e) { text += trace::to_json(e) + "\n"; });
  auto cpu = [&p] {
    for (unsigned i = 0; i < 50; ++i) {
      p.link.write32(p.misc(4 * (i % 8)), i);
      p.link.read32(p.misc(4 * (i % 5)));
      sim::Thread::current()->sleep_until(p.fabric.align(sim::now() + 1));
    }
  };
  auto firmware = [&p] {
    for (unsigned i = 0; i < 6000; ++i) {
      std::uint32_t data;
      if (i % 3) {
        p.f.write(4 * (i % 8), 1000 + i, sim::now());
      } else {
        p.f.read(4 * (i % 8), &data, sim::now());
      }
    }
  };
  if (firmware_first) thread("firmware", firmware);
  thread("cpu", cpu);
  if (!firmware_first) thread("firmware", firmware);
  sim::run(100 * kPsPerMs);
  for (const auto& entry : p.block.log) {
    text += std::to_string(entry.port) + ' ' + std::to_string(entry.grant) + ' ' +
            std::to_string(entry.data) + '\n';
  }
  return text;
}
void expect_hash(bool firmware_first) {
  const std::string text = contended_trace(firmware_first);
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const unsigned char c : text) hash = (hash ^ c) * 0x100000001b3u;
  // The parent cannot see both children: they leave their hash in a pipe made before.
  std::printf("trace %llu bytes %zu\n", static_cast<unsigned long long>(hash), text.size());
  EXPECT_GT(text.size(), 100'000u);
}
std::string child_output(bool firmware_first) {
  ::testing::internal::CaptureStdout();
  run_in_child([firmware_first] { expect_hash(firmware_first); }, kPsPerSecond);
  return ::testing::internal::GetCapturedStdout();
}
TEST(PcieLink, SpawnOrderChangesNoByteOfTheTrace) {
  const std::string first = child_output(true), second = child_output(false);
  EXPECT_THAT(first, ::testing::HasSubstr("trace "));
  EXPECT_EQ(first, second);
}

// What a transaction costs does not depend on the mode.
std::string costs(ps_t quantum) {
  ::testing::internal::CaptureStdout();
  run_in_child(
      [quantum] {
        auto& p = checked_platform(Id::v3, quantum);
        p.hbm.answer_after = 70'123;
        thread("cpu", [&p] {
          std::mt19937 random(11);
          for (int i = 0; i < 300; ++i) {
            const std::uint64_t hbm = BusPlatform::kBar4 + 8 * (random() % 1000);
            switch (random() % 6) {
              case 0:
                p.link.write32(p.misc(4 * (random() % 8)), i);
                break;
              case 1:
                std::printf("%x ", p.link.read32(p.misc(4 * (random() % 8))));
                break;
              case 2:
                p.link.write(hbm, 0x0102030405060708u * i, 8);
                break;
              case 3:
                std::printf("%llx ", static_cast<unsigned long long>(p.link.read(hbm, 8)));
                break;
              case 4:
                std::printf("%x ", p.link.read32(BusPlatform::kBar0 + 4 * (random() % 3)));
                break;
              default:
                std::printf("%llx ", static_cast<unsigned long long>(p.link.read(p.misc(2), 2)));
            }
            std::printf("%llu\n", static_cast<unsigned long long>(sim::now()));
          }
        });
      },
      kPsPerSecond);
  return ::testing::internal::GetCapturedStdout();
}
TEST(PcieLink, CostsDoNotDependOnTheMode) {
  const std::string exact = costs(0);
  EXPECT_GT(exact.size(), 3000u);
  EXPECT_EQ(exact, costs(kQuantum));
  EXPECT_EQ(exact, costs(1));
}

// A burst of posts at one time: each TLP waits for the one before, each write for its port.
SIM_TEST(PcieLink, BurstIsSerialised) {
  auto& p = checked_platform(Id::v2);
  for (unsigned i = 0; i < 6; ++i) {
    thread("cpu", [&p, i] { p.link.write(BusPlatform::kBar4 + 8 * i, i, 8); });
  }
  thread("last", [&p] {
    p.link.read(BusPlatform::kBar4 + 40, 8);
    // Six writes of 32 B, the request: 6 * 1,024 + 768 + 350,000 = 356,912 -> 357,000 -> 359,000.
    EXPECT_EQ(sim::now(), 359'000u + 32 * 32 + 350'000);
  });
}

// Writes arrive in order, and no read passes one: random traffic of three threads against the words
// as they must be in the order of issue.
SIM_TEST(PcieLink, RandomTrafficKeepsItsOrder) {
  auto& p = checked_platform(Id::v3);
  auto& expected = *new std::map<std::uint64_t, std::uint32_t>;
  for (unsigned seed = 1; seed <= 3; ++seed) {
    thread("cpu", [&p, &expected, seed] {
      std::mt19937 random(seed);
      for (int i = 0; i < 300; ++i) {
        const std::uint64_t where = 4 * (random() % 4);
        if (random() % 3) {
          const auto value = static_cast<std::uint32_t>(random());
          expected[where] = value;
          p.link.write32(p.misc(where), value);
        } else {
          const std::uint32_t at_issue = expected[where];
          // Others may write before it is granted, so compare what the block had at its grant.
          const std::uint32_t value = p.link.read32(p.misc(where));
          bool seen = value == at_issue;
          for (const auto& e : p.block.log)
            seen |= e.write && e.address == where && e.data == value;
          EXPECT_TRUE(seen);
        }
        if (random() % 4 == 0) sim::Thread::current()->sleep_until(sim::now() + random() % 5000);
      }
    });
  }
  at(100 * kPsPerMs, [&p, &expected] {
    ps_t last = 0;
    for (const auto& e : p.block.log) {
      EXPECT_GT(e.grant, last) << "one grant at an edge, in ascending order";
      last = e.grant;
    }
    for (const auto& [where, value] : expected) EXPECT_EQ(p.block.words[where], value);
    EXPECT_EQ(p.link.counters().reads + p.link.counters().writes, 900u);
  });
}

SIM_TEST(PcieLink, WrongAccessesAreAllOnesOrVanishAndAreCounted) {
  auto& p = checked_platform(Id::v2);
  auto& errors = *new std::vector<std::string>;
  p.stream.subscribe({trace::Kind::mmio_error}, [&errors](const trace::Event& e) {
    errors.push_back(std::string(e.a ? "w " : "r ") + std::string(e.text));
  });
  thread("cpu", [&p, &errors] {
    p.block.words[0] = 5;
    EXPECT_EQ(p.link.read(p.misc(0), 1), 0xffu);
    EXPECT_EQ(sim::now(), 355'000u + (24 + 1) * 32 + 350'000) << "the normal round trip";
    EXPECT_EQ(p.link.read(p.misc(0), 2), 0xffffu);
    EXPECT_EQ(p.link.read(p.misc(0), 8), ~0ull);
    EXPECT_EQ(p.link.read(p.misc(2), 4), 0xffff'ffffu);
    EXPECT_EQ(p.link.read32(0x5000), 0xffff'ffffu) << "outside every BAR";
    EXPECT_EQ(p.link.read32(BusPlatform::kBar4 + 0x10000), 0xffff'ffffu) << "not claimed";
    p.link.write(p.misc(0), 1, 1);
    p.link.write(p.misc(1), 1, 4);
    p.link.write(p.misc(0), 1, 8);
    p.link.write32(0x5000, 1);
    p.link.read32(p.misc(0));
    EXPECT_EQ(p.block.words[0], 5u);
    EXPECT_EQ(p.link.counters().read_errors, 6u);
    EXPECT_EQ(p.link.counters().write_errors, 4u);
    EXPECT_THAT(errors,
                ElementsAre("r width or alignment", "r width or alignment", "r width or alignment",
                            "r SLVERR", "r DECERR", "r DECERR", "w width or alignment", "w SLVERR",
                            "w width or alignment", "w DECERR"));
  });
}

SIM_TEST(PcieLink, SizesThatNoCpuHasAreErrors) {
  auto& p = checked_platform(Id::v2);
  thread("cpu", [&p] {
    EXPECT_THROW(p.link.read(p.misc(0), 3), Error);
    EXPECT_THROW(p.link.write(p.misc(0), 0, 16), Error);
  });
  EXPECT_THROW(p.link.read32(p.misc(0)), Error) << "outside a thread";
}

// --- faults

void gone(ps_t quantum) {
  auto& p = checked_platform(Id::v3, quantum);
  fault::Spec spec = fault_at(fault::Point::link_gone);
  spec.until = kPsPerMs;
  p.faults.arm(spec);
  thread("cpu", [&p] {
    p.link.write32(p.misc(0), 1);
    EXPECT_EQ(sim::now(), 20'000u);
    const ps_t start = sim::now();
    EXPECT_EQ(p.link.read32(p.misc(0)), 0xffff'ffffu);
    EXPECT_EQ(sim::now() - start, 605'448u + 0) << "the normal round trip";
    EXPECT_EQ(p.link.counters().read_errors, 1u);
    EXPECT_EQ(p.link.counters().write_errors, 1u);
    sim::Thread::current()->sleep_until(kPsPerMs);
    EXPECT_EQ(p.link.read32(p.misc(0)), 0u) << "back again, and the write has vanished";
  });
}
SIM_TEST(PcieLink, GoneDevice) {
  gone(0);
}
SIM_TEST(PcieLink, GoneDeviceWithAQuantum) {
  gone(kQuantum);
}

SIM_TEST(PcieLink, DroppedWrite) {
  auto& p = checked_platform(Id::v3);
  fault::Spec spec = fault_at(fault::Point::link_drop_write);
  spec.offset = static_cast<std::uint32_t>(BusPlatform::kMisc + 8);
  spec.skip = 1;
  spec.count = 1;
  p.faults.arm(spec);
  thread("cpu", [&p] {
    p.link.write32(p.misc(8), 1);
    p.link.write32(p.misc(4), 2);
    p.link.write32(p.misc(8), 3);
    EXPECT_EQ(p.link.read32(p.misc(8)), 1u);
    EXPECT_EQ(p.link.read32(p.misc(4)), 2u);
    p.link.write32(p.misc(8), 4);
    EXPECT_EQ(p.link.read32(p.misc(8)), 4u);
    EXPECT_EQ(p.faults.evidence()[0].fired, 1u);
  });
}

SIM_TEST(PcieLink, RegisterValue) {
  auto& p = checked_platform(Id::v3);
  fault::Spec spec = fault_at(fault::Point::register_value);
  spec.offset = static_cast<std::uint32_t>(BusPlatform::kMisc + 0x24);
  spec.value = 0xdead'beef;
  spec.count = 1;
  p.faults.arm(spec);
  thread("cpu", [&p] {
    p.block.words[0x24] = 3;
    EXPECT_EQ(p.link.read32(p.misc(0x20)), 0u);
    EXPECT_EQ(p.link.read32(p.misc(0x24)), 0xdead'beefu);
    EXPECT_EQ(p.link.read32(p.misc(0x24)), 3u);
  });
}

// --- what the CPU's thread may rely on

SIM_TEST(PcieLink, WakeDuringAReadIsKept) {
  auto& p = checked_platform(Id::v3);
  auto& cpu = thread("cpu", [&p] {
    p.link.read32(p.misc(0));
    EXPECT_EQ(sim::now(), 605'448u);
    EXPECT_TRUE(sim::Thread::current()->sleep_until(kPsPerMs));
    EXPECT_EQ(sim::now(), 605'448u);
  });
  thread("waker", [&cpu] {
    sim::Thread::current()->sleep_until(1000);
    cpu.wake();
  });
}

SIM_TEST(PcieLink, TraceTellsTimesAndValues) {
  auto& p = checked_platform(Id::v2);
  auto& lines = *new std::vector<std::string>;
  p.stream.subscribe(
      {trace::Kind::mmio_read, trace::Kind::mmio_write}, [&lines](const trace::Event& e) {
        lines.push_back(std::string(trace::info(e.kind).name) + ' ' + std::to_string(e.time) + ' ' +
                        std::to_string(e.a) + ' ' + std::to_string(e.b));
      });
  thread("cpu", [&p, &lines] {
    p.link.write32(p.misc(0), 9);
    p.link.read32(p.misc(0));
    EXPECT_THAT(lines, ElementsAre("mmio_write 0 9 4", "mmio_read 725896 9 4"));
  });
}

}  // namespace
}  // namespace nvp::test
