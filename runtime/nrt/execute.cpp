// SPDX-License-Identifier: Apache-2.0
// Executions: turn, doorbell, wait, verdict, publishing (docs/reference/32-runtime-api.md, sections
// 3, 4 and 7).
#include <array>

#include "runtime/nrt/api.h"

namespace nvp::nrt {
namespace {

constexpr std::uint64_t kPsPerUs = 1'000'000, kPsPerSecond = 1'000'000'000'000;
constexpr unsigned kDoorbell = 0;  // semaphore index
constexpr unsigned kMaxCores = 2;  // physical cores of a logical core

/// One physical core's part of a request.
struct Part {
  PhysicalCore core;
  std::int64_t job = 0;  ///< 0: none staged
  bool ended = false;
  os::JobResult result;
  Evidence evidence;
  Verdict verdict{NRT_SUCCESS, false};
};

/// One logical core's part of a request.
struct UnitPart {
  ExecUnit* unit = nullptr;
  std::array<Part, kMaxCores> parts;
  unsigned count = 0;
};

/// Text of the error line of a status (section 3.4), before the shell's own line.
void log_verdict(const Runtime& rt, const Part& part) {
  const unsigned device = part.core.device->index, core = part.core.core;
  const auto timeout_ms = static_cast<unsigned long long>(rt.config.exec_timeout_s) * 1'000;
  constexpr const char* kFatal = "(FATAL-RT-UNDEFINED-STATE) ";
  switch (part.verdict.status) {
    case NRT_EXEC_HW_ERR_NC_UE:
      NRT_ERROR_LINE("%sUncorrectable memory error is detected, metadata: 0x%x, nd%u nc%u", kFatal,
                     part.evidence.memory_record, device, core);
      break;
    case NRT_EXEC_HW_ERR_HBM_UE:
    case NRT_EXEC_HW_ERR_REPAIRABLE_HBM_UE:
      NRT_ERROR_LINE("%sUncorrectable HBM memory error is detected, nd%u nc%u", kFatal, device,
                     core);
      break;
    case NRT_EXEC_HW_ERR_DMA_ABORT:
      NRT_ERROR_LINE("DMA TX engine 0 is in an abort state, nd%u nc%u", device, core);
      break;
    case NRT_TIMEOUT:
      NRT_ERROR_LINE("%sexecution timeout (%llu ms), nd%u nc%u", kFatal, timeout_ms, device, core);
      break;
    case NRT_SUCCESS:
      break;
    default:
      NRT_ERROR_LINE("execution ended with %s, nd%u nc%u",
                     nrt_get_status_as_str(part.verdict.status), device, core);
  }
}

/// Ends a request's turn and gives the next one its own.
void leave(Runtime& rt, ExecUnit& unit, bool fatal) {
  const std::lock_guard<std::mutex> guard(rt.lock);
  unit.fatal |= fatal;
  unit.unfinished--;
  if (unit.waiting.empty()) return;
  os::Signal* next = unit.waiting.front();
  unit.waiting.pop_front();
  next->raise();
}

/// Waits for the unit's earlier requests (section 7): 7 if too many wait, 101 if the unit is
/// unusable.
NRT_STATUS enter(Runtime& rt, ExecUnit& unit) {
  std::unique_ptr<os::Signal> turn;
  {
    const std::lock_guard<std::mutex> guard(rt.lock);
    if (unit.fatal) return NRT_EXEC_UNIT_UNRECOVERABLE;
    if (unit.unfinished >= rt.config.queue_capacity) return NRT_QUEUE_FULL;
    if (unit.unfinished++ > 0) {
      turn = os::os().make_signal();
      unit.waiting.push_back(turn.get());
    }
  }
  if (!turn) return NRT_SUCCESS;
  turn->wait_until(os::kForever);
  const bool lost = [&] {
    const std::lock_guard<std::mutex> guard(rt.lock);
    return unit.fatal;
  }();
  if (!lost) return NRT_SUCCESS;
  leave(rt, unit, false);
  return NRT_EXEC_UNIT_UNRECOVERABLE;
}

int stage(Part& part, const os::Job& job) {
  const PhysicalCore& core = part.core;
  part.job = os::os().stage_job(core.device->index, core.core, job);
  if (part.job < 0) {
    const int error = static_cast<int>(part.job);
    part.job = 0;
    return error;
  }
  return ndl::semaphore_increment(core.device->fd, core.core, kDoorbell, 1);
}

/// Stages the unit's jobs. What is injected concerns the first core.
void start(UnitPart& unit, const nrt_model& model, const Injection& injection) {
  os::Job job = model.neff.job;
  if (injection.duration_ps) job.duration_ps = injection.duration_ps;
  for (unsigned i = 0; i < unit.count; i++) {
    Part& part = unit.parts[i];
    job.outcome = i == 0 ? injection.outcome : os::JobOutcome::success;
    const int error = stage(part, job);
    if (!error) continue;
    NRT_ERROR_LINE("Failed to start the execution on nd%u nc%u, error:%d", part.core.device->index,
                   part.core.core, error);
    if (part.job) os::os().cancel_job(part.job);
    part.job = 0;
    part.evidence.code = status_of_errno(error);
  }
}

/// What the notification rings, registers and counters say of a part once it ended or its time is
/// up.
void gather(Part& part, const Injection& injection, bool first) {
  if (!part.job) return;
  // The rings in host memory outlive a reset of the core; so does what they say of the job.
  const os::JobOutcome outcome = part.ended && !part.result.aborted ? part.result.outcome
                                 : first                            ? injection.outcome
                                                                    : os::JobOutcome::success;
  part.evidence = evidence_of(outcome);
  part.evidence.completed = part.ended && !part.result.aborted;
  if (first) {
    part.evidence.subtypes |= injection.subtypes;
    const bool late = !part.evidence.completed;
    if (late && injection.queue_overflow) part.evidence.code = NRT_EXEC_SW_NQ_OVERFLOW;
  }
}

/// Waits for the unit's jobs until the time is up, and judges.
void finish(const Runtime& rt, UnitPart& unit, std::uint64_t deadline, const Injection& injection) {
  for (unsigned i = 0; i < unit.count; i++) {
    Part& part = unit.parts[i];
    if (part.job) part.ended = os::os().wait_job(part.job, deadline, &part.result);
    // A job whose core was reset under it has no END: the request waits its time out.
    if (part.ended && part.result.aborted) os::os().sleep_until(deadline);
  }
  for (unsigned i = 0; i < unit.count; i++) {
    Part& part = unit.parts[i];
    gather(part, injection, i == 0);
    part.verdict = finalise(part.evidence);
    if (part.job && !part.ended) os::os().cancel_job(part.job);
    log_verdict(rt, part);
  }
}

/// The parts' result without a device: a status that was asked for, or one that nothing was staged
/// for.
void decide(const Runtime& rt, UnitPart& unit, NRT_STATUS status, bool poison) {
  for (unsigned i = 0; i < unit.count; i++) {
    unit.parts[i].verdict = {status, poison};
    if (status != NRT_EXEC_UNIT_UNRECOVERABLE) log_verdict(rt, unit.parts[i]);
  }
}

void publish(const Part& part, const nrt_model& model, std::uint64_t entered_ps) {
  nds_instance_t* nds = part.core.device->nds;
  const unsigned core = part.core.core;
  const NRT_STATUS status = part.verdict.status;
  if (status == NRT_EXEC_UNIT_UNRECOVERABLE) return;
  const std::uint64_t busy =
      part.evidence.completed && part.ended ? part.result.end_ps - part.result.start_ps : 0;
  if (part.job) {
    Latencies latencies;
    latencies.total_us = (os::os().monotonic_ps() - entered_ps) / kPsPerUs;
    if (part.evidence.completed) latencies.device_us = (part.result.end_ps - entered_ps) / kPsPerUs;
    latencies.core_us = busy / kPsPerUs;
    publish_latencies(nds, core, latencies);
  }
  publish_error_stats(nds, core, part.evidence.subtypes);
  publish_exec_stats(nds, core, status, model.neff.job.macs, busy);
  publish_generic_status(nds, core, status);
  if (part.job) {
    nlog_printk_hardware_error(status, part.evidence.memory_record, part.core.device->index, core);
  }
}

/// The units of a model; a model has few, and nearly always one.
class Request {
 public:
  Request(Runtime& rt, const nrt_model& model) : rt_(rt), model_(model) {
    if (model.vnc_count > 1) more_.resize(model.vnc_count - 1);
    for (unsigned i = 0; i < model.vnc_count; i++) {
      UnitPart& part = at(i);
      part.unit = &rt.units[model.first_vnc + i];
      part.count = static_cast<unsigned>(part.unit->cores.size());
      for (unsigned k = 0; k < part.count; k++) part.parts[k].core = part.unit->cores[k];
    }
  }

