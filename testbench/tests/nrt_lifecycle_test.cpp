// SPDX-License-Identifier: Apache-2.0
// nrt from init to close on a scripted machine (docs/reference/32-runtime-api.md; checks 5 to 9,
// 11, 12, 14, 15, 18, 19, 23 to 25).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/nlog/nlog.h"
#include "runtime/nlog/state.h"
#include "runtime/nrt/internal.h"
#include "runtime/nrt/nrt.h"
#include "runtime/nrt/runtime.h"
#include "testbench/tests/nrt_scripted_machine.h"

namespace nvp::test {
namespace {

using nrt::Injection;
using os::JobOutcome;

constexpr std::uint64_t kMs = 1'000'000'000, kSecond = 1'000 * kMs;

class Nrt : public ::testing::Test {
 protected:
  Nrt() {
    machine_.variables = {{"NEURON_LOGICAL_NC_CONFIG", "1"},
                          {"NEURON_RT_VISIBLE_CORES", "0-1"},
                          {"NEURON_RT_LOCAL_CORE_DUMP_DIRECTORY", ""}};
  }

  static NRT_STATUS init() { return nrt_init(NRT_FRAMEWORK_TYPE_PYTORCH, "2.1", ""); }

  nrt_model_t* load(const std::string& more = "", int vnc = 0, int count = 1) {
    const std::string neff = "neuron-vp-neff\nname m\nduration 1ms\nmacs 500\n" + more;
    nrt_model_t* model = nullptr;
    load_status_ = nrt_load(neff.data(), neff.size(), vnc, count, &model);
    return model;
  }

  nrt_model_t* start() {
    EXPECT_EQ(init(), NRT_SUCCESS) << machine_.err();
    return load();
  }

  bool logged(const std::string& text) const {
    return machine_.err().find(text) != std::string::npos;
  }

