// SPDX-License-Identifier: Apache-2.0
// The level and location matrix (docs/reference/30-nlog.md, section 2).
#include <algorithm>
#include <cctype>
#include <cstring>
#include <string>

#include "gen/driver/uapi/neuron_fidelity.h"
#include "runtime/nlog/nlog.h"
#include "runtime/nlog/state.h"

namespace nvp::nlog {
namespace {

struct LevelName {
  const char* name;
  std::uint32_t level;
};
constexpr LevelName kLevels[] = {{"ERROR", NRT_LOG_LEVEL_ERROR},
                                 {"WARN", NRT_LOG_LEVEL_WARN},
                                 {"INFO", NRT_LOG_LEVEL_INFO},
                                 {"DEBUG", NRT_LOG_LEVEL_DEBUG},
                                 {"TRACE", NRT_LOG_LEVEL_TRACE}};

bool starts_with_word(const char* text, const char* word) {
  for (; *word; text++, word++) {
    if (std::toupper(static_cast<unsigned char>(*text)) != *word) return false;
  }
  return true;
}

/// `word` is upper case.
bool contains(const char* text, const char* word) {
  for (; *text; text++) {
    if (starts_with_word(text, word)) return true;
  }
  return false;
}

void print(const std::string& line) {
  os::Os& os = os::os();
  os.console_write(os::Console::out, line.data(), line.size());
  os.console_flush(os::Console::out);
}

std::uint32_t parse_level(const char* text) {
  for (const LevelName& candidate : kLevels) {
    if (contains(text, candidate.name)) return candidate.level;
  }
  print(std::string("invalid level ") + text + ", default to ERROR\n");
  return NRT_LOG_LEVEL_ERROR;
}

struct Axes {
  bool syslog, console;
};

Axes parse_location(const char* location, const char* level_name) {
  Axes axes = {contains(location, "SYSLOG"), contains(location, "CONSOLE")};
  if (axes.syslog || axes.console) return axes;
  const bool right = NEURON_FIDELITY(NLOG_LOCATION_TEXT, LOCATION);
  print(std::string("invalid log location setting ") + (right ? location : level_name) +
        ", default to CONSOLE\n");
  return {false, true};
}

void set_slot(const char* slot, const std::string& location, const std::string& level) {
  nlog_set_log_level(slot, location.c_str(), level.c_str());
}

}  // namespace
}  // namespace nvp::nlog

using namespace nvp::nlog;

extern "C" {

NRT_STATUS nlog_set_log_level(const char* submodule, const char* location, const char* level_name) {
  if (!submodule) return NRT_INVALID;
  if (!location) location = "";
  if (!level_name) level_name = "";
  const std::uint32_t level = parse_level(level_name);
  const Axes axes = parse_location(location, level_name);

  ProcessState& state = process();
  const std::uint32_t key = key_of(submodule);
  const bool all = key == key_of("all");
  for (LogConfig& slot : state.log_configs) {
    if (!all && slot.module != key) continue;
    slot.syslog_level = axes.syslog ? level : 0;
    slot.console_level = axes.console ? level : 0;
  }
  if (level > state.max_level) state.max_level = level;
  return NRT_SUCCESS;
}

NRT_STATUS nlog_get_log_level(const char* submodule, uint32_t* out) {
  if (!submodule || !out) return NRT_INVALID;
  const LogConfig* slot = process().find(submodule);
  if (!slot) return NRT_INVALID;
  std::uint32_t level = slot->syslog_level;
  if (!level) level = slot->console_level;
  if (!level) {
    print("At least one of syslog_level or console_level should be enabled\n");
    return NRT_INVALID;
  }
  *out = level;
  return NRT_SUCCESS;
}

void nlog_apply_environment(void) {
  nvp::os::Os& os = nvp::os::os();
  // Copies: a later call may move what the environment gave.
  const auto get = [&os](const std::string& name, const char* fallback) {
    const char* value = os.environment(name.c_str());
    return std::string(value ? value : fallback);
  };
  const std::string level = get("NEURON_RT_LOG_LEVEL", "ERROR");
  const std::string location = get("NEURON_RT_LOG_LOCATION", "CONSOLE");
  set_slot("all", location, level);
  for (const char* slot : kSlotNames) {
    const std::string level_name = std::string("NEURON_RT_LOG_LEVEL_") + slot;
    const std::string location_name = std::string("NEURON_RT_LOG_LOCATION_") + slot;
    if (!os.environment(level_name.c_str()) && !os.environment(location_name.c_str())) continue;
    set_slot(slot, get(location_name, location.c_str()), get(level_name, level.c_str()));
  }
}

bool nlog_rust_accepts(uint32_t record_level) {
  std::uint32_t level = 0;
  if (NEURON_FIDELITY(NLOG_RUST_GATE, LARGER)) {
    if (const LogConfig* slot = process().find("RUST")) {
      level = std::max<std::uint32_t>(slot->syslog_level, slot->console_level);
    }
  } else {
    nlog_get_log_level("RUST", &level);
  }
  return !(level - 1 < 4 && record_level > level);
}

}  // extern "C"
