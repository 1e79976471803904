// SPDX-License-Identifier: Apache-2.0
// The runtime in simulated processes: on the simulated kernel, the driver and a real device
// (docs/reference/32-runtime-api.md, check 20; 20-datastore.md, checks 9 and 16).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "gen/driver/uapi/neuron_ioctl.h"
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

/// A host with one device, the driver, and the runtime's OS; lives to the end of its child.
struct Host {
  explicit Host(generation::Id generation = generation::Id::v3)
      : os(platform.kernel(), platform.stream()) {
    DeviceConfig config;
    config.generation = generation;
    device.push_back(&platform.add_device(config));
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
  /// A process that calls the runtime itself.
  vk::Process& spawn(std::function<void()> body, std::map<std::string, std::string> variables) {
    variables.emplace("NEURON_RT_RESET_CORES", "0");
    return platform.kernel().spawn("app", variables, [body = std::move(body)] {
      body();
      return 0;
    });
  }
  std::string sysfs(const std::string& path) {
    std::string text;
    EXPECT_GE(
        platform.kernel().sysfs_read("/sys/devices/virtual/neuron_device/neuron0/" + path, &text),
        0)
        << path;
    return text;
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

nrt_model_t* load_model(const std::string& more) {
  const std::string neff = "neuron-vp-neff\nname m\n" + more;
  nrt_model_t* model = nullptr;
  EXPECT_EQ(nrt_load(neff.data(), neff.size(), 0, 1, &model), NRT_SUCCESS);
  return model;
}

SIM_TEST(NrtPlatform, Check20NinthUnfinishedRequestIsRefused) {
  auto* host = new Host;
  auto* statuses = new std::vector<NRT_STATUS>;
  host->platform.run([=] {
    ASSERT_TRUE(host->platform.wait_ready());
    vk::Process& process = host->spawn(
        [=] {
          ASSERT_EQ(nrt_init(NRT_FRAMEWORK_TYPE_NO_FW, "", ""), NRT_SUCCESS);
          nrt_model_t* model = load_model("duration 10ms\n");
          for (int i = 0; i < 9; i++) {
            os::os().start_thread(
                "submit", [=] { statuses->push_back(nrt_execute(model, nullptr, nullptr)); });
          }
          while (statuses->size() < 9) os::os().sleep_until(sim::now() + kPsPerMs);
          nrt::for_each_datastore([](nds_instance_t* nds) {
            std::uint64_t refused = 0, completed = 0;
            EXPECT_EQ(nds_get_nc_counter(nds, 0, 6, &refused), 0);
            EXPECT_EQ(nds_get_nc_counter(nds, 0, 1, &completed), 0);
            EXPECT_EQ(refused, 1u);
            EXPECT_EQ(completed, 8u);
          });
          nrt_close();
        },
        {{"NEURON_RT_VISIBLE_CORES", "0"}});
    ASSERT_TRUE(host->wait_exit(process));
    ASSERT_EQ(statuses->size(), 9u) << host->all_console();
    EXPECT_EQ(statuses->front(), NRT_QUEUE_FULL) << "refused at once";
    EXPECT_EQ(std::count(statuses->begin(), statuses->end(), NRT_SUCCESS), 8);
  });
}

/// From init to close on a generation: every core of the device executes five times.
void executes_on(generation::Id generation, unsigned logical_cores, unsigned cores) {
  auto* host = new Host(generation);
  auto config = config_on("");
  config.rate_millihz = 100'000;
  config.executions = 5;
  config.end_after_executions = true;
  config.macs = 500;
  auto* workload = new nrt::Workload(config);
  host->platform.run([=] {
    ASSERT_TRUE(host->platform.wait_ready());
    vk::Process& process = host->spawn(*workload);
    ASSERT_TRUE(host->wait_exit(process));
    EXPECT_EQ(process.exit_code(), 0) << host->all_console();
    EXPECT_EQ(workload->counts().executions, 5 * logical_cores);
    EXPECT_EQ(workload->counts().failures, 0u) << host->all_console();
    for (unsigned core = 0; core < cores; core++) {
      EXPECT_EQ(host->device[0]->core(core).busy_ps(), 5 * kPsPerMs) << core;
      // 20 check 16, from the runtime's own counters at its end.
      const std::string info = "neuron_core" + std::to_string(core) + "/stats/other_info/";
      EXPECT_EQ(host->sysfs(info + "flop_count/total"), "5000\n") << core;
      EXPECT_EQ(host->sysfs(info + "flop_count/present"), "5000\n") << core;
      EXPECT_EQ(host->sysfs(info + "inference_count/total"), "5\n") << core;
    }
  });
}

SIM_TEST(NrtPlatform, ExecutesOnV2) {
  executes_on(generation::Id::v2, 2, 2);
}
SIM_TEST(NrtPlatform, ExecutesOnV3) {
  executes_on(generation::Id::v3, 4, 8);
}
SIM_TEST(NrtPlatform, ExecutesOnV4) {
  executes_on(generation::Id::v4, 4, 8);
}

/// 20 check 9, as a process sees it.
void maps_behind_bit(generation::Id generation, unsigned bit) {
  auto* host = new Host(generation);
  host->platform.run([=] {
    ASSERT_TRUE(host->platform.wait_ready());
    vk::Process& process = host->spawn(
        [=] {
          const int fd = os::os().open_node(0, false);
          ASSERT_GE(fd, 0);
          neuron_ioctl_neuron_ds_info info = {};
          EXPECT_EQ(os::os().ioctl(fd, NEURON_IOCTL_ACQUIRE_NEURON_DS, &info), 0);
          EXPECT_EQ(info.size, 262144u);
          EXPECT_EQ(info.mmap_offset >> bit, 1u);
          const std::uint64_t address = info.mmap_offset - (std::uint64_t{1} << bit);
          EXPECT_EQ(address % 4096, 0u);
          EXPECT_LT(address, std::uint64_t{1} << 32);
        },
        {});
    ASSERT_TRUE(host->wait_exit(process));
  });
}

SIM_TEST(NrtPlatform, DatastoreOffsetOnV2HasBit44) {
  maps_behind_bit(generation::Id::v2, 44);
}
SIM_TEST(NrtPlatform, DatastoreOffsetOnV3HasBit46) {
  maps_behind_bit(generation::Id::v3, 46);
}
SIM_TEST(NrtPlatform, DatastoreOffsetOnV4HasBit46) {
  maps_behind_bit(generation::Id::v4, 46);
}

/// Three processes with load, errors, a block of log lines and a kill, every event of it in a file.
void write_trace_of_a_busy_run(const std::string& path) {
  auto* host = new Host;
  auto* file = new std::ofstream(path);
  host->platform.stream().subscribe(
      [file](const trace::Event& event) { *file << trace::to_json(event) << '\n'; });
  auto config = config_on("0");
  config.rate_millihz = 200'000;
  config.run_ps = 300 * kPsPerMs;
  config.mix.push_back({200'000, os::JobOutcome::numerical_error, NRT_SUCCESS});
  config.mix.push_back({100'000, os::JobOutcome::success, NRT_EXEC_BAD_INPUT});
  config.log.push_back({"TDRV", "f", "detail", 1, true, false, 2, 0, kPsPerUs});
  config.log.push_back({"NRT", "app", "head", 1, true, true, 1, 10 * kPsPerUs, 0});
  auto* first = new nrt::Workload(config);
  config.visible_cores = "1-2";
  config.seed = 7;
  auto* second = new nrt::Workload(config);
  config.visible_cores = "3";
  auto* third = new nrt::Workload(config);
  host->platform.run([=] {
    ASSERT_TRUE(host->platform.wait_ready());
    vk::Process& a = host->spawn(*first);
    vk::Process& b = host->spawn(*second);
    vk::Process& c = host->spawn(*third);
    host->platform.sleep(100 * kPsPerMs);
    ASSERT_TRUE(host->platform.kernel().kill(c.pid(), 9));
    ASSERT_TRUE(host->wait_exit(a));
    ASSERT_TRUE(host->wait_exit(b));
    EXPECT_GT(first->counts().failures, 0u);
    file->close();
  });
}

std::string content_of(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(NrtPlatformTrace, TwoRunsGiveTheSameBytes) {
  char name[] = "/tmp/nvp-trace-XXXXXX";
  const std::string directory = mkdtemp(name);
  const std::string paths[] = {directory + "/first", directory + "/second"};
  // What lies where in the host's memory must not show: the second run's heap begins elsewhere.
  std::vector<std::unique_ptr<char[]>> ballast;
  for (const std::string& path : paths) {
    run_in_child([&path] { write_trace_of_a_busy_run(path); }, 1'000 * kPsPerSecond);
    for (std::size_t size = 16; size < 100'000; size += 80) {
      ballast.push_back(std::make_unique<char[]>(size));
    }
  }
  const std::string first = content_of(paths[0]), second = content_of(paths[1]);
  EXPECT_GT(std::count(first.begin(), first.end(), '\n'), 1'000);
  for (const char* kind :
       {"mmio_write", "doorbell", "job_end", "console", "kernel_log", "api_call"}) {
    EXPECT_NE(first.find(std::string("\"") + kind + "\""), std::string::npos) << kind;
  }
  const auto differ = std::mismatch(first.begin(), first.end(), second.begin(), second.end());
  EXPECT_TRUE(first == second) << "at byte " << differ.first - first.begin() << " of "
                               << first.size();
  std::filesystem::remove_all(directory);
}

}  // namespace
}  // namespace nvp::test
