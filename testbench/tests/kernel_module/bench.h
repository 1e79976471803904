// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_TESTS_KERNEL_MODULE_BENCH_H_
#define NEURON_VP_TESTBENCH_TESTS_KERNEL_MODULE_BENCH_H_

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "driver/kernel/vk/kernel.h"
#include "model/bus/host_memory.h"
#include "model/bus/host_port.h"
#include "model/fault/fault.h"
#include "model/sim/error.h"
#include "model/sim/thread.h"
#include "model/trace/event.h"

namespace nvp::test {

/// A PCI function whose BARs are plain words; a read takes 100 ns, a write 20 ns. Remembers
/// accesses.
class WordPort final : public bus::HostPort {
 public:
  struct Access {
    bool write;
    std::uint64_t address;
    unsigned size;
    std::uint64_t value;
  };

  WordPort(std::uint16_t device, std::uint8_t bus_number);

  const bus::PciIdentity& identity() const override { return identity_; }
  std::uint64_t read(std::uint64_t address, unsigned size) override;
  void write(std::uint64_t address, std::uint64_t value, unsigned size) override;
  bool peek(std::uint64_t, void*, std::size_t) override { return false; }
  bool poke(std::uint64_t, const void*, std::size_t) override { return false; }

  std::vector<Access> accesses;

 private:
  bus::PciIdentity identity_;
  std::map<std::uint64_t, std::uint64_t> words_;
};

/// A host with the test module linked in, and what it said.
struct Bench {
  explicit Bench(const vk::KernelConfig& config = {});

  /// Runs `body` on a thread of its own, from time zero.
  void run(std::function<void()> body);
  /// True if a problem contains `text`.
  bool found(const std::string& text) const;

  bus::HostMemory memory;
  trace::Stream stream;
  fault::Registry faults{stream};
  vk::Kernel kernel;
  std::vector<std::unique_ptr<sim::Thread>> threads;
  std::vector<std::string> log;     ///< "level line"
  std::vector<std::string> events;  ///< trace events of the driver, as JSON
};

/// Runs the simulation to its end; then every process of every bench must have exited.
void run_to_the_end();

/// A configuration with that HZ.
vk::KernelConfig at_hz(unsigned hz);

}  // namespace nvp::test

/// A SIM_TEST that fails also if a process of its benches has not exited.
#define KERNEL_TEST(suite, name)        \
  static void suite##_##name##_steps(); \
  SIM_TEST(suite, name) {               \
    suite##_##name##_steps();           \
    ::nvp::test::run_to_the_end();      \
  }                                     \
  static void suite##_##name##_steps()

#endif  // NEURON_VP_TESTBENCH_TESTS_KERNEL_MODULE_BENCH_H_
