// SPDX-License-Identifier: Apache-2.0
// What one readl() costs the host, through link, decoder, register port and block, against the
// least that SystemC and TLM-2.0 allow for the same: a bare b_transport to a trivial target, and,
// with exact ordering, one wait. Each benchmark runs its floor in the same process and reports the
// ratio.
#include <benchmark/benchmark.h>

#include <functional>
#include <systemc>
#include <tlm>

#include "model/bus/decoder.h"
#include "model/bus/link.h"
#include "model/bus/register_port.h"
#include "model/sim/thread.h"
#include "testbench/bench/bare_bus.h"
#include "testbench/bench/cpu_time.h"

namespace nvp {
namespace {

constexpr std::uint64_t kBar0 = 0x10'0000'0000, kBar4 = 0x20'0000'0000, kMisc = 0x06c8'4000;
constexpr ps_t kQuantum = kPsPerMs;
constexpr int kBatch = 20'000;  // accesses of either kind, in turns

generation::Generation v3_link() {
  generation::Generation g{};
  g.fabric_hz = 1'000'000'000;
  g.link_post_ps = 20'000;
  g.link_request_ps = g.link_completion_ps = 300'000;
  g.link_ps_per_byte = 16;
  g.link_max_payload = 256;
  g.link_timeout_ps = 50 * kPsPerMs;
  g.decode_cycles = 2;
  return g;
}

bus::PciIdentity identity() {
  bus::PciIdentity id;
  id.bar[0] = {kBar0, 0x1'0000'0000};
  id.bar[4] = {kBar4, 0x40'0000'0000};
  return id;
}

class Words : public bus::RegisterBlock {
 public:
  bus::Response read(unsigned, std::uint32_t address, std::uint32_t* data, ps_t) override {
    *data = words_[address / 4];
    return bus::Response::okay;
  }
  bus::Response write(unsigned, std::uint32_t address, std::uint32_t data, std::uint8_t,
                      ps_t) override {
    words_[address / 4] = data;
    return bus::Response::okay;
  }

 private:
  std::uint32_t words_[1024] = {};
};

struct Platform {
  generation::Generation generation = v3_link();
  sim::Clock fabric{generation.fabric_hz};
  bus::HostMemory memory;
  trace::Stream stream;
  fault::Registry faults{stream};
  Words words;
  bus::RegisterPorts ports{"ports", fabric, 1, words};
  bus::BarDecoder decoder{"decoder", fabric, 2, identity().bar[0], identity().bar[4], 0, stream};
  bus::PcieLink link{"link", generation, identity(), 0, memory, faults, stream};
  Trivial trivial{"trivial"};
  Bare bare{"bare"};
  sc_core::sc_event first_activity;

  // What a bench thread runs when woken; both sides of a ratio run on the same thread.
  std::function<void()> work;
  sim::Thread worker{"worker", [this] {
                       while (true) {
                         work();
                         sim::stop();
                         sim::Thread::current()->sleep_until(sim::now() + 1);
                       }
                     }};

  Platform() {
    link.socket.bind(decoder.host_socket());
    // A device's worth of windows, so that decoding is not trivial.
    for (std::uint64_t i = 0; i < 200; ++i) {
      decoder.claim(0, 0x8000'0000 + i * 0x10'0000, 0x10'0000, ports.socket(0));
    }
    decoder.claim(0, kMisc, 0x1000, ports.socket(0));
    bare.socket.bind(trivial.socket);
    first_activity.notify(1, sc_core::SC_PS);
  }

  double seconds(std::function<void()> what) {
    double spent = 0;
    work = [&spent, what = std::move(what)] {
      sim::Thread::current()->sync();
      const double start = cpu_seconds();
      what();
      spent = cpu_seconds() - start;
    };
    sim::run();
    return spent;
  }
};

Platform& platform() {
  static auto* p = new Platform;
  return *p;
}

void compare(benchmark::State& state, double target, const std::function<void()>& access,
             const std::function<void()>& floor) {
  Platform& p = platform();
  auto repeat = [](const std::function<void()>& once) { return [&once] { once(); }; };
  double spent = 0, least = 0;
  for (auto _ : state) {
    const double once = p.seconds(repeat(access));
    spent += once;
    least += p.seconds(repeat(floor));
    state.SetIterationTime(once);
  }
  const double count = static_cast<double>(state.iterations()) * kBatch;
  state.counters["ns"] = spent / count * 1e9;
  state.counters["floor_ns"] = least / count * 1e9;
  state.counters["ratio"] = spent / least;
  state.counters["target"] = target;
}

void readl_quantum(benchmark::State& state) {
  sim::set_quantum(kQuantum);
  Platform& p = platform();
  compare(
      state, 6,
      [&p] {
        for (int i = 0; i < kBatch; ++i) {
          benchmark::DoNotOptimize(p.link.read32(kBar0 + kMisc + 4 * (i & 255)));
        }
      },
      [&p] {
        sc_core::sc_time delay;
        for (int i = 0; i < kBatch; ++i) {
          benchmark::DoNotOptimize(p.bare.read(4 * (i & 255), delay));
        }
      });
  sim::set_quantum(0);
}

void readl_exact(benchmark::State& state) {
  sim::set_quantum(0);
  Platform& p = platform();
  compare(
      state, 2.5,
      [&p] {
        for (int i = 0; i < kBatch; ++i) {
          benchmark::DoNotOptimize(p.link.read32(kBar0 + kMisc + 4 * (i & 255)));
        }
      },
      [&p] {
        for (int i = 0; i < kBatch; ++i) {
          sc_core::sc_time delay;
          benchmark::DoNotOptimize(p.bare.read(4 * (i & 255), delay));
          sc_core::wait(delay);  // nothing of sim::Thread is in use here: the floor is bare SystemC
        }
      });
}

void writel_quantum(benchmark::State& state) {
  sim::set_quantum(kQuantum);
  Platform& p = platform();
  compare(
      state, 6,
      [&p] {
        for (int i = 0; i < kBatch; ++i) p.link.write32(kBar0 + kMisc + 4 * (i & 255), i);
      },
      [&p] {
        sc_core::sc_time delay;
        for (int i = 0; i < kBatch; ++i) {
          benchmark::DoNotOptimize(p.bare.read(4 * (i & 255), delay));
        }
      });
  sim::set_quantum(0);
}

void writel_exact(benchmark::State& state) {
  sim::set_quantum(0);
  Platform& p = platform();
  compare(
      state, 2.5,
      [&p] {
        for (int i = 0; i < kBatch; ++i) p.link.write32(kBar0 + kMisc + 4 * (i & 255), i);
      },
      [&p] {
        for (int i = 0; i < kBatch; ++i) {
          sc_core::sc_time delay;
          benchmark::DoNotOptimize(p.bare.read(4 * (i & 255), delay));
          sc_core::wait(delay);
        }
      });
}

BENCHMARK(readl_quantum)->UseManualTime();
BENCHMARK(readl_exact)->UseManualTime();
BENCHMARK(writel_quantum)->UseManualTime();
BENCHMARK(writel_exact)->UseManualTime();

}  // namespace
}  // namespace nvp

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