  ScriptedMachine machine_;
  NRT_STATUS load_status_ = NRT_SUCCESS;
};

TEST_F(Nrt, InitPublishesVersionsAndProcessInfo) {  // 4.5, 20 section 8
  ASSERT_EQ(init(), NRT_SUCCESS);
  EXPECT_EQ(machine_.nd(0), 0x0000021F00000018u);
  EXPECT_EQ(machine_.nd(1), 0x0003020100000000u);
  EXPECT_EQ(machine_.nd(2), 0u);
  EXPECT_EQ(machine_.nd(3), 2u);  // two logical cores
  EXPECT_EQ(std::memcmp(reinterpret_cast<char*>(machine_.slab) + 0x4E5, "1234", 5), 0);
  EXPECT_EQ(machine_.owners[0], 1234);
  EXPECT_EQ(machine_.owners[1], 1234);
  EXPECT_EQ(machine_.owners[2], 0);
}

TEST_F(Nrt, OneCoreIsNotMulticoreAndNoFrameworkHasNoVersion) {
  machine_.variables["NEURON_RT_VISIBLE_CORES"] = "0";
  ASSERT_EQ(nrt_init(NRT_FRAMEWORK_TYPE_INVALID, "2.1", "1.0"), NRT_SUCCESS);
  EXPECT_EQ(machine_.nd(0), 0x0000021F00000018u);
  EXPECT_EQ(machine_.nd(1), 0u);
  EXPECT_EQ(machine_.nd(2), 0u);
  EXPECT_EQ(machine_.nd(3), 0u);
}

TEST_F(Nrt, CoresAreInitialisedOnce) {  // 23 section 10
  ASSERT_EQ(init(), NRT_SUCCESS);
  EXPECT_EQ(machine_.count("core init"), 4u);  // started and completed, of two cores
  nrt_close();
  machine_.calls.clear();
  machine_.cores_are_ready = true;
  ASSERT_EQ(init(), NRT_SUCCESS);
  EXPECT_EQ(machine_.count("core init"), 2u);
}

TEST_F(Nrt, Check7CleanExecution) {
  ASSERT_EQ(init(), NRT_SUCCESS);
  nrt_model_t* model = load("cores 2\n", 0, 2);
  EXPECT_EQ(machine_.nc(0, 27), 1u);
  EXPECT_EQ(machine_.nc(1, 27), 1u);
  EXPECT_EQ(nrt_execute(model, nullptr, nullptr), NRT_SUCCESS);
  for (unsigned core = 0; core < 2; core++) {
    EXPECT_EQ(machine_.nc(core, 1), 1u);
    EXPECT_EQ(machine_.nc(core, 28), 1u);
    EXPECT_EQ(machine_.nc(core, 29), 500u);
    EXPECT_EQ(machine_.nc(core, 0), kMs);
    EXPECT_EQ(machine_.nc(core, 13), 1000u);
    EXPECT_EQ(machine_.nc(core, 14), 1000u);
    EXPECT_EQ(machine_.nc(core, 15), 1000u);
  }
  Injection shorter;
  shorter.duration_ps = kMs / 2;
  EXPECT_EQ(nrt::execute_with(model, shorter), NRT_SUCCESS);
  EXPECT_EQ(machine_.nc(0, 1), 2u);
  EXPECT_EQ(machine_.nc(0, 14), 500u);
  EXPECT_EQ(machine_.nc(0, 0), kMs + kMs / 2);
}

TEST_F(Nrt, Check6Flags6And8) {
  nrt_model_t* model = start();
  Injection flags;
  flags.subtypes = 1u << 6 | 1u << 8;
  EXPECT_EQ(nrt::execute_with(model, flags), NRT_EXEC_COMPLETED_WITH_ERR);
  EXPECT_EQ(machine_.nc(0, 37), 1u);
  EXPECT_EQ(machine_.nc(0, 39), 1u);
  EXPECT_EQ(machine_.nc(0, 36), 0u);
  EXPECT_EQ(machine_.nc(0, 38), 0u);
  EXPECT_EQ(machine_.nc(0, 2), 1u);
  EXPECT_EQ(machine_.nc(0, 28), 0u);  // only successes count as inferences
  EXPECT_EQ(machine_.nc(0, 29), 0u);
  EXPECT_EQ(nrt_execute(model, nullptr, nullptr), NRT_SUCCESS);  // the unit stays usable
}

TEST_F(Nrt, Check5GenericStatusOfEachLoadFailure) {
  ASSERT_EQ(init(), NRT_SUCCESS);
  const auto failure = [this](const std::string& more, int vnc = 0, int count = 1) {
    EXPECT_EQ(load(more, vnc, count), nullptr);
    return static_cast<int>(load_status_);
  };
  EXPECT_EQ(failure("version 9.0\n"), 10);
  EXPECT_EQ(machine_.nc(0, 20), 1u);
  EXPECT_EQ(failure("cores 3\n"), 9);
  EXPECT_EQ(machine_.nc(0, 18), 1u);
  EXPECT_EQ(failure("", 1, 2), 9);
  EXPECT_EQ(machine_.nc(1, 18), 1u);
  EXPECT_EQ(failure("nonsense\n"), 2);
  EXPECT_EQ(machine_.nc(0, 19), 1u);
  EXPECT_EQ(failure("memory.code 10\nmemory.limit 5\n"), 4);
  EXPECT_EQ(machine_.nc(0, 17), 1u);
  EXPECT_EQ(failure("version 3.0\n"), 10);
  EXPECT_EQ(failure("version 0.9\n"), 10);
  EXPECT_EQ(failure("", 0, 0), 2);
  EXPECT_EQ(failure("", -2, 1), 2);
  EXPECT_EQ(failure("arch v2\n"), 2);
  EXPECT_TRUE(logged("Resolution: Recompile the model"));
}

TEST_F(Nrt, NeffsAtTheLimits) {
  ASSERT_EQ(init(), NRT_SUCCESS);
  EXPECT_NE(load("version 1.0\n"), nullptr);
  EXPECT_NE(load("version 2.255\n"), nullptr);
  EXPECT_NE(load("memory.code 10\nmemory.limit 10\n"), nullptr);
}

TEST_F(Nrt, MemoryMetricsCanBeSwitchedOff) {  // section 8
  machine_.variables["NEURON_RT_ENABLE_MEMORY_METRICS"] = "0";
  ASSERT_EQ(init(), NRT_SUCCESS);
  nrt_model_t* model = load("memory.code 100\nhost.tensors 7\n");
  EXPECT_EQ(machine_.nc(0, 22), 0u);
  EXPECT_EQ(machine_.nd(7), 0u);
  EXPECT_EQ(nrt_unload(model), NRT_SUCCESS);
  EXPECT_EQ(machine_.nc(0, 22), 0u);
}

TEST_F(Nrt, LegacyNeffIsAWarning) {
  machine_.variables["NEURON_RT_ALLOW_LEGACY_NEFF"] = "1";
  ASSERT_EQ(init(), NRT_SUCCESS);
  EXPECT_NE(load("arch v2\n"), nullptr);
}

TEST_F(Nrt, EachForcedStatusBumpsItsCounter) {
  nrt_model_t* model = start();
  for (const nrt_status_row& row : nrt_status_rows) {
    if (row.status == NRT_SUCCESS || row.status == NRT_EXEC_UNIT_UNRECOVERABLE) continue;
    Injection forced;
    forced.status = row.status;
    EXPECT_EQ(nrt::execute_with(model, forced), row.status);
    if (row.counter >= 0) {
      EXPECT_EQ(machine_.nc(0, static_cast<unsigned>(row.counter)), 1u) << row.name;
    }
  }
  EXPECT_EQ(machine_.staged, 0u);
  EXPECT_EQ(nrt_execute(model, nullptr, nullptr), NRT_SUCCESS);
}

TEST_F(Nrt, Check14TimeOut) {
  nrt_model_t* model = start();
  Injection hang;
  hang.outcome = JobOutcome::hang;
  const std::uint64_t before = machine_.now_ps;
  EXPECT_EQ(nrt::execute_with(model, hang), NRT_TIMEOUT);
  EXPECT_EQ(machine_.now_ps - before, 30 * kSecond);
  EXPECT_EQ(machine_.nc(0, 4), 1u);
  EXPECT_NE(machine_.kernel_records().front().find(" NEURON_HW_ERR="), 0u);
  const auto records = machine_.kernel_records();
  EXPECT_TRUE(std::any_of(records.begin(), records.end(), [](const std::string& record) {
    return record.find(" NEURON_HW_ERR=HANG_ON_COMPUTE ") != std::string::npos;
  }));
  // The unit is unusable now; nothing reaches the device and no counter moves.
  const unsigned staged = machine_.staged;
  EXPECT_EQ(nrt_execute(model, nullptr, nullptr), NRT_EXEC_UNIT_UNRECOVERABLE);
  EXPECT_EQ(machine_.staged, staged);
  EXPECT_EQ(machine_.nc(0, 4), 1u);
  EXPECT_EQ(machine_.nc(0, 1), 0u);
}

TEST_F(Nrt, Check14TimeOutWithQueueOverflow) {
  nrt_model_t* model = start();
  Injection overflow;
  overflow.outcome = JobOutcome::hang;
  overflow.queue_overflow = true;
  EXPECT_EQ(nrt::execute_with(model, overflow), NRT_EXEC_SW_NQ_OVERFLOW);
  EXPECT_EQ(machine_.nc(0, 35), 1u);
  EXPECT_EQ(machine_.nc(0, 4), 0u);
}

TEST_F(Nrt, QueueOverflowIsLookedAtOnlyWhenTheTimeIsUp) {  // 3.3
  nrt_model_t* model = start();
  Injection overflow;
  overflow.queue_overflow = true;
  EXPECT_EQ(nrt::execute_with(model, overflow), NRT_SUCCESS);
}

TEST_F(Nrt, Check14TimeOutIsConfigurable) {
  machine_.variables["NEURON_RT_EXEC_TIMEOUT"] = "2";
  nrt_model_t* model = start();
  Injection slow;
  slow.duration_ps = 2 * kSecond;
  EXPECT_EQ(nrt::execute_with(model, slow), NRT_SUCCESS);
  slow.duration_ps += 1;
  EXPECT_EQ(nrt::execute_with(model, slow), NRT_TIMEOUT);
}

TEST_F(Nrt, TimeOutOfTwoLogicalCoresIsOne) {  // 3.2: counted from the start of the request
  ASSERT_EQ(init(), NRT_SUCCESS);
  nrt_model_t* model = load("cores 2\n", 0, 2);
  Injection hang;
  hang.outcome = JobOutcome::hang;
  const std::uint64_t before = machine_.now_ps;
  EXPECT_EQ(nrt::execute_with(model, hang), NRT_TIMEOUT);
  EXPECT_EQ(machine_.now_ps - before, 30 * kSecond);
  EXPECT_EQ(machine_.nc(0, 4), 1u);
  EXPECT_EQ(machine_.nc(1, 4), 1u);
}

TEST_F(Nrt, Check15ProtocolFaultPoisonsTheUnit) {
  nrt_model_t* model = start();
  Injection fault;
  fault.status = NRT_FAILURE;
  fault.poison = true;
  EXPECT_EQ(nrt::execute_with(model, fault), NRT_FAILURE);
  EXPECT_EQ(machine_.nc(0, 16), 1u);
  const std::vector<std::uint64_t> before(machine_.slab, machine_.slab + 8192);
  EXPECT_EQ(nrt_execute(model, nullptr, nullptr), NRT_EXEC_UNIT_UNRECOVERABLE);
  EXPECT_TRUE(std::equal(before.begin(), before.end(), machine_.slab));
  EXPECT_EQ(machine_.staged, 0u);
}

TEST_F(Nrt, Check25HaltedEngine) {
  nrt_model_t* model = start();
  machine_.clear();
  Injection halted;
  halted.outcome = JobOutcome::sequencer_fatal;
  EXPECT_EQ(nrt::execute_with(model, halted), NRT_EXEC_COMPLETED_WITH_ERR);
  EXPECT_EQ(machine_.nc(0, 39), 1u);
  EXPECT_EQ(machine_.nc(0, 2), 1u);
  for (const std::string& record : machine_.kernel_records()) {
    EXPECT_EQ(record.find("NEURON_HW_ERR"), std::string::npos);
  }
  EXPECT_EQ(nrt_execute(model, nullptr, nullptr), NRT_EXEC_UNIT_UNRECOVERABLE);
}

TEST_F(Nrt, HardwareOutcomesHaveTheirCounters) {
  const std::pair<JobOutcome, unsigned> rows[] = {{JobOutcome::collectives_hang, 31},
                                                  {JobOutcome::hbm_uncorrectable, 32},
                                                  {JobOutcome::sram_uncorrectable, 33},
                                                  {JobOutcome::dma_abort, 34},
                                                  {JobOutcome::hbm_repairable, 40}};
  for (const auto& [outcome, counter] : rows) {
    nrt_model_t* model = start();
    Injection injection;
    injection.outcome = outcome;
    nrt::execute_with(model, injection);
    EXPECT_EQ(machine_.nc(0, counter), 1u);
    nrt_close();  // a new init makes the unit usable again
  }
}

TEST_F(Nrt, Check8And24StateGuard) {
  EXPECT_EQ(nrt_execute(nullptr, nullptr, nullptr), NRT_UNINITIALIZED);
  EXPECT_TRUE(logged("NRT uninitialized"));
  ASSERT_EQ(init(), NRT_SUCCESS);
  nrt_close();
  EXPECT_EQ(nrt::state(), nrt::State::start);
  EXPECT_EQ(nrt_execute(nullptr, nullptr, nullptr), NRT_UNINITIALIZED);
  nrt_internal_after_fork_in_child();
  EXPECT_EQ(nrt_execute(nullptr, nullptr, nullptr), NRT_FAILURE);
  EXPECT_TRUE(logged("Incompatible runtime state: NRT_STATE_CHILD"));
  EXPECT_EQ(init(), NRT_FAILURE);
}

TEST_F(Nrt, ForkWhileAnotherThreadHoldsTheLocks) {  // 5.1; 30 check 26
  machine_.variables["NEURON_RT_LOG_LEVEL"] = "TRACE";
  nrt_model_t* model = start();
  nrt::runtime().lock.lock();
  nlog::process().error_log_mutex.lock();
  nrt_internal_after_fork_in_child();
  EXPECT_EQ(nrt_execute(model, nullptr, nullptr), NRT_FAILURE);
  EXPECT_TRUE(logged("Incompatible runtime state: NRT_STATE_CHILD"));
}

TEST_F(Nrt, Check8DuringClose) {
  nrt_model_t* model = start();
  NRT_STATUS during = NRT_SUCCESS;
  machine_.on_unmark = [&] { during = nrt_execute(model, nullptr, nullptr); };
  nrt_close();
  EXPECT_EQ(during, NRT_CLOSED);
}

TEST_F(Nrt, Check9InitTwiceAndAgain) {
  ASSERT_EQ(init(), NRT_SUCCESS);
  const std::size_t calls = machine_.calls.size();
  EXPECT_EQ(init(), NRT_SUCCESS);
  EXPECT_EQ(machine_.calls.size(), calls);
  nrt_close();
  EXPECT_EQ(init(), NRT_SUCCESS);
}

TEST_F(Nrt, FirstInitLogsDirectlyLaterOnesInABlock) {  // 30 section 7.3
  machine_.variables["NEURON_RT_VISIBLE_CORES"] = "0,5";
  EXPECT_EQ(init(), NRT_INVALID);
  EXPECT_TRUE(logged("Logical Neuron cores are not contiguous\n2026-Mar"));
  EXPECT_FALSE(logged("\n\t"));
  machine_.variables["NEURON_RT_VISIBLE_CORES"] = "0-1";
  ASSERT_EQ(init(), NRT_SUCCESS);
  nrt_close();
  machine_.clear();
  machine_.variables["NEURON_RT_VISIBLE_CORES"] = "0,5";
  EXPECT_EQ(init(), NRT_INVALID);
  EXPECT_TRUE(logged("nrt_init failed with status 2\n\tNRT:listed_span Logical Neuron cores"));
}

TEST_F(Nrt, CloseOrder) {  // 5.3; 20 section 8
  ASSERT_EQ(init(), NRT_SUCCESS);
  machine_.calls.clear();
  nrt_close();
  EXPECT_EQ(nlog::process().error_log.log, nullptr);
  EXPECT_THAT(machine_.calls, ::testing::ElementsAre("release", "unmark", "close", "close"));
  EXPECT_EQ(machine_.owners[0], 0);
}

TEST_F(Nrt, CloseUnloadsWhatIsLeft) {
  nrt_model_t* model = start();
  ASSERT_NE(model, nullptr);
  EXPECT_NE(machine_.nd(13), 0u);
  EXPECT_EQ(machine_.slab[0x520 / 8], 1u);
  nrt_close();
  EXPECT_EQ(machine_.nd(13), 0u);
  EXPECT_EQ(machine_.slab[0x520 / 8], 0u);
}

TEST_F(Nrt, AggregateNeffIdAndMemory) {  // 4.5
  ASSERT_EQ(init(), NRT_SUCCESS);
  nrt_model_t* first = load("id 40\nmemory.code 100\nhost.tensors 7\n");
  nrt_model_t* second = load("id 2\nmemory.code 11\n", 1);
  EXPECT_EQ(machine_.nd(13), 42u);
  EXPECT_EQ(machine_.nc(0, 22), 100u);
  EXPECT_EQ(machine_.nc(1, 22), 11u);
  EXPECT_EQ(machine_.nd(7), 7u);
  EXPECT_EQ(nrt_unload(first), NRT_SUCCESS);
  EXPECT_EQ(machine_.nd(13), 2u);
  EXPECT_EQ(machine_.nc(0, 22), 0u);
  EXPECT_EQ(nrt_unload(first), NRT_INVALID_HANDLE);
  EXPECT_EQ(nrt_unload(second), NRT_SUCCESS);
}

TEST_F(Nrt, Check11Reservation) {
  struct Row {
    const char *visible, *count;
    int status;
    int first, last;
  };
  machine_.owners[0] = machine_.owners[1] = 9;  // another process
  machine_.architecture = 2;
  machine_.compatible_min = 5;
  machine_.compatible_max = 7;
  machine_.devices = 4;
  machine_.cores_per_device = 2;
  const Row rows[] = {{"3-5,6", "", 0, 3, 6}, {"3,5,6", "", 2, 0, 0}, {"6,5,5", "", 0, 5, 6},
                      {"", "2", 0, 2, 3},     {"0-1", "", 1, 0, 0},   {"8", "", 2, 0, 0},
                      {"x", "", 2, 0, 0},     {"", "7", 1, 0, 0},     {"", "9", 2, 0, 0}};
  for (const Row& row : rows) {
    machine_.variables["NEURON_RT_VISIBLE_CORES"] = row.visible;
    machine_.variables["NEURON_RT_NUM_CORES"] = row.count[0] ? row.count : "0";
    EXPECT_EQ(init(), row.status) << row.visible << row.count;
    if (row.status) continue;
    for (int core = 2; core < 8; core++) {
      EXPECT_EQ(machine_.owners[static_cast<std::size_t>(core)] == 1234,
                core >= row.first && core <= row.last)
          << row.visible << row.count << " core " << core;
    }
    nrt_close();
  }
  EXPECT_TRUE(logged("Logical Neuron cores are not contiguous"));
  EXPECT_GE(machine_.count("dump owner"), 1u);
}

TEST_F(Nrt, LogicalCoresOfTwo) {  // 5.2: above SUNDA the default is 2
  machine_.variables.erase("NEURON_LOGICAL_NC_CONFIG");
  machine_.variables["NEURON_RT_VISIBLE_CORES"] = "1";
  nrt_model_t* model = start();
  EXPECT_EQ(machine_.owners[1], 0);
  EXPECT_EQ(machine_.owners[2], 1234);
  EXPECT_EQ(machine_.owners[3], 1234);
  Injection injection;
  injection.outcome = JobOutcome::numerical_error;
  EXPECT_EQ(nrt::execute_with(model, injection), NRT_EXEC_COMPLETED_WITH_NUM_ERR);
  EXPECT_EQ(machine_.nc(2, 3), 1u);
  EXPECT_EQ(machine_.nc(3, 1), 1u);
  nrt_close();
  machine_.variables.erase("NEURON_RT_VISIBLE_CORES");
  machine_.variables["NEURON_RT_NUM_CORES"] = "2";  // 4 physical: neither 2 nor whole devices
  EXPECT_EQ(init(), NRT_INVALID);
  machine_.variables["NEURON_RT_NUM_CORES"] = "4";
  EXPECT_EQ(init(), NRT_SUCCESS);
  nrt_close();
  machine_.variables["NEURON_RT_NUM_CORES"] = "1";
  machine_.owners[0] = 9;  // another process: the first two free ones are 1 and 2
  EXPECT_EQ(init(), NRT_INVALID);
  EXPECT_EQ(machine_.owners[1], 0);
  machine_.owners[1] = 9;
  EXPECT_EQ(init(), NRT_SUCCESS);
  EXPECT_EQ(machine_.owners[3], 1234);
}

TEST_F(Nrt, InitFailures) {
  machine_.devices = 0;
  EXPECT_EQ(init(), NRT_INVALID);
  machine_.devices = 1;
  for (const char* old : {"1.9", "", "x"}) {
    machine_.driver = old;
    EXPECT_EQ(init(), NRT_INVALID) << old;
  }
  machine_.driver = "2.0";
  machine_.compatible_min = 11;
  machine_.compatible_max = 12;
  EXPECT_EQ(init(), NRT_INVALID);
  EXPECT_TRUE(logged("upgrade aws-neuronx-runtime-lib"));
  machine_.compatible_min = 10;
  machine_.acquire_error = -ENOMEM;
  EXPECT_EQ(init(), NRT_RESOURCE);
  EXPECT_EQ(machine_.owners[0], 0);
  machine_.acquire_error = 0;
  machine_.reset_result = 1;
  EXPECT_EQ(init(), NRT_FAILURE);
  machine_.variables["NEURON_RT_RESET_CORES"] = "0";
  EXPECT_EQ(init(), NRT_SUCCESS);
}

TEST_F(Nrt, Check12Version) {
  nrt_version_t version;
  std::memset(&version, 0x55, sizeof version);
  EXPECT_EQ(nrt_get_version(&version, 159), NRT_FAILURE);
  EXPECT_EQ(version.major, 0x5555555555555555u);
  EXPECT_EQ(nrt_get_version(&version, 200), NRT_SUCCESS);
  EXPECT_EQ(version.minor, 31u);
  EXPECT_STREQ(version.detail, "libnrt version 2.31.24.0");
  EXPECT_EQ(version.git_hash[0], 0x55);
  EXPECT_EQ(nrt_get_version(&version, 224), NRT_SUCCESS);
  EXPECT_EQ(std::strlen(version.git_hash), 40u);
}

TEST_F(Nrt, Check18InfodumpOncePerLevel) {
  machine_.variables["NEURON_RT_LOG_LEVEL"] = "INFO";
  nrt_model_t* model = start();
  EXPECT_NE(machine_.out().find("include in any support request"), std::string::npos);
  EXPECT_FALSE(logged("include in any support request"));
  Injection bad;
  bad.status = NRT_EXEC_BAD_INPUT;
  nrt::execute_with(model, bad);
  EXPECT_TRUE(logged("Failure: NRT_EXEC_BAD_INPUT in nrt_execute()"));
  EXPECT_TRUE(logged("Visible cores: 0, 1"));
  machine_.clear();
  nrt::execute_with(model, bad);
  EXPECT_FALSE(logged("include in any support request"));
}

TEST_F(Nrt, LinesOfTheInfodump) {  // 5.5
  nrt_model_t* model = start();
  machine_.clear();
  Injection bad;
  bad.status = NRT_EXEC_BAD_INPUT;
  nrt::execute_with(model, bad);
  std::string expected;
  for (const char* body :
       {"Neuron runtime information - please include in any support request:",
        "------------->8------------[ cut here ]------------>8-------------",
        "NRT version: 2.31.24.0 (0000000000000000000000000000000000000000)",
        "Embedded FW version: none", "CCOM version: none", "NCFW version: none",
        "Instance ID: i-0592464924bd45322", "Cluster ID: 0", "Kernel: Linux 6.1.0 #1",
        "Nodename: ip-172-31-61-252", "Driver version: 2.27.4.0\n",
        "Failure: NRT_EXEC_BAD_INPUT in nrt_execute()", "LNC: 1", "Visible cores: 0, 1",
        "Environment:", "    NEURON_LOGICAL_NC_CONFIG=1",
        "    NEURON_RT_LOCAL_CORE_DUMP_DIRECTORY=", "    NEURON_RT_VISIBLE_CORES=0-1",
        "-------------8<-----------[ cut to here ]-----------8<------------"}) {
    expected += "2026-Mar-05 07:08:09.000042  1234:1240  ERROR   NRT:nrt_infodump" +
                std::string(28, ' ') + body + "\n";
  }
  EXPECT_EQ(machine_.err().substr(0, expected.size()), expected);
}

TEST_F(Nrt, Check19OrderOfAFailingCall) {
  machine_.variables["NEURON_RT_LOCAL_CORE_DUMP_DIRECTORY"] = "/tmp/dump";
  ASSERT_EQ(init(), NRT_SUCCESS);
  nrt_model_t* model = load();
  machine_.clear();
  Injection injection;
  injection.outcome = JobOutcome::out_of_bounds;
  EXPECT_EQ(nrt::execute_with(model, injection), NRT_EXEC_OOB);
  EXPECT_EQ(machine_.nc(0, 30), 1u);
  const std::string text = machine_.err();
  EXPECT_NE(text.find("2026-Mar-05 07:08:09.000042  1234:1240  ERROR   NRT:nrt_execute" +
                      std::string(29, ' ') + "Failed to execute model m with status 1006\n\t"),
            std::string::npos);
  const std::size_t dump = text.find("include in any support request");
  const std::size_t block = text.find("Failed to execute model m with status 1006");
  const std::size_t below = text.find("\n\tNRT:log_verdict execution ended with NRT_EXEC_OOB");
  ASSERT_NE(dump, std::string::npos);
  ASSERT_NE(block, std::string::npos);
  ASSERT_NE(below, std::string::npos);
  EXPECT_LT(dump, block);
  EXPECT_LT(block, below);
  EXPECT_EQ(text.find("Generic API Failure"), std::string::npos);
  const std::string& file = machine_.files["/tmp/dump/i-0592464924bd45322-nrt-pid-1234.log"];
  EXPECT_NE(file.find("include in any support request"), std::string::npos);
  EXPECT_EQ(file.find("Failed to execute"), std::string::npos);
}

TEST_F(Nrt, DumpHelperLearnsTheModel) {  // section 7
  machine_.variables["NEURON_RT_LOCAL_CORE_DUMP_DIRECTORY"] = "/tmp/%p";
  ASSERT_EQ(init(), NRT_SUCCESS);
  nrt_model_t* model = load("id 7\n");
  std::vector<std::string> runs;
  nrt::set_dump_helper([&runs](const std::vector<std::string>& arguments) {
    std::string run;
    for (const std::string& argument : arguments) run += argument + " ";
    runs.push_back(run);
  });
  Injection bad;
  bad.status = NRT_EXEC_BAD_INPUT;
  nrt::execute_with(model, bad);
  nrt_unload(nullptr);
  nrt::set_dump_helper(nullptr);
  const std::string common =
      "--tid 1240 --log-id 0 --instance-id i-0592464924bd45322 --local-output-dir /tmp/1234 "
      "--cluster-id 0000000000000000 --date-time 20260305-070809 ";
  ASSERT_EQ(runs.size(), 6u);  // two cores and the file, twice
  EXPECT_EQ(runs[1], "--pid 1234 " + common +
                         "--device-id 0 --core-id 1 --neff-name m --neff-uuid 0000000000000007 "
                         "--error-location nrt --error-code 1002 ");
  EXPECT_EQ(runs[2], "--pid 1234 " + common +
                         "--runtime-generated /tmp/1234/i-0592464924bd45322-nrt-pid-1234.log ");
  EXPECT_NE(runs[3].find("--log-id 1 "), std::string::npos);
  EXPECT_NE(runs[3].find("--neff-name  --neff-uuid  "), std::string::npos);  // no model
}

TEST_F(Nrt, DumpToS3AloneWritesNoFile) {  // section 7
  machine_.variables["NEURON_RT_S3_CORE_DUMP_PREFIX"] = "s3://b/%l";
  nrt_model_t* model = start();
  std::vector<std::string> last;
  nrt::set_dump_helper([&last](const std::vector<std::string>& arguments) { last = arguments; });
  Injection bad;
  bad.status = NRT_EXEC_BAD_INPUT;
  nrt::execute_with(model, bad);
  nrt::set_dump_helper(nullptr);
  const auto flag = std::find(last.begin(), last.end(), "--s3-output-prefix");
  ASSERT_NE(flag, last.end());
  EXPECT_EQ(*(flag + 1), "s3://b/0");
  EXPECT_NE(std::find(last.begin(), last.end(), "--core-id"), last.end());  // not the file's run
  EXPECT_TRUE(machine_.files.empty());
}

TEST_F(Nrt, Check23TraceLevelsLeaveNothingPending) {
  for (const neuron_fidelity_mode mode : {NFID_DOCUMENTED, NFID_SHIPPED, NFID_FIXED}) {
    set_fidelity(mode);
    machine_.variables["NEURON_RT_LOG_LEVEL"] = "TRACE";
    nrt_model_t* model = start();
    machine_.clear();
    EXPECT_EQ(nrt_execute(model, nullptr, nullptr), NRT_SUCCESS);
    EXPECT_NE(machine_.out().find("API:IN: (model=m)"), std::string::npos);
    EXPECT_NE(machine_.out().find("API:OUT: (ret=0)"), std::string::npos);
    EXPECT_FALSE(logged("Generic API Failure"));
    nrt_close();
  }
  set_fidelity(NFID_DOCUMENTED);
}

TEST_F(Nrt, RepeatStopsAtTheFirstFailure) {
  nrt_model_t* model = start();
  EXPECT_EQ(nrt_execute_repeat(model, nullptr, nullptr, 3), NRT_SUCCESS);
  EXPECT_EQ(machine_.nc(0, 1), 3u);
  EXPECT_EQ(nrt_execute_repeat(model, nullptr, nullptr, 0), NRT_INVALID);
  EXPECT_EQ(machine_.nc(0, 19), 1u);
  EXPECT_EQ(nrt_execute_repeat(nullptr, nullptr, nullptr, 0), NRT_INVALID_HANDLE);
  EXPECT_EQ(nrt_load("x", 1, 0, 1, nullptr), NRT_INVALID);
  EXPECT_EQ(machine_.nc(0, 19), 2u);
  EXPECT_EQ(nrt_execute(nullptr, nullptr, nullptr), NRT_INVALID_HANDLE);
}

TEST_F(Nrt, ModelsWithoutAPlaceGoToTheLeastLoadedCore) {
  ASSERT_EQ(init(), NRT_SUCCESS);
  for (int i = 0; i < 3; i++) EXPECT_NE(load("", -1, -1), nullptr);
  EXPECT_EQ(machine_.nc(0, 27), 2u);
  EXPECT_EQ(machine_.nc(1, 27), 1u);
}

TEST_F(Nrt, ModelWithoutADatastoreRecordIsLoadedAllTheSame) {  // 20 check 13
  ASSERT_EQ(init(), NRT_SUCCESS);
  machine_.variables["NEURON_RT_LOG_LEVEL"] = "WARN";
  nlog_apply_environment();
  for (int i = 0; i < 65; i++) EXPECT_NE(load(), nullptr);
  EXPECT_EQ(machine_.nc(0, 27), 65u);
  EXPECT_NE(machine_.out().find("no free datastore record for model m"), std::string::npos);
}

TEST_F(Nrt, CoreCountsBeforeInitLogNothing) {
  machine_.variables["NEURON_RT_LOG_LEVEL"] = "INFO";
  std::uint32_t count = 0;
  EXPECT_EQ(nrt_get_total_nc_count(&count), NRT_SUCCESS);
  EXPECT_TRUE(machine_.writes.empty());
  EXPECT_EQ(nlog::process().max_level, 1u);
  EXPECT_EQ(machine_.count("open free"), machine_.count("close"));
}

TEST_F(Nrt, CoreCountsBeforeAndAfterInit) {
  std::uint32_t count = 0;
  EXPECT_EQ(nrt_get_total_nc_count(&count), NRT_SUCCESS);
  EXPECT_EQ(count, 8u);
  EXPECT_EQ(nrt_get_visible_vnc_count(&count), NRT_SUCCESS);
  EXPECT_EQ(count, 2u);
  ASSERT_EQ(init(), NRT_SUCCESS);
  EXPECT_EQ(nrt_get_visible_vnc_count(&count), NRT_SUCCESS);
  EXPECT_EQ(count, 2u);
  EXPECT_EQ(nrt_get_total_nc_count(nullptr), NRT_INVALID);
}

}  // namespace
}  // namespace nvp::test
