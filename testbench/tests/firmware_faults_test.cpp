// SPDX-License-Identifier: Apache-2.0
// The fault points of docs/reference/42-firmware.md and of 12 section 10, step 5.
#include <gtest/gtest.h>

#include "testbench/tests/mgmt_bench.h"
#include "testbench/tests/support/sim_test.h"

namespace nvp::test {
namespace {

using Bytes = std::vector<std::uint8_t>;
using fault::Point;

constexpr std::uint8_t kRead = 1, kPost = 2, kGetData = 4;
constexpr std::uint32_t kDevice = 1, kTpb = 2, kBusy = 8;

struct FaultBench : MgmtBench {
  explicit FaultBench(const Options& options = {})
      : MgmtBench(options), legacy(*this), fresh{*this} {}

  void run(std::function<void()> body) {
    thread([this, body = std::move(body)] {
      sleep(6 * kPsPerMs);
      body();
      sim::stop();
    });
  }
  std::size_t arm(Point point, std::function<void(fault::Spec&)> set = {}) {
    fault::Spec spec = planned(point);
    if (set) set(spec);
    return faults.arm(spec);
  }
  std::uint64_t fired(std::size_t number) const { return faults.evidence()[number].fired; }
  void issue(std::uint32_t type) {
    write(MISCRAM_RESET_TPB_MAP_LO, 1);
    write(MISCRAM_RESET, type);
    write(MISCRAM_TRIGGER, 1);
  }
  Bytes read_request(std::uint8_t sequence) {
    Bytes address(8);
    const std::uint64_t value = generation.miscram_device_base + MISCRAM_API_VERSION;
    std::memcpy(address.data(), &value, 8);
    return frame(sequence, kRead, address);
  }
  // CRC of the new engine's answer as the host reads it.
  std::uint32_t answer_crc(std::size_t payload) {
    Bytes bytes(8);
    const std::uint32_t header = fresh.dw0();
    std::memcpy(bytes.data(), &header, 4);
    const Bytes rest = fresh.payload(payload);
    bytes.insert(bytes.end(), rest.begin(), rest.end());
    return mgmt::crc32c(bytes.data(), bytes.size());
  }

