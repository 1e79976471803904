// SPDX-License-Identifier: Apache-2.0
// Level and location matrix (docs/reference/30-nlog.md, sections 2 and 12; checks 1 to 8, 20, 25).
#include "testbench/tests/nlog_fixture.h"

namespace nvp::test {
namespace {

NLOG_IN_ALL_MODES;

struct Axes {
  std::uint32_t syslog, console;
  bool operator==(const Axes& other) const {
    return syslog == other.syslog && console == other.console;
  }
};

Axes axes(const char* name) {
  const nlog::LogConfig& slot = *nlog::process().find(name);
  return {slot.syslog_level, slot.console_level};
}

TEST_P(Nlog, Check1Keys) {
  EXPECT_EQ(nlog::key_of("NRT"), 0x0054524Eu);
  EXPECT_EQ(nlog::key_of("RUST"), 0x54535552u);
  EXPECT_EQ(nlog::key_of("TDRVX"), 0x56524454u);
  EXPECT_EQ(nlog::key_of("TDRV"), 0x56524454u);
  EXPECT_EQ(nlog::key_of("CC"), 0x00004343u);
  EXPECT_EQ(nlog::key_of("all"), 0x006C6C61u);
  EXPECT_EQ(nlog::key_of("NLOG"), 0x474F4C4Eu);
}

TEST_P(Nlog, TheTwelveSlotsHaveDifferentKeys) {  // B10
  EXPECT_TRUE(nlog::keys_differ(nlog::kSlotNames, nlog::kSlots));
  const char* const aliases[] = {"NRT", "TDRVX", "TDRV"};
  EXPECT_FALSE(nlog::keys_differ(aliases, 3));
  nlog::check_keys(nlog::kSlotNames, nlog::kSlots);
  EXPECT_FALSE(os_.aborted);
  if (fixed()) {
    EXPECT_THROW(nlog::check_keys(aliases, 3), std::runtime_error);
  } else {
    nlog::check_keys(aliases, 3);
  }
  EXPECT_EQ(os_.aborted, fixed());
}

TEST_P(Nlog, InitialMatrixIsConsoleError) {
  for (const char* name : nlog::kSlotNames) EXPECT_EQ(axes(name), (Axes{0, 1})) << name;
  EXPECT_EQ(nlog::process().max_level, 1u);
}

TEST_P(Nlog, Check2SetsOneSlotAndRaisesTheCeiling) {
  EXPECT_EQ(nlog_set_log_level("TDRV", "console", "info"), NRT_SUCCESS);
  EXPECT_EQ(axes("TDRV"), (Axes{0, 3}));
  EXPECT_EQ(axes("NRT"), (Axes{0, 1}));
  EXPECT_EQ(nlog::process().max_level, 3u);
  EXPECT_EQ(nlog_set_log_level("TDRV", "console", "ERROR"), NRT_SUCCESS);
  EXPECT_EQ(axes("TDRV"), (Axes{0, 1}));
  EXPECT_EQ(nlog::process().max_level, 3u);
}

TEST_P(Nlog, Check3UnknownLevel) {
  EXPECT_EQ(nlog_set_log_level("all", "SYSLOG|CONSOLE", "bogus"), NRT_SUCCESS);
  EXPECT_EQ(os_.out(), "invalid level bogus, default to ERROR\n");
  for (const char* name : nlog::kSlotNames) EXPECT_EQ(axes(name), (Axes{1, 1})) << name;
}

TEST_P(Nlog, Check4UnknownLocation) {  // B1
  EXPECT_EQ(nlog_set_log_level("NRT", "tdrv.log", "INFO"), NRT_SUCCESS);
  EXPECT_EQ(os_.out(), std::string("invalid log location setting ") +
                           (fixed() ? "tdrv.log" : "INFO") + ", default to CONSOLE\n");
  EXPECT_EQ(axes("NRT"), (Axes{0, 3}));
}

TEST_P(Nlog, LevelWordsAreFoundInOrder) {
  nlog_set_log_level("NRT", "CONSOLE", "trace_error");
  EXPECT_EQ(axes("NRT"), (Axes{0, 1}));
  nlog_set_log_level("NRT", "syslog", "WARNING");
  EXPECT_EQ(axes("NRT"), (Axes{2, 0}));
  nlog_set_log_level("NRT", "console", "INFO");
  EXPECT_EQ(axes("NRT"), (Axes{0, 3}));
  EXPECT_EQ(os_.out(), "");
}

TEST_P(Nlog, Check5EffectiveLevel) {
  std::uint32_t level = 77;
  levels("NRT", 1, 5);
  EXPECT_EQ(nlog_get_log_level("NRT", &level), NRT_SUCCESS);
  EXPECT_EQ(level, 1u);
  levels("NRT", 0, 4);
  EXPECT_EQ(nlog_get_log_level("NRT", &level), NRT_SUCCESS);
  EXPECT_EQ(level, 4u);
  levels("NRT", 0, 0);
  level = 77;
  EXPECT_EQ(nlog_get_log_level("NRT", &level), NRT_INVALID);
  EXPECT_EQ(os_.out(), "At least one of syslog_level or console_level should be enabled\n");
  os_.clear();
  EXPECT_EQ(nlog_get_log_level("ZZZZ", &level), NRT_INVALID);
  EXPECT_EQ(os_.out(), "");
  EXPECT_EQ(level, 77u);
}

TEST_P(Nlog, Check6UnknownSlotRaisesTheCeilingOnly) {
  EXPECT_EQ(nlog_set_log_level("ZZZZ", "CONSOLE", "TRACE"), NRT_SUCCESS);
  for (const char* name : nlog::kSlotNames) EXPECT_EQ(axes(name), (Axes{0, 1})) << name;
  EXPECT_EQ(nlog::process().max_level, 5u);
}

TEST_P(Nlog, Check7LevelsOutsideTheRange) {
  nlog_init(1, false);
  nlog_set_log_level("all", "SYSLOG CONSOLE", "TRACE");
  levels("NRT", 100, 100);
  line("NRT", "f", 0, 0, 0, "zero");
  line("NRT", "f", 6, 0, 0, "six");
  EXPECT_TRUE(os_.writes.empty());
  EXPECT_TRUE(os_.syslogs.empty());
  EXPECT_TRUE(os_.printks.empty());
  EXPECT_EQ(error_log(), "");
}

TEST_P(Nlog, Check8AxesAreTestedPerSink) {
  nlog_init(1, false);
  levels("NRT", 1, 5);
  line("NRT", "f", 3, 0, 0, "hello");
  const std::string text = header("INFO", "NRT", "f") + "hello";
  EXPECT_EQ(os_.out(), kStamp + text + "\n");
  EXPECT_TRUE(os_.syslogs.empty());
  EXPECT_THAT(os_.kernel_records(), ::testing::ElementsAre(text));
  EXPECT_EQ(error_log(), text + "\n");
}

TEST_P(Nlog, EnvironmentIsAppliedAllFirst) {  // section 2.6
  os_.variables = {{"NEURON_RT_LOG_LEVEL", "INFO"},
                   {"NEURON_RT_LOG_LOCATION_TDRV", "SYSLOG"},
                   {"NEURON_RT_LOG_LEVEL_ENC", "TRACE"}};
  nlog_apply_environment();
  EXPECT_EQ(axes("NRT"), (Axes{0, 3}));
  EXPECT_EQ(axes("TDRV"), (Axes{3, 0}));
  EXPECT_EQ(axes("ENC"), (Axes{0, 5}));
  EXPECT_EQ(os_.out(), "");
  os_.variables = {{"NEURON_RT_LOG_LOCATION", "SYSLOG"}, {"NEURON_RT_LOG_LEVEL_ENC", "WARN"}};
  nlog_apply_environment();
  EXPECT_EQ(axes("NRT"), (Axes{1, 0}));
  EXPECT_EQ(axes("ENC"), (Axes{2, 0}));
  os_.variables = {{"NEURON_RT_LOG_LEVEL", "QUIET"}};
  nlog_apply_environment();
  EXPECT_EQ(os_.out(), "invalid level QUIET, default to ERROR\n");  // B17
}

TEST_P(Nlog, Check20GateOfTheRustBridge) {  // B13
  levels("RUST", 0, 3);
  EXPECT_FALSE(nlog_rust_accepts(4));
  EXPECT_TRUE(nlog_rust_accepts(3));
  levels("RUST", 0, 5);
  EXPECT_TRUE(nlog_rust_accepts(5));
  levels("RUST", 1, 5);
  EXPECT_EQ(nlog_rust_accepts(3), fixed());
  EXPECT_EQ(os_.out(), "");
  levels("RUST", 0, 0);
  EXPECT_TRUE(nlog_rust_accepts(5));  // nlog's own gate drops it
  EXPECT_EQ(os_.out().empty(), fixed());
  os_.clear();
  line("RUST", "neuron_rustime", 4, 1, 0, "dropped by the gate ladder");
  EXPECT_TRUE(os_.writes.empty());
}

TEST_P(Nlog, Check25OddInput) {
  nlog_init(1, false);
  nlog_set_log_level("all", "CONSOLE", "TRACE");
  line(nullptr, "f", 1, 0, 0, "x");
  line("", "f", 1, 0, 0, "x");
  line("N", "f", 1, 0, 0, "x");
  EXPECT_TRUE(os_.writes.empty());
  EXPECT_TRUE(os_.printks.empty());

  const char* no_format = nullptr;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-security"
  nlog_write("NRT", nullptr, 1, 0, 0, no_format);
#pragma GCC diagnostic pop
  EXPECT_EQ(os_.err(),
            kStamp + header("ERROR", "NRT", "(null)") + (shipped() ? kReset : "") + "\n");
  os_.clear();

  EXPECT_EQ(nlog_set_log_level(nullptr, "CONSOLE", "INFO"), 2);
  EXPECT_EQ(os_.out(), "");
  EXPECT_EQ(nlog_set_log_level("NRT", nullptr, nullptr), 0);
  EXPECT_EQ(os_.out(),
            "invalid level , default to ERROR\n"
            "invalid log location setting , default to CONSOLE\n");
  std::uint32_t level = 0;
  EXPECT_EQ(nlog_get_log_level(nullptr, &level), NRT_INVALID);
  EXPECT_EQ(nlog_get_log_level("NRT", nullptr), NRT_INVALID);
}

}  // namespace
}  // namespace nvp::test
