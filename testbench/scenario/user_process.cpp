// SPDX-License-Identifier: Apache-2.0
#include "testbench/scenario/user_process.h"

#include <fmt/format.h>

#include "gen/driver/uapi/neuron_datastore.h"
#include "testbench/scenario/rng.h"

namespace nvp::scenario {
namespace {

constexpr int kOpenFailed = 1;

os::JobOutcome outcome_of(const Ending& ending) {
  return static_cast<os::JobOutcome>(ending.outcome);
}

/// Shares of a million; what rounding leaves goes to the first.
std::vector<nrt::MixEntry> mix_of(const std::vector<Ending>& errors) {
  std::uint64_t sum = 0, given = 0;
  for (const Ending& ending : errors) sum += ending.weight;
  std::vector<nrt::MixEntry> mix;
  for (const Ending& ending : errors) {
    nrt::MixEntry entry;
    entry.per_million = static_cast<std::uint32_t>(ending.weight * 1'000'000ull / sum);
    entry.outcome = outcome_of(ending);
    entry.status = static_cast<NRT_STATUS>(ending.status);
    given += entry.per_million;
    mix.push_back(entry);
  }
  if (!mix.empty()) mix.front().per_million += static_cast<std::uint32_t>(1'000'000 - given);
  return mix;
}

/// Execution k of each logical core at k / rate.
std::vector<nrt::ScriptStep> script_of(const Workload& w, unsigned cores) {
  std::vector<nrt::ScriptStep> script;
  for (std::uint64_t k = 0; k < w.executions; ++k) {
    const Ending& ending = w.sequence[k % w.sequence.size()];
    nrt::ScriptStep step;
    step.at_ps = static_cast<ps_t>(static_cast<unsigned __int128>(k) * 1'000'000'000'000'000u /
                                   w.rate_millihz);
    step.outcome = outcome_of(ending);
    step.status = static_cast<NRT_STATUS>(ending.status);
    for (step.vnc = 0; step.vnc < cores; ++step.vnc) script.push_back(step);
  }
  return script;
}

nrt::LogLine log_line(const LogLine& line) {
  nrt::LogLine out;
  out.module = line.module;
  out.function = line.function;
  out.text = line.text;
  out.level = static_cast<std::uint32_t>(line.level + 1);
  out.coalesced = line.coalesced;
  out.count = line.count;
  return out;
}

}  // namespace

void Gate::wait() {
  while (!open_) {
    waiting_.push_back(sim::Thread::current());
    sim::Thread::current()->block();
  }
}

void Gate::open() {
  open_ = true;
  for (sim::Thread* thread : waiting_) thread->wake();
  waiting_.clear();
}

struct UserProcess::Instance {
  vk::Process* process = nullptr;
  std::unique_ptr<nrt::Workload> workload;
  std::deque<std::function<void()>> asked;
  sim::Thread* server = nullptr;
  Gate stopped;
};

UserProcess::UserProcess(const Scenario& scenario, const Process& spec, Platform& platform,
                         Gate& driver_loaded)
    : scenario_(scenario), spec_(spec), platform_(platform), driver_loaded_(driver_loaded) {}

nrt::WorkloadConfig UserProcess::config() const {
  const Workload& w = spec_.workload;
  const std::uint64_t size = logical_core_size(scenario_, spec_);
  const std::uint64_t first_core =
      std::uint64_t{platform_.index(spec_.device)} * platform_.device(spec_.device).core_count();
  nrt::WorkloadConfig c;
  for (std::size_t i = 0; i < spec_.cores.size(); i += size) {
    c.visible_cores += fmt::format("{}{}", i ? "," : "", (first_core + spec_.cores[i]) / size);
  }
  c.framework = static_cast<nrt_framework_type_t>(spec_.framework);
  c.framework_version = spec_.framework_version;
  c.fal_version = spec_.fal_version;
  c.runtime_version = spec_.runtime_version;
  c.feature_bits = spec_.features;
  c.cluster_id = spec_.cluster_id;
  c.neff_id = spec_.neff_id;
  c.model_name = spec_.name;
  c.duration_ps = w.cycles ? 0 : w.duration;
  if (w.cycles) {
    c.neff_extra = fmt::format("cycles {}\nengine {}\n", w.cycles, engine_names()[w.engine]);
  }
  c.macs = w.macs;
  c.seed =
      stream_seed(scenario_.seed,
                  0x70000000u + static_cast<std::uint64_t>(&spec_ - scenario_.processes.data()));
  if (w.sequence.empty()) {
    c.rate_millihz = w.rate_millihz;
    c.executions = w.executions;
    c.mix = mix_of(w.errors);
  } else {
    c.script = script_of(w, static_cast<unsigned>(spec_.cores.size() / size));
  }
  for (const LogLine& line : spec_.log) c.log.push_back(log_line(line));
  return c;
}

bool UserProcess::start() {
  if (alive()) return false;
  std::map<std::string, std::string> environment;
  for (const Setting& variable : spec_.environment) environment[variable.name] = variable.value;
  auto* instance = new Instance;
  instance_ = instance;
  if (!spec_.cores.empty()) instance->workload = std::make_unique<nrt::Workload>(config());
  instance->process = &platform_.kernel().spawn(spec_.name, environment,
                                                [this, instance] { return main(*instance); });
  return true;
}

int UserProcess::main(Instance& instance) {
  driver_loaded_.wait();
  os::os().start_thread("events", [this, &instance] { serve(instance); });
  const int code = instance.workload ? instance.workload->run() : hold_device(instance);
  return code ? code : static_cast<int>(spec_.exit_code);
}

int UserProcess::hold_device(Instance& instance) {
  const int fd = os::os().open_node(platform_.index(spec_.device), false);
  if (fd < 0) return kOpenFailed;
  instance.stopped.wait();
  os::os().close_node(fd);
  return 0;
}

void UserProcess::serve(Instance& instance) {
  instance.server = sim::Thread::current();
  for (;;) {
    while (!instance.asked.empty()) {
      const auto what = std::move(instance.asked.front());
      instance.asked.pop_front();
      what();
    }
    instance.server->block();
  }
}

bool UserProcess::ask(std::function<void()> what) {
  if (!alive()) return false;
  instance_->asked.push_back(std::move(what));
  if (instance_->server) instance_->server->wake();
  return true;
}

bool UserProcess::end(int signal) {
  if (!alive()) return false;
  if (signal) return platform_.kernel().kill(pid(), signal);
  instance_->stopped.open();
  if (instance_->workload) instance_->workload->stop();
  return true;
}

bool UserProcess::alive() const {
  return instance_ && instance_->process && !instance_->process->exited();
}

int UserProcess::pid() const {
  return instance_ && instance_->process ? instance_->process->pid() : 0;
}

const std::uint64_t* UserProcess::slab(std::uint64_t device) const {
  if (!alive() || device != spec_.device) return nullptr;
  return static_cast<const std::uint64_t*>(instance_->process->mapping(NEURON_DATASTORE_SIZE));
}

ProcessEnd UserProcess::state() const {
  ProcessEnd end;
  if (!instance_ || !instance_->process) return end;
  end.started = true;
  end.exited = instance_->process->exited();
  if (end.exited) {
    end.code = instance_->process->exit_code();
    end.signal = instance_->process->exit_signal();
  }
  return end;
}

}  // namespace nvp::scenario
