// SPDX-License-Identifier: Apache-2.0
// The runtime in simulated processes: on the simulated kernel, the driver and a real device.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/nlog/nlog.h"
#include "runtime/nrt/internal.h"
#include "runtime/nrt/workload.h"
#include "runtime/os/sim/sim_os.h"
#include "testbench/tests/support/driver_platform.h"
#include "testbench/tests/support/sim_test.h"

namespace nvp::test {
namespace {

struct Line {
  std::uint32_t pid, stream;
  std::string text;
};

/// A host with one V3 device, the driver, and the runtime's OS; lives to the end of its child.
struct Host {
  explicit Host(unsigned devices = 1) : os(platform.kernel(), platform.stream()) {
    for (unsigned i = 0; i < devices; i++) device.push_back(&platform.add_device({}));
    os.set_accelerator({[this](unsigned d, unsigned core, const neuroncore::Job& job,
                               std::function<void(const neuroncore::Result&)> done) {
                          device[d]->core(core).submit(job, std::move(done));
                        },
                        [this](unsigned d, unsigned core, std::uint64_t job) {
                          device[d]->core(core).cancel(job);
                        }});
    platform.stream().subscribe({trace::Kind::console}, [this](const trace::Event& event) {
      console.push_back({event.a, event.b, std::string(event.text)});
    });
  }

  vk::Process& spawn(nrt::Workload& workload, std::map<std::string, std::string> variables = {}) {
    variables.emplace("NEURON_RT_RESET_CORES", "0");
    return platform.kernel().spawn("app", variables, [&workload] { return workload.run(); });
  }
  bool wait_exit(vk::Process& process, ps_t limit = 100 * kPsPerSecond) {
    return platform.wait_until([&] { return process.exited(); }, limit);
  }
  std::string all_console() const {
    std::string text;
    for (const Line& line : console) text += line.text;
    return text;
  }