  NRT_STATUS run(const Injection& injection) {
    const std::uint64_t entered = os::os().monotonic_ps();
    enter_all();
    if (refused()) {
      for (unsigned i = 0; i < units(); i++) decide(rt_, at(i), refused(), false);
    } else if (injection.status != NRT_SUCCESS) {
      for (unsigned i = 0; i < units(); i++) {
        at(i).parts[0].evidence.subtypes = injection.subtypes;
        decide(rt_, at(i), injection.status, injection.poison);
      }
    } else {
      for (unsigned i = 0; i < units(); i++) start(at(i), model_, injection);
      // One time for all: they started together.
      const std::uint64_t deadline =
          os::os().monotonic_ps() + rt_.config.exec_timeout_s * kPsPerSecond;
      for (unsigned i = 0; i < units(); i++) finish(rt_, at(i), deadline, injection);
    }
    const NRT_STATUS status = conclude(entered);
    leave_all();
    return status;
  }

 private:
  unsigned units() const { return model_.vnc_count; }
  UnitPart& at(unsigned i) { return i == 0 ? one_ : more_[i - 1]; }

  /// In index order, so that two requests never wait for each other.
  void enter_all() {
    for (unsigned i = 0; i < units() && !refused_; i++) {
      refused_ = enter(rt_, *at(i).unit);
      if (!refused_) entered_++;
    }
  }
  NRT_STATUS refused() const { return refused_; }

