// SPDX-License-Identifier: Apache-2.0
#include "runtime/nlog/state.h"

#include <cstring>
#include <new>

#include "gen/driver/uapi/neuron_fidelity.h"
#include "runtime/nlog/nlog.h"

namespace nvp::nlog {

const char* const kSlotNames[kSlots] = {"NRT",  "TDRV", "NMGR", "KMGR", "ENC",  "HAL",
                                        "NLOG", "RUST", "NEFF", "KELF", "UCOD", "NCFW"};

const char* const kResolutions[NLOG_ERR_CAUSE_COUNT] = {
    "Recompile the model for this device (--target) or set NEURON_RT_ALLOW_LEGACY_NEFF=1"};

std::uint32_t key_of(const char* submodule) {
  std::uint32_t key = 0;
  for (unsigned i = 0; i < 4 && submodule[i]; i++) {
    key |= static_cast<std::uint32_t>(static_cast<unsigned char>(submodule[i])) << (8 * i);
  }
  return key;
}

bool keys_differ(const char* const* names, unsigned count) {
  for (unsigned i = 0; i < count; i++) {
    for (unsigned k = i + 1; k < count; k++) {
      if (key_of(names[i]) == key_of(names[k])) return false;
    }
  }
  return true;
}

void check_keys(const char* const* names, unsigned count) {
  if (NEURON_FIDELITY(NLOG_KEY_CHECK, AT_START) && !keys_differ(names, count)) os::os().abort();
}

ProcessState::ProcessState() {
  for (unsigned i = 0; i < kSlots; i++) log_configs[i].module = key_of(kSlotNames[i]);
  os::Os& os = os::os();
  terminal[1] = os.is_terminal(os::Console::out);
  terminal[2] = os.is_terminal(os::Console::err);
  const char* no = os.environment("NO_COLOR");
  no_color = no && *no;
  check_keys(kSlotNames, kSlots);
}

LogConfig* ProcessState::find(const char* submodule) {
  const std::uint32_t key = key_of(submodule);
  for (LogConfig& slot : log_configs) {
    if (slot.module.load(std::memory_order_relaxed) == key) return &slot;
  }
  return nullptr;
}

ProcessState& process() {
  static constexpr os::StateType type = os::state_type<ProcessState>(os::Slot::nlog);
  return *static_cast<ProcessState*>(os::os().process_state(type));
}

ThreadState& thread() {
  static constexpr os::StateType type = os::state_type<ThreadState>(os::Slot::nlog);
  return *static_cast<ThreadState*>(os::os().thread_state(type));
}

void reset_ring(ErrCtx& ctx) {
  ctx.text[0x3fff] = 0;
  ctx.cause = -1;
  ctx.write_pointer = ErrCtx::kEmpty;
  ctx.pending = 0;
}

}  // namespace nvp::nlog

using nvp::nlog::process;
using nvp::nlog::thread;

extern "C" {

void nlog_constructor(void) {
  process();
}

void nlog_coalescing_init_thread(void) {
  nvp::nlog::ErrCtx& ctx = thread().ctx;
  ctx.enabled = process().coalescing_enabled;
  reset_ring(ctx);
}

bool nlog_has_unflushed_logs(void) {
  return thread().ctx.pending != 0;
}

void nlog_discard_coalesced(void) {
  reset_ring(thread().ctx);
}

void nlog_end_api(NRT_STATUS status) {
  if (status == NRT_SUCCESS && NEURON_FIDELITY(NLOG_GUARD, FAILURES_ONLY)) nlog_discard_coalesced();
}

void nlog_set_error_cause(int32_t cause) {
  int32_t& word = thread().ctx.cause;
  if (word == -1) {
    word = cause;
    return;
  }
  nlog_write("NLOG", __func__, NRT_LOG_LEVEL_WARN, 0, 0, "Error cause is already defined as %d",
             word);
}

uint64_t nlog_dropped_lines(void) {
  return thread().dropped;
}

void nlog_after_fork_in_child(void) {
  new (&process().error_log_mutex) std::mutex;
}

}  // extern "C"
