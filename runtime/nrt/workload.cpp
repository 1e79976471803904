// SPDX-License-Identifier: Apache-2.0
#include "runtime/nrt/workload.h"

#include <algorithm>
#include <atomic>
#include <mutex>

#include "gen/driver/uapi/neuron_datastore.h"
#include "runtime/nlog/nlog.h"
#include "runtime/nrt/internal.h"
#include "runtime/os/os.h"

namespace nvp::nrt {
namespace {

constexpr std::uint64_t kNever = os::kForever;
constexpr std::uint64_t kMixUnit = 1'000'000;

/// SplitMix64: small, and the same everywhere.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  /// Uniform in 0 .. bound - 1.
  std::uint64_t below(std::uint64_t bound) {
    return static_cast<std::uint64_t>(static_cast<unsigned __int128>(next()) * bound >> 64);
  }

 private:
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
  }
  std::uint64_t state_;
};

/// Arrival times of a rate, as offsets in ps.
class Grid {
 public:
  explicit Grid(std::uint64_t rate_millihz) : rate_(rate_millihz) {}
  bool empty() const { return rate_ == 0; }

  std::uint64_t at(std::uint64_t k) const {
    return static_cast<std::uint64_t>(static_cast<unsigned __int128>(k) * kScale / rate_);
  }
  /// The first arrival at or after `offset`.
  std::uint64_t first_from(std::uint64_t offset) const {
    auto k = static_cast<std::uint64_t>(static_cast<unsigned __int128>(offset) * rate_ / kScale);
    while (at(k) < offset) k++;
    return k;
  }

 private:
  static constexpr std::uint64_t kScale = 1'000'000'000'000'000;
  std::uint64_t rate_;
};

}  // namespace

struct Workload::Impl : std::enable_shared_from_this<Impl> {
  explicit Impl(WorkloadConfig c) : config(std::move(c)) {}

  int run();
  int run_loaded();
  void prepare_environment();
  void publish_extras();
  bool load_models();
  void start_workers();
  void start_worker(const char* name, std::function<void(Impl&)> work);
  void execute_on(unsigned vnc);
  bool execute_once(unsigned vnc, os::JobOutcome outcome, NRT_STATUS status);
  bool execute_mixed(unsigned vnc, Random& random);
  void write_log();
  void ask_to_stop();
  /// Nothing starts at or after this offset.
  std::uint64_t end_ps() const { return config.run_ps ? config.run_ps : kNever; }

  const WorkloadConfig config;
  WorkloadCounts counts;
  std::mutex lock;  ///< counts and workers
  std::atomic<bool> stop_asked{false};
  std::unique_ptr<os::Signal> stopping, quiet;  ///< end of the work; no worker left
  std::vector<nrt_model_t*> models;
  std::uint64_t start_ps = 0;
  unsigned workers = 0;
};

void Workload::Impl::prepare_environment() {
  os::Os& os = os::os();
  if (!config.visible_cores.empty()) {
    os.set_environment("NEURON_RT_VISIBLE_CORES", config.visible_cores.c_str());
  }
  if (!config.process_tag.empty()) {
    os.set_environment("NEURON_PROCESS_TAG", config.process_tag.c_str());
  }
  if (!config.runtime_version.empty()) set_runtime_version(config.runtime_version);
}

void Workload::Impl::publish_extras() {
  for_each_datastore([this](nds_instance_t* nds) {
    for (std::uint32_t bit = 0; bit < 64; bit++) {
      if (config.feature_bits >> bit & 1) {
        nds_or_nd_counter(nds, NDS_ND_COUNTER_FEATURE_BITMAP, bit);
      }
    }
    if (config.cluster_id) {
      nds_set_nd_counter(nds, NDS_ND_COUNTER_DEVICE_CLUSTER_ID, &config.cluster_id);
    }
  });
}

bool Workload::Impl::load_models() {
  std::string neff = "neuron-vp-neff\nname " + config.model_name + "\nduration " +
                     std::to_string(config.duration_ps) + "\nmacs " + std::to_string(config.macs) +
                     "\n";
  if (config.neff_id) neff += "id " + std::to_string(config.neff_id) + "\n";
  neff += config.neff_extra;
  std::uint32_t visible = 0;
  nrt_get_visible_vnc_count(&visible);
  for (std::uint32_t vnc = 0; vnc < visible; vnc++) {
    nrt_model_t* model = nullptr;
    counts.load_status = nrt_load(neff.data(), neff.size(), static_cast<int>(vnc), 1, &model);
    if (counts.load_status != NRT_SUCCESS) return false;
    models.push_back(model);
  }
  return true;
}

bool Workload::Impl::execute_once(unsigned vnc, os::JobOutcome outcome, NRT_STATUS status) {
  Injection injection;
  injection.outcome = outcome;
  injection.status = status;
  const NRT_STATUS result = execute_with(models[vnc], injection);
  const std::lock_guard<std::mutex> guard(lock);
  counts.executions++;
  if (result != NRT_SUCCESS) {
    counts.failures++;
    counts.last_failure = result;
  }
  return !(config.stop_on_fatal && result == NRT_EXEC_UNIT_UNRECOVERABLE);
}

