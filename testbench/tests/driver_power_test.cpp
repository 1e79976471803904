// SPDX-License-Identifier: Apache-2.0
// Power, ECC, identity words and profiles, driver side (docs/reference/13-ecc-power-pod.md).
#include <gmock/gmock.h>

#include "gen/model/regs/neuron_regs.h"
#include "model/sim/thread.h"
#include "testbench/tests/support/scripted_bench.h"

namespace nvp::test {
namespace {

constexpr int kEINVAL = -22, kENOTSUPP = -524;
constexpr std::uint32_t kUnpublished = 0xdeadbeef;

struct Bench : ScriptedBench {
  using ScriptedBench::ScriptedBench;

  /// No metrics thread: ticks are the test's own, but power reads are allowed.
  void run(std::function<void(Bench&)> body) {
    run_ready([this, body = std::move(body)] {
      platform.set_param("nmetric_log_posts", 1);
      body(*this);
    });
  }

  void hbm(std::vector<std::uint32_t> words) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      firmware.set_word(MISCRAM_HBM_ECC(static_cast<std::uint32_t>(i)), words[i]);
    }
  }
  void api(std::uint32_t version) { firmware.set_word(MISCRAM_API_VERSION, version); }
  void repair(std::uint32_t state) { firmware.set_word(MISCRAM_HBM_REPAIR_STATE, state); }
  std::uint32_t uncorrected() { return necc_get_hbm_error_count(nd(), false); }
  std::uint32_t repairable() { return necc_get_hbm_error_count(nd(), true); }

  void power(std::uint32_t die, std::uint32_t number, std::uint32_t utilisation) {
    firmware.set_word(MISCRAM_POWER_UTIL(die), number << 16 | utilisation);
  }
  void tick() { EXPECT_EQ(npower_sample_utilization(nd()), 0); }
  std::string text() {
    char buffer[256];
    EXPECT_EQ(npower_format_stats(nd(), buffer, sizeof buffer), 0);
    return buffer;
  }
  ProbePowerSamples samples() { return probe_power_samples(nd()); }
  /// To the first millisecond of the next minute, whose tick closes the one before.
  void next_minute() {
    const ps_t minute = 60 * kPsPerSecond;
    sim::Thread::current()->sleep_until((sim::now() / minute + 1) * minute);
  }
  /// `count` new samples, alternating between two values, within the minute that runs.
  void feed(unsigned count, std::uint32_t first, std::uint32_t second) {
    for (unsigned i = 0; i < count; ++i) {
      power(0, ++number_, i % 2 == 0 ? first : second);
      tick();
      tick();  // nothing new
    }
  }

 private:
  std::uint32_t number_ = 0;
};

// 13 checks 1 and 2
DRIVER_TEST(DriverEcc, RepairStateCorrectsTheCounts) {
  (new Bench)->run([](Bench& b) {
    b.hbm({0x00003002, 1, 0, 0});
    b.repair(1);
    EXPECT_EQ(b.uncorrected(), 3u);
    EXPECT_EQ(b.repairable(), 3u);
    b.repair(2);
    EXPECT_EQ(b.uncorrected(), 4u);
    EXPECT_EQ(b.repairable(), 3u);
    b.hbm({0, 0, 0, 0});
    b.repair(1);
    EXPECT_EQ(b.uncorrected(), 0u);
    EXPECT_EQ(b.repairable(), 1u);
    b.repair(0x6);
    EXPECT_EQ(b.uncorrected(), 1u);
    EXPECT_EQ(b.repairable(), 0u);
  });
}

// 13 check 3, 11 check 18
DRIVER_TEST(DriverEcc, BeforeTheSplit) {
  (new Bench)->run([](Bench& b) {
    b.api(5);
    b.hbm({0x00050003, kUnpublished, 0, 0x0000ffff});
    EXPECT_EQ(b.uncorrected(), 65538u);
    EXPECT_EQ(b.repairable(), 0u);
    b.hbm({0x3005, 0, 0, 0});
    EXPECT_EQ(b.uncorrected(), 0x3005u);
    b.api(6);
    EXPECT_EQ(b.uncorrected(), 3u);
    EXPECT_EQ(b.repairable(), 5u);
  });
}

