// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
// What kernel code tells the run: log lines, trace events, problems; and what the run tells it:
// faults and host files.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "driver/kernel/include/vk/host.h"
#include "driver/kernel/src/impl.h"
#include "model/sim/error.h"

using nvp::vk::impl;
namespace trace = nvp::trace;

namespace {

// The text of the event metrics_post is "id:length:record" (docs/reference/21-metrics.md).
void emit_metrics_post(const char* text) {
  char* rest = nullptr;
  const auto id = static_cast<std::uint32_t>(std::strtoul(text, &rest, 10));
  const auto length =
      *rest == ':' ? static_cast<std::uint32_t>(std::strtoul(rest + 1, nullptr, 10)) : 0;
  impl().stream.emit(
      {trace::Kind::metrics_post_trace, nvp::sim::now(), -1, id, length, 0, 0, text});
}

// A slow tick, as driver/neuron/neuron_trace.h words it; false if `text` is something else.
bool emit_metrics_tick(const char* text) {
  int device = -1;
  unsigned tick = 0, posted = 0, records = 0, bytes = 0;
  if (std::sscanf(text, "nd%d tick %u posted %u records %u bytes %u", &device, &tick, &posted,
                  &records, &bytes) != 5) {
    return false;
  }
  impl().stream.emit(
      {trace::Kind::metrics_tick, nvp::sim::now(), device, tick, posted, records, bytes});
  return true;
}

}  // namespace

extern "C" {

void vk_log(int level, const char* line) {
  if (!impl().stream.wants(trace::Kind::kernel_log)) return;
  impl().stream.emit({trace::Kind::kernel_log, nvp::sim::now(), -1,
                      static_cast<std::uint32_t>(level),
                      static_cast<std::uint32_t>(impl().tasks.current().c.pid), 0, 0, line});
}

void vk_problem(const char* text) {
  impl().problem(text);
}

void vk_bug(const char* where, const char* what) {
  throw nvp::Error(std::string("kernel BUG at ") + where + ": " + what + " (task " +
                       impl().tasks.current().c.comm + ")",
                   nvp::Error::Kind::platform);
}

int vk_trace_wanted(void) {
  return impl().stream.wants(trace::Kind::metrics_post_trace) ||
         impl().stream.wants(trace::Kind::metrics_tick) ||
         impl().stream.wants(trace::Kind::driver_trace);
}

void vk_trace_event(const char* name, const char* text) {
  if (std::string_view(name) == "metrics_post") {
    emit_metrics_post(text);
    return;
  }
  if (std::string_view(name) == "metrics_tick" && emit_metrics_tick(text)) return;
  const std::string line = std::string(name) + ": " + text;
  impl().stream.emit({trace::Kind::driver_trace, nvp::sim::now(), -1,
                      static_cast<std::uint32_t>(impl().tasks.current().c.pid), 0, 0, 0, line});
}

int vk_fault(const char* name, unsigned long) {
  const auto point = nvp::fault::find(std::string("driver.") + name);
  return point && impl().faults.hit(*point, {}) != nullptr;
}

const char* vk_host_file(const char* path, unsigned long* length) {
  const auto at = impl().config.files.find(path);
  if (at == impl().config.files.end()) return nullptr;
  *length = at->second.size();
  return at->second.c_str();
}

}  // extern "C"
