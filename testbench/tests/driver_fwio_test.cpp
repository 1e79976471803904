// SPDX-License-Identifier: Apache-2.0
// The driver's side of the mailbox, on a scripted device (docs/reference/11-fw-io.md).
#include <gmock/gmock.h>

#include "gen/model/regs/neuron_regs.h"
#include "model/sim/thread.h"
#include "testbench/tests/support/scripted_bench.h"

namespace nvp::test {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;
using Bytes = std::vector<std::uint8_t>;
using Answer = ScriptedFirmware::Answer;
using Request = ScriptedFirmware::Request;
using MaybeAnswer = std::optional<Answer>;

constexpr int kEINVAL = -22, kE2BIG = -7, kETIMEDOUT = -110, kENOTSUPP = -524, kEPROTO = -71,
              kEIO = -5;
constexpr std::uint8_t kRead = 1, kPost = 2, kGetData = 4;

struct Bench : ScriptedBench {
  void run(std::function<void(Bench&)> body) {
    run_ready([this, body = std::move(body)] {
      probe_set_sequence(ctx(), 1);
      body(*this);
    });
  }
  std::uint64_t errors() { return fw_io_get_err_count(ctx()); }
  int post(Bytes blob) {
    return fw_io_post_metric(ctx(), blob.data(), static_cast<std::uint32_t>(blob.size()));
  }
};

Bytes hex(const std::string& text) {
  Bytes bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 3) {
    bytes.push_back(static_cast<std::uint8_t>(std::stoul(text.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

// 11 check 1
TEST(DriverFwIo, Crc32c) {
  const auto crc = [](const Bytes& bytes) { return probe_crc32c(bytes.data(), bytes.size()); };
  EXPECT_EQ(probe_crc32c("123456789", 9), 0xe3069283u);
  EXPECT_EQ(crc({}), 0u);
  EXPECT_EQ(crc(Bytes(8, 0)), 0x8c28b28au);
  EXPECT_EQ(crc(Bytes(32, 0)), 0x8a9136aau);
  EXPECT_EQ(crc(Bytes(32, 0xff)), 0x62a8ab43u);
  Bytes counting(32);
  for (std::uint8_t i = 0; i < 32; ++i) counting[i] = i;
  EXPECT_EQ(crc(counting), 0x46dd794eu);
}

// 11 check 2, 11 check 3, and vectors 1 and 2 of section 3.5
DRIVER_TEST(DriverFwIo, FirstRequestAndItsWrites) {
  (new Bench)->run([](Bench& b) {
    b.firmware.on_request([](const Request& request) -> MaybeAnswer {
      return Answer{0, Bytes(request.payload.size() / 2, 0x0b)};
    });
    std::uint64_t addresses[2] = {0x8006C84024, 0x8006C84000};
    std::uint32_t values[2] = {};
    EXPECT_EQ(fw_io_read(b.ctx(), addresses, values, 1), 0);
    EXPECT_EQ(values[0], 0x0b0b0b0bu);
    ASSERT_EQ(b.firmware.requests().size(), 1u);
    EXPECT_EQ(b.firmware.requests()[0].header, hex("02 01 10 00 c8 4f 45 70"));
    EXPECT_EQ(b.firmware.requests()[0].payload, hex("24 40 c8 06 80 00 00 00"));

    const std::uint64_t request = probe_request_address(b.ctx()),
                        response = probe_response_address(b.ctx());
    EXPECT_EQ(request >> 32 & 1u << 14, 1u << 14) << "host window, bit 46";
    EXPECT_THAT(b.platform.mmio(),
                ElementsAre(wrote(b.port.misc(0x1f4), static_cast<std::uint32_t>(request)),
                            wrote(b.port.misc(0x1f0), static_cast<std::uint32_t>(request >> 32)),
                            wrote(b.port.misc(0x1fc), static_cast<std::uint32_t>(response)),
                            wrote(b.port.misc(0x1f8), static_cast<std::uint32_t>(response >> 32)),
                            wrote(b.port.misc(0x800), 1)));

    std::swap(addresses[0], addresses[1]);
    EXPECT_EQ(fw_io_read(b.ctx(), addresses, values, 2), 0);
    EXPECT_EQ(b.firmware.requests()[1].header, hex("03 01 18 00 2b 03 60 64"));
  });
}

// 11 check 5, 11 check 6, and vectors 3 to 6
DRIVER_TEST(DriverFwIo, PostFillsTheWindowAndTheRequest) {
  (new Bench)->run([](Bench& b) {
    const auto posted = [&b](const Bytes& blob) {
      probe_set_sequence(b.ctx(), 1);
      b.firmware.forget_requests();
      EXPECT_EQ(b.post(blob), 0);
      EXPECT_EQ(b.firmware.requests().back().payload, blob);
      return b.firmware.requests().back().header;
    };
    EXPECT_EQ(posted(hex("c8 01 35")), hex("02 02 0b 00 0b 5c e1 d1"));
    EXPECT_EQ(b.firmware.word(MISCRAM_DATA(0)), 0x003501c8u);
    EXPECT_THAT(b.platform.misc_writes()[0], wrote(0x100, 0x003501c8));
    EXPECT_EQ(posted(hex("0c 01 30 0d 08 32 2e 32 37 2e 34 2e 30 38 01 30 5a 01 30")),
              hex("02 02 1b 00 9b 76 c4 62"));
    EXPECT_EQ(posted({}), hex("02 02 08 00 4b 09 50 ae"));

    b.platform.clear_mmio();
    EXPECT_EQ(posted(Bytes(128, 0x41)), hex("02 02 88 00 e7 4f 14 10"));
    const auto writes = b.platform.misc_writes();
    ASSERT_EQ(writes.size(), 32u + 5u);
    for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(writes[i], wrote(0x100 + 4 * i, 0x41414141));

    b.platform.clear_mmio();
    EXPECT_EQ(b.post(Bytes(129, 0x41)), kE2BIG);
    EXPECT_TRUE(b.platform.mmio().empty());
  });
}

// 11 check 7
DRIVER_TEST(DriverFwIo, FaultHooksComeFirst) {
  (new Bench)->run([](Bench& b) {
    fault::Spec spec;
    spec.point = fault::Point::fail_fwio_post_metric;
    b.platform.faults().arm(spec);
    spec.point = fault::Point::fail_fwio_read;
    b.platform.faults().arm(spec);
    EXPECT_EQ(b.post(Bytes(200)), kETIMEDOUT);
    EXPECT_EQ(fw_io_post_metric(nullptr, nullptr, 0), kEINVAL);
    std::uint64_t address = 0;
    std::uint32_t value;
    EXPECT_EQ(fw_io_read(b.ctx(), &address, &value, 1), kETIMEDOUT);
    EXPECT_TRUE(b.platform.mmio().empty());
    EXPECT_EQ(b.errors(), 0u);
  });
}

// 11 section 5, step 1, and 11 section 6.3
DRIVER_TEST(DriverFwIo, RefusesWhatTheBuffersCannotHold) {
  (new Bench)->run([](Bench& b) {
    std::vector<std::uint64_t> addresses(8191);
    std::vector<std::uint32_t> values(8191);
    EXPECT_EQ(fw_io_read(b.ctx(), addresses.data(), values.data(), 8191), kEINVAL);
    EXPECT_EQ(fw_io_read(b.ctx(), addresses.data(), values.data(), 0x20000001), kEINVAL);
    EXPECT_TRUE(b.platform.mmio().empty());
    b.firmware.on_request([](const Request& request) -> MaybeAnswer {
      return Answer{0, Bytes(request.payload.size() / 2)};
    });
    EXPECT_EQ(fw_io_read(b.ctx(), addresses.data(), values.data(), 8190), 0);
  });
}

// 11 check 8
DRIVER_TEST_UNLESS_FIXED(DriverFwIo, SilentFirmwareCostsThirtySeconds) {
  (new Bench)->run([](Bench& b) {
    b.answer({});
    const ps_t start = sim::now();
    EXPECT_EQ(b.post({1, 2, 3}), -1);
    // Looks every 2 ms (msleep(1) at HZ 1000), the last one at 998 ms of an attempt.
    EXPECT_GE(sim::now() - start, 30 * kPsPerSecond - kPsPerMs);
    EXPECT_LE(sim::now() - start, 30 * (kPsPerSecond + 2 * kPsPerMs));
    EXPECT_EQ(b.firmware.requests().size(), 30u);
    EXPECT_EQ(b.errors(), 0u);
    EXPECT_EQ(probe_sequence(b.ctx()), 31);
    EXPECT_EQ(b.platform.log_count("no answer"), 0u) << "a post fails quietly";

    std::uint64_t address = 0;
    std::uint32_t value;
    EXPECT_EQ(fw_io_read(b.ctx(), &address, &value, 1), -1);
    EXPECT_EQ(b.platform.log_count("no answer"), 30u);
  });
}

// 11 check 9, documented and shipped
DRIVER_TEST_UNLESS_FIXED(DriverFwIo, FailuresCountPerAttempt) {
  (new Bench)->run([](Bench& b) {
    b.answer(Answer{1});
    const ps_t start = sim::now();
    EXPECT_EQ(b.post({1}), -1);
    EXPECT_EQ(sim::now(), start) << "a failure is retried at once";
    EXPECT_EQ(b.errors(), 30u);
    b.answer(Answer{2});
    b.firmware.forget_requests();
    EXPECT_EQ(b.post({1}), -1);
    EXPECT_EQ(b.firmware.requests().size(), 1u);
    EXPECT_EQ(b.errors(), 31u);
  });
}

// 11 check 9, fixed
DRIVER_TEST(DriverFwIo, FailuresCountPerCallInModeFixed) {
  auto* bench = new Bench;
  DriverPlatform::set_fidelity("fixed");
  bench->run([](Bench& b) {
    b.answer(Answer{1});
    EXPECT_EQ(b.post({1}), -1);
    EXPECT_EQ(b.errors(), 1u);
    b.answer(Answer{2});
    EXPECT_EQ(b.post({1}), -1);
    EXPECT_EQ(b.errors(), 2u);
    b.answer(Answer{1});
    EXPECT_EQ(probe_execute_new(b.ctx(), kPost, nullptr, 0, nullptr, 0), kEIO);
    EXPECT_EQ(b.errors(), 3u);
  });
}

// 11 check 10, and vectors 8 and 9
DRIVER_TEST(DriverFwIo, SequenceSkipsZero) {
  (new Bench)->run([](Bench& b) {
    probe_set_sequence(b.ctx(), 254);
    EXPECT_EQ(fw_io_set_power_profile(b.ctx(), 1), 0);
    EXPECT_EQ(fw_io_set_power_profile(b.ctx(), 1), 0);
    EXPECT_EQ(b.firmware.requests()[0].header, hex("ff 03 10 00 fe b3 54 ea"));
    EXPECT_EQ(b.firmware.requests()[1].header, hex("01 03 10 00 fa c3 82 97"));
  });
}

// 11 check 11, and vector 7
DRIVER_TEST(DriverFwIo, NewEngineNeedsApiSeven) {
  (new Bench)->run([](Bench& b) {
    b.firmware.set_word(MISCRAM_API_VERSION, 6);
    EXPECT_EQ(fw_io_set_power_profile(b.ctx(), 1), kENOTSUPP);
    ASSERT_EQ(b.platform.mmio().size(), 1u);
    EXPECT_FALSE(b.platform.mmio()[0].write);
    EXPECT_EQ(b.platform.mmio()[0].offset, b.port.misc(0));

    b.firmware.set_word(MISCRAM_API_VERSION, 7);
    b.platform.clear_mmio();
    EXPECT_EQ(fw_io_set_power_profile(b.ctx(), 1), 0);
    EXPECT_THAT(b.platform.misc_writes(),
                ElementsAre(wrote(0x100, 0), wrote(0x104, 1), wrote(0x1f0, 0x00100302),
                            wrote(0x1f4, 0x847aa309), wrote(0x1f8, 0), wrote(0x1fc, 0),
                            wrote(0xf0, 1), wrote(0x800, 1)));
  });
}

// 11 check 11, a device that is not ready passes the gate
DRIVER_TEST_UNLESS_FIXED(DriverFwIo, NotReadyPassesTheGate) {
  (new Bench)->run([](Bench& b) {
    b.answer({});
    b.firmware.set_word(MISCRAM_API_VERSION, 0xdeadbeef);
    const ps_t start = sim::now();
    EXPECT_EQ(fw_io_set_power_profile(b.ctx(), 1), 0) << "quirk 5: success after pure time-outs";
    EXPECT_GE(sim::now() - start, 270 * kPsPerSecond - kPsPerMs);
    EXPECT_EQ(b.firmware.requests().size(), 3u);
  });
}

DRIVER_TEST(DriverFwIo, NotReadyIsRefusedInModeFixed) {
  auto* bench = new Bench;
  DriverPlatform::set_fidelity("fixed");
  bench->run([](Bench& b) {
    for (const std::uint32_t version : {0xdeadbeefu, 0xffffffffu}) {
      b.firmware.set_word(MISCRAM_API_VERSION, version);
      EXPECT_EQ(fw_io_set_power_profile(b.ctx(), 1), kENOTSUPP);
    }
    EXPECT_TRUE(b.firmware.requests().empty());
  });
}

// 11 check 12, and 11 section 7.2
DRIVER_TEST(DriverFwIo, AnswerThatIsTheRequest) {
  (new Bench)->run([](Bench& b) {
    Answer untouched;
    untouched.registers_untouched = true;
    b.answer(untouched);
    EXPECT_EQ(probe_execute_new(b.ctx(), kPost, nullptr, 0, nullptr, 0), -1);
    EXPECT_EQ(b.firmware.requests().size(), 1u);
    EXPECT_EQ(b.errors(), 1u);
    EXPECT_EQ(probe_execute_new(b.ctx(), kGetData, "\1", 1, nullptr, 0), -1);
    EXPECT_EQ(b.errors(), 4u) << "command 4 is an unknown error, retried";
  });
}

// 11 check 13
DRIVER_TEST(DriverFwIo, ShortAnswerLeavesTheBuffer) {
  (new Bench)->run([](Bench& b) {
    std::uint8_t profile = 9;
    EXPECT_EQ(fw_io_get_performance_profile(b.ctx(), &profile), 0);
    EXPECT_EQ(profile, 0);
  });
}

// 11 check 14, 13 check 22, and vectors 10 to 14
DRIVER_TEST(DriverFwIo, GetDataAndFeatures) {
  (new Bench)->run([](Bench& b) {
    probe_set_sequence(b.ctx(), 2);
    b.answer(Answer{0, {0, 0, 0, 0, 7, 0, 0, 0}});
    std::uint8_t profile = 0, count = 0, bitmap[32];
    EXPECT_EQ(fw_io_get_performance_profile(b.ctx(), &profile), 0);
    EXPECT_EQ(profile, 7);
    EXPECT_EQ(b.firmware.requests()[0].header, hex("03 04 09 00 7f b4 12 57"));

    Bytes profiles(33, 0);
    profiles[0] = 3;
    profiles[1] = 0x07;
    profiles[32] = 0x80;
    b.answer(Answer{0, profiles});
    b.platform.clear_mmio();
    EXPECT_EQ(fw_io_get_available_profiles(b.ctx(), 0, &count, bitmap), 0);
    EXPECT_EQ(b.firmware.requests()[1].header, hex("04 04 0b 00 2a 5d 10 31"));
    EXPECT_EQ(count, 3);
    EXPECT_THAT(Bytes(bitmap, bitmap + 32),
                ElementsAreArray(Bytes(profiles.begin() + 1, profiles.end())));
    std::size_t data_reads = 0;
    for (const MmioAccess& access : b.platform.misc_reads()) {
      data_reads += access.offset >= 0x100 && access.offset <= 0x120;
    }
    EXPECT_EQ(data_reads, 9u) << "eight whole words and one for the tail";

    b.platform.clear_mmio();
    EXPECT_EQ(fw_io_get_available_profiles(b.ctx(), 5, &count, bitmap), 0);
    EXPECT_EQ(b.firmware.requests()[2].header, hex("05 04 0b 00 40 53 49 fb"));
    EXPECT_EQ(b.platform.misc_writes()[0], wrote(0x100, 0x00000502));

    b.answer(Answer{});
    b.platform.clear_mmio();
    EXPECT_EQ(fw_io_set_feature(b.ctx(), 1), 0);
    EXPECT_EQ(b.platform.misc_writes()[0], wrote(0x100, 1));
    EXPECT_EQ(fw_io_set_feature(b.ctx(), 0), 0);
    EXPECT_EQ(b.firmware.requests()[3].header, hex("06 05 09 00 23 dd df 34"));
    EXPECT_EQ(b.firmware.requests()[4].header, hex("07 05 09 00 68 88 8a 32"));
  });
}

// 11 check 15
DRIVER_TEST(DriverFwIo, LegacyAnswerOfWrongSize) {
  (new Bench)->run([](Bench& b) {
    Answer tiny;
    tiny.size = 3;
    b.answer(tiny);
    EXPECT_EQ(b.post({1, 2, 3}), -1);
    tiny.size = 8;  // one payload byte more than the blob holds
    b.answer(tiny);
    EXPECT_EQ(b.post({1, 2, 3}), -1);
    EXPECT_EQ(b.firmware.requests().size(), 2u) << "no retry";
    EXPECT_EQ(b.errors(), 0u);
  });
}

// 11 section 6.2: the answer shares the caller's blob
DRIVER_TEST(DriverFwIo, AnswerToAPostOverwritesTheBlob) {
  (new Bench)->run([](Bench& b) {
    b.answer(Answer{0, {9, 8}});
    Bytes blob{1, 2, 3};
    EXPECT_EQ(fw_io_post_metric(b.ctx(), blob.data(), 3), 0);
    EXPECT_THAT(blob, ElementsAre(9, 8, 3));
  });
}

// 11 check 16
DRIVER_TEST(DriverFwIo, NonOperationalReadWaitsForFirmware) {
  (new Bench)->run([](Bench& b) {
    const ps_t start = sim::now();
    b.port.on_read([start, &b](std::uint64_t offset, std::uint32_t stored) {
      const bool booting = sim::now() - start < 2500 * kPsPerMs;
      return booting && offset == b.port.misc(MISCRAM_DEVICE_ID) ? 0xdeadbeef : stored;
    });
    b.firmware.set_word(MISCRAM_DEVICE_ID, 5);
    std::uint32_t id = 0;
    EXPECT_EQ(fw_io_device_id_read(b.ctx(), &id), 0);
    EXPECT_EQ(id, 5u);
    EXPECT_NEAR(static_cast<double>((sim::now() - start) / kPsPerMs), 2500, 3);
    fw_io_device_id_write(b.ctx(), 6);
    EXPECT_EQ(b.firmware.word(MISCRAM_DEVICE_ID), 6u);
  });
}

// 11 check 17, 10 check 10
DRIVER_TEST(DriverFwIo, ArrayReads) {
  (new Bench)->run([](Bench& b) {
    auto* bar0 = static_cast<char*>(probe_bar0(b.platform.nd()));
    std::vector<void*> addresses(101, bar0 + b.port.misc(MISCRAM_API_VERSION));
    std::vector<std::uint32_t> values(101);
    EXPECT_EQ(fw_io_read_csr_array(addresses.data(), values.data(), 2, false), -1);
    EXPECT_EQ(fw_io_read_csr_array(addresses.data(), values.data(), 101, true), kEINVAL);
    EXPECT_TRUE(b.platform.mmio().empty());
    EXPECT_EQ(fw_io_read_csr_array(addresses.data(), values.data(), 100, true), 0);
    EXPECT_EQ(b.platform.mmio().size(), 100u);
    b.firmware.set_word(MISCRAM_API_VERSION, 0xdeadbeef);
    EXPECT_EQ(fw_io_read_csr_array(addresses.data(), values.data(), 1, true), 0);
    EXPECT_EQ(values[0], 0xdeadbeefu) << "data, in an operational read";
    const ps_t start = sim::now();
    EXPECT_EQ(fw_io_read_csr_array(addresses.data(), values.data(), 1, false), -1);
    EXPECT_NEAR(static_cast<double>((sim::now() - start) / kPsPerMs), 30'000, 60);
  });
}

// 11 check 20
DRIVER_TEST(DriverFwIo, LateAnswersAreIgnored) {
  (new Bench)->run([](Bench& b) {
    b.firmware.on_request([&b](const Request& request) -> MaybeAnswer {
      if (b.firmware.requests().size() < 3) return {};
      if (b.firmware.requests().size() == 3) {
        b.firmware.answer_legacy(b.firmware.requests()[1], Answer{});  // that of the attempt before
        return {};
      }
      return Answer{0, {}, {}, request.sequence()};
    });
    EXPECT_EQ(b.post({1}), 0);
    EXPECT_EQ(b.firmware.requests().size(), 4u);
    EXPECT_EQ(b.errors(), 0u);
  });
}

// 11 check 21, as the driver sees it
DRIVER_TEST(DriverFwIo, RequestLostToAReset) {
  (new Bench)->run([](Bench& b) {
    probe_set_sequence(b.ctx(), 2);
    b.firmware.on_request([](const Request& request) -> MaybeAnswer {
      Answer answer{0, {0, 0, 0, 0, 2, 0, 0, 0}};
      answer.registers_untouched = request.sequence() == 3;
      return answer;
    });
    std::uint8_t profile = 0;
    EXPECT_EQ(fw_io_get_performance_profile(b.ctx(), &profile), 0);
    EXPECT_EQ(profile, 2);
    EXPECT_EQ(b.errors(), 1u);
    EXPECT_EQ(probe_sequence(b.ctx()), 4);
  });
}

// 11 section 7.1: what is left of a call that nobody answered
DRIVER_TEST_UNLESS_FIXED(DriverFwIo, ExhaustedCallKeepsItsLastCode) {
  (new Bench)->run([](Bench& b) {
    b.firmware.on_request([&b](const Request& request) -> MaybeAnswer {
      if (b.firmware.requests().size() == 1) return Answer{1};
      return Answer{0, {}, {}, static_cast<std::uint8_t>(request.sequence() + 1)};
    });
    EXPECT_EQ(fw_io_set_feature(b.ctx(), 1), -1);
    EXPECT_EQ(b.firmware.requests().size(), 3u);
    b.firmware.forget_requests();
    Answer wrong;
    wrong.sequence = 77;
    b.answer(wrong);
    EXPECT_EQ(fw_io_set_feature(b.ctx(), 1), 0);
    EXPECT_EQ(b.errors(), 1u) << "a wrong sequence is no error";
  });
}

DRIVER_TEST(DriverFwIo, ExhaustedCallIsAnErrorInModeFixed) {
  auto* bench = new Bench;
  DriverPlatform::set_fidelity("fixed");
  bench->run([](Bench& b) {
    Answer wrong;
    wrong.sequence = 77;
    b.answer(wrong);
    EXPECT_EQ(fw_io_set_feature(b.ctx(), 1), kEPROTO);
    b.answer(Answer{1});
    EXPECT_EQ(fw_io_set_feature(b.ctx(), 1), kEIO);
    b.answer({});
    EXPECT_EQ(fw_io_set_feature(b.ctx(), 1), kETIMEDOUT);
  });
}

// 11 quirk 4
DRIVER_TEST_UNLESS_FIXED(DriverFwIo, ResponseCrcIsNotChecked) {
  (new Bench)->run([](Bench& b) {
    Answer corrupt{0, {0, 0, 0, 0, 5, 0, 0, 0}};
    corrupt.bad_crc = true;
    b.answer(corrupt);
    std::uint8_t profile = 0;
    EXPECT_EQ(fw_io_get_performance_profile(b.ctx(), &profile), 0);
    EXPECT_EQ(profile, 5);
    for (const MmioAccess& access : b.platform.misc_reads()) EXPECT_NE(access.offset, 0x1f4u);
  });
}

DRIVER_TEST(DriverFwIo, ResponseCrcIsCheckedInModeFixed) {
  auto* bench = new Bench;
  DriverPlatform::set_fidelity("fixed");
  bench->run([](Bench& b) {
    b.firmware.on_request([&b](const Request&) -> MaybeAnswer {
      Answer answer{0, {0, 0, 0, 0, 5, 0, 0, 0}};
      answer.bad_crc = b.firmware.requests().size() == 1;
      return answer;
    });
    std::uint8_t profile = 0;
    EXPECT_EQ(fw_io_get_performance_profile(b.ctx(), &profile), 0);
    EXPECT_EQ(profile, 5);
    EXPECT_EQ(b.firmware.requests().size(), 2u) << "like a wrong sequence: tried again";
    EXPECT_EQ(b.errors(), 0u);
  });
}

// 11 quirk 7: who waits for the mailbox while a post fails
DRIVER_TEST_UNLESS_FIXED(DriverFwIo, LockIsHeldOverAttempts) {
  (new Bench)->run([](Bench& b) {
    b.firmware.on_request([](const Request& request) -> MaybeAnswer {
      if (request.command() == kPost) return {};
      return Answer{0, Bytes(4)};
    });
    auto* poster = new sim::Thread("poster", [&b] { EXPECT_EQ(b.post({1}), -1); });
    b.platform.sleep(100 * kPsPerMs);
    EXPECT_TRUE(probe_mailbox_locked(b.ctx()));
    const ps_t start = sim::now();
    std::uint64_t address = 0;
    std::uint32_t value;
    EXPECT_EQ(fw_io_read(b.ctx(), &address, &value, 1), 0);
    EXPECT_GE(sim::now() - start, 29 * kPsPerSecond);
    EXPECT_TRUE(poster->finished());
    EXPECT_FALSE(probe_mailbox_locked(b.ctx()));
  });
}

DRIVER_TEST(DriverFwIo, LockIsReleasedBetweenAttemptsInModeFixed) {
  auto* bench = new Bench;
  DriverPlatform::set_fidelity("fixed");
  bench->run([](Bench& b) {
    b.firmware.on_request([](const Request& request) -> MaybeAnswer {
      if (request.command() == kPost) return {};
      return Answer{0, Bytes(4)};
    });
    auto* poster = new sim::Thread("poster", [&b] { EXPECT_EQ(b.post({1}), -1); });
    b.platform.sleep(100 * kPsPerMs);
    const ps_t start = sim::now();
    std::uint64_t address = 0;
    std::uint32_t value;
    EXPECT_EQ(fw_io_read(b.ctx(), &address, &value, 1), 0);
    EXPECT_LE(sim::now() - start, 2 * kPsPerSecond);
    b.platform.wait_until([poster] { return poster->finished(); }, 60 * kPsPerSecond);
    std::size_t window_writes = 0;
    for (const MmioAccess& access : b.platform.misc_writes())
      window_writes += access.offset == 0x100;
    EXPECT_EQ(window_writes, 30u) << "each attempt fills the window again";
  });
}

// 11 section 6.1: the configured engine of posts
DRIVER_TEST(DriverFwIo, PostsThroughTheNewEngineIfAsked) {
  auto* bench = new Bench;
  bench->platform.set_param("fwio_post_engine", 1);
  bench->run([](Bench& b) {
    EXPECT_EQ(b.post(hex("c8 01 35")), 0);
    ASSERT_EQ(b.firmware.requests().size(), 1u);
    EXPECT_FALSE(b.firmware.requests()[0].legacy);
    EXPECT_EQ(b.firmware.requests()[0].header, hex("02 02 0b 00 0b 5c e1 d1"));
    EXPECT_EQ(b.firmware.requests()[0].payload, hex("c8 01 35"));
    EXPECT_EQ(b.post(Bytes(129)), kE2BIG);
  });
}

// 11 section 7, the table of attempts
DRIVER_TEST(DriverFwIo, AttemptsByCommand) {
  (new Bench)->run([](Bench& b) {
    b.answer({});
    const struct {
      std::uint8_t command;
      std::size_t attempts;
      std::uint64_t seconds;
    } rows[] = {{0, 0, 0},         {kRead, 15, 15}, {kPost, 15, 15}, {3, 3, 270},
                {kGetData, 3, 30}, {5, 3, 180},     {6, 30, 30},     {200, 30, 30}};
    for (const auto& row : rows) {
      b.firmware.forget_requests();
      b.platform.sleep(kPsPerMs / 2);
      const ps_t start = sim::now();
      EXPECT_EQ(probe_execute_new(b.ctx(), row.command, nullptr, 0, nullptr, 0), 0);
      EXPECT_EQ(b.firmware.requests().size(), row.attempts) << int{row.command};
      EXPECT_NEAR(static_cast<double>((sim::now() - start) / kPsPerMs), 1000.0 * row.seconds, 60)
          << int{row.command};
    }
  });
}

}  // namespace
}  // namespace nvp::test
