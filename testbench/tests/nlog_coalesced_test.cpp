// SPDX-License-Identifier: Apache-2.0
// Coalescing ring and guard (docs/reference/30-nlog.md, sections 5 to 7, 11; checks 11 to 15, 18,
// 21, 22, 24, 29).
#include "testbench/tests/nlog_fixture.h"

namespace nvp::test {
namespace {

TEST_P(Nlog, Check11BlockC1) {
  coalescing_thread();
  line("TDRV", "dma_ring_init", 1, 1, 0, "ring 3 not ready");
  EXPECT_EQ(ctx().write_pointer, 0x3FDBu);
  EXPECT_EQ(ctx().pending, 1u);
  EXPECT_EQ(std::string(ctx().text + 0x3FDC), "TDRV:dma_ring_init ring 3 not ready");
  line("KMGR", "kmgr_load", 1, 1, 0, "stage failed rc=4");
  EXPECT_EQ(ctx().write_pointer, 0x3FB9u);
  EXPECT_EQ(ctx().pending, 2u);
  EXPECT_EQ(std::memcmp(ctx().text + 0x3FBA + 32, "\x0A\x09", 2), 0);
  EXPECT_TRUE(os_.writes.empty());

  line("NRT", "nrt_load", 1, 1, 1, "Failed to load model");
  const std::string text = c1_text();
  EXPECT_EQ(text.size(), 183u);
  EXPECT_EQ(std::string(ctx().text + 0x3F48), text);  // its start offset
  EXPECT_EQ(os_.err(), shipped() ? kRed + text + "\n\n" + kReset : text + "\n\n");
  EXPECT_EQ(os_.err().size(), shipped() ? 194u : 185u);
  EXPECT_THAT(os_.kernel_records(), ::testing::ElementsAre(text));
  EXPECT_EQ(os_.printks[0].size, 184u);
  EXPECT_EQ(error_log(), text + "\n");
  EXPECT_EQ(ctx().write_pointer, 0x3FFEu);
  EXPECT_EQ(ctx().pending, 0u);
  EXPECT_EQ(ctx().cause, -1);
  EXPECT_EQ(ctx().enabled, shipped() ? 0 : 1);
}

TEST_P(Nlog, Check11BlockC1OnATerminal) {
  os_.terminal = true;
  coalescing_thread();
  c1();
  EXPECT_EQ(os_.err(), kRed + c1_text() + "\n\n" + kReset);
  EXPECT_EQ(os_.out(), "");
}

TEST_P(Nlog, Check12AfterAFlush) {  // B6
  coalescing_thread();
  c1();
  os_.clear();
  line("TDRV", "f", 1, 1, 0, "late");
  if (shipped()) {
    EXPECT_EQ(os_.err(), kStamp + header("ERROR", "TDRV", "f") + "late" + kReset + "\n");
    EXPECT_EQ(ctx().pending, 0u);
  } else {
    EXPECT_TRUE(os_.writes.empty());
    EXPECT_EQ(ctx().pending, 1u);
    EXPECT_EQ(std::string(ctx().text + ctx().write_pointer + 1), "TDRV:f late");
  }
  os_.clear();
  nlog_coalescing_init_thread();
  line("TDRV", "f", 1, 1, 0, "again");
  EXPECT_TRUE(os_.writes.empty());
  EXPECT_EQ(ctx().pending, 1u);
  EXPECT_EQ(std::string(ctx().text + ctx().write_pointer + 1), "TDRV:f again");
}

/// A compact line of exactly 1023 characters.
void full_line() {
  nlog_write("TDRV", "f", 1, 1, 0, "%s", std::string(1023 - 7, 'y').c_str());
}

TEST_P(Nlog, Check13RingFill) {
  coalescing_thread();
  for (int i = 0; i < 14; i++) full_line();
  EXPECT_EQ(ctx().pending, 14u);
  EXPECT_EQ(ctx().write_pointer + 1, 2035u);
  EXPECT_EQ(nlog_dropped_lines(), 0u);
  full_line();
  EXPECT_EQ(ctx().pending, 14u);
  EXPECT_EQ(nlog_dropped_lines(), 1u);
  EXPECT_TRUE(os_.printks.empty());

  line("NRT", "f", 1, 1, 1, "");
  const std::string text = error_log();
  EXPECT_EQ(text.size(), 14443u);
  EXPECT_EQ(nlog::process().error_log.tail, 14443);
  if (fixed()) {
    std::vector<std::size_t> sizes;
    for (const auto& printk : os_.printks) sizes.push_back(printk.size - 1);
    std::vector<std::size_t> expected = {92};
    for (int i = 0; i < 14; i++) expected.insert(expected.end(), {511, 511, 2});
    EXPECT_EQ(sizes, expected);
    EXPECT_EQ(os_.kernel_records().size(), 43u);
  } else {
    ASSERT_EQ(os_.printks.size(), 1u);
    EXPECT_EQ(os_.printks[0].size, 14443u);
    EXPECT_EQ(os_.printks[0].result, -EFAULT);
  }
}

TEST_P(Nlog, LineThatLeavesJustTheReserveIsStored) {  // section 7.2
  coalescing_thread();
  for (int i = 0; i < 14; i++) full_line();
  line("TDRV", "f", 1, 1, 0, std::string(2035 - 1080 - 2 - 7 + 1, 'z'));
  EXPECT_EQ(ctx().pending, 14u);
  EXPECT_EQ(nlog_dropped_lines(), 1u);
  line("TDRV", "f", 1, 1, 0, std::string(2035 - 1080 - 2 - 7, 'z'));
  EXPECT_EQ(ctx().pending, 15u);
  EXPECT_EQ(ctx().write_pointer + 1, 1080u);
  nlog_init(1, false);  // an API line that does not flush may take all that is left
  line("NRT", "f", 1, 1, 1, std::string(2000, 'x'));
  line("NRT", "f", 1, 1, 1, "");
  EXPECT_EQ(ctx().pending, 16u);
  EXPECT_EQ(ctx().write_pointer + 1, 1080u - 1025u);
}

TEST_P(Nlog, Check14InitBytes) {
  ctx().text[0x3fff] = 'x';
  coalescing_thread();
  const auto* bytes = reinterpret_cast<const unsigned char*>(&ctx()) + 0x4000;
  const unsigned char head[] = {0xFF, 0xFF, 0xFF, 0xFF, 0xFE, 0x3F, 0x00, 0x00, 0x01};
  EXPECT_EQ(std::memcmp(bytes, head, sizeof head), 0);
  const unsigned char tail[] = {0, 0, 0, 0};
  EXPECT_EQ(std::memcmp(bytes + 12, tail, sizeof tail), 0);
  EXPECT_EQ(ctx().text[0x3fff], 0);
}

TEST_P(Nlog, Check14ThreadThatNeverCalledInitLogsDirectly) {  // section 7.3
  nlog_init(1, true);
  EXPECT_EQ(ctx().enabled, 0);
  EXPECT_EQ(ctx().cause, -1);
  line("NRT", "f", 1, 1, 0, "x");
  EXPECT_NE(os_.err(), "");
  EXPECT_EQ(ctx().pending, 0u);
}

TEST_P(Nlog, Check15ErrorCause) {
  coalescing_thread();
  levels("NLOG", 0, 2);
  nlog_set_error_cause(0);
  nlog_set_error_cause(0);
  EXPECT_EQ(os_.out(), kStamp + header("WARN", "NLOG", "nlog_set_error_cause") +
                           "Error cause is already defined as 0" + (shipped() ? kReset : "") +
                           "\n");
  os_.clear();
  line("NRT", "nrt_load", 1, 1, 1, "Failed to load model");
  const std::string expected = kStamp + header("ERROR", "NRT", "nrt_load") +
                               "Failed to load model Resolution: " + nlog::kResolutions[0];
  EXPECT_THAT(os_.kernel_records(), ::testing::ElementsAre(expected));
  EXPECT_EQ(ctx().cause, -1);
}

TEST_P(Nlog, Check15CauseWithoutText) {
  coalescing_thread();
  nlog_set_error_cause(7);
  line("NRT", "f", 1, 1, 1, "x");
  EXPECT_THAT(os_.kernel_records(),
              ::testing::ElementsAre(kStamp + header("ERROR", "NRT", "f") + "x"));
}

TEST_P(Nlog, Check15CutLineWithASuffix) {
  coalescing_thread();
  nlog_set_error_cause(0);
  line("NRT", "f", 1, 1, 1, std::string(2000, 'x'));
  const std::string text = error_log().substr(0, error_log().size() - 1);
  const std::string suffix = std::string(" Resolution: ") + nlog::kResolutions[0];
  EXPECT_EQ(text.size(), 1077u);
  EXPECT_EQ(text.substr(1023), suffix.substr(0, 54));

  nlog_coalescing_init_thread();
  line("TDRV", "g", 1, 1, 0, "y");
  nlog_set_error_cause(0);
  nlog_clear_error_log();
  line("NRT", "f", 1, 1, 1, std::string(2000, 'x'));
  EXPECT_EQ(error_log(), text + "\n\tTDRV:g y\n");  // the joiner fits behind it
}

TEST_P(Nlog, BlockC2OfTheGuard) {
  coalescing_thread();
  levels("RUST", 0, 3);
  {
    const NlogErrorContextManager guard("nrt_tensor_read");
    line("RUST", "neuron_rustime::sys_trace::capture", 3, 1, 0, "ring full");
  }
  const std::string text =
      kStamp + header("ERROR", "NLOG", "nrt_tensor_read") +
      "Generic API Failure\n\tRUST:neuron_rustime::sys_trace::capture ring full";
  EXPECT_EQ(text.size(), 162u);
  EXPECT_THAT(os_.kernel_records(), ::testing::ElementsAre(text));
  EXPECT_EQ(os_.printks[0].size, 163u);
}

TEST_P(Nlog, BlockC3WithAResolution) {
  coalescing_thread();
  line("NRT", "kelf_load", 1, 1, 0, "arch mismatch");
  nlog_set_error_cause(0);
  line("NRT", "nrt_load", 1, 1, 1, "Failed to load model");
  EXPECT_THAT(os_.kernel_records(),
              ::testing::ElementsAre(kStamp + header("ERROR", "NRT", "nrt_load") +
                                     "Failed to load model Resolution: " + nlog::kResolutions[0] +
                                     "\n\tNRT:kelf_load arch mismatch"));
}

TEST_P(Nlog, BlockC4NothingPending) {
  coalescing_thread();
  line("NRT", "nrt_load", 1, 1, 1, "Failed");
  const std::string text = kStamp + header("ERROR", "NRT", "nrt_load") + "Failed";
  EXPECT_EQ(os_.err(), shipped() ? kRed + text + "\n\n" + kReset : text + "\n\n");
}

/// An API function that logs one coalesced WARN and returns `status`.
void call_with_pending_warning(NRT_STATUS status) {
  nlog_coalescing_init_thread();
  const NlogErrorContextManager guard("nrt_tensor_read");
  nlog_write("TDRV", "f", 2, 1, 0, "odd");
  nlog_end_api(status);
}

TEST_P(Nlog, Check18GuardLooksAtPendingLines) {  // B9
  coalescing_thread();
  levels("TDRV", 0, 2);
  call_with_pending_warning(NRT_SUCCESS);
  EXPECT_EQ(ctx().pending, 0u);
  if (fixed()) {
    EXPECT_TRUE(os_.writes.empty());
  } else {
    EXPECT_NE(os_.err().find("Generic API Failure\n\tTDRV:f odd"), std::string::npos);
  }
  os_.clear();
  call_with_pending_warning(NRT_FAILURE);
  EXPECT_NE(os_.err().find("Generic API Failure\n\tTDRV:f odd"), std::string::npos);
}

TEST_P(Nlog, Check18GuardOfADisabledSlot) {
  coalescing_thread();
  levels("TDRV", 0, 2);
  levels("NLOG", 0, 0);
  call_with_pending_warning(NRT_SUCCESS);
  EXPECT_TRUE(os_.writes.empty());
  EXPECT_EQ(ctx().pending, fixed() ? 0u : 1u);
}

TEST_P(Nlog, Check21SyslogAtFlush) {  // B2, B3
  coalescing_thread();
  levels("NRT", 1, 1);
  c1();
  ASSERT_EQ(os_.syslogs.size(), 1u);
  EXPECT_EQ(os_.syslogs[0].text, shipped() ? "" : c1_text());
  EXPECT_EQ(os_.syslogs[0].priority, fixed() ? 3 : 1);
}

TEST_P(Nlog, FlushSkipsDisabledAxes) {
  coalescing_thread();
  first_two_of_c1();
  levels("NRT", 1, 0);
  line("NRT", "nrt_load", 1, 1, 1, "Failed to load model");
  EXPECT_EQ(os_.err(), "");
  EXPECT_EQ(os_.syslogs.size(), 1u);
}

TEST_P(Nlog, Check22TagOfAnApiLine) {
  coalescing_thread();
  levels("NRT", 0, 2);
  line("NRT", "f", 2, 1, 1, "x");
  EXPECT_THAT(os_.kernel_records(),
              ::testing::ElementsAre(kStamp + header("ERROR", "NRT", "f") + "x"));
}

TEST_P(Nlog, Check24GlobalOffByteOn) {
  coalescing_thread();
  nlog_init(1, false);
  for (int i = 0; i < 20; i++) line("NRT", "f", 1, 1, 1, std::string(2000, 'x'));
  EXPECT_EQ(ctx().pending, 15u);
  EXPECT_EQ(ctx().write_pointer + 1, 1010u);
  EXPECT_EQ(nlog_dropped_lines(), 5u);
  EXPECT_TRUE(os_.writes.empty());
  EXPECT_TRUE(os_.printks.empty());
}

TEST_P(Nlog, Check29TwoThreads) {
  coalescing_thread();
  line("TDRV", "f", 1, 1, 0, "of 1240");
  os_.now_tid = 1241;
  nlog_coalescing_init_thread();
  line("TDRV", "f", 1, 1, 0, "of 1241");
  line("NRT", "f", 1, 1, 1, "head");
  EXPECT_THAT(os_.kernel_records(),
              ::testing::ElementsAre(kStamp + header("ERROR", "NRT", "f", 1241) +
                                     "head\n\tTDRV:f of 1241"));
  os_.now_tid = 1240;
  EXPECT_TRUE(nlog_has_unflushed_logs());
}

TEST_P(Nlog, PendingLinesVanishAtTheNextApiEntry) {  // section 7.3
  coalescing_thread();
  line("TDRV", "f", 1, 1, 0, "lost");
  nlog_coalescing_init_thread();
  EXPECT_FALSE(nlog_has_unflushed_logs());
  EXPECT_TRUE(os_.writes.empty());
}

}  // namespace
}  // namespace nvp::test
