// SPDX-License-Identifier: Apache-2.0
// Direct path (docs/reference/30-nlog.md, sections 3, 4, 9, 10, 13; checks 9, 10, 19, 23, 27).
#include "testbench/tests/nlog_fixture.h"

namespace nvp::test {
namespace {

struct Sample {
  const char *name, *module, *function;
  std::uint32_t level;
  const char *tag, *body;
  std::size_t length;  ///< on no terminal, with the newline
};

/// The worked lines of section 4.1.
const Sample kSamples[] = {
    {"D1", "NRT", "nrt_init", 1, "ERROR", "Failed to initialize devices, error:5", 130},
    {"D2", "TDRV", "tdrv_init", 2, "WARN", "driver version is old", 114},
    {"D3", "TDRV", "tdrv_init", 3, "INFO", "init done", 102},
    {"D4", "KMGR", "kmgr_load", 4, "DEBUG", "x=1", 96},
    {"D5", "ENC", "enc_init", 5, "TRACE", "t", 94},
};

std::string text_of(const Sample& s) {
  return header(s.tag, s.module, s.function) + s.body;
}

TEST_P(Nlog, Check9WorkedLinesOnNoTerminal) {
  nlog_init(1, true);
  nlog_set_log_level("all", "CONSOLE", "TRACE");
  for (const Sample& s : kSamples) {
    os_.clear();
    nlog_clear_error_log();
    line(s.module, s.function, s.level, 0, 0, s.body);
    const bool reset = shipped() && s.level <= 2;
    const std::string expected = kStamp + text_of(s) + (reset ? kReset : "") + "\n";
    EXPECT_EQ(s.level == 1 ? os_.err() : os_.out(), expected) << s.name;
    EXPECT_EQ(s.level == 1 ? os_.out() : os_.err(), "") << s.name;
    EXPECT_EQ(expected.size(), s.length + (reset ? 4 : 0)) << s.name;
    EXPECT_THAT(os_.kernel_records(), ::testing::ElementsAre(text_of(s))) << s.name;
    EXPECT_EQ(error_log(), text_of(s) + "\n") << s.name;
  }
}

TEST_P(Nlog, Check9WorkedLinesOnATerminal) {
  os_.terminal = true;
  nlog_set_log_level("all", "CONSOLE", "TRACE");
  for (const Sample& s : kSamples) {
    os_.clear();
    line(s.module, s.function, s.level, 0, 0, s.body);
    const std::string colour = s.level == 1 ? kRed : s.level == 2 ? kMagenta : "";
    EXPECT_EQ(s.level == 1 ? os_.err() : os_.out(),
              colour + kStamp + text_of(s) + (colour.empty() ? "" : kReset) + "\n")
        << s.name;
  }
}

TEST_P(Nlog, ConsoleWritesArePiecesOrOne) {  // B11
  os_.terminal = true;
  line("NRT", "f", 1, 0, 0, "x");
  EXPECT_EQ(os_.writes.size(), fixed() ? 1u : 6u);
  coalescing_thread();
  os_.clear();
  line("NRT", "f", 1, 1, 1, "block");
  EXPECT_EQ(os_.writes.size(), fixed() ? 1u : 4u);
}

TEST_P(Nlog, Check10Truncation) {
  nlog_init(1, true);
  levels("NRT", 1, 1);
  const std::string body(2000, 'x');
  line("NRT", "nrt_init", 1, 0, 0, body);
  const std::string text = header("ERROR", "NRT", "nrt_init") + std::string(958, 'x');
  ASSERT_EQ(text.size(), 1023u);
  ASSERT_EQ(os_.syslogs.size(), 1u);
  EXPECT_EQ(os_.syslogs[0].text, text);
  EXPECT_EQ(nlog::process().error_log.tail, 1024);
  EXPECT_EQ(error_log(), text + "\n");
  EXPECT_EQ(os_.err(),
            kStamp + header("ERROR", "NRT", "nrt_init") + body + (shipped() ? kReset : "") + "\n");
  EXPECT_EQ(os_.err().size(), shipped() ? 2097u : 2093u);
  if (fixed()) {
    ASSERT_EQ(os_.printks.size(), 3u);
    EXPECT_EQ(os_.printks[0].size, 512u);
    EXPECT_EQ(os_.printks[1].size, 512u);
    EXPECT_EQ(os_.printks[2].size, 2u);
    const auto records = os_.kernel_records();
    ASSERT_EQ(records.size(), 3u);
    EXPECT_EQ(records[0] + records[1] + records[2], text);
  } else {
    ASSERT_EQ(os_.printks.size(), 1u);
    EXPECT_EQ(os_.printks[0].size, 1024u);
    EXPECT_EQ(os_.printks[0].result, -EFAULT);
  }
}

TEST_P(Nlog, Check23TheKernelTakes511Characters) {
  const std::size_t body = 511 - header("ERROR", "NRT", "f").size();
  line("NRT", "f", 1, 0, 0, std::string(body, 'a'));
  ASSERT_EQ(os_.printks.size(), 1u);
  EXPECT_EQ(os_.printks[0].size, 512u);
  EXPECT_EQ(os_.printks[0].result, 0);
  os_.clear();
  line("NRT", "f", 1, 0, 0, std::string(body + 1, 'a'));
  if (fixed()) {
    EXPECT_EQ(os_.kernel_records().size(), 2u);
  } else {
    ASSERT_EQ(os_.printks.size(), 1u);
    EXPECT_EQ(os_.printks[0].size, 513u);
    EXPECT_EQ(os_.printks[0].result, -EFAULT);
  }
}

/// Lengths of the kernel's records of a text of 600 characters with one newline.
std::vector<std::size_t> pieces_with_newline_at(ScriptedOs& os, std::size_t index) {
  std::string text(600, 'k');
  text[index] = '\n';
  os.clear();
  nlog::to_kernel(text.c_str(), text.size(), 1);
  std::vector<std::size_t> sizes;
  for (const auto& printk : os.printks) sizes.push_back(printk.size - 1);
  return sizes;
}

TEST_P(Nlog, WhereTheKernelTextIsCut) {  // B7
  using Sizes = std::vector<std::size_t>;
  const Sizes whole = {600};
  EXPECT_EQ(pieces_with_newline_at(os_, 0), fixed() ? (Sizes{511, 89}) : whole);
  EXPECT_EQ(pieces_with_newline_at(os_, 1), fixed() ? (Sizes{1, 511, 87}) : whole);
  EXPECT_EQ(pieces_with_newline_at(os_, 511), fixed() ? (Sizes{511, 88}) : whole);
  EXPECT_EQ(pieces_with_newline_at(os_, 512), fixed() ? (Sizes{511, 89}) : whole);
}

TEST_P(Nlog, Check19PrintkCall) {
  EXPECT_EQ(NEURON_IOCTL_PRINTK, 0x40104E71u);
  const std::string most(511, 'p');
  EXPECT_EQ(ndl_printk(most.c_str(), 512, 0), 0);
  EXPECT_EQ(os_.kernel_records().size(), 1u);
  EXPECT_EQ(ndl_printk(most.c_str(), 513, 0), -1);
  EXPECT_EQ(errno, EFAULT);
  EXPECT_EQ(ndl_printk("hello", 5, 0), -1);
  EXPECT_EQ(errno, EBADMSG);
  EXPECT_EQ(ndl_printk("", 0, 0), -1);
  EXPECT_EQ(os_.printks[1].result, -EFAULT);
  EXPECT_EQ(os_.printks[2].result, -EBADMSG);
}

TEST_P(Nlog, WithoutANodeTheKernelLineIsLost) {  // section 10
  const int second = ndl::open(0, true);
  ndl::close(3);
  EXPECT_EQ(ndl_printk("x", 2, 0), 0);  // the next oldest
  ndl::close(second);
  os_.clear();
  EXPECT_EQ(ndl_printk("x", 2, 0), -1);
  EXPECT_EQ(errno, ENODEV);
  line("NRT", "f", 1, 0, 0, "x");
  EXPECT_TRUE(os_.printks.empty());
  EXPECT_NE(os_.err(), "");
}

TEST_P(Nlog, Check27NoColor) {  // B14
  os_.terminal = true;
  os_.variables["NO_COLOR"] = "1";
  line("NRT", "f", 1, 0, 0, "x");
  const std::string plain = kStamp + header("ERROR", "NRT", "f") + "x";
  EXPECT_EQ(os_.err(), fixed() ? plain + "\n" : kRed + plain + kReset + "\n");
}

TEST_P(Nlog, EmptyNoColorMeansNothing) {  // B14
  os_.terminal = true;
  os_.variables["NO_COLOR"] = "";
  line("NRT", "f", 1, 0, 0, "x");
  EXPECT_EQ(os_.err(), kRed + kStamp + header("ERROR", "NRT", "f") + "x" + kReset + "\n");
}

TEST_P(Nlog, SyslogPriorities) {  // section 9, B3
  nlog_set_log_level("NRT", "SYSLOG", "TRACE");
  const int mapped[] = {3, 4, 6, 7, 7};
  for (std::uint32_t level = 1; level <= 5; level++) {
    os_.clear();
    line("NRT", "f", level, 0, 0, "x");
    ASSERT_EQ(os_.syslogs.size(), 1u);
    EXPECT_EQ(os_.syslogs[0].priority, fixed() ? mapped[level - 1] : static_cast<int>(level));
  }
}

TEST_P(Nlog, PrintkLevelLimit) {  // B16
  nlog_set_log_level("NRT", "CONSOLE", "TRACE");
  nlog_set_printk_max_level(2);
  line("NRT", "f", 2, 0, 0, "warn");
  line("NRT", "f", 3, 0, 0, "info");
  EXPECT_EQ(os_.printks.size(), fixed() ? 1u : 2u);
  coalescing_thread();
  nlog_set_printk_max_level(1);
  os_.clear();
  line("NRT", "f", 5, 1, 1, "a block counts as 1");
  EXPECT_EQ(os_.printks.size(), 1u);
  nlog_set_printk_max_level(5);
}

TEST_P(Nlog, LongNamesAndBytesPassUnchanged) {  // section 16
  const std::string function(45, 'f');
  line("NRT", function.c_str(), 1, 0, 0, "body\xff\n\t");
  EXPECT_EQ(os_.err(), kStamp + header("ERROR", "NRT", function) + "body\xff\n\t" +
                           (shipped() ? kReset : "") + "\n");
  os_.clear();
  const std::string huge(3000, 'g');
  line("NRT", huge.c_str(), 1, 0, 0, "b");
  EXPECT_NE(os_.err().find(huge + "b"), std::string::npos);
  EXPECT_EQ(os_.printks.back().text.size() <= 1023, true);
}

TEST_P(Nlog, HardwareErrorLine) {  // section 15
  EXPECT_TRUE(nlog_printk_hardware_error(NRT_EXEC_HW_ERR_NC_UE, 0x16, 0, 0));
  EXPECT_THAT(os_.kernel_records(),
              ::testing::ElementsAre(
                  "2026-03-05T07:08:09Z NEURON_HW_ERR=SRAM_UNCORRECTABLE_ERROR "
                  "instance-id=i-0592464924bd45322 hostname=ip-172-31-61-252 nd-id=0 nc-id=0 "
                  "serial-num=19fcda00f5ff6eb9 action=TERMINATE_INSTANCE"));
  EXPECT_TRUE(os_.utc_asked);
  os_.clear();
  EXPECT_TRUE(nlog_printk_hardware_error(NRT_EXEC_HW_ERR_NC_UE, 0x26, 1, 3));
  EXPECT_NE(os_.kernel_records()[0].find(" NEURON_HW_ERR=NC_UNCORRECTABLE_ERROR "),
            std::string::npos);
  EXPECT_NE(os_.kernel_records()[0].find(" nd-id=1 nc-id=3 "), std::string::npos);
  EXPECT_FALSE(nlog_printk_hardware_error(NRT_EXEC_OOB, 0, 0, 0));
  EXPECT_TRUE(os_.writes.empty());
}

TEST_P(Nlog, CallFromInsideNlogIsDropped) {  // section 16
  nlog::thread().inside = true;
  line("NRT", "f", 1, 0, 0, "x");
  nlog::thread().inside = false;
  EXPECT_EQ(nlog_dropped_lines(), 1u);
  EXPECT_TRUE(os_.writes.empty());
}

}  // namespace
}  // namespace nvp::test
