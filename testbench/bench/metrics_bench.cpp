// SPDX-License-Identifier: Apache-2.0
// Cost of a slow tick of the metrics engine with every slab of a device in use, against its floor:
// a plain loop that adds the same counters of the same memory. The ratio is a counter of the
// benchmark.
#include <benchmark/benchmark.h>

#include <chrono>

#include "gen/driver/uapi/neuron_datastore.h"
#include "gen/driver/uapi/neuron_metrics_rows.h"
#include "model/sim/thread.h"
#include "testbench/tests/support/driver_platform.h"
#include "testbench/tests/support/metrics_probe.h"
#include "testbench/tests/support/scripted_firmware.h"

namespace {

using Clock = std::chrono::steady_clock;

constexpr unsigned kDevices = 4, kSlabs = NEURON_MAX_DATASTORE_ENTRIES_PER_DEVICE, kCores = 8;
constexpr int kRepeats = 50;

std::vector<neuron_device*> devices;
const nmetric_plan kPlans[] = NMETRIC_PLANS;

// What the engine cannot do without: one load and one addition per counter.
std::uint64_t plain_loop(std::uint8_t tick) {
  std::uint64_t sum = 0;
  const nmetric_plan& plan = kPlans[tick];
  for (neuron_device* nd : devices) {
    for (unsigned slab = 0; slab < kSlabs; ++slab) {
      const volatile std::uint64_t* words = mprobe_slab(nd, slab);
      for (unsigned core = 0; core < kCores; ++core) {
        const volatile std::uint64_t* base = words + nds_nc_counter_word(core, 0);
        const volatile std::uint64_t* ext =
            words + nds_nc_counter_word(core, NDS_NC_COUNTER_COUNT) - NDS_NC_COUNTER_COUNT;
        for (unsigned i = 0; i < plan.base_count; ++i) sum += base[plan.base[i].counter];
        for (unsigned i = 0; i < plan.ext_count; ++i) sum += ext[plan.ext[i].counter];
      }
    }
  }
  return sum;
}

double ns_per_call(const std::function<void()>& work) {
  const auto start = Clock::now();
  for (int i = 0; i < kRepeats; ++i) work();
  return std::chrono::duration<double, std::nano>(Clock::now() - start).count() / kRepeats;
}

void report(benchmark::State& state, const std::function<void()>& work, std::uint8_t tick) {
  double floor = 1e18, cost = 1e18;
  for (auto _ : state) {
    floor = std::min(floor, ns_per_call([tick] { benchmark::DoNotOptimize(plain_loop(tick)); }));
    cost = std::min(cost, ns_per_call(work));
  }
  state.counters["floor_ns"] = floor;
  state.counters["cost_ns"] = cost;
  const nmetric_plan& plan = kPlans[tick];
  const double reads = double{kDevices} * kSlabs * kCores * (plan.base_count + plan.ext_count);
  state.counters["ns_per_read"] = cost / reads;
  state.counters["ratio"] = cost / floor;
  state.counters["target"] = 4;
}

void aggregate(benchmark::State& state) {
  const auto tick = static_cast<std::uint8_t>(state.range(0));
  report(
      state,
      [tick] {
        for (auto* nd : devices) mprobe_aggregate(nd, tick);
      },
      tick);
}
BENCHMARK(aggregate)->Arg(0)->Arg(1)->Iterations(200)->Unit(benchmark::kMillisecond);

void slow_tick(benchmark::State& state) {
  const auto tick = static_cast<std::uint8_t>(state.range(0));
  report(
      state,
      [tick] {
        for (auto* nd : devices) nmetric_slow_tick(nd, tick);
      },
      tick);
}
BENCHMARK(slow_tick)->Arg(0)->Arg(1)->Iterations(200)->Unit(benchmark::kMillisecond);

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  auto* platform = new nvp::test::DriverPlatform;
  for (unsigned i = 0; i < kDevices; ++i) {
    auto& port = platform->add_scripted(nvp::generation::Id::v3);
    new nvp::test::ScriptedFirmware(port, platform->memory(), nvp::generation::Id::v3);
    constexpr std::uint32_t kRoutingIds[kDevices] = {0, 8, 9, 1};  // devices 0 to 3
    port.store(port.misc(0x24), kRoutingIds[i]);
  }
  platform->set_param("nmetric_log_posts", 0);
  platform->run([platform] {
    for (unsigned i = 0; i < kDevices; ++i) {
      if (!platform->wait_ready(i)) continue;
      devices.push_back(platform->nd(i));
      nmetric_begin(devices.back());
      for (unsigned slab = 0; slab < kSlabs; ++slab) {
        mprobe_own(devices.back(), slab, 1000 + static_cast<int>(slab));
        for (unsigned core = 0; core < kCores; ++core) {
          mprobe_slab(devices.back(), slab)[nds_nc_counter_word(core, 1)] = core;
        }
      }
    }
    benchmark::RunSpecifiedBenchmarks();
    for (neuron_device* nd : devices) mprobe_clear_all(nd);
  });
  nvp::sim::run();
  return devices.size() == kDevices ? 0 : 1;
}