bool Workload::Impl::execute_mixed(unsigned vnc, Random& random) {
  if (config.mix.empty()) return execute_once(vnc, os::JobOutcome::success, NRT_SUCCESS);
  std::uint64_t draw = random.below(kMixUnit);
  for (const MixEntry& entry : config.mix) {
    if (draw < entry.per_million) return execute_once(vnc, entry.outcome, entry.status);
    draw -= entry.per_million;
  }
  return execute_once(vnc, os::JobOutcome::success, NRT_SUCCESS);
}

/// One logical core's executions: those of the rate and those of the script, in order of time.
void Workload::Impl::execute_on(unsigned vnc) {
  std::vector<ScriptStep> script;
  for (const ScriptStep& step : config.script) {
    if (step.vnc == vnc) script.push_back(step);
  }
  const Grid grid(config.rate_millihz);
  Random random(config.seed + vnc * 0x632be59bd9b4e019u);
  std::uint64_t arrival = 0, done = 0;
  std::size_t next_step = 0;
  for (bool usable = true; usable;) {
    const bool more = !grid.empty() && (config.executions == 0 || done < config.executions);
    const std::uint64_t by_rate = more ? grid.at(arrival) : kNever;
    const std::uint64_t by_script = next_step < script.size() ? script[next_step].at_ps : kNever;
    const std::uint64_t next = std::min(by_rate, by_script);
    if (next >= end_ps() || stopping->wait_until(start_ps + next)) return;
    if (by_script <= by_rate) {
      const ScriptStep& step = script[next_step++];
      usable = execute_once(vnc, step.outcome, step.status);
      continue;
    }
    usable = execute_mixed(vnc, random);
    done++;
    arrival = std::max(arrival + 1, grid.first_from(os::os().monotonic_ps() - start_ps));
  }
}

/// All log lines, in order of time; one thread, so that coalesced lines meet.
void Workload::Impl::write_log() {
  nlog_coalescing_init_thread();
  std::vector<std::uint64_t> written(config.log.size(), 0);
  for (;;) {
    std::size_t next = 0;
    std::uint64_t at = kNever;
    for (std::size_t i = 0; i < config.log.size(); i++) {
      const LogLine& line = config.log[i];
      const std::uint64_t time = line.after_ps + written[i] * line.every_ps;
      if (written[i] >= line.count || time >= at) continue;
      at = time;
      next = i;
    }
    if (at >= end_ps() || stopping->wait_until(start_ps + at)) return;
    const LogLine& line = config.log[next];
    nlog_write(line.module.c_str(), line.function.c_str(), line.level, line.coalesced,
               line.api_level, "%s", line.text.c_str());
    written[next]++;
  }
}

void Workload::Impl::start_worker(const char* name, std::function<void(Impl&)> work) {
  workers++;
  os::os().start_thread(name, [self = shared_from_this(), work = std::move(work)] {
    work(*self);
    const std::lock_guard<std::mutex> guard(self->lock);
    if (--self->workers == 0) self->quiet->raise();
  });
}

void Workload::Impl::start_workers() {
  const std::lock_guard<std::mutex> guard(lock);
  for (unsigned vnc = 0; vnc < models.size(); vnc++) {
    const bool scripted = std::any_of(config.script.begin(), config.script.end(),
                                      [vnc](const ScriptStep& step) { return step.vnc == vnc; });
    if (config.rate_millihz == 0 && !scripted) continue;
    start_worker("execute", [vnc](Impl& self) { self.execute_on(vnc); });
  }
  if (!config.log.empty()) start_worker("log", [](Impl& self) { self.write_log(); });
  if (workers == 0) quiet->raise();
}

void Workload::Impl::ask_to_stop() {
  stop_asked = true;
  if (stopping) stopping->raise();
}

int Workload::Impl::run_loaded() {
  os::Os& os = os::os();
  start_ps = os.monotonic_ps();
  counts.ready = true;
  if (stop_asked) stopping->raise();
  start_workers();
  const std::uint64_t end = config.run_ps ? start_ps + config.run_ps : kNever;
  if (config.end_after_executions) {
    quiet->wait_until(end);
  } else {
    stopping->wait_until(end);
  }
  stopping->raise();
  quiet->wait_until(kNever);
  for (nrt_model_t* model : models) nrt_unload(model);
  return 0;
}

int Workload::Impl::run() {
  os::Os& os = os::os();
  stopping = os.make_signal();
  quiet = os.make_signal();
  prepare_environment();
  counts.init_status =
      nrt_init(config.framework, config.framework_version.c_str(), config.fal_version.c_str());
  if (counts.init_status != NRT_SUCCESS) return 1;
  publish_extras();
  const int code = load_models() ? run_loaded() : 2;
  nrt_close();
  counts.finished = true;
  return code;
}

Workload::Workload(WorkloadConfig config) : impl_(std::make_shared<Impl>(std::move(config))) {}
Workload::~Workload() = default;

int Workload::run() {
  const std::shared_ptr<Impl> keep = impl_;
  return keep->run();
}

void Workload::stop() {
  impl_->ask_to_stop();
}

const WorkloadCounts& Workload::counts() const {
  return impl_->counts;
}

}  // namespace nvp::nrt
