// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_TESTS_SUPPORT_METRICS_BENCH_H_
#define NEURON_VP_TESTBENCH_TESTS_SUPPORT_METRICS_BENCH_H_

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "testbench/tests/support/client.h"
#include "testbench/tests/support/driver_platform.h"
#include "testbench/tests/support/metrics_probe.h"
#include "testbench/tests/support/scripted_firmware.h"

namespace nvp::test {

using Bytes = std::vector<std::uint8_t>;

/// "ab 0c" -> {0xab, 0x0c}.
Bytes hex(const std::string& text);
/// One record: id, length, text.
Bytes record(std::uint8_t id, const std::string& text);
/// Several pieces one after another.
Bytes join(const std::vector<Bytes>& parts);
/// The records of a post as "id=text" in order, separated by blanks.
std::string text_of(const Bytes& post);

/// What the worked examples of docs/reference/21-metrics.md, section 8, call H and Z.
Bytes h();
Bytes z();

/// A process with a slab, as the worked examples need it.
struct Worker {
  Client* client;
  int fd;
  std::uint64_t* words;

  std::uint64_t& nc(unsigned core, unsigned counter) { return words[nc_word(core, counter)]; }
  std::uint64_t& nd(unsigned counter) { return words[nd_word(counter)]; }
};

/// The metrics engine on a scripted device of HZ 250 whose accesses take no time and whose firmware
/// answers at once. No metrics thread: tick() calls the engine, as section 8 says.
class MetricsBench {
 public:
  explicit MetricsBench(const std::string& mode, generation::Id generation = generation::Id::v3,
                        const vk::KernelConfig& config = {});

  /// Loads the driver, waits until the device is READY, starts the engine and runs `body`.
  void run(std::function<void(MetricsBench&)> body);

  /// A process that has opened the device and mapped its slab.
  Worker worker(const std::string& name = "worker");
  /// It ends; its counters are captured.
  void end(Worker& worker) { worker.client->exit(); }

  /// Lets time pass until 150 s after the last post, makes one slow tick, and returns what firmware
  /// was posted (empty: nothing).
  Bytes tick(std::uint8_t tick);
  /// The same at once.
  Bytes tick_now(std::uint8_t tick);
  std::string text(std::uint8_t t) { return text_of(tick(t)); }
  std::string text_now(std::uint8_t t) { return text_of(tick_now(t)); }
  /// As if the device had never posted: the next elapsed time counts from jiffy 0.
  void forget_last_post() { mprobe_set_last_jiffies(nd(), 0); }

  neuron_device* nd() { return platform.nd(); }
  ps_t now() const;

  /// The answer to posts; nothing: none.
  std::optional<ScriptedFirmware::Answer> answer = ScriptedFirmware::Answer{};

  DriverPlatform platform;
  ScriptedPort& port;
  ScriptedFirmware firmware;

 private:
  ps_t last_post_ = 0;
};

}  // namespace nvp::test

#endif  // NEURON_VP_TESTBENCH_TESTS_SUPPORT_METRICS_BENCH_H_
