// SPDX-License-Identifier: Apache-2.0
// Error-log ring (docs/reference/30-nlog.md, section 8; checks 16, 17, 28).
#include "testbench/tests/nlog_fixture.h"

namespace nvp::test {
namespace {

/// The ring of the worked examples: 16 bytes, dots where nothing was written.
nlog::ErrorLog& ring_of_16() {
  nlog_init(1, true);
  nlog::ErrorLog& ring = nlog::process().error_log;
  ring.capacity = 16;
  std::memset(ring.log.get(), '.', 16);
  return ring;
}

void put(const char* text) {
  print_to_error_log(text, static_cast<std::uint32_t>(std::strlen(text)) + 1);
}

TEST_P(Nlog, Check16WorkedRing) {
  const nlog::ErrorLog& ring = ring_of_16();
  struct Row {
    const char *text, *buffer;
    int tail, wraps;
  };
  const Row rows[] = {{"alpha", "alpha\n..........", 6, 0},
                      {"bravo", "alpha\nbravo\n....", 12, 0},
                      {"charlie", "lie\na\nbravo\nchar", 4, 1},
                      {"de", "lie\nde\nravo\nchar", 7, 1}};
  for (const Row& row : rows) {
    put(row.text);
    EXPECT_EQ(std::string(ring.log.get(), 16), row.buffer);
    EXPECT_EQ(ring.tail, row.tail);
    EXPECT_EQ(ring.num_wraps, row.wraps);
  }
}

TEST_P(Nlog, Check16ExactFit) {
  const nlog::ErrorLog& ring = ring_of_16();
  put("1234567");
  put("abcdefg");
  EXPECT_EQ(ring.tail, 16);
  EXPECT_EQ(ring.num_wraps, 0);
  put("Z");
  EXPECT_EQ(ring.tail, 2);
  EXPECT_EQ(ring.num_wraps, 1);
  EXPECT_EQ(nlog_dump_error_log("/tmp/log"), NRT_SUCCESS);
  EXPECT_EQ(os_.files["/tmp/log"], std::string(fixed() ? "" : "34567\n") + "abcdefg\nZ\n" +
                                       "nlog: error log wrapped 1 time(s)\n");
}

TEST_P(Nlog, Check16Capacity) {
  nlog_init(1, true);
  EXPECT_EQ(nlog::process().error_log.capacity, 131072);
  nlog_init(2, true);
  EXPECT_EQ(nlog::process().error_log.capacity, 262144);
}

TEST_P(Nlog, RecordLongerThanTheRing) {  // section 8.1, step 5
  const nlog::ErrorLog& ring = ring_of_16();
  put("0123456789abcdefghijklmnopqrstuvwxyz");
  EXPECT_EQ(ring.num_wraps, 2);
  EXPECT_EQ(ring.tail, 5);
  EXPECT_EQ(std::string(ring.log.get(), 16), "wxyz\nlmnopqrstuv");
}

TEST_P(Nlog, Check17Dump) {  // B19
  const nlog::ErrorLog& ring = ring_of_16();
  for (const char* text : {"alpha", "bravo", "charlie", "de"}) put(text);
  EXPECT_EQ(nlog_dump_error_log("/tmp/log"), NRT_SUCCESS);
  const std::string expected = std::string(fixed() ? "" : "ravo\n") + "charlie\nde\n" +
                               "nlog: error log wrapped 1 time(s)\n";
  EXPECT_EQ(os_.files["/tmp/log"], expected);
  EXPECT_EQ(ring.tail, 0);
  EXPECT_EQ(ring.num_wraps, 0);
  EXPECT_EQ(nlog_dump_error_log("/tmp/log"), NRT_SUCCESS);
  EXPECT_EQ(os_.files["/tmp/log"], expected);
}

TEST_P(Nlog, Check28DumpThatFails) {
  EXPECT_EQ(nlog_dump_error_log("/tmp/log"), NRT_INVALID);  // before nlog_init
  const nlog::ErrorLog& ring = ring_of_16();
  for (const char* text : {"alpha", "bravo", "charlie"}) put(text);
  EXPECT_EQ(nlog_dump_error_log("/tmp/"), NRT_FAILURE);
  EXPECT_EQ(ring.tail, 4);
  EXPECT_EQ(ring.num_wraps, 1);
  os_.append_fails = true;
  EXPECT_EQ(nlog_dump_error_log("/tmp/log"), NRT_FAILURE);
  EXPECT_EQ(ring.num_wraps, 1);
  os_.append_fails = false;
  EXPECT_EQ(nlog_dump_error_log(nullptr), NRT_INVALID);
  EXPECT_EQ(nlog_dump_error_log(""), NRT_INVALID);
  nlog_close();
  EXPECT_EQ(nlog_dump_error_log("/tmp/log"), NRT_INVALID);
  EXPECT_TRUE(os_.files.empty());
  put("after close");  // dropped
}

TEST_P(Nlog, InitAndCloseOpenAndCloseTheSystemLog) {  // section 8.2
  nlog_init(1, true);
  EXPECT_EQ(os_.syslog_ident, "NLOG");
  nlog_set_log_level("NRT", "CONSOLE", "TRACE");
  nlog_close();
  EXPECT_EQ(os_.syslog_ident, "");
  EXPECT_EQ(nlog::process().error_log.log, nullptr);
  EXPECT_EQ(slot("NRT").console_level, 5u);  // levels, ceiling and the coalescing global stay
  EXPECT_EQ(nlog::process().max_level, 5u);
  EXPECT_EQ(nlog::process().coalescing_enabled, 1u);
}

TEST_P(Nlog, InitStartsAnEmptyErrorLog) {
  const nlog::ErrorLog& ring = ring_of_16();
  for (const char* text : {"alpha", "bravo", "charlie"}) put(text);
  nlog_init(1, true);
  EXPECT_EQ(ring.tail, 0);
  EXPECT_EQ(ring.num_wraps, 0);
}

TEST_P(Nlog, ClearKeepsTheBuffer) {
  const nlog::ErrorLog& ring = ring_of_16();
  put("alpha");
  nlog_clear_error_log();
  EXPECT_EQ(ring.tail, 0);
  EXPECT_NE(ring.log, nullptr);
  print_to_error_log("x", 0);
  EXPECT_EQ(ring.tail, 0);
}

TEST_P(Nlog, Check26ForkedChildCanWriteToTheErrorLog) {
  const nlog::ErrorLog& ring = ring_of_16();
  coalescing_thread();
  line("TDRV", "f", 1, 1, 0, "pending");
  nlog::process().error_log_mutex.lock();  // as another thread of the parent does at the fork
  nlog_after_fork_in_child();
  EXPECT_TRUE(nlog_has_unflushed_logs());
  put("child");
  EXPECT_GT(ring.tail, 0);
}

}  // namespace
}  // namespace nvp::test
