// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_RUNTIME_NRT_INTERNAL_H_
#define NEURON_VP_RUNTIME_NRT_INTERNAL_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "runtime/nds/nds.h"
#include "runtime/nrt/nrt.h"
#include "runtime/os/job.h"

/// What tests and scenario processes need of the runtime beyond its public interface.

extern "C" {
/// The fork handler of the child: state CHILD, which is terminal (32 section 5.1).
void nrt_internal_after_fork_in_child(void);
}

namespace nvp::nrt {

/// Life of the runtime in a process (32 section 5.1). The names are printed.
enum class State : int { start = 0, init = 1, child = 2, closed = 3 };
const char* name_of(State state);
State state();

/// What an execution is made to meet.
struct Injection {
  /// Outcome of the job on the first core of each logical core; the other cores run normally.
  os::JobOutcome outcome = os::JobOutcome::success;
  /// If not NRT_SUCCESS: nothing is staged, and each core of the model reports this status at once,
  /// with its counter. The execution unit stays usable unless `poison`.
  NRT_STATUS status = NRT_SUCCESS;
  bool poison = false;
  /// Busy time of the job; 0: the model's.
  std::uint64_t duration_ps = 0;
  /// L2 subtypes that the first core reports beside its outcome, bit s for subtype s.
  std::uint32_t subtypes = 0;
  /// Interrupt cause bit 29 of the first core's trigger block (notification queue overflow, 32
  /// section 3.3).
  bool queue_overflow = false;
};

/// nrt_execute with something injected.
NRT_STATUS execute_with(nrt_model_t* model, const Injection& injection);

/// The runtime's version, as published and printed; before nrt_init. Four numbers "2.31.24.0".
void set_runtime_version(const std::string& version);

/// Calls `act` with the datastore of each device that the process has opened.
void for_each_datastore(const std::function<void(nds_instance_t*)>& act);

/// Evidence about one core when a request is finalised (32 section 3.4).
struct Evidence {
  bool poisoned = false;          ///< the execution unit was unusable before
  NRT_STATUS code = NRT_SUCCESS;  ///< from a record or the trigger block (3.1, 3.3)
  bool hbm_uncorrectable = false, hbm_repairable = false;
  bool memory_uncorrectable = false;  ///< on-chip memory error entry
  std::uint32_t memory_record = 0;    ///< its data: 0x16 SBUF, 0x26 PSUM
  bool dma_abort = false;
  bool collectives_pending = false;  ///< started and not completed at the time-out
  bool proxy_fault = false;
  bool completed = true;       ///< every engine reached its END
  std::uint32_t subtypes = 0;  ///< L2 flags, bit s
};

struct Verdict {
  NRT_STATUS status;
  bool fatal;  ///< step result 2: the execution unit is unusable afterwards
};
Verdict finalise(const Evidence& evidence);

/// Evidence that an outcome leaves.
Evidence evidence_of(os::JobOutcome outcome);

/// The status of a request of which one core reports `first` and a later one `next` (32 section
/// 1.2).
NRT_STATUS worse(NRT_STATUS first, NRT_STATUS next);

/// Status of a memory error notification or another L3 type (32 section 2).
NRT_STATUS status_of_notification(unsigned type, bool uncorrectable);

/// Status of an errno of the driver (32 section 2).
NRT_STATUS status_of_errno(int error);

/// Compatibility test of the driver's answer (32 section 5.2).
enum class Compatibility { ok, runtime_too_old, driver_too_old };
Compatibility compatible(unsigned architecture, std::uint32_t driver_min, std::uint32_t driver_max);

/// @name Publishers (32 section 4) @{
void publish_generic_status(nds_instance_t* nds, unsigned core, NRT_STATUS status);
void publish_error_stats(nds_instance_t* nds, unsigned core, std::uint32_t subtypes);
struct Latencies {
  std::uint64_t device_us = 0, total_us = 0, core_us = 0, collectives_us = 0;
};
void publish_latencies(nds_instance_t* nds, unsigned core, const Latencies& latencies);
void publish_exec_stats(nds_instance_t* nds, unsigned core, NRT_STATUS status, std::uint64_t macs,
                        std::uint64_t busy_ps);
/// @}

/// Packed version word of a text such as "2.1" (20 section 5).
std::uint64_t version_word(const std::string& text, std::uint16_t reserved);
/// The same as a record's triple.
nds_version_t version_triple(const std::string& text);

/// Expands a dump path template (32 section 7): letters p, t, l, c, d, i; cut at `limit`
/// characters.
struct PathVariables {
  std::string pid, tid, log_id, cluster_id, datetime, instance_id;
};
std::string expand_path(const std::string& text, const PathVariables& variables, std::size_t limit);

/// The core-dump helper: called with its argument list instead of starting a process; null: none.
void set_dump_helper(std::function<void(const std::vector<std::string>&)> helper);

}  // namespace nvp::nrt

#endif  // NEURON_VP_RUNTIME_NRT_INTERNAL_H_
