// SPDX-License-Identifier: Apache-2.0
// The emit core: gate ladder, direct path, coalesced path (docs/reference/30-nlog.md, 2.5, 3 to 5).
#include <algorithm>
#include <cstring>
#include <string>

#include "gen/driver/uapi/neuron_fidelity.h"
#include "runtime/nlog/nlog.h"
#include "runtime/nlog/state.h"
#include "runtime/nlog/text.h"

namespace nvp::nlog {
namespace {

constexpr char kRed[] = "\x1B[91m", kMagenta[] = "\x1B[95m", kReset[] = "\x1B[0m";
constexpr std::size_t kReserved = Line::kBuffer;  // kept free for the line that flushes
constexpr std::size_t kLineAndSuffix = 1077;

/// One line on its way.
struct Call {
  Origin origin;
  os::CivilTime time;
  bool api_level;
  const char* fmt;
  va_list arguments;
};

int syslog_priority(std::uint32_t level) {
  static constexpr int kMapped[] = {0, 3, 4, 6, 7, 7};
  return NEURON_FIDELITY(NLOG_SYSLOG_PRIORITY, MAPPED) ? kMapped[level] : static_cast<int>(level);
}

/// Whether a stream takes colour codes at all.
bool coloured(const ProcessState& state, os::Console stream) {
  if (!state.terminal[static_cast<int>(stream)]) return false;
  return !(NEURON_FIDELITY(NLOG_COLOURS, TERMINAL_UNLESS_NO_COLOR) && state.no_color);
}

/// Puts the pieces of one console line out: by one call each, or all together.
void to_console(os::Console stream, const os::Piece* pieces, std::size_t count) {
  os::Os& os = os::os();
  if (NEURON_FIDELITY(NLOG_CONSOLE_WRITES, ONE)) {
    std::string whole;
    for (std::size_t i = 0; i < count; i++) whole.append(pieces[i].text, pieces[i].size);
    os.console_write(stream, whole.data(), whole.size());
  } else {
    for (std::size_t i = 0; i < count; i++) {
      if (pieces[i].size) os.console_write(stream, pieces[i].text, pieces[i].size);
    }
  }
  os.console_flush(stream);
}

os::Piece piece(const char* text) {
  return {text, std::strlen(text)};
}

void direct_console(const ProcessState& state, Call& call) {
  const std::uint32_t level = call.origin.level;
  const bool error = level == NRT_LOG_LEVEL_ERROR, warn = level == NRT_LOG_LEVEL_WARN;
  const os::Console stream = error ? os::Console::err : os::Console::out;
  const bool colour = (error || warn) && coloured(state, stream);
  const bool reset = colour || ((error || warn) && NEURON_FIDELITY(NLOG_COLOURS, ALWAYS_RESET));

  char stamp[48];
  Text header, body;
  header.header(call.origin);
  if (call.fmt) {
    body.vformat(call.fmt, call.arguments);
  }
  const os::Piece pieces[] = {
      piece(!colour ? ""
            : error ? kRed
                    : kMagenta),
      {stamp, format_timestamp(stamp, sizeof stamp, call.time)},
      {header.data(), header.size()},
      {body.data(), body.size()},
      piece(reset ? kReset : ""),
      piece("\n"),
  };
  to_console(stream, pieces, std::size(pieces));
}

void direct(const ProcessState& state, const LogConfig& slot, Call& call) {
  const std::uint32_t level = call.origin.level;
  Line line;
  line.header(call.origin, level);
  if (call.fmt) {
    va_list copy;
    va_copy(copy, call.arguments);
    line.vformat(call.fmt, copy);
    va_end(copy);
  }
  if (slot.syslog_level >= level) {
    os::os().syslog(syslog_priority(level), line.text(), line.size());
  }
  to_kernel(line.text(), line.size(), level);
  print_to_error_log(line.text(), static_cast<std::uint32_t>(line.size()) + 1);
  if (slot.console_level >= level) direct_console(state, call);
}

void flush_console(const ProcessState& state, const char* text, std::size_t size) {
  const bool codes =
      coloured(state, os::Console::err) || NEURON_FIDELITY(NLOG_COLOURS, ALWAYS_RESET);
  const os::Piece pieces[] = {
      piece(codes ? kRed : ""), {text, size}, piece("\n\n"), piece(codes ? kReset : "")};
  to_console(os::Console::err, pieces, std::size(pieces));
}

/// Sends the ring's content to every sink and empties it (section 5.1).
void flush(const ProcessState& state, const LogConfig& slot, ErrCtx& ctx) {
  const char* line = ctx.text + ctx.write_pointer + 1;
  const std::size_t n = ErrCtx::kEmpty - ctx.write_pointer;
  if (slot.console_level != 0) flush_console(state, line, n);
  if (slot.syslog_level != 0) {
    const char* text = NEURON_FIDELITY(NLOG_FLUSH_SYSLOG, BUFFER_START) ? ctx.text : line;
    os::os().syslog(syslog_priority(NRT_LOG_LEVEL_ERROR), text, std::strlen(text));
  }
  to_kernel(line, n, NRT_LOG_LEVEL_ERROR);
  print_to_error_log(line, static_cast<std::uint32_t>(n) + 1);
  reset_ring(ctx);
  if (NEURON_FIDELITY(NLOG_ENABLE_AT_FLUSH, CLEARED)) ctx.enabled = 0;
}

void build_coalesced(Line& line, Call& call, const ErrCtx& ctx) {
  if (call.api_level) {
    line.timestamp(call.time);
    line.header(call.origin, NRT_LOG_LEVEL_ERROR);  // whatever the level is
  } else {
    line.format("%s:%s ", call.origin.submodule, call.origin.function);
  }
  if (call.fmt) line.vformat(call.fmt, call.arguments);
  line.set_bound(kLineAndSuffix + 1);
  if (call.api_level && static_cast<std::uint32_t>(ctx.cause) < NLOG_ERR_CAUSE_COUNT) {
    line.format(" Resolution: %s", kResolutions[ctx.cause]);
  }
  line.set_bound(Line::kBuffer);
  if (ctx.pending != 0) line.append("\n\t", 2);
}

/// Puts a line below the ring's content; false if there is no room for it (section 7.2).
bool store(ErrCtx& ctx, const Line& line, bool api_level) {
  const std::size_t n = line.size(), free = ctx.write_pointer + 1;
  if (n + (api_level ? 0 : kReserved) > free) return false;
  std::memcpy(ctx.text + ctx.write_pointer - n + 1, line.text(), n);
  ctx.write_pointer -= static_cast<std::uint32_t>(n);
  ctx.pending++;
  return true;
}

void coalesced(const ProcessState& state, const LogConfig& slot, ThreadState& thread, Call& call) {
  ErrCtx& ctx = thread.ctx;
  Line line;
  build_coalesced(line, call, ctx);
  if (!store(ctx, line, call.api_level)) {
    thread.dropped++;
    return;
  }
  if (call.api_level && state.coalescing_enabled && ctx.pending != 0 && ctx.enabled) {
    flush(state, slot, ctx);
  }
}

/// Marks the thread as inside nlog while it lives.
class Inside {
 public:
  explicit Inside(ThreadState& thread) : thread_(thread) { thread_.inside = true; }
  ~Inside() { thread_.inside = false; }

