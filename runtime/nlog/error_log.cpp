// SPDX-License-Identifier: Apache-2.0
// The error-log ring, and what starts and ends with it (docs/reference/30-nlog.md, section 8).
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <new>

#include "gen/driver/uapi/neuron_fidelity.h"
#include "runtime/nlog/nlog.h"
#include "runtime/nlog/state.h"

namespace nvp::nlog {
namespace {

std::atomic<void (*)(void)> rust_logger{nullptr};

/// Copies into the ring with as many arcs as it takes.
void put(ErrorLog& ring, const char* data, std::size_t size) {
  const auto room = static_cast<std::size_t>(ring.capacity - ring.tail);
  if (size <= room) {
    std::memcpy(ring.log.get() + ring.tail, data, size);
    ring.tail += static_cast<std::int32_t>(size);
    return;
  }
  std::memcpy(ring.log.get() + ring.tail, data, room);
  ring.tail = 0;
  ring.num_wraps++;
  put(ring, data + room, size - room);
}

/// The oldest record may be cut: drops everything up to the first newline of arc + head (B19).
void leave_out_oldest(os::Piece* pieces) {
  for (int i = 0; i < 2; i++) {
    const void* end = std::memchr(pieces[i].text, '\n', pieces[i].size);
    if (!end) {
      pieces[i].size = 0;
      continue;
    }
    const char* rest = static_cast<const char*>(end) + 1;
    pieces[i].size -= static_cast<std::size_t>(rest - pieces[i].text);
    pieces[i].text = rest;
    return;
  }
}

}  // namespace
}  // namespace nvp::nlog

using namespace nvp::nlog;

extern "C" {

void nlog_set_rust_logger(void (*install)(void)) {
  rust_logger = install;
}

void nlog_init(uint32_t num_vtpbs, bool coalescing) {
  nvp::os::os().syslog_open("NLOG");
  if (void (*install)(void) = rust_logger) install();
  ProcessState& state = process();
  state.coalescing_enabled = coalescing;
  const std::lock_guard<std::mutex> lock(state.error_log_mutex);
  ErrorLog& ring = state.error_log;
  ring.num_wraps = 0;
  ring.tail = 0;
  ring.capacity = static_cast<std::int32_t>(num_vtpbs << 17);
  ring.log.reset(ring.capacity > 0
                     ? new (std::nothrow) char[static_cast<std::size_t>(ring.capacity)]
                     : nullptr);
}

void nlog_close(void) {
  nvp::os::os().syslog_close();
  ProcessState& state = process();
  const std::lock_guard<std::mutex> lock(state.error_log_mutex);
  state.error_log.log.reset();
}

void print_to_error_log(const char* msg, uint32_t size) {
  ProcessState& state = process();
  const std::lock_guard<std::mutex> lock(state.error_log_mutex);
  ErrorLog& ring = state.error_log;
  if (!msg || !ring.log || ring.capacity <= 0 || size == 0) return;
  put(ring, msg, size - 1);
  put(ring, "\n", 1);
}

void nlog_clear_error_log(void) {
  ProcessState& state = process();
  const std::lock_guard<std::mutex> lock(state.error_log_mutex);
  state.error_log.num_wraps = 0;
  state.error_log.tail = 0;
}

NRT_STATUS nlog_dump_error_log(const char* path) {
  if (!path || !*path) return NRT_INVALID;
  ProcessState& state = process();
  const std::lock_guard<std::mutex> lock(state.error_log_mutex);
  ErrorLog& ring = state.error_log;
  if (!ring.log) return NRT_INVALID;

  const auto tail = static_cast<std::size_t>(ring.tail);
  const auto capacity = static_cast<std::size_t>(ring.capacity);
  const bool wrapped = ring.num_wraps > 0;
  char wraps[64] = "";
  nvp::os::Piece pieces[3] = {
      {ring.log.get() + tail, wrapped ? capacity - tail : 0}, {ring.log.get(), tail}, {wraps, 0}};
  if (wrapped) {
    if (NEURON_FIDELITY(NLOG_OLDEST_RECORD, LEFT_OUT)) leave_out_oldest(pieces);
    pieces[2].size = static_cast<std::size_t>(
        std::snprintf(wraps, sizeof wraps, "nlog: error log wrapped %d time(s)\n", ring.num_wraps));
  }
  if (nvp::os::os().append_file(path, pieces, 3) < 0) return NRT_FAILURE;
  ring.num_wraps = 0;
  ring.tail = 0;
  return NRT_SUCCESS;
}

}  // extern "C"