  NRT_STATUS conclude(std::uint64_t entered) {
    NRT_STATUS worst = NRT_SUCCESS;
    for (unsigned i = 0; i < units(); i++) {
      for (unsigned k = 0; k < at(i).count; k++) {
        const Part& part = at(i).parts[k];
        publish(part, model_, entered);
        worst = worse(worst, part.verdict.status);
      }
    }
    return worst;
  }

  void leave_all() {
    for (unsigned i = 0; i < entered_; i++) {
      UnitPart& part = at(i);
      bool fatal = false;
      for (unsigned k = 0; k < part.count; k++) fatal |= part.parts[k].verdict.fatal;
      leave(rt_, *part.unit, fatal);
    }
  }

  Runtime& rt_;
  const nrt_model& model_;
  UnitPart one_;
  std::vector<UnitPart> more_;
  unsigned entered_ = 0;
  NRT_STATUS refused_ = NRT_SUCCESS;
};

bool begin(Runtime& rt, const nrt_model_t* model) {
  const std::lock_guard<std::mutex> guard(rt.lock);
  const bool known = is_loaded(rt, model);
  rt.running += known;
  return known;
}

void end(Runtime& rt) {
  const std::lock_guard<std::mutex> guard(rt.lock);
  if (--rt.running == 0) rt.idle->raise();
}

NRT_STATUS execute(nrt_model_t* model, const Injection& injection) {
  Runtime& rt = runtime();
  if (!begin(rt, model)) return NRT_INVALID_HANDLE;
  const NRT_STATUS status = Request(rt, *model).run(injection);
  end(rt);
  return status;
}

/// The shell around `work`, which may be called for a model that is none.
template <class Work>
NRT_STATUS execute_api(const char* function, nrt_model_t* model, Work work) {
  return run_api(
      function, model, [model] { return "model=" + model_name(model); }, work,
      [model](NRT_STATUS status) {
        return "Failed to execute model " + model_name(model) + " with status " +
               std::to_string(status);
      });
}

/// A call that asks for less than one execution fails on the model's first core (section 4.1).
NRT_STATUS no_repetition(const nrt_model_t* model) {
  Runtime& rt = runtime();
  const std::lock_guard<std::mutex> guard(rt.lock);
  if (!is_loaded(rt, model)) return NRT_INVALID_HANDLE;
  const PhysicalCore& core = rt.units[model->first_vnc].cores.front();
  publish_generic_status(core.device->nds, core.core, NRT_INVALID);
  return NRT_INVALID;
}

}  // namespace

NRT_STATUS execute_with(nrt_model_t* model, const Injection& injection) {
  return execute_api("nrt_execute", model, [&] { return execute(model, injection); });
}

}  // namespace nvp::nrt

using namespace nvp::nrt;

extern "C" {

NRT_STATUS nrt_execute(nrt_model_t* model, const nrt_tensor_set_t*, nrt_tensor_set_t*) {
  return execute_with(model, Injection{});
}

NRT_STATUS nrt_execute_repeat(nrt_model_t* model, const nrt_tensor_set_t*, nrt_tensor_set_t*,
                              int repeat_count) {
  return execute_api("nrt_execute_repeat", model, [&] {
    if (repeat_count <= 0) return no_repetition(model);
    NRT_STATUS status = NRT_SUCCESS;
    for (int i = 0; i < repeat_count && status == NRT_SUCCESS; i++) {
      status = execute(model, Injection{});
    }
    return status;
  });
}

}  // extern "C"