 private:
  ThreadState& thread_;
};

}  // namespace
}  // namespace nvp::nlog

using namespace nvp::nlog;

extern "C" {

void nlog_vwrite(const char* submodule, const char* func, uint32_t level, uint32_t coaleced_msg,
                 uint32_t api_level, const char* fmt, va_list arguments) {
  if (!submodule) return;
  ProcessState& state = process();
  if (level > state.max_level.load(std::memory_order_relaxed) || level - 1 > 4) return;
  const LogConfig* slot = state.find(submodule);
  if (!slot || (slot->syslog_level < level && slot->console_level < level)) return;

  ThreadState& self = thread();
  if (self.inside) {
    self.dropped++;
    return;
  }
  const Inside inside(self);
  nvp::os::Os& os = nvp::os::os();
  Call call;
  call.origin = {os.pid(), os.tid(), level, submodule, func ? func : "(null)"};
  call.time = os.civil_time(false);
  call.api_level = api_level != 0;
  call.fmt = fmt;
  va_copy(call.arguments, arguments);
  if (coaleced_msg && self.ctx.enabled) {
    coalesced(state, *slot, self, call);
  } else {
    direct(state, *slot, call);
  }
  va_end(call.arguments);
}

void nlog_write(const char* submodule, const char* func, uint32_t level, uint32_t coaleced_msg,
                uint32_t api_level, const char* fmt, ...) {
  va_list arguments;
  va_start(arguments, fmt);
  nlog_vwrite(submodule, func, level, coaleced_msg, api_level, fmt, arguments);
  va_end(arguments);
}

}  // extern "C"
