// SPDX-License-Identifier: Apache-2.0
#include "testbench/scenario/actor.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <array>
#include <cstring>

#include "gen/driver/uapi/neuron_ioctl.h"
#include "model/sim/thread.h"
#include "runtime/nlog/nlog.h"
#include "testbench/scenario/text.h"

namespace nvp::scenario {
namespace {

/// Nothing is ever mapped here.
constexpr std::uintptr_t kWildAddress = 0xdead0000;

int calling_pid() {
  vk::UserThread* thread = vk::UserThread::current();
  return thread ? thread->process().pid() : 0;
}

}  // namespace

Actor::Actor(const Scenario& scenario, Platform& platform, Gate& driver_loaded)
    : platform_(platform), driver_loaded_(driver_loaded) {
  for (const Process& spec : scenario.processes) {
    processes_[spec.name] = std::make_unique<UserProcess>(scenario, spec, platform, driver_loaded);
  }
}

UserProcess& Actor::process(const std::string& name) {
  return *processes_.at(name);
}

void Actor::perform(const Action& action) {
  trace::Event event{trace::Kind::scenario_action, sim::now()};
  event.a = static_cast<std::uint32_t>(action.node ? action.node->where.line : 0);
  event.text = action.kind;
  platform_.stream().emit(event);
  std::visit([&](const auto& what) { act(action, what); }, action.act);
}

void Actor::miss(const Action& action, const std::string& why) {
  report::Verdict verdict;
  verdict.title = fmt::format("{} at {}", action.kind, format_time(sim::now()));
  verdict.kind = action.kind;
  verdict.where = action.node ? action.node->where.text() : "";
  verdict.found = why;
  misses_.push_back(std::move(verdict));
}

void Actor::in_tool(const std::string& name, std::function<void()> body) {
  platform_.kernel().spawn(name, {}, [this, body] {
    driver_loaded_.wait();
    body();
    return 0;
  });
}

void Actor::by(const Action& action, const std::string& name, std::function<void()> body) {
  if (name.empty()) return in_tool("tool", std::move(body));
  if (!process(name).ask(std::move(body)))
    miss(action, fmt::format("process {} does not live", name));
}

int Actor::open(std::uint64_t device, bool write_only) {
  const auto key = std::make_pair(calling_pid(), device * 2 + write_only);
  const auto known = descriptors_.find(key);
  if (known != descriptors_.end()) return known->second;
  const int fd =
      platform_.kernel().sys_open(platform_.node(device), write_only ? O_WRONLY : O_RDWR);
  if (fd >= 0) descriptors_[key] = fd;
  return fd;
}

void Actor::act(const Action&, const std::monostate&) {}

void Actor::act(const Action&, const InjectEcc& ecc) {
  platform_.device(ecc.device)
      .inject_ecc(static_cast<std::uint32_t>(ecc.source), ecc.kind,
                  static_cast<std::uint32_t>(ecc.count));
}

void Actor::act(const Action&, const RepairState& repair) {
  platform_.device(repair.device).set_repair_state(static_cast<std::uint32_t>(repair.state));
}

void Actor::act(const Action& action, const ResetRequest& reset) {
  if (reset.by == ResetRequest::By::sysfs) {
    const std::string path =
        fmt::format("class/neuron_device/neuron{}/reset", platform_.index(reset.device));
    return by(action, reset.process, [this, &action, path] {
      const int result = platform_.kernel().sysfs_write(path, "1\n");
      if (result < 0) miss(action, fmt::format("{}: {}", path, std::strerror(-result)));
    });
  }
  by(action, reset.process, [this, &action, reset] {
    vk::Kernel& kernel = platform_.kernel();
    const int fd = open(reset.device, false);
    if (fd < 0)
      return miss(action, fmt::format("the device cannot be opened: {}", std::strerror(-fd)));
    if (reset.by == ResetRequest::By::device_ioctl) {
      kernel.sys_ioctl(fd, NEURON_IOCTL_DEVICE_RESET, nullptr);
      unsigned char ready = 0;
      if (reset.wait) kernel.sys_ioctl(fd, NEURON_IOCTL_DEVICE_READY, &ready);
      return;
    }
    neuron_ioctl_nc_reset request{};
    request.nc_map = static_cast<std::uint32_t>(reset.map);
    const long result = kernel.sys_ioctl(fd, NEURON_IOCTL_NC_RESET, &request);
    if (result != 0) return miss(action, fmt::format("NC_RESET returns {}", result));
    neuron_ioctl_nc_reset_ready ready{};
    ready.request_id = request.request_id;
    if (reset.wait) kernel.sys_ioctl(fd, NEURON_IOCTL_NC_RESET_READY, &ready);
  });
}

void Actor::act(const Action& action, const ArmFault& fault) {
  fault::Spec spec = fault.spec;
  spec.from = sim::now();
  if (fault.lasts) spec.until = spec.from + *fault.lasts;
  armed_.push_back({platform_.faults().arm(spec), &action, spec.from});
}

void Actor::act(const Action& action, const StartProcess& start) {
  if (!process(start.process).start())
    miss(action, fmt::format("process {} lives already", start.process));
}

void Actor::act(const Action& action, const EndProcess& end) {
  if (!process(end.process).end(end.signal)) {
    miss(action, fmt::format("process {} does not live", end.process));
  }
}

void Actor::act(const Action& action, const MetricsControl& metrics) {
  by(action, metrics.process, [this, &action, metrics] {
    const int fd = open(metrics.device, false);
    if (fd < 0)
      return miss(action, fmt::format("the device cannot be opened: {}", std::strerror(-fd)));
    neuron_ioctl_metrics_ctrl control{};
    control.mode = static_cast<std::uint32_t>(metrics.mode);
    const long result = platform_.kernel().sys_ioctl(fd, NEURON_IOCTL_METRICS_CTRL, &control);
    if (result != 0) miss(action, fmt::format("METRICS_CTRL returns {}", result));
  });
}

void Actor::act(const Action&, const SetParameter& parameter) {
  platform_.kernel().set_param(parameter.name,
                               parameter.value);  // check_parameters() has accepted it
}

void Actor::act(const Action& action, const WriteLog& log) {
  by(action, log.process, [&line = log.line] {
    for (std::uint64_t i = 0; i < line.count; ++i) {
      nlog_write(line.module.c_str(), line.function.c_str(),
                 static_cast<std::uint32_t>(line.level + 1), line.coalesced, 0, "%s",
                 line.text.c_str());
    }
  });
}

void Actor::act(const Action& action, const SetLogLevel& level) {
  by(action, level.process, [&level] {
    nlog_set_log_level(level.module.c_str(), level.location.c_str(), level.level.c_str());
  });
}

void Actor::act(const Action& action, const Poke& poke) {
  Device& device = platform_.device(poke.device);
  const auto value = static_cast<std::uint32_t>(poke.value);
  bus::HostPort& port = device.host_port();
  const std::uint64_t address = port.identity().bar[poke.bar].base + poke.offset;
  if (poke.timed) {
    // A thread of its own, since a write takes time; it lives as long as the simulation.
    new sim::Thread("poke", [&port, address, value] { port.write32(address, value); });
    return;
  }
  const bool done = poke.bar == 0 ? device.poke(poke.offset, value) : port.poke(address, &value, 4);
  if (!done) miss(action, "nothing is there");
}

void Actor::act(const Action& action, const Ioctl& ioctl) {
  by(action, ioctl.process, [this, &action, &ioctl] {
    const int fd = open(ioctl.device, ioctl.write_only);
    if (fd < 0)
      return miss(action, fmt::format("the device cannot be opened: {}", std::strerror(-fd)));
    std::array<std::uint8_t, 4096> buffer{};
    std::copy_n(ioctl.bytes.begin(), std::min(ioctl.bytes.size(), buffer.size()), buffer.begin());
    void* argument = ioctl.argument == Ioctl::Argument::bytes ? buffer.data()
                     : ioctl.argument == Ioctl::Argument::wild
                         ? reinterpret_cast<void*>(kWildAddress)
                         : nullptr;
    const long result =
        platform_.kernel().sys_ioctl(fd, static_cast<unsigned>(ioctl.command), argument);
    if (ioctl.result && result != *ioctl.result) {
      miss(action, fmt::format("the ioctl returns {}, expected {}", result, *ioctl.result));
    }
  });
}

void Actor::act(const Action& action, const SysfsWrite& write) {
  new sim::Thread("sysfs_write", [this, &action, &write] {
    const int result = platform_.kernel().sysfs_write(write.path, write.text);
    if (result < 0) miss(action, fmt::format("{}: {}", write.path, std::strerror(-result)));
  });
}

std::map<std::string, ProcessEnd> Actor::states() const {
  std::map<std::string, ProcessEnd> states;
  for (const auto& [name, process] : processes_) states[name] = process->state();
  return states;
}

std::vector<report::FaultEvidence> Actor::evidence() const {
  std::vector<report::FaultEvidence> list;
  for (const Armed& armed : armed_) {
    const fault::Evidence& seen = platform_.faults().evidence().at(armed.number);
    report::FaultEvidence out;
    out.point = std::string(fault::name(seen.spec.point));
    out.where = armed.action->node ? armed.action->node->where.text() : "";
    out.device = seen.spec.device;
    out.fired = seen.fired;
    out.armed = armed.time;
    out.first = seen.first;
    out.last = seen.last;
    out.may_not_fire = std::get<ArmFault>(armed.action->act).may_not_fire;
    list.push_back(std::move(out));
  }
  return list;
}

}  // namespace nvp::scenario