// 13 check 4
DRIVER_TEST(DriverEcc, V2ReadsTwoStacks) {
  (new Bench(generation::Id::v2, "trn1.32xlarge"))->run([](Bench& b) {
    b.hbm({0x0000f001, 0x1000, 0xffff, 0});
    EXPECT_EQ(b.uncorrected(), 16u);
    EXPECT_EQ(b.repairable(), 0u);
    for (const MmioAccess& access : b.platform.misc_reads()) EXPECT_NE(access.offset, 0x4cu);
  });
}

// 13 check 5
DRIVER_TEST(DriverEcc, SramAndOffsets) {
  (new Bench)->run([](Bench& b) {
    b.firmware.set_word(MISCRAM_SRAM_ECC, 0x00120007);
    EXPECT_EQ(necc_sram_uncorrected(b.nd()), 7u);
    b.firmware.set_word(MISCRAM_SRAM_ECC, kUnpublished);
    EXPECT_EQ(necc_sram_uncorrected(b.nd()), 0u);
    std::uint32_t value;
    for (const std::uint32_t offset : {0x54u, 0x3cu, 0x42u, 0u}) {
      EXPECT_EQ(fw_io_ecc_read(b.ctx(), offset, &value), kEINVAL) << offset;
    }
    for (std::uint32_t offset = 0x40; offset <= 0x50; offset += 4) {
      EXPECT_EQ(fw_io_ecc_read(b.ctx(), offset, &value), 0);
    }
  });
}

// 13 check 6
DRIVER_TEST(DriverEcc, DeviceThatIsGone) {
  (new Bench)->run([](Bench& b) {
    b.port.on_read([](std::uint64_t, std::uint32_t) { return 0xffffffffu; });
    EXPECT_EQ(necc_sram_uncorrected(b.nd()), 65535u);
    EXPECT_EQ(b.uncorrected(), 60u);
    EXPECT_EQ(b.repairable(), 16380u);
    EXPECT_EQ(b.platform.log_count("repair state"), 1u) << "warned once";
  });
}

// 13 check 8
DRIVER_TEST(DriverPower, MinuteOfSamples) {
  (new Bench(generation::Id::v2, "trn1.32xlarge"))->run([](Bench& b) {
    b.tick();
    b.next_minute();
    b.tick();
    b.feed(120, 1000, 2000);
    b.next_minute();
    b.tick();
    EXPECT_THAT(b.text(),
                testing::MatchesRegex("POWER_STATUS_VALID,17672[0-9]*,10.00,20.00,15.00\n"));
    b.feed(60, 3333, 3334);
    b.next_minute();
    b.tick();
    EXPECT_THAT(b.text(), testing::HasSubstr(",33.33,33.34,33.33\n"));
  });
}

// 13 check 9, and the sample of the closing tick
DRIVER_TEST(DriverPower, SixtySamplesMakeAMinute) {
  (new Bench(generation::Id::v2, "trn1.32xlarge"))->run([](Bench& b) {
    EXPECT_EQ(b.text(), "POWER_STATUS_VALID,0,0.00,0.00,0.00\n") << "before the first tick";
    b.tick();
    const std::string at_once = b.text();
    EXPECT_THAT(at_once, testing::StartsWith("POWER_STATUS_NO_DATA,17672256"));
    b.feed(59, 100, 100);
    b.next_minute();
    b.tick();
    EXPECT_THAT(b.text(), testing::MatchesRegex("POWER_STATUS_NO_DATA,[0-9]+,0.00,0.00,0.00\n"));
    b.feed(59, 100, 100);
    b.next_minute();
    b.power(0, 1000, 700);
    b.tick();  // closes the minute with its own sample in it
    EXPECT_THAT(b.text(), testing::MatchesRegex("POWER_STATUS_VALID,[0-9]+,1.00,7.00,1.10\n"));
  });
}

// 13 section 2.2: nobody calls the initialisation
DRIVER_TEST_UNLESS_FIXED(DriverPower, ZeroBeforeTheFirstTick) {
  (new Bench)->run([](Bench& b) { EXPECT_EQ(b.text(), "POWER_STATUS_VALID,0,0.00,0.00,0.00\n"); });
}

// 13 section 2.2, mode fixed
DRIVER_TEST(DriverPower, NoDataBeforeTheFirstTickInModeFixed) {
  auto* b = new Bench;
  DriverPlatform::set_fidelity("fixed");
  b->run([](Bench& b) { EXPECT_EQ(b.text(), "POWER_STATUS_NO_DATA,0,0.00,0.00,0.00\n"); });
}

