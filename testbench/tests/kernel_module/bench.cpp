// SPDX-License-Identifier: Apache-2.0
#include "testbench/tests/kernel_module/bench.h"

#include <gtest/gtest.h>

#include "testbench/tests/support/sim_test.h"

extern "C" void ktest_fail(const char* file, int line, const char* text) {
  ADD_FAILURE_AT(file, line) << text;
}

namespace nvp::test {

namespace {
std::vector<const Bench*> g_benches;
}

WordPort::WordPort(std::uint16_t device, std::uint8_t bus_number) {
  identity_.device = device;
  identity_.bus = bus_number;
  identity_.slot = 0x1e;
  identity_.bar[0] = {0x100000000ull * (bus_number + 1), 0x10000};
}

std::uint64_t WordPort::read(std::uint64_t address, unsigned size) {
  if (sim::Thread* thread = sim::Thread::current()) thread->consume(100 * kPsPerNs);
  const std::uint64_t value = words_[address];
  accesses.push_back({false, address, size, value});
  return value;
}

void WordPort::write(std::uint64_t address, std::uint64_t value, unsigned size) {
  if (sim::Thread* thread = sim::Thread::current()) thread->consume(20 * kPsPerNs);
  words_[address] = value;
  accesses.push_back({true, address, size, value});
}

Bench::Bench(const vk::KernelConfig& config) : kernel(config, memory, faults, stream) {
  g_benches.push_back(this);
  stream.subscribe({trace::Kind::kernel_log}, [this](const trace::Event& event) {
    log.push_back(std::to_string(event.a) + " " + std::string(event.text));
  });
  stream.subscribe({trace::Kind::metrics_post_trace, trace::Kind::driver_trace},
                   [this](const trace::Event& event) { events.push_back(trace::to_json(event)); });
}

void Bench::run(std::function<void()> body) {
  threads.push_back(std::make_unique<sim::Thread>("test", std::move(body)));
}

bool Bench::found(const std::string& text) const {
  for (const std::string& problem : kernel.problems()) {
    if (problem.find(text) != std::string::npos) return true;
  }
  return false;
}

void run_to_the_end() {
  sim::run(1'000'000 * kPsPerSecond);
  EXPECT_FALSE(g_benches.empty());
  if (threads_may_hang()) return;
  for (const Bench* bench : g_benches) {
    for (const auto& process : bench->kernel.processes()) {
      EXPECT_TRUE(process->exited()) << process->name() << " hangs";
    }
  }
}

vk::KernelConfig at_hz(unsigned hz) {
  vk::KernelConfig config;
  config.hz = hz;
  return config;
}

}  // namespace nvp::test
