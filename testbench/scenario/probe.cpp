// SPDX-License-Identifier: Apache-2.0
#include "testbench/scenario/probe.h"

#include <fmt/format.h>

#include <cstring>

#include "gen/driver/uapi/neuron_datastore.h"
#include "model/sim/thread.h"

namespace nvp::scenario {
namespace {

void read_sysfs(Platform& platform, const std::string& path, Reading& reading) {
  const int result = platform.kernel().sysfs_read(path, &reading.text);
  if (result < 0) reading.problem = fmt::format("{}: {}", path, std::strerror(-result));
}

/// A u64 of the slab that the process has mapped. No system call: a monitor that opened the device
/// would be one of its sixteen processes, and would read after whoever holds a lock.
void read_counter(const ExpectCounter& c, Actor& actor, Reading& reading) {
  const UserProcess& process = actor.process(c.process);
  const auto counter = static_cast<unsigned>(c.counter);
  const long word = c.of_device ? nds_nd_counter_word(counter)
                                : nds_nc_counter_word(static_cast<unsigned>(c.core), counter);
  if (!process.alive()) {
    reading.problem = fmt::format("process {} does not live", c.process);
  } else if (const std::uint64_t* slab = process.slab(c.device)) {
    reading.number = slab[word];
    reading.done = true;
  } else {
    reading.problem = fmt::format("process {} has no datastore of device {}", c.process, c.device);
  }
}

void read_in_thread(std::function<void()> body, Reading& reading, std::function<void()> finished) {
  new sim::Thread("reading", [body, &reading, finished] {
    body();
    reading.done = reading.problem.empty();
    finished();
  });
}

}  // namespace

std::optional<ps_t> reading_time(const Expectation& expectation, ps_t end) {
  const auto at = [&](const auto& condition) {
    return std::optional<ps_t>(condition.at.value_or(end));
  };
  if (const auto* c = std::get_if<ExpectCounter>(&expectation.condition)) return at(*c);
  if (const auto* c = std::get_if<ExpectRegister>(&expectation.condition)) return at(*c);
  if (const auto* c = std::get_if<ExpectState>(&expectation.condition)) return at(*c);
  if (const auto* c = std::get_if<ExpectSysfs>(&expectation.condition)) return at(*c);
  return std::nullopt;
}

void start_reading(const Expectation& expectation, Platform& platform, Actor& actor,
                   Reading& reading, std::function<void()> finished) {
  if (const auto* c = std::get_if<ExpectCounter>(&expectation.condition)) {
    read_counter(*c, actor, reading);
    return finished();
  }
  if (const auto* c = std::get_if<ExpectRegister>(&expectation.condition)) {
    std::uint32_t value = 0;
    reading.done = platform.device(c->device).peek(c->offset, &value);
    if (!reading.done) reading.problem = fmt::format("nothing is at {:#x}", c->offset);
    reading.number = value;
    return finished();
  }
  std::string path;
  if (const auto* c = std::get_if<ExpectState>(&expectation.condition)) {
    path = fmt::format("class/neuron_device/neuron{}/reset", platform.index(c->device));
  } else if (const auto* s = std::get_if<ExpectSysfs>(&expectation.condition)) {
    path = s->path;
  }
  read_in_thread([&platform, &reading, path] { read_sysfs(platform, path, reading); }, reading,
                 std::move(finished));
}

}  // namespace nvp::scenario