// 13 check 10
DRIVER_TEST(DriverPower, EveryDieMustHaveNews) {
  (new Bench)->run([](Bench& b) {
    b.tick();
    b.power(0, 5, 3000);
    b.power(1, 9, 4500);
    b.tick();
    EXPECT_EQ(b.samples().count, 1u);
    EXPECT_EQ(b.samples().total, 4500u);
    b.power(0, 6, 9000);
    b.tick();
    EXPECT_EQ(b.samples().count, 1u);
    b.power(1, 0, 100);  // 65535 -> 0 is as good as any other change
    b.tick();
    EXPECT_EQ(b.samples().count, 2u);
    EXPECT_EQ(b.samples().max, 9000u);
  });
}

// 13 check 11
DRIVER_TEST(DriverPower, ValuesOutOfRange) {
  (new Bench(generation::Id::v2, "trn1.32xlarge"))->run([](Bench& b) {
    b.tick();
    b.firmware.set_word(MISCRAM_POWER_UTIL(0), 0x00000064);
    b.tick();
    EXPECT_EQ(b.samples().count, 0u) << "number 0 is not new";
    for (const std::uint32_t word : {0x00012711u, kUnpublished, 0xffffffffu}) {
      b.firmware.set_word(MISCRAM_POWER_UTIL(0), word);
      b.tick();
      EXPECT_EQ(b.samples().count, 0u) << std::hex << word;
      EXPECT_EQ(b.samples().last_counter[0], 0u);
    }
    EXPECT_EQ(b.platform.log_count("out of range"), 1u) << "at most one in ten seconds";
    b.firmware.set_word(MISCRAM_POWER_UTIL(0), 0x00012710);
    b.tick();
    EXPECT_EQ(b.samples().max, 10000u);
  });
}

// 13 check 12
DRIVER_TEST(DriverPower, OldFirmwareAndPostsOff) {
  (new Bench)->run([](Bench& b) {
    b.api(2);
    b.power(0, 1, 5000);
    b.power(1, 1, 5000);
    b.tick();
    EXPECT_EQ(b.samples().count, 0u);
    EXPECT_THAT(b.text(), testing::StartsWith("POWER_STATUS_NO_DATA,"));
    b.api(7);
    b.platform.set_param("nmetric_log_posts", 0);
    b.platform.clear_mmio();
    b.tick();
    EXPECT_TRUE(b.platform.mmio().empty());
    b.platform.set_param("nmetric_log_posts", 1);
    b.tick();
    EXPECT_EQ(b.samples().count, 1u);
    b.api(2);
    b.tick();
    b.tick();
    EXPECT_EQ(b.samples().count, 2u) << "after a downgrade one zero sample (quirk)";
    EXPECT_EQ(b.samples().min, 0u);
  });
}

DRIVER_TEST(DriverPower, DieThatDoesNotExist) {
  (new Bench(generation::Id::v2, "trn1.32xlarge"))->run([](Bench& b) {
    std::uint32_t word;
    EXPECT_EQ(fw_io_power_util_read(b.ctx(), 1, &word), kEINVAL);
    EXPECT_EQ(fw_io_power_util_read(b.ctx(), 0, &word), 0);
  });
}

// 13 section 2.6
DRIVER_TEST(DriverPower, TextWithoutDeviceOrRoom) {
  (new Bench)->run([](Bench& b) {
    b.platform.sleep(7 * kPsPerSecond);
    const std::uint64_t seconds = sim::now() / kPsPerSecond;
    char buffer[256];
    EXPECT_EQ(npower_format_stats(nullptr, buffer, sizeof buffer), -1);
    EXPECT_EQ(std::string(buffer),
              "POWER_STATUS_NO_DATA," + std::to_string(seconds) + ",0.00,0.00,0.00\n");
    EXPECT_NE(npower_format_stats(b.nd(), buffer, 10), 0);
    EXPECT_EQ(std::string(buffer), "POWER_STA");
  });
}

