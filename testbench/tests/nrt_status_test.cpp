// SPDX-License-Identifier: Apache-2.0
// Status codes and verdicts (docs/reference/32-runtime-api.md, sections 1 to 4; checks 1 to 5, 10,
// 14, 17, 21).
#include <gtest/gtest.h>

#include <set>

#include "runtime/nrt/config.h"
#include "runtime/nrt/internal.h"
#include "runtime/nrt/neff.h"
#include "testbench/tests/nrt_scripted_machine.h"

namespace nvp::test {
namespace {

using namespace nvp::nrt;

NRT_STATUS status(int value) {
  return static_cast<NRT_STATUS>(value);
}

TEST(NrtStatus, Check1Names) {
  EXPECT_STREQ(nrt_get_status_as_str(status(0)), "NRT_SUCCESS");
  EXPECT_STREQ(nrt_get_status_as_str(status(1205)), "NRT_EXEC_HW_ERR_REPAIRABLE_HBM_UE");
  EXPECT_STREQ(nrt_get_status_as_str(status(8)), "UNKNOWN");
  EXPECT_STREQ(nrt_get_status_as_str(status(1207)), "UNKNOWN");
  EXPECT_EQ(NRT_STATUS_COUNT, 28);
}

TEST(NrtStatus, Check2Priorities) {
  const std::pair<int, int> rows[] = {{0, 0},    {1, 1},    {6, 3},    {101, 4},
                                      {1004, 1}, {1006, 1}, {1100, 1}, {1150, 1},
                                      {1200, 2}, {1205, 2}, {1206, 2}, {9999, 1}};
  for (const auto& [value, priority] : rows) {
    EXPECT_EQ(nrt_get_status_priority(status(value)), priority) << value;
  }
}

TEST(NrtStatus, Check3Merge) {
  const auto merged = [](const std::vector<int>& values) {
    NRT_STATUS worst = NRT_SUCCESS;
    for (const int value : values) worst = worse(worst, status(value));
    return static_cast<int>(worst);
  };
  EXPECT_EQ(merged({0, 1003}), 1003);
  EXPECT_EQ(merged({6, 1201}), 6);
  EXPECT_EQ(merged({101, 6}), 101);
  EXPECT_EQ(merged({1203, 1201}), 1203);
}

TEST(NrtStatus, Check4Remap) {
  const unsigned expected[] = {0, 1, 0, 0, 3, 4, 5, 6, 7, 2, 8, 0};
  for (unsigned type = 0; type < 12; type++) EXPECT_EQ(nrt_error_subtype(type), expected[type]);
  EXPECT_EQ(nrt_error_subtype(200), 0u);
  EXPECT_EQ(status_of_notification(9, false), NRT_EXEC_COMPLETED_WITH_ERR);
  EXPECT_EQ(status_of_notification(1, false), NRT_EXEC_COMPLETED_WITH_NUM_ERR);
  EXPECT_EQ(status_of_notification(4, true), NRT_EXEC_HW_ERR_NC_UE);
  EXPECT_EQ(status_of_notification(4, false), NRT_EXEC_COMPLETED_WITH_ERR);
  EXPECT_EQ(status_of_notification(2, false), NRT_SUCCESS);
}

TEST(NrtStatus, CountersOfTheTable) {  // section 1; 20 section 8
  const std::pair<int, int> rows[] = {{0, 1},     {1, 16},    {2, 19},    {4, 17},    {5, 4},
                                      {6, 11},    {7, 6},     {9, 18},    {10, 20},   {1002, 5},
                                      {1003, 3},  {1004, 2},  {1006, 30}, {1200, 31}, {1201, 32},
                                      {1202, 33}, {1203, 34}, {1204, 35}, {1205, 40}};
  std::set<int> named;
  for (const auto& [value, counter] : rows) {
    named.insert(value);
    EXPECT_EQ(nrt_status_row_of(status(value))->counter, counter) << value;
  }
  for (const nrt_status_row& row : nrt_status_rows) {
    if (named.count(row.status)) continue;
    EXPECT_EQ(row.counter, -1) << row.name;
  }
}

TEST(NrtVerdict, FirstMatchWins) {  // section 3.4
  Evidence all;
  all.poisoned = true;
  all.code = NRT_EXEC_SW_NQ_OVERFLOW;
  all.hbm_uncorrectable = all.hbm_repairable = all.memory_uncorrectable = true;
  all.dma_abort = all.collectives_pending = all.proxy_fault = true;
  all.completed = false;
  all.subtypes = 0x1fe;
  const auto take = [&all] { return static_cast<int>(finalise(all).status); };
  EXPECT_EQ(take(), 101);
  all.poisoned = false;
  EXPECT_EQ(take(), 1204);
  all.code = NRT_SUCCESS;
  EXPECT_EQ(take(), 1201);
  all.hbm_uncorrectable = false;
  EXPECT_EQ(take(), 1205);
  all.hbm_repairable = false;
  EXPECT_EQ(take(), 1202);
  all.memory_uncorrectable = false;
  EXPECT_EQ(take(), 1203);
  all.dma_abort = false;
  EXPECT_EQ(take(), 1004);
  EXPECT_TRUE(finalise(all).fatal);  // a halted engine
  all.subtypes &= ~(1u << 8);
  EXPECT_EQ(take(), 1200);
  all.collectives_pending = false;
  EXPECT_EQ(take(), 1206);
  all.proxy_fault = false;
  EXPECT_EQ(take(), 5);
  all.completed = true;
  EXPECT_EQ(take(), 1004);
  EXPECT_FALSE(finalise(all).fatal);
  all.subtypes = 1u << 1;
  EXPECT_EQ(take(), 1003);
  all.subtypes = 0;
  EXPECT_EQ(take(), 0);
}

TEST(NrtVerdict, Check15ProtocolFaultIsFatal) {
  Evidence evidence;
  evidence.code = NRT_FAILURE;
  EXPECT_EQ(finalise(evidence).status, NRT_FAILURE);
  EXPECT_TRUE(finalise(evidence).fatal);
}

TEST(NrtVerdict, OutcomesOfTheAccelerator) {  // 40 section 11
  const int expected[] = {0,    1003, 1004, 1004, 1004, 1004, 1006,
                          1004, 1202, 1201, 1205, 1203, 1200, 5};
  for (unsigned i = 0; i < std::size(expected); i++) {
    const Verdict verdict = finalise(evidence_of(static_cast<os::JobOutcome>(i)));
    EXPECT_EQ(static_cast<int>(verdict.status), expected[i]) << i;
    EXPECT_EQ(verdict.fatal, i >= 7) << i;
  }
}

TEST(NrtVerdict, Errno) {
  EXPECT_EQ(status_of_errno(-ENOMEM), NRT_RESOURCE);
  EXPECT_EQ(status_of_errno(-EINVAL), NRT_INVALID);
  EXPECT_EQ(status_of_errno(-EBUSY), NRT_EXEC_NC_BUSY);
  EXPECT_EQ(status_of_errno(-ETIMEDOUT), NRT_TIMEOUT);
  EXPECT_EQ(status_of_errno(-EIO), NRT_FAILURE);
}

TEST(NrtVerdict, Check10Compatibility) {
  EXPECT_EQ(compatible(2, 5, 7), Compatibility::ok);
  EXPECT_EQ(compatible(3, 10, 11), Compatibility::ok);
  EXPECT_EQ(compatible(3, 11, 12), Compatibility::runtime_too_old);
  EXPECT_EQ(compatible(3, 5, 7), Compatibility::driver_too_old);
}

TEST(NrtVersion, Check21Words) {
  EXPECT_EQ(version_word("2.31.24.0", 0), 0x0000021F00000018u);
  EXPECT_EQ(version_word("2.1", NRT_FRAMEWORK_TYPE_PYTORCH), 0x0003020100000000u);
  EXPECT_EQ(version_word("", NRT_FRAMEWORK_TYPE_NO_FW), 0x0001000000000000u);
  EXPECT_EQ(version_word("x.y", 0), 0u);
}

TEST(NrtDump, Check17Template) {
  PathVariables variables;
  variables.pid = "897";
  variables.cluster_id = "0000000000000000";
  variables.datetime = "20250917-194443";
  EXPECT_EQ(expand_path("dt-%d-cid-%c-%x%%p", variables, 0x1000),
            "dt-20250917-194443-cid-0000000000000000-%x%897");
  EXPECT_EQ(expand_path("abc%d%p", variables, 5), "abc20");
  EXPECT_EQ(expand_path("%", variables, 5), "%");
}

TEST(NrtConfig, Check11CoreLists) {
  std::vector<unsigned> cores;
  EXPECT_TRUE(parse_core_list("3-5,6", &cores));
  EXPECT_EQ(cores, (std::vector<unsigned>{3, 4, 5, 6}));
  EXPECT_TRUE(parse_core_list("6,5,5", &cores));
  EXPECT_EQ(cores, (std::vector<unsigned>{5, 6}));
  EXPECT_TRUE(parse_core_list("08-010", &cores));  // decimal, whatever it begins with
  EXPECT_EQ(cores, (std::vector<unsigned>{8, 9, 10}));
  for (const char* bad : {"", "a", "1-", "-1", "3-1", "1,,2", "0-99999", "1 2", "0x1"}) {
    EXPECT_FALSE(parse_core_list(bad, &cores)) << bad;
  }
}

TEST(NrtConfig, Environment) {  // section 8
  ScriptedMachine machine;
  machine.variables = {{"NEURON_RT_LOG_COALESCING_ENABLED", "Off"},
                       {"NEURON_RT_EXEC_TIMEOUT", "7"},
                       {"NEURON_RT_RESET_CORES", "maybe"},
                       {"NEURON_LOGICAL_NC_CONFIG", "1"}};
  const Config config = read_config(false);
  EXPECT_FALSE(config.coalescing);
  EXPECT_EQ(config.exec_timeout_s, 7u);
  EXPECT_TRUE(config.reset_cores);
  EXPECT_EQ(config.lnc, 1u);
  machine.variables.clear();
  EXPECT_EQ(read_config(false).lnc, 2u);
  EXPECT_EQ(read_config(true).lnc, 1u);
  EXPECT_EQ(read_config(false).exec_timeout_s, 30u);
}

TEST(NrtNeff, Fields) {
  Neff neff;
  std::string problem;
  const std::string good =
      "neuron-vp-neff\nname m # c\nversion 2.1\narch v3\ncores 2\nduration 5us\nmacs 0x10\n"
      "memory.code 4096\nid 7\n";
  EXPECT_EQ(parse_neff(good.data(), good.size(), &neff, &problem), NRT_SUCCESS) << problem;
  EXPECT_EQ(neff.name, "m");
  EXPECT_EQ(neff.job.duration_ps, 5'000'000u);
  EXPECT_EQ(neff.job.macs, 16u);
  EXPECT_EQ(neff.arch, 3u);
  EXPECT_EQ(neff.device_bytes[kCode], 4096u);
}

TEST(NrtNeff, BadOnesSayWhatIsAccepted) {
  const std::pair<const char*, const char*> rows[] = {
      {"", "1 to 1048576 bytes"},
      {"ELF", "first line must be 'neuron-vp-neff'"},
      {"neuron-vp-neff\nnmae x\n", "line 2: unknown key 'nmae', accepted: arch cores cycles"},
      {"neuron-vp-neff\n\narch v9\n", "line 3: arch: accepted is v2, v3 or v4"},
      {"neuron-vp-neff\nduration 5 parsecs\n", "line 2: duration: accepted is a number with ps"},
      {"neuron-vp-neff\ncores 0\n", "line 2: cores: accepted is 1 to 512"},
      {"neuron-vp-neff\nduration 99999999999999s\n", "line 2: duration"},
      {"neuron-vp-neff\nversion 2\n", "line 2: version: accepted is MAJOR.MINOR"},
  };
  for (const auto& [text, expected] : rows) {
    Neff neff;
    std::string problem;
    EXPECT_EQ(parse_neff(text, std::strlen(text), &neff, &problem), NRT_INVALID) << text;
    EXPECT_NE(problem.find(expected), std::string::npos) << problem;
  }
}

}  // namespace
}  // namespace nvp::test
