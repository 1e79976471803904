// SPDX-License-Identifier: Apache-2.0
// The whole platform: a real device with its firmware, and the driver. What a readl() of a MiscRAM
// register and an idle fast tick cost from kernel C, against a thread of bare SystemC in the same
// run. Counters: ns and floor_ns a piece, their ratio, and the most it may be.
#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include <systemc>

#include "driver/kernel/vk/kernel.h"
#include "model/device.h"
#include "model/sim/report.h"
#include "model/sim/thread.h"
#include "testbench/bench/bare_bus.h"
#include "testbench/bench/cpu_time.h"
#include "testbench/bench/platform_probe.h"

namespace nvp {
namespace {

constexpr ps_t kQuantum = 10 * kPsPerUs;
constexpr std::uint32_t kBatch = 20'000;  // pieces of either kind, in turns

// A thread of bare SystemC: nothing of sim::Thread is in use in a floor.
class Floor : public sc_core::sc_module {
 public:
  explicit Floor(sc_core::sc_module_name name) : sc_module(name) {
    SC_HAS_PROCESS(Floor);
    SC_THREAD(serve);
  }

  // CPU time of `work` there; the caller is a sim::Thread and waits.
  double seconds(void (*work)()) {
    caller_ = sim::Thread::current();
    work_ = work;
    begin_.notify(sc_core::SC_ZERO_TIME);
    while (work_ != nullptr) caller_->block();
    return spent_;
  }

 private:
  void serve() {
    for (;;) {
      wait(begin_);
      const double start = cpu_seconds();
      work_();
      spent_ = cpu_seconds() - start;
      work_ = nullptr;
      caller_->wake();
    }
  }

  sc_core::sc_event begin_;
  sim::Thread* caller_ = nullptr;
  void (*work_)() = nullptr;
  double spent_ = 0;
};

struct Host {
  trace::Stream stream;
  fault::Registry faults{stream};
  bus::HostMemory memory;
  vk::Kernel kernel{{}, memory, faults, stream};
  Device device{{}, memory, faults, stream};
  Trivial trivial{"trivial"};
  Bare bare{"bare"};
  Floor floor{"floor"};
  neuron_device* nd = nullptr;
  bool loaded = false;

  Host() {
    kernel.add_pci_device(device.host_port());
    kernel.set_param("nmetric_log_posts", 0);
    bare.socket.bind(trivial.socket);
  }

  // On a sim::Thread; false if the device does not become ready.
  bool start() {
    if (kernel.load_module() != 0) return false;
    loaded = true;
    pbench_set_sinks(1);
    nd = neuron_pci_device_get(0);
    for (int s = 0; s < 60 && !pbench_ready(nd); ++s) {
      sim::Thread::current()->sleep_until(sim::now() + kPsPerSecond);
    }
    return pbench_ready(nd);
  }
  void stop() {
    if (loaded) kernel.unload_module();
  }
};

Host* g_host = nullptr;

double seconds(void (*work)()) {
  sim::Thread::current()->sync();
  const double start = cpu_seconds();
  work();
  return cpu_seconds() - start;
}

void compare(benchmark::State& state, ps_t quantum, double target, void (*work)(),
             void (*floor)()) {
  sim::set_quantum(quantum);
  double spent = 0, least = 0;
  for (auto _ : state) {
    const double once = seconds(work);
    spent += once;
    sim::Thread::current()->sync();
    least += g_host->floor.seconds(floor);
    state.SetIterationTime(once);
  }
  sim::Thread::current()->sync();
  sim::set_quantum(0);
  const double count = static_cast<double>(state.iterations()) * kBatch;
  state.counters["ns"] = spent / count * 1e9;
  state.counters["floor_ns"] = least / count * 1e9;
  state.counters["ratio"] = spent / least;
  state.counters["target"] = target;
}

void read_registers() {
  benchmark::DoNotOptimize(pbench_readl(g_host->nd, kBatch));
}

void run_ticks() {
  benchmark::DoNotOptimize(pbench_fast_ticks(g_host->nd, kBatch));
}

void bare_reads() {
  sc_core::sc_time delay;
  for (std::uint32_t i = 0; i < kBatch; ++i) {
    benchmark::DoNotOptimize(g_host->bare.read(4 * (i & 255), delay));
  }
}

void bare_reads_and_waits() {
  for (std::uint32_t i = 0; i < kBatch; ++i) {
    sc_core::sc_time delay;
    benchmark::DoNotOptimize(g_host->bare.read(4 * (i & 255), delay));
    sc_core::wait(delay);
  }
}

void bare_waits() {
  const sc_core::sc_time jiffy(4, sc_core::SC_MS);
  for (std::uint32_t i = 0; i < kBatch; ++i) sc_core::wait(jiffy);
}

void readl_quantum(benchmark::State& state) {
  compare(state, kQuantum, 6, read_registers, bare_reads);
}
void readl_exact(benchmark::State& state) {
  compare(state, 0, 2.5, read_registers, bare_reads_and_waits);
}
void fast_tick_quantum(benchmark::State& state) {
  compare(state, kQuantum, 3, run_ticks, bare_waits);
}
void fast_tick_exact(benchmark::State& state) {
  compare(state, 0, 6, run_ticks, bare_waits);
}

// The largest resident set of this process, device, driver and benchmark together.
void peak_memory(benchmark::State& state) {
  rusage usage{};
  for (auto _ : state) getrusage(RUSAGE_SELF, &usage);
  const double mib = static_cast<double>(usage.ru_maxrss) / 1024;
  state.counters["peak_mib"] = mib;
  state.counters["ratio"] = mib / 64;
  state.counters["target"] = 1;
}

BENCHMARK(readl_quantum)->UseManualTime();
BENCHMARK(readl_exact)->UseManualTime();
BENCHMARK(fast_tick_quantum)->UseManualTime();
BENCHMARK(fast_tick_exact)->UseManualTime();
BENCHMARK(peak_memory)->Iterations(1);

}  // namespace
}  // namespace nvp

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  nvp::sim::route_reports([](const std::string&) {});
  nvp::g_host = new nvp::Host;
  bool good = false;
  nvp::sim::Thread worker("bench", [&good] {
    good = nvp::g_host->start();
    if (good) benchmark::RunSpecifiedBenchmarks();
    nvp::g_host->stop();
    nvp::sim::stop();
  });
  nvp::sim::run();
  return good ? 0 : 1;
}