// 13 checks 13 to 15, the words
DRIVER_TEST(DriverIdentity, Words) {
  (new Bench)->run([](Bench& b) {
    int first, second;
    const auto instance = [&](std::uint32_t word) {
      b.firmware.set_word(MISCRAM_INSTANCE_PARTITION_SZ, word);
      EXPECT_EQ(probe_instance_partition(b.ctx(), &first, &second), 0);
      return std::pair(first, second);
    };
    EXPECT_EQ(instance(0x80100004), std::pair(4, 16));
    EXPECT_EQ(instance(0x80080004), std::pair(4, 8));
    EXPECT_EQ(instance(0x00100004), std::pair(4, -1));
    const auto place = [&](std::uint32_t word) {
      b.firmware.set_word(MISCRAM_SERVER_RACK_ID, word);
      EXPECT_EQ(probe_server_rack(b.ctx(), &first, &second), 0);
      return std::pair(first, second);
    };
    EXPECT_EQ(place(0x80018000), std::pair(0, 1));
    EXPECT_EQ(place(0x80018001), std::pair(1, 1));
    EXPECT_EQ(place(0x80000000), std::pair(-1, 0));
    EXPECT_EQ(place(0), std::pair(-1, -1));

    std::uint64_t id;
    b.firmware.set_word(MISCRAM_RESERVATION_ID_HI, 0x40);
    b.firmware.set_word(MISCRAM_RESERVATION_ID_LO, 0x05590728);
    EXPECT_EQ(fw_io_reservation_id_read(b.ctx(), &id), 0);
    EXPECT_EQ(id, 0x0000004005590728u);
    b.firmware.set_word(MISCRAM_SERIAL_NUMBER_LO, 0x11223344);
    b.firmware.set_word(MISCRAM_SERIAL_NUMBER_HI, 0xAABBCCDD);
    b.platform.clear_mmio();
    EXPECT_EQ(fw_io_serial_number_read(b.ctx(), &id), 0);
    EXPECT_EQ(id, 0xaabbccdd11223344u);
    ASSERT_EQ(b.platform.misc_reads().size(), 2u);
    EXPECT_EQ(b.platform.misc_reads()[0].offset, 0x38u) << "low half first";
  });
}

// 13 check 21
DRIVER_TEST(DriverProfiles, SetOnV3) {
  (new Bench)->run([](Bench& b) {
    EXPECT_EQ(npp_current_profile(b.nd()), 0);
    EXPECT_EQ(npp_set_profile(b.nd(), 3), 0);
    EXPECT_EQ(b.platform.misc_writes()[0], wrote(0x100, 0));
    EXPECT_EQ(b.platform.misc_writes()[1], wrote(0x104, 3));
    EXPECT_EQ(npp_current_profile(b.nd()), 3);
    b.answer(ScriptedFirmware::Answer{1});
    EXPECT_EQ(npp_set_profile(b.nd(), 2), -1);
    EXPECT_EQ(npp_current_profile(b.nd()), 3) << "a failure changes nothing";
    b.api(6);
    EXPECT_EQ(npp_set_profile(b.nd(), 2), kENOTSUPP);
    EXPECT_EQ(npp_current_profile(b.nd()), 3);
  });
}

DRIVER_TEST(DriverProfiles, V2HasNone) {
  (new Bench(generation::Id::v2, "trn1.32xlarge"))->run([](Bench& b) {
    std::uint8_t profile = 9, count = 9, bitmap[32];
    EXPECT_EQ(npp_set_profile(b.nd(), 3), 0);
    EXPECT_EQ(npp_get_profile(b.nd(), &profile), 0);
    EXPECT_EQ(npp_get_available(b.nd(), 0, &count, bitmap), 0);
    EXPECT_EQ(npp_set_throttling_notifications(b.nd(), true), 0);
    EXPECT_EQ(profile, 0);
    EXPECT_EQ(count, 0);
    EXPECT_EQ(npp_current_profile(b.nd()), 0);
    EXPECT_TRUE(b.platform.mmio().empty());
  });
}

// 13 check 22, through the profile layer
DRIVER_TEST(DriverProfiles, Throttling) {
  (new Bench)->run([](Bench& b) {
    EXPECT_EQ(npp_set_throttling_notifications(b.nd(), true), 0);
    EXPECT_EQ(b.platform.misc_writes()[0], wrote(0x100, 1));
    b.platform.clear_mmio();
    EXPECT_EQ(npp_set_throttling_notifications(b.nd(), false), 0);
    EXPECT_EQ(b.platform.misc_writes()[0], wrote(0x100, 0));
    EXPECT_EQ(b.firmware.requests().back().header[2], 9);
  });
}

}  // namespace
}  // namespace nvp::test
