// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_RUNTIME_NLOG_STATE_H_
#define NEURON_VP_RUNTIME_NLOG_STATE_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>

#include "runtime/os/os.h"

/// What nlog keeps per process and per thread. Internal to nlog and its tests.
namespace nvp::nlog {

constexpr unsigned kSlots = 12;
/// Names of the submodules, in slot order (30 section 2.2).
extern const char* const kSlotNames[kSlots];

/// First four bytes of a name as a little-endian number, zero-padded.
std::uint32_t key_of(const char* submodule);
/// True if the keys of all names differ.
bool keys_differ(const char* const* names, unsigned count);
/// The start-up check of the slots: with the switch nlog_key_check, equal keys end the process (30
/// section 13, B10).
void check_keys(const char* const* names, unsigned count);

/// One slot of the level matrix; the layout is nrt_log_config_t's. Read racily, as the original.
struct LogConfig {
  std::atomic<std::uint32_t> module{0};
  std::atomic<std::uint32_t> syslog_level{0};
  std::atomic<std::uint32_t> console_level{1};
};
static_assert(sizeof(LogConfig) == 12, "30 section 2.1");

/// Ring of the records that went to the byte sinks (30 section 8). Guarded by ProcessState's mutex.
struct ErrorLog {
  std::int32_t num_wraps = 0;
  std::int32_t tail = 0;
  std::int32_t capacity = 0;
  std::unique_ptr<char[]> log;
};

struct ProcessState {
  ProcessState();
  LogConfig* find(const char* submodule);

  LogConfig log_configs[kSlots];
  std::atomic<std::uint32_t> max_level{1};  ///< the ceiling: raised, never lowered
  bool terminal[3] = {};                    ///< by descriptor
  bool no_color = false;
  std::atomic<std::uint8_t> coalescing_enabled{0};
  ErrorLog error_log;
  std::mutex error_log_mutex;
};

/// The per-thread coalescing context, byte for byte (30 section 7.1).
struct ErrCtx {
  static constexpr std::uint32_t kEmpty = 0x3ffe;
  char text[0x4000] = {};
  std::int32_t cause = -1;
  std::uint32_t write_pointer = kEmpty;
  std::uint8_t enabled = 0;
  std::uint8_t pad[3] = {};
  std::uint32_t pending = 0;
};
static_assert(sizeof(ErrCtx) == 0x4010 && offsetof(ErrCtx, cause) == 0x4000 &&
                  offsetof(ErrCtx, write_pointer) == 0x4004 &&
                  offsetof(ErrCtx, enabled) == 0x4008 && offsetof(ErrCtx, pending) == 0x400c,
              "30 section 7.1");

struct ThreadState {
  ErrCtx ctx;
  bool inside = false;  ///< the thread is inside nlog
  std::uint64_t dropped = 0;
};

ProcessState& process();
ThreadState& thread();

/// Empties the ring: pointer, cause, terminator, pending count.
void reset_ring(ErrCtx& ctx);

extern const char* const kResolutions[];

/// Sends text to the kernel log, in the pieces that the switch nlog_printk_length asks for.
/// `text[n]` is NUL. `level` is tested against the platform's limit.
void to_kernel(const char* text, std::size_t n, std::uint32_t level);

}  // namespace nvp::nlog

#endif  // NEURON_VP_RUNTIME_NLOG_STATE_H_