  DriverPlatform platform;
  os::SimOs os;
  std::vector<Device*> device;
  std::vector<Line> console;
};

nrt::WorkloadConfig config_on(const char* cores) {
  nrt::WorkloadConfig config;
  config.visible_cores = cores;
  config.duration_ps = kPsPerMs;
  return config;
}

SIM_TEST(NrtPlatform, WorkloadExecutesOnItsGrid) {
  auto* host = new Host;
  auto config = config_on("0");
  config.rate_millihz = 100'000;
  config.run_ps = kPsPerSecond;
  auto* workload = new nrt::Workload(config);
  host->platform.run([=] {
    ASSERT_TRUE(host->platform.wait_ready());
    const ps_t busy = host->device[0]->core(0).busy_ps();
    vk::Process& process = host->spawn(*workload);
    ASSERT_TRUE(host->wait_exit(process));
    EXPECT_EQ(process.exit_code(), 0) << host->all_console();
    EXPECT_EQ(workload->counts().executions, 100u);
    EXPECT_EQ(workload->counts().failures, 0u);
    EXPECT_TRUE(workload->counts().finished);
    EXPECT_EQ(host->device[0]->core(0).busy_ps() - busy, 100 * kPsPerMs);
    EXPECT_EQ(host->device[0]->core(1).busy_ps(), 100 * kPsPerMs);
    EXPECT_EQ(host->device[0]->core(2).busy_ps(), 0u);
    EXPECT_EQ(host->all_console(), "");
  });
}

SIM_TEST(NrtPlatform, TwoProcessesAndTheirIds) {
  auto* host = new Host;
  auto config = config_on("0");
  config.run_ps = kPsPerMs;
  config.log.push_back({"NRT", "app", "hello", 1, false, false, 1, 0, 0});
  auto* first = new nrt::Workload(config);
  config.visible_cores = "1";
  auto* second = new nrt::Workload(config);
  auto* third = new nrt::Workload(config);
  host->platform.run([=] {
    ASSERT_TRUE(host->platform.wait_ready());
    vk::Process& a = host->spawn(*first);
    vk::Process& b = host->spawn(*second);
    ASSERT_TRUE(host->wait_exit(a));
    ASSERT_TRUE(host->wait_exit(b));
    ASSERT_EQ(host->console.size(), 2u);
    EXPECT_EQ(host->console[0].pid, static_cast<std::uint32_t>(a.pid()));
    EXPECT_EQ(host->console[1].pid, static_cast<std::uint32_t>(b.pid()));
    EXPECT_EQ(host->console[0].stream, 2u);
    EXPECT_THAT(host->console[0].text, ::testing::StartsWith("2026-Jan-01 00:00:"));
    EXPECT_THAT(host->console[0].text, ::testing::HasSubstr(" " + std::to_string(a.pid()) + ":"));
    EXPECT_EQ(host->platform.log_count("NRT:app"), 2u);  // printk through the driver
    // The cores were given back.
    vk::Process& c = host->spawn(*third);
    ASSERT_TRUE(host->wait_exit(c));
    EXPECT_EQ(c.exit_code(), 0);
  });
}

SIM_TEST(NrtPlatform, CoresThatAreTaken) {
  auto* host = new Host;
  auto* first = new nrt::Workload(config_on("0"));
  auto* second = new nrt::Workload(config_on("0"));
  host->platform.run([=] {
    ASSERT_TRUE(host->platform.wait_ready());
    vk::Process& a = host->spawn(*first);
    ASSERT_TRUE(host->platform.wait_until([=] { return first->counts().ready; }, kPsPerSecond));
    vk::Process& b = host->spawn(*second);
    ASSERT_TRUE(host->wait_exit(b));
    EXPECT_EQ(b.exit_code(), 1);
    EXPECT_EQ(second->counts().init_status, NRT_FAILURE);
    EXPECT_THAT(host->all_console(), ::testing::HasSubstr("Neuron cores 0-1 are in use"));
    first->stop();
    ASSERT_TRUE(host->wait_exit(a));
    EXPECT_EQ(a.exit_code(), 0);
    EXPECT_TRUE(first->counts().finished);
  });
}

SIM_TEST(NrtPlatform, HangTimesOutAndPoisonsTheUnit) {
  auto* host = new Host;
  auto config = config_on("0");
  config.script.push_back({0, 0, os::JobOutcome::hang, NRT_SUCCESS});
  config.script.push_back({40 * kPsPerSecond, 0, os::JobOutcome::success, NRT_SUCCESS});
  config.end_after_executions = true;
  auto* workload = new nrt::Workload(config);
  host->platform.run([=] {
    ASSERT_TRUE(host->platform.wait_ready());
    vk::Process& process = host->spawn(*workload);
    ASSERT_TRUE(host->wait_exit(process));
    EXPECT_EQ(workload->counts().executions, 2u);
    EXPECT_EQ(workload->counts().last_failure, NRT_EXEC_UNIT_UNRECOVERABLE);
    EXPECT_EQ(host->platform.log_count(" NEURON_HW_ERR=HANG_ON_COMPUTE "), 1u);
    EXPECT_EQ(host->platform.log_count("serial-num=0000004000010000"), 1u);
    EXPECT_THAT(host->all_console(), ::testing::HasSubstr("execution timeout (30000 ms)"));
    EXPECT_NE(host->os.file("/tmp/neuron-core-dump/dt-20260101-000030-cid-0000000000000000/"
                            "i-0123456789abcdef0-nrt-pid-" +
                            std::to_string(process.pid()) + ".log"),
              nullptr);
  });
}

SIM_TEST(NrtPlatform, KilledProcessSaysNothing) {
  auto* host = new Host;
  auto config = config_on("0-1");
  config.rate_millihz = 1'000'000;
  config.duration_ps = kPsPerSecond;
  auto* workload = new nrt::Workload(config);
  auto* next = new nrt::Workload(config_on("0-1"));
  host->platform.run([=] {
    ASSERT_TRUE(host->platform.wait_ready());
    vk::Process& process = host->spawn(*workload);
    ASSERT_TRUE(host->platform.wait_until([=] { return workload->counts().ready; }, kPsPerSecond));
    host->platform.sleep(5 * kPsPerMs);
    ASSERT_TRUE(host->platform.kernel().kill(process.pid(), 9));
    ASSERT_TRUE(host->wait_exit(process));
    EXPECT_EQ(process.exit_signal(), 9);
    EXPECT_FALSE(workload->counts().finished);
    workload->stop();  // reaches nobody
    EXPECT_EQ(host->all_console(), "");
    // Its marks went with its free-access descriptor.
    vk::Process& successor = host->spawn(*next);
    ASSERT_TRUE(host->platform.wait_until([=] { return next->counts().ready; }, 10 * kPsPerSecond))
        << host->all_console();
    next->stop();
    ASSERT_TRUE(host->wait_exit(successor));
  });
}

SIM_TEST(NrtPlatform, CoresAreResetAtInitByDefault) {
  auto* host = new Host;
  auto config = config_on("1");
  config.run_ps = kPsPerMs;
  auto* workload = new nrt::Workload(config);
  host->platform.run([=] {
    ASSERT_TRUE(host->platform.wait_ready());
    const ps_t before = sim::now();
    vk::Process& process = host->spawn(*workload, {{"NEURON_RT_RESET_CORES", "1"}});
    ASSERT_TRUE(host->wait_exit(process));
    EXPECT_EQ(process.exit_code(), 0) << host->all_console();
    EXPECT_GT(sim::now() - before, 50 * kPsPerMs);  // 05: the firmware takes 50 ms for it
  });
}

SIM_TEST(NrtPlatform, MixIsTheSameForTheSameSeed) {
  auto* host = new Host;
  auto config = config_on("0");
  config.rate_millihz = 100'000;
  config.run_ps = kPsPerSecond;
  config.duration_ps = kPsPerUs;
  config.mix.push_back({200'000, os::JobOutcome::numerical_error, NRT_SUCCESS});
  config.mix.push_back({100'000, os::JobOutcome::success, NRT_EXEC_BAD_INPUT});
  auto* first = new nrt::Workload(config);
  config.visible_cores = "1";
  auto* second = new nrt::Workload(config);
  config.visible_cores = "2";
  config.seed = 2;
  auto* other = new nrt::Workload(config);
  host->platform.run([=] {
    ASSERT_TRUE(host->platform.wait_ready());
    for (nrt::Workload* workload : {first, second, other}) {
      ASSERT_TRUE(host->wait_exit(host->spawn(*workload)));
      EXPECT_EQ(workload->counts().executions, 100u);
    }
    EXPECT_EQ(first->counts().failures, second->counts().failures);
    EXPECT_GT(first->counts().failures, 10u);
    EXPECT_LT(first->counts().failures, 60u);
  });
}

SIM_TEST(NrtPlatform, LogOfOneProcessInOneBlock) {
  auto* host = new Host;
  auto config = config_on("0");
  config.run_ps = kPsPerMs;
  config.log.push_back({"TDRV", "f", "detail", 1, true, false, 2, 0, kPsPerUs});
  config.log.push_back({"NRT", "app", "head", 1, true, true, 1, 10 * kPsPerUs, 0});
  auto* workload = new nrt::Workload(config);
  host->platform.run([=] {
    ASSERT_TRUE(host->platform.wait_ready());
    ASSERT_TRUE(host->wait_exit(host->spawn(*workload)));
    ASSERT_EQ(host->console.size(), 1u);
    EXPECT_THAT(host->console[0].text,
                ::testing::EndsWith("head\n\tTDRV:f detail\n\tTDRV:f detail\n\n"));
  });
}

}  // namespace
}  // namespace nvp::test