  LegacyHost legacy;
  NewHost fresh;
};

SIM_TEST(Fault, DropLegacy) {
  auto* b = new FaultBench;
  b->run([b] {
    const auto n = b->arm(Point::fw_drop, [](fault::Spec& s) {
      s.command = kPost;
      s.sequence = 2;
    });
    b->legacy.ring(frame(2, kPost, {1, 1, 0x30}));
    EXPECT_FALSE(b->legacy.answered(2));
    EXPECT_EQ(b->read(MISCRAM_TRIGGER), 0u);
    EXPECT_EQ(b->of(trace::Kind::telemetry_blob).size(), 1u);  // only the answer is lost
    b->legacy.ring(frame(3, kPost, {1, 1, 0x30}));
    EXPECT_TRUE(b->legacy.answered(3));
    EXPECT_EQ(b->fired(n), 1u);
  });
}

SIM_TEST(Fault, DropNew) {
  auto* b = new FaultBench;
  b->run([b] {
    const auto n = b->arm(Point::fw_drop, [](fault::Spec& s) { s.count = 1; });
    b->write(MISCRAM_DATA(1), 0x55);
    b->fresh.ring(frame(2, kGetData, {1}));
    EXPECT_FALSE(b->fresh.answered(kPsPerMs));
    EXPECT_EQ(b->storage(MISCRAM_TRIGGER), 0u);  // firmware has cleared it
    EXPECT_EQ(b->fresh.dw0(), 0x00090402u);
    EXPECT_EQ(b->read(MISCRAM_DATA(1)), 0x55u);
    b->fresh.ring(frame(3, kGetData, {1}));
    EXPECT_TRUE(b->fresh.answered(kPsPerMs));
    EXPECT_EQ(b->fresh.dw0(), 0x00100003u);
    EXPECT_EQ(b->fired(n), 1u);
  });
}

SIM_TEST(Fault, Delay) {
  auto* b = new FaultBench;
  b->run([b] {
    b->arm(Point::fw_delay, [](fault::Spec& s) {
      s.command = kPost;
      s.time = 300 * kPsPerMs;
    });
    b->legacy.ring(b->read_request(1));
    EXPECT_TRUE(b->legacy.answered(1, kPsPerMs));
    b->sleep(kPsPerMs);
    const ps_t start = sim::now();
    b->legacy.ring(frame(2, kPost, {}));
    EXPECT_EQ(b->read(MISCRAM_TRIGGER), 1u);
    EXPECT_TRUE(b->legacy.answered(2));
    EXPECT_NEAR(static_cast<double>(sim::now() - start), 300e9, 50e6);
  });
}

SIM_TEST(Fault, ErrorNew) {
  auto* b = new FaultBench;
  b->run([b] {
    b->arm(Point::fw_error, [](fault::Spec& s) {
      s.command = kGetData;
      s.code = 7;
    });
    b->fresh.ring(frame(2, kGetData, {1}));
    EXPECT_TRUE(b->fresh.answered());
    EXPECT_EQ(b->fresh.dw0(), 0x00080702u);
    EXPECT_EQ(b->fresh.dw1(), b->answer_crc(0));
    EXPECT_EQ(b->read(MISCRAM_DATA(0)), 1u);  // the request's payload: the answer's was removed
    EXPECT_EQ(b->of(trace::Kind::mailbox_answer)[0].event.x, 7u);
  });
}

SIM_TEST(Fault, ErrorLegacy) {
  auto* b = new FaultBench;
  b->run([b] {
    b->arm(Point::fw_error, [](fault::Spec& s) { s.code = 2; });
    b->legacy.response[4] = 0xee;
    b->legacy.ring(b->read_request(5));
    EXPECT_TRUE(b->legacy.answered(5));
    EXPECT_EQ(b->legacy.answer(), (Bytes{5, 2, 4, 0}));
    EXPECT_EQ(b->legacy.response[4], 0xee);
  });
}

SIM_TEST(Fault, BadSequence) {
  auto* b = new FaultBench;
  b->run([b] {
    b->arm(Point::fw_bad_seq);
    b->fresh.ring(frame(255, kGetData, {1}));
    EXPECT_TRUE(b->fresh.answered());
    EXPECT_EQ(b->fresh.dw0(), 0x00100000u);
    EXPECT_EQ(b->fresh.dw1(), b->answer_crc(8));
    b->legacy.ring(b->read_request(5));
    EXPECT_TRUE(b->legacy.answered(6));
    EXPECT_EQ(b->legacy.answer(), (Bytes{6, 0, 8, 0, 7, 0, 0, 0}));
  });
}

SIM_TEST(Fault, BadCrcOfTheNewEngineOnly) {
  auto* b = new FaultBench;
  b->run([b] {
    const auto n = b->arm(Point::fw_bad_crc);
    b->legacy.ring(b->read_request(5));
    EXPECT_TRUE(b->legacy.answered(5));
    b->sleep(10 * kPsPerUs);
    EXPECT_EQ(b->fired(n), 0u);
    b->fresh.ring(frame(2, kGetData, {1}));
    EXPECT_TRUE(b->fresh.answered());
    EXPECT_EQ(b->fresh.dw0(), 0x00100002u);
    EXPECT_EQ(b->fresh.dw1(), ~b->answer_crc(8));
    EXPECT_EQ(b->fired(n), 1u);
  });
}

SIM_TEST(Fault, BadCrcOfAnAlteredAnswer) {
  auto* b = new FaultBench;
  b->run([b] {
    b->arm(Point::fw_bad_crc);
    b->arm(Point::fw_bad_seq);
    b->fresh.ring(frame(2, kGetData, {1}));
    EXPECT_TRUE(b->fresh.answered());
    EXPECT_EQ(b->fresh.dw0(), 0x00100003u);
    EXPECT_EQ(b->fresh.dw1(), ~b->answer_crc(8));
  });
}

SIM_TEST(Fault, ShortResponse) {
  auto* b = new FaultBench;
  b->run([b] {
    b->arm(Point::fw_short_response);
    b->fresh.ring(frame(2, kGetData, {1}));
    EXPECT_TRUE(b->fresh.answered());
    EXPECT_EQ(b->fresh.dw0(), 0x00080002u);
    EXPECT_EQ(b->fresh.dw1(), b->answer_crc(0));
    b->legacy.response[4] = 0xee;
    b->legacy.ring(b->read_request(5));
    EXPECT_TRUE(b->legacy.answered(5));
    EXPECT_EQ(b->legacy.answer(), (Bytes{5, 0, 4, 0}));
    EXPECT_EQ(b->legacy.response[4], 0xee);
  });
}

SIM_TEST(Fault, NoClear) {
  auto* b = new FaultBench;
  b->run([b] {
    const auto n = b->arm(Point::fw_no_clear);
    b->fresh.ring(frame(2, kGetData, {1}));
    EXPECT_FALSE(b->fresh.answered(kPsPerMs));
    EXPECT_EQ(b->fresh.dw0(), 0x00100002u);
    EXPECT_EQ(b->bus(MGMT_MISCRAM_BASE + MISCRAM_STATUS), 0u);  // the doorbell has fallen
    b->faults.disarm(n);
    EXPECT_EQ(b->read(MISCRAM_TRIGGER), 0u);
    EXPECT_EQ(b->fired(n), 1u);
  });
}

void stops_and_restarts(Point point, std::size_t faults_seen) {
  auto* b = new FaultBench;
  b->arm(point, [](fault::Spec& s) { s.from = 100 * kPsPerSecond; });
  b->run([b, faults_seen] {
    b->sleep(99 * kPsPerSecond);
    EXPECT_TRUE(b->mgmt->running());
    b->sleep(2 * kPsPerSecond);
    EXPECT_FALSE(b->mgmt->running());
    EXPECT_EQ(b->of(trace::Kind::firmware_fault).size(), faults_seen);
    const std::uint32_t sample = b->read(MISCRAM_POWER_UTIL(0));
    b->legacy.ring(frame(2, kPost, {1, 1, 0x30}));
    EXPECT_FALSE(b->legacy.answered(2));
    EXPECT_EQ(b->read(MISCRAM_POWER_UTIL(0)), sample);
    EXPECT_EQ(b->read(MISCRAM_DEVICE_ID), 5u);
    b->write(MISCRAM_POD_SERNUM_LO, 77);
    b->issue(kTpb);  // does not restart it
    b->sleep(kPsPerSecond);
    EXPECT_FALSE(b->mgmt->running());
    EXPECT_EQ(b->read(MISCRAM_RESET), kTpb);
    b->issue(kDevice);
    const ps_t start = sim::now();
    EXPECT_TRUE(b->mgmt->running() || b->read(MISCRAM_RESET) == 0xdeadbeef);
    b->sleep(4 * kPsPerMs);
    EXPECT_EQ(b->read(MISCRAM_RESET), 0xdeadbeefu);
    b->sleep(2 * kPsPerMs);
    EXPECT_EQ(b->read(MISCRAM_RESET), kDevice);
    EXPECT_TRUE(b->poll(MISCRAM_RESET, 0, kPsPerSecond, kPsPerMs));
    EXPECT_NEAR(static_cast<double>(sim::now() - start), 205e9, 2e9);
    EXPECT_EQ(b->resets.size(), 2u);
    EXPECT_EQ(b->read(MISCRAM_POD_SERNUM_LO), 77u);
    // Zeroed at boot; the sampler, which went on, had a new value waiting.
    EXPECT_EQ(b->read(MISCRAM_POWER_UTIL(0)) >> 16, 1u);
    b->legacy.ring(frame(3, kPost, {1, 1, 0x30}));
    EXPECT_TRUE(b->legacy.answered(3));
    b->sleep(kPsPerSecond);
    EXPECT_EQ(b->read(MISCRAM_POWER_UTIL(0)) >> 16, 3u);
  });
}

// 42 check 9, 12 section 10, step 6
SIM_TEST(Fault, Crash) {
  stops_and_restarts(Point::fw_crash, 1);
}
SIM_TEST(Fault, Hang) {
  stops_and_restarts(Point::fw_hang, 0);
}

// A crash in the middle of a request, and one in the middle of a reset.
SIM_TEST(Fault, CrashAtWork) {
  auto* b = new FaultBench;
  b->run([b] {
    for (ps_t later = 0; later < 4 * kPsPerUs; later += 37 * kPsPerNs) {
      b->legacy.ring(frame(2, kPost, {1, 1, 0x30}));
      b->arm(Point::fw_crash, [&](fault::Spec& s) {
        s.from = sim::now() + later;
        s.count = 1;
      });
      b->sleep(kPsPerMs);
      EXPECT_FALSE(b->mgmt->running());
      b->issue(kDevice);
      b->sleep(10 * kPsPerMs);
      b->arm(Point::fw_crash, [](fault::Spec& s) { s.from = sim::now(); });
      b->sleep(kPsPerMs);
      EXPECT_FALSE(b->mgmt->running());
      b->issue(kDevice);
      EXPECT_TRUE(b->poll(MISCRAM_RESET, 0, kPsPerSecond, kPsPerMs));
    }
  });
}

SIM_TEST(Fault, SlowBoot) {
  auto* b = new FaultBench;
  b->arm(Point::fw_slow_boot, [](fault::Spec& s) { s.time = 2'500 * kPsPerMs; });
  b->thread([b] {
    b->sleep(2'499 * kPsPerMs);
    EXPECT_EQ(b->read(MISCRAM_DEVICE_ID), 0xdeadbeefu);
    b->sleep(2 * kPsPerMs);
    EXPECT_EQ(b->read(MISCRAM_DEVICE_ID), 5u);
    sim::stop();
  });
}

SIM_TEST(Fault, StaleIdentity) {
  auto* b = new FaultBench;
  b->run([b] {
    const auto n = b->arm(Point::fw_stale_identity,
                          [](fault::Spec& s) { s.offset = MISCRAM_SERIAL_NUMBER_LO; });
    EXPECT_EQ(b->read(MISCRAM_SERIAL_NUMBER_LO), 0xdeadbeefu);
    EXPECT_EQ(b->read(MISCRAM_SERIAL_NUMBER_HI), 0x40u);
    EXPECT_EQ(b->read(MISCRAM_DEVICE_ID), 5u);
    b->faults.disarm(n);
    EXPECT_EQ(b->read(MISCRAM_SERIAL_NUMBER_LO), 0x10000u);
    b->arm(Point::fw_stale_identity);
    EXPECT_EQ(b->read(MISCRAM_DEVICE_ID), 0xdeadbeefu);
    EXPECT_EQ(b->read(MISCRAM_SRAM_ECC), 0u);  // no identity word
  });
}

SIM_TEST(Fault, EccFreeze) {
  auto* b = new FaultBench;
  b->run([b] {
    const auto n = b->arm(Point::fw_ecc_freeze);
    b->mgmt->inject_ecc(1, EccKind::repairable, 1);
    b->sleep(kPsPerMs);
    EXPECT_EQ(b->read(MISCRAM_HBM_ECC(0)), 0u);
    EXPECT_EQ(b->read(MISCRAM_HBM_REPAIR_STATE), 0u);
    EXPECT_EQ(b->fired(n), 2u);
    b->faults.disarm(n);
    b->mgmt->inject_ecc(1, EccKind::repairable, 1);
    b->sleep(kPsPerMs);
    EXPECT_EQ(b->read(MISCRAM_HBM_ECC(0)), 2u);
    EXPECT_EQ(b->read(MISCRAM_HBM_REPAIR_STATE), 1u);
  });
}

SIM_TEST(Fault, PowerFreeze) {
  auto* b = new FaultBench;
  b->run([b] {
    b->sleep(600 * kPsPerMs);
    const auto n = b->arm(Point::fw_power_freeze);
    b->sleep(2 * kPsPerSecond);
    EXPECT_EQ(b->read(MISCRAM_POWER_UTIL(0)) >> 16, 1u);
    b->faults.disarm(n);
    b->sleep(kPsPerSecond);
    EXPECT_EQ(b->read(MISCRAM_POWER_UTIL(0)) >> 16, 7u);
  });
}

// 12 section 10, step 5: ignored Issues keep RESET, and any later doorbell is the next one
SIM_TEST(Fault, ResetIgnored) {
  auto* b = new FaultBench;
  b->run([b] {
    const auto n = b->arm(Point::reset_ignore, [](fault::Spec& s) { s.count = 2; });
    b->issue(kDevice);
    b->sleep(kPsPerSecond);
    EXPECT_EQ(b->read(MISCRAM_TRIGGER), 0u);
    EXPECT_EQ(b->read(MISCRAM_RESET), kDevice);
    EXPECT_EQ(b->read(MISCRAM_FW_STATUS), 0u);
    b->legacy.ring(frame(2, kPost, {}));  // counts as an Issue
    EXPECT_FALSE(b->legacy.answered(2));
    EXPECT_EQ(b->fired(n), 2u);
    EXPECT_TRUE(b->resets.empty());
    b->issue(kDevice);
    EXPECT_TRUE(b->poll(MISCRAM_RESET, 0, kPsPerSecond, kPsPerMs));
    EXPECT_EQ(b->resets.size(), 2u);
  });
}

SIM_TEST(Fault, ResetStuck) {
  auto* b = new FaultBench;
  b->run([b] {
    b->arm(Point::reset_stuck, [](fault::Spec& s) { s.count = 1; });
    b->issue(kTpb);
    EXPECT_TRUE(b->poll(MISCRAM_RESET, 0, kPsPerSecond, kPsPerMs));
    EXPECT_EQ(b->read(MISCRAM_FW_STATUS), kBusy);
    b->sleep(10 * kPsPerSecond);
    EXPECT_EQ(b->read(MISCRAM_FW_STATUS), kBusy);
    b->issue(kTpb);
    EXPECT_TRUE(b->poll(MISCRAM_RESET, 0, kPsPerSecond, kPsPerMs));
    EXPECT_EQ(b->read(MISCRAM_FW_STATUS), 0u);
  });
}

SIM_TEST(Fault, ResetDead) {
  auto* b = new FaultBench;
  b->run([b] {
    b->arm(Point::reset_dead, [](fault::Spec& s) {
      s.time = 5 * kPsPerSecond;
      s.count = 1;
    });
    b->issue(kDevice);
    b->sleep(4'900 * kPsPerMs);
    EXPECT_EQ(b->read(MISCRAM_RESET), 0xdeadbeefu);
    EXPECT_EQ(b->read(MISCRAM_FW_STATUS), 0u);
    EXPECT_EQ(b->read(MISCRAM_TRIGGER), 0u);
    b->sleep(200 * kPsPerMs);
    EXPECT_EQ(b->read(MISCRAM_RESET), 0u);
  });
}

// Faults of one device leave the others alone.
SIM_TEST(Fault, NamesItsDevice) {
  auto* b = new FaultBench;
  b->run([b] {
    b->arm(Point::fw_crash, [](fault::Spec& s) {
      s.device = 3;
      s.from = sim::now();
    });
    b->arm(Point::fw_no_clear, [](fault::Spec& s) { s.device = 3; });
    b->sleep(kPsPerMs);
    EXPECT_TRUE(b->mgmt->running());
    EXPECT_EQ(b->read(MISCRAM_TRIGGER), 0u);
  });
}

}  // namespace
}  // namespace nvp::test
