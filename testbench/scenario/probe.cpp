// SPDX-License-Identifier: Apache-2.0
#include "testbench/scenario/probe.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <cstring>

#include "gen/driver/uapi/neuron_datastore.h"
#include "gen/driver/uapi/neuron_ioctl.h"
#include "model/sim/thread.h"

namespace nvp::scenario {
namespace {

void read_sysfs(Platform& platform, const std::string& path, Reading& reading) {
  const int result = platform.kernel().sysfs_read(path, &reading.text);
  if (result < 0) reading.problem = fmt::format("{}: {}", path, std::strerror(-result));
}

/// A u64 of another process's slab, read as a monitor does: acquire by pid, map, look, unmap.
std::string read_slab(vk::Kernel& kernel, const std::string& node, int pid, long word,
                      std::uint64_t* value) {
  const int fd = kernel.sys_open(node, O_RDWR);
  if (fd < 0) return fmt::format("{} cannot be opened: {}", node, std::strerror(-fd));
  neuron_ioctl_neuron_ds_info info{};
  info.pid = pid;
  const long result = kernel.sys_ioctl(fd, NEURON_IOCTL_ACQUIRE_NEURON_DS, &info);
  std::string problem;
  if (result != 0) {
    problem = fmt::format("the process has no datastore: {}", result);
  } else {
    int error = 0;
    void* slab = kernel.sys_mmap(NEURON_DATASTORE_SIZE, false, fd, info.mmap_offset, &error);
    if (slab) {
      *value = static_cast<const volatile std::uint64_t*>(slab)[word];
      kernel.sys_munmap(slab, NEURON_DATASTORE_SIZE);
    } else {
      problem = fmt::format("the datastore cannot be mapped: {}", error);
    }
  }
  kernel.sys_close(fd);
  return problem;
}

void read_counter(const ExpectCounter& c, Platform& platform, Actor& actor, Reading& reading,
                  const std::function<void()>& finished) {
  UserProcess& process = actor.process(c.process);
  if (!process.alive()) {
    reading.problem = fmt::format("process {} does not live", c.process);
    return finished();
  }
  const auto counter = static_cast<unsigned>(c.counter);
  const long word = c.of_device ? nds_nd_counter_word(counter)
                                : nds_nc_counter_word(static_cast<unsigned>(c.core), counter);
  actor.in_tool(
      "monitor", [&platform, &reading, finished, pid = process.pid(), word, device = c.device] {
        reading.problem =
            read_slab(platform.kernel(), platform.node(device), pid, word, &reading.number);
        reading.done = reading.problem.empty();
        finished();
      });
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
    return read_counter(*c, platform, actor, reading, finished);
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
