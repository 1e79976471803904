// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_RUNTIME_NRT_WORKLOAD_H_
#define NEURON_VP_RUNTIME_NRT_WORKLOAD_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "runtime/nrt/nrt.h"
#include "runtime/os/job.h"

/// A simple application of the runtime: what a scenario's processes run. Deterministic: the same
/// configuration gives the same calls at the same times.
namespace nvp::nrt {

/// One way in which an execution ends, with its share of all executions.
struct MixEntry {
  std::uint32_t per_million = 0;
  os::JobOutcome outcome = os::JobOutcome::success;
  /// If not NRT_SUCCESS, the execution reports this status instead of a hardware outcome
  /// (runtime/nrt/internal.h, Injection).
  NRT_STATUS status = NRT_SUCCESS;
};

/// Lines that the process writes through nlog after nrt_init.
struct LogLine {
  std::string module = "NRT", function = "app", text;
  std::uint32_t level = 1;  ///< 1 ERROR .. 5 TRACE
  bool coalesced = false, api_level = false;
  std::uint64_t count = 1;
  std::uint64_t after_ps = 0;  ///< from the end of nrt_init to the first
  std::uint64_t every_ps = 0;  ///< between two
};

/// One step of a reproducible sequence: see WorkloadConfig::script.
struct ScriptStep {
  std::uint64_t at_ps = 0;  ///< from the end of nrt_load; steps in ascending order
  unsigned vnc = 0;         ///< index into the loaded models
  os::JobOutcome outcome = os::JobOutcome::success;
  NRT_STATUS status = NRT_SUCCESS;
};

struct WorkloadConfig {
  /// Logical cores, as NEURON_RT_VISIBLE_CORES takes them ("0", "2-3"); empty: what the environment
  /// says.
  std::string visible_cores;
  nrt_framework_type_t framework = NRT_FRAMEWORK_TYPE_NO_FW;
  std::string framework_version, fal_version;
  std::string runtime_version;     ///< empty: the runtime's own (2.31.24.0)
  std::uint64_t feature_bits = 0;  ///< ORed into the feature bitmap
  std::uint64_t cluster_id = 0;    ///< device cluster id counter, if not 0
  std::string process_tag;         ///< empty: the pid

  // One model is loaded per logical core.
  std::string model_name = "model";
  std::uint64_t neff_id = 0;                  ///< 0: derived from the name
  std::uint64_t duration_ps = 1'000'000'000;  ///< busy time of one execution (1 ms)
  std::uint64_t macs = 0;
  std::string neff_extra;  ///< further lines of the NEFF text (runtime/nrt/neff.h)

  /// Executions per 1000 s on each logical core (millihertz); 0: none. Arrival k is at
  /// floor(k * 10^15 / rate) ps after the load; one that comes while another runs is left out.
  std::uint64_t rate_millihz = 0;
  std::uint64_t executions = 0;  ///< per core; 0: no limit
  std::uint64_t run_ps = 0;      ///< the process ends so long after the load, and nothing starts
                                 ///< from then on; 0: when stopped
  bool end_after_executions = false;  ///< ends when every core has done `executions`
  bool stop_on_fatal = true;          ///< a core whose unit is unrecoverable executes no more

  std::vector<MixEntry> mix;  ///< shares of other outcomes than success
  std::uint64_t seed = 1;
  std::vector<ScriptStep> script;  ///< executions at given times, instead of or beside the rate
  std::vector<LogLine> log;
};

/// What a workload has done so far.
struct WorkloadCounts {
  std::uint64_t executions = 0;  ///< nrt_execute calls that returned
  std::uint64_t failures = 0;    ///< those with a status other than 0
  NRT_STATUS init_status = NRT_SUCCESS, load_status = NRT_SUCCESS, last_failure = NRT_SUCCESS;
  bool ready = false;     ///< initialised and loaded
  bool finished = false;  ///< nrt_close has returned
};

/// Handle by which a scenario controls a running workload; shared with it.
class Workload {
 public:
  explicit Workload(WorkloadConfig config);
  ~Workload();

  /// The process's main function: nrt_init, nrt_load, executions, nrt_unload, nrt_close. To be
  /// called by the first thread of the process. Exit code: 0, 1 if nrt_init failed, 2 if nrt_load
  /// failed.
  int run();
  /// Asks it to end in an orderly way (from any context); running executions end first.
  void stop();

  const WorkloadCounts& counts() const;

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace nvp::nrt

#endif  // NEURON_VP_RUNTIME_NRT_WORKLOAD_H_
