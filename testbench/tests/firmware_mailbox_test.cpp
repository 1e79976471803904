// SPDX-License-Identifier: Apache-2.0
// The responder's side of the mailbox (docs/reference/11-fw-io.md section 12; 42 checks 2 to 5).
#include <gtest/gtest.h>

#include "model/firmware/config.h"
#include "testbench/tests/mgmt_bench.h"
#include "testbench/tests/support/sim_test.h"

namespace nvp::test {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::uint8_t kRead = 1, kPost = 2, kSetProfile = 3, kGetData = 4, kSetFeature = 5;
constexpr std::uint64_t kMiscram = 0x8006c84000;  // device address, V3

Bytes address(std::uint64_t value) {
  Bytes bytes(8);
  std::memcpy(bytes.data(), &value, 8);
  return bytes;
}

Bytes operator+(Bytes a, const Bytes& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

// A booted device whose host thread runs `body`.
struct MailboxBench : MgmtBench {
  explicit MailboxBench(const Options& options = {})
      : MgmtBench(options), legacy(*this), fresh{*this} {}

  void run(std::function<void()> body) {
    thread([this, body = std::move(body)] {
      EXPECT_TRUE(poll(MISCRAM_API_VERSION, api, kPsPerSecond, kPsPerMs));
      body();
      sim::stop();
    });
  }
  Bytes ask_legacy(const Bytes& request) {
    legacy.ring(request);
    return legacy.answered(request[0]) ? legacy.answer() : Bytes{};
  }
  std::uint32_t ask(const Bytes& request) {
    fresh.ring(request);
    EXPECT_TRUE(fresh.answered());
    return fresh.dw0();
  }
  std::uint32_t counter(unsigned word) { return bus(FW_COUNTERS + 4 * word); }

  std::uint32_t api = 7;
  LegacyHost legacy;
  NewHost fresh;
};

// 11 section 3.5, requests 1 and 2, check 2
SIM_TEST(Mailbox, ReadVectors) {
  auto* b = new MailboxBench;
  b->run([b] {
    b->write(MISCRAM_DEVICE_ID, 0x0b);
    const Bytes first = frame(2, kRead, address(kMiscram + 0x24));
    EXPECT_EQ(first,
              (Bytes{2, 1, 0x10, 0, 0xc8, 0x4f, 0x45, 0x70, 0x24, 0x40, 0xc8, 6, 0x80, 0, 0, 0}));
    EXPECT_EQ(b->ask_legacy(first), (Bytes{2, 0, 8, 0, 0x0b, 0, 0, 0}));
    const Bytes second = frame(3, kRead, address(kMiscram) + address(kMiscram + 0x24));
    EXPECT_EQ(Bytes(second.begin(), second.begin() + 8),
              (Bytes{3, 1, 0x18, 0, 0x2b, 3, 0x60, 0x64}));
    EXPECT_EQ(b->ask_legacy(second), (Bytes{3, 0, 12, 0, 7, 0, 0, 0, 0x0b, 0, 0, 0}));
  });
}

// 11 section 3.5, requests 3 to 6
SIM_TEST(Mailbox, PostVectors) {
  auto* b = new MailboxBench;
  b->run([b] {
    const Bytes small = {0xc8, 1, 0x35};
    const Bytes several = {0x0c, 1,    0x30, 0x0d, 8, 0x32, 0x2e, 0x32, 0x37, 0x2e,
                           0x34, 0x2e, 0x30, 0x38, 1, 0x30, 0x5a, 1,    0x30};
    const Bytes full(128, 0x41);
    const std::uint32_t crcs[] = {0xd1e15c0b, 0x62c4769b, 0xae50094b, 0x10144fe7};
    unsigned i = 0;
    for (const Bytes& blob : {small, several, Bytes{}, full}) {
      const Bytes request = frame(2, kPost, blob);
      std::uint32_t crc = 0;
      std::memcpy(&crc, &request[4], 4);
      EXPECT_EQ(crc, crcs[i++]);
      EXPECT_EQ(b->ask_legacy(request), (Bytes{2, 0, 4, 0}));
    }
    const auto blobs = b->of(trace::Kind::telemetry_blob);
    ASSERT_EQ(blobs.size(), 4u);
    EXPECT_EQ(blobs[0].data, small);
    EXPECT_EQ(blobs[1].data, several);
    EXPECT_TRUE(blobs[2].data.empty());
    EXPECT_EQ(blobs[3].data, full);
    EXPECT_EQ(b->counter(FW_COUNT_POSTS), 4u);
    EXPECT_EQ(b->counter(FW_COUNT_POST_BYTES), 3u + 19 + 128);
  });
}

// 11 section 3.5, requests 7 to 14 and the new engine's responses; 42 check 2; 11 check 14
SIM_TEST(Mailbox, NewEngineVectors) {
  MgmtBench::Options options;
  options.firmware.profiles_all = {0x07};
  options.firmware.profiles_hbm_7200 = {0x84, 0, 0, 0, 1};
  auto* b = new MailboxBench(options);
  b->run([b] {
    const Bytes profile = {0, 0, 0, 0, 1, 0, 0, 0};
    struct {
      std::uint8_t sequence, command;
      Bytes payload;
      std::uint32_t dw0, dw1, answer0, answer1;
    } const vectors[] = {
        {2, kSetProfile, profile, 0x00100302, 0x847aa309, 0x00080002, 0x7e5650db},
        {3, kGetData, {1}, 0x00090403, 0x5712b47f, 0x00100003, 0xdee5a9f4},
        {4, kGetData, {2, 0, 0}, 0x000b0404, 0x31105d2a, 0x00290004, 0xa6081cc7},
    };
    for (const auto& v : vectors) {
      const Bytes request = frame(v.sequence, v.command, v.payload);
      std::uint32_t header[2];
      std::memcpy(header, request.data(), 8);
      EXPECT_EQ(header[0], v.dw0);
      EXPECT_EQ(header[1], v.dw1);
      EXPECT_EQ(b->ask(request), v.answer0);
      EXPECT_EQ(b->fresh.dw1(), v.answer1);
      EXPECT_EQ(b->read(MISCRAM_ACK), 0u);
    }
    EXPECT_EQ(b->fresh.payload(33), (Bytes{3, 7} + Bytes(31, 0)));
    EXPECT_EQ(b->ask(frame(5, kGetData, {2, 5, 0})), 0x00290005u);
    EXPECT_EQ(b->fresh.payload(33), (Bytes{3, 0x84, 0, 0, 0, 1} + Bytes(27, 0)));
    EXPECT_EQ(b->ask(frame(6, kSetFeature, {1})), 0x00080006u);
    EXPECT_EQ(b->ask(frame(7, kSetFeature, {0})), 0x00080007u);
    EXPECT_EQ(b->ask(frame(3, kGetData, {1})), 0x00100003u);
    EXPECT_EQ(b->fresh.payload(8), profile);
    EXPECT_EQ(b->read(MISCRAM_RESPONSE_BASE_ADDR_LOW), 0u);
    EXPECT_EQ(b->mgmt->running(), true);
  });
}

// 42 check 3: one payload bit flipped
SIM_TEST(Mailbox, WrongCrcFails) {
  auto* b = new MailboxBench;
  b->run([b] {
    Bytes request = frame(6, kGetData, {1});
    request[8] ^= 4;
    EXPECT_EQ(b->ask(request), 0x00080106u);
    EXPECT_EQ(b->fresh.dw1(), 0x3748fe7eu);
    Bytes post = frame(9, kPost, {1, 1, 0x30});
    post[4] ^= 1;
    EXPECT_EQ(b->ask_legacy(post), (Bytes{9, 1, 4, 0}));
    EXPECT_EQ(b->counter(FW_COUNT_CRC_ERRORS), 2u);
    EXPECT_TRUE(b->of(trace::Kind::telemetry_blob).empty());
  });
}

// 42 check 4
SIM_TEST(Mailbox, UnknownCommand) {
  auto* b = new MailboxBench;
  b->run([b] {
    EXPECT_EQ(b->ask(frame(6, 9, {})), 0x00080206u);
    EXPECT_EQ(b->fresh.dw1(), 0x8f4d8b26u);
    EXPECT_EQ(b->ask(frame(6, 0, {1, 2, 3})), 0x00080206u);
    EXPECT_EQ(b->ask_legacy(frame(8, 77, {})), (Bytes{8, 2, 4, 0}));
  });
}

SIM_TEST(Mailbox, RefusedRequests) {
  auto* b = new MailboxBench;
  b->run([b] {
    b->device_registers[0x1234] = 9;
    const Bytes refused[] = {
        frame(1, kRead, {}),
        frame(1, kRead, Bytes(12, 0)),
        frame(1, kRead, address(kMiscram + 2)),
        frame(1, kRead, address(0x1238)),
        frame(1, kRead, address(0x1234) + address(0xffffffffffff)),
        frame(1, kRead, address(kMiscram + 0x1000)),  // beyond the shared words
        frame(1, kSetProfile, {}),
        frame(1, kSetProfile, Bytes(9, 0)),
        frame(1, kSetProfile, {0, 0, 0, 0, 4, 0, 0, 0}),
        frame(1, kSetProfile, {0, 0, 0, 0, 255, 0, 0, 0}),
        frame(1, kGetData, {}),
        frame(1, kGetData, {2}),
        frame(1, kGetData, {2, 0}),
        frame(1, kGetData, {2, 1, 0}),
        frame(1, kGetData, {2, 0, 1}),
        frame(1, kGetData, {0x10, 1}),
        frame(1, kSetFeature, {}),
    };
    for (const Bytes& request : refused) {
      EXPECT_EQ(b->ask_legacy(request), (Bytes{1, 1, 4, 0}));
      b->sleep(10 * kPsPerUs);  // until ACK is cleared
      EXPECT_EQ(b->ask(request), 0x00080101u);
    }
    EXPECT_EQ(b->ask_legacy(frame(1, kPost, Bytes(129, 1))), (Bytes{1, 1, 4, 0}));
    EXPECT_EQ(b->ask_legacy(frame(1, kRead, address(0x1234))), (Bytes{1, 0, 8, 0, 9, 0, 0, 0}));
  });
}

// 11 section 12.3: sizes that cannot be
SIM_TEST(Mailbox, NewEngineSizes) {
  auto* b = new MailboxBench;
  b->run([b] {
    for (const std::uint32_t size : {0u, 7u, 137u, 0xffffu}) {
      b->write(MISCRAM_REQUEST_BASE_ADDR_HIGH, 6 | 4 << 8 | size << 16);
      b->write(MISCRAM_ACK, 1);
      b->write(MISCRAM_TRIGGER, 1);
      EXPECT_TRUE(b->fresh.answered());
      EXPECT_EQ(b->fresh.dw0(), 0x00080106u);
    }
    EXPECT_EQ(b->ask(frame(7, kPost, Bytes(128, 3))), 0x00080007u);
  });
}

// 11 section 12.2: what cannot be answered is dropped, and the doorbell falls
SIM_TEST(Mailbox, DroppedRequests) {
  auto* b = new MailboxBench;
  b->run([b] {
    b->write(MISCRAM_TRIGGER, 1);  // all four registers still 0
    EXPECT_TRUE(b->fresh.answered());
    Bytes tiny = frame(3, kPost, {});
    tiny[2] = 7;
    b->legacy.ring(tiny);
    EXPECT_FALSE(b->legacy.answered(3, 10 * kPsPerMs));
    const std::uint64_t good = b->legacy.request_address, answer = b->legacy.response_address;
    for (const std::uint64_t request : {good & ~b->generation.pci_host_base, good + 0x10000000}) {
      b->legacy.request_address = request;
      b->legacy.ring(frame(4, kPost, {}));
      EXPECT_FALSE(b->legacy.answered(4, 10 * kPsPerMs));
      EXPECT_EQ(b->read(MISCRAM_TRIGGER), 0u);
    }
    b->legacy.request_address = good;
    b->legacy.response_address = answer & ~b->generation.pci_host_base;
    b->legacy.ring(frame(5, kPost, {}));
    EXPECT_FALSE(b->legacy.answered(5, 10 * kPsPerMs));
    b->legacy.response_address = answer + 0x10000000;  // no mapping there
    b->legacy.ring(frame(6, kPost, {}));
    EXPECT_FALSE(b->legacy.answered(6, 10 * kPsPerMs));
    EXPECT_EQ(b->counter(FW_COUNT_DROPPED), 6u);
    EXPECT_EQ(b->of(trace::Kind::firmware_log).size(), 6u);
    b->legacy.response_address = answer;
    EXPECT_EQ(b->ask_legacy(frame(7, kPost, {})), (Bytes{7, 0, 4, 0}));
  });
}

// 11 section 12.1: own API below 7, so ACK means nothing
SIM_TEST(Mailbox, NewEngineNeedsApiSeven) {
  MgmtBench::Options options;
  options.firmware.api_version = 6;
  auto* b = new MailboxBench(options);
  b->api = 6;
  b->run([b] {
    const Bytes request = frame(2, kGetData, {1});
    b->fresh.ring(request);
    EXPECT_TRUE(b->fresh.answered());
    EXPECT_EQ(b->fresh.dw0(), 0x00090402u);  // untouched
    EXPECT_EQ(b->read(MISCRAM_ACK), 0u);
    EXPECT_TRUE(b->of(trace::Kind::mailbox_command).empty()) << "no request of either engine";
    b->write(MISCRAM_ACK, 1);  // so this is a legacy request, for the trace and for faults as well
    fault::Spec error = planned(fault::Point::fw_error);
    error.command = kRead;
    error.code = 9;
    error.count = 1;
    b->faults.arm(error);
    EXPECT_EQ(b->ask_legacy(frame(3, kRead, address(kMiscram))), (Bytes{3, 9, 4, 0}));
    ASSERT_EQ(b->of(trace::Kind::mailbox_command).size(), 1u);
    EXPECT_EQ(b->of(trace::Kind::mailbox_command)[0].event.y, 0u);
    EXPECT_EQ(b->ask_legacy(frame(4, kRead, address(kMiscram))), (Bytes{4, 0, 8, 0, 6, 0, 0, 0}));
  });
}

// 11 check 4: payload before header, which is one write of four bytes
SIM_TEST(Mailbox, HeaderIsTheLastWrite) {
  auto* b = new MailboxBench;
  b->run([b] {
    b->ask_legacy(frame(2, kRead, address(kMiscram) + address(kMiscram + 4)));
    const std::uint64_t response = b->legacy.response_address & ~b->generation.pci_host_base;
    const auto writes = b->of(trace::Kind::dma_write);
    ASSERT_EQ(writes.size(), 2u);
    EXPECT_EQ(writes[0].event.x, response + 4);
    EXPECT_EQ(writes[0].event.a, 8u);
    EXPECT_EQ(writes[1].event.x, response);
    EXPECT_EQ(writes[1].event.a, 4u);
  });
}

SIM_TEST(Mailbox, LargestRead) {
  auto* b = new MailboxBench;
  b->run([b] {
    Bytes addresses;
    for (unsigned i = 0; i < 8190; ++i) {
      b->device_registers[0x10000 + 4 * i] = i * 3;
      const Bytes one = address(0x10000 + 4 * i);
      addresses.insert(addresses.end(), one.begin(), one.end());
    }
    const Bytes answer = b->ask_legacy(frame(2, kRead, addresses));
    ASSERT_EQ(answer.size(), 4 + 4u * 8190);
    for (unsigned i = 0; i < 8190; ++i) {
      std::uint32_t value = 0;
      std::memcpy(&value, &answer[4 + 4 * i], 4);
      ASSERT_EQ(value, i * 3);
    }
  });
}

// 42 check 5
SIM_TEST(Mailbox, SecondDoorbellWhileServing) {
  auto* b = new MailboxBench;
  b->run([b] {
    b->legacy.ring(frame(2, kPost, {1, 1, 0x31}));
    b->sleep(kPsPerUs);  // its frame is being fetched
    EXPECT_EQ(b->read(MISCRAM_TRIGGER), 1u);
    EXPECT_TRUE(b->of(trace::Kind::mailbox_answer).empty());
    b->write(MISCRAM_TRIGGER, 1);
    EXPECT_TRUE(b->legacy.answered(2));
    b->sleep(kPsPerMs);
    EXPECT_EQ(b->bus(MGMT_MISCRAM_BASE + MISCRAM_OVERRUN_COUNT), 1u);
    EXPECT_EQ(b->of(trace::Kind::mailbox_answer).size(), 2u);
    EXPECT_TRUE(b->mgmt->running());
    EXPECT_EQ(b->read(MISCRAM_TRIGGER), 0u);
  });
}

// 11 check 22: a request that the host has given up is not answered, its successor is
SIM_TEST(Mailbox, SupersededRequestIsThrownAway) {
  auto* b = new MailboxBench;
  b->run([b] {
    fault::Spec delay = planned(fault::Point::fw_delay);
    delay.time = 12 * kPsPerSecond;
    delay.count = 1;
    b->faults.arm(delay);
    b->fresh.ring(frame(3, kGetData, {1}));
    EXPECT_FALSE(b->poll(MISCRAM_TRIGGER, 0, 10 * kPsPerSecond, kPsPerMs));
    b->fresh.ring(frame(4, kGetData, {1}));
    EXPECT_TRUE(b->fresh.answered(3 * kPsPerSecond));
    EXPECT_EQ(b->fresh.dw0(), 0x00100004u);
    EXPECT_EQ(b->bus(MGMT_MISCRAM_BASE + MISCRAM_OVERRUN_COUNT), 1u);
    const auto answers = b->of(trace::Kind::mailbox_answer);
    ASSERT_EQ(answers.size(), 1u);
    EXPECT_EQ(answers[0].event.b, 4u);
  });
}

// The same, caught between the sampling of the request and its answer.
SIM_TEST(Mailbox, SupersededWhileServed) {
  auto* b = new MailboxBench;
  b->run([b] {
    b->fresh.ring(frame(3, kSetFeature, {1}));
    b->sleep(500 * kPsPerNs);
    EXPECT_EQ(b->of(trace::Kind::mailbox_command).size(), 1u);
    EXPECT_TRUE(b->of(trace::Kind::mailbox_answer).empty());
    b->fresh.ring(frame(4, kGetData, {1}));
    EXPECT_TRUE(b->fresh.answered());
    EXPECT_EQ(b->fresh.dw0(), 0x00100004u);
    b->sleep(kPsPerMs);
    EXPECT_EQ(b->of(trace::Kind::mailbox_answer).size(), 1u);
    EXPECT_EQ(b->fresh.dw0(), 0x00100004u);
  });
}

SIM_TEST(Mailbox, DoorbellDuringBootIsServedAfterIt) {
  auto* b = new MgmtBench;
  auto* legacy = new LegacyHost(*b);
  b->thread([b, legacy] {
    legacy->ring(frame(2, kPost, {7, 1, 0x31}));
    EXPECT_FALSE(legacy->answered(2, 4 * kPsPerMs));
    EXPECT_TRUE(legacy->answered(2, 2 * kPsPerMs));
    sim::stop();
  });
}

// 11 section 12.4: the DATA window is compared with the frame of a POST_TO_CW
SIM_TEST(Mailbox, PostWarnsIfTheWindowDiffers) {
  auto* b = new MailboxBench;
  b->run([b] {
    b->write(MISCRAM_DATA(0), 0x003501c8);
    b->ask_legacy(frame(2, kPost, {0xc8, 1, 0x35}));
    EXPECT_TRUE(b->of(trace::Kind::warning).empty());
    b->ask_legacy(frame(3, kPost, {0xc8, 1, 0x36}));
    EXPECT_EQ(b->of(trace::Kind::warning).size(), 1u);
    EXPECT_EQ(b->of(trace::Kind::telemetry_blob).size(), 2u);
  });
}

SIM_TEST(Mailbox, EventsTellTheExchange) {
  auto* b = new MailboxBench;
  b->run([b] {
    b->ask(frame(9, kGetData, {1}));
    b->ask_legacy(frame(10, kPost, {}));
    const auto commands = b->of(trace::Kind::mailbox_command);
    const auto answers = b->of(trace::Kind::mailbox_answer);
    const auto bells = b->of(trace::Kind::doorbell);
    ASSERT_EQ(commands.size(), 2u);
    ASSERT_EQ(answers.size(), 2u);
    ASSERT_EQ(bells.size(), 2u);
    EXPECT_EQ(commands[0].event.a, kGetData);
    EXPECT_EQ(commands[0].event.b, 9u);
    EXPECT_EQ(commands[0].event.x, 9u);
    EXPECT_EQ(commands[0].event.y, 1u);
    EXPECT_EQ(commands[1].event.y, 0u);
    EXPECT_EQ(answers[1].event.a, kPost);
    EXPECT_EQ(answers[1].event.b, 10u);
    EXPECT_EQ(answers[1].event.x, 0u);
    EXPECT_EQ(bells[1].event.b, 2u);
  });
}

}  // namespace
}  // namespace nvp::test
