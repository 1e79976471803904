// SPDX-License-Identifier: Apache-2.0
#include "runtime/nrt/config.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>

#include "runtime/nlog/nlog.h"
#include "runtime/os/os.h"

namespace nvp::nrt {
namespace {

constexpr unsigned kMaxCore = 511;

void warn(const char* name, const std::string& value, const char* accepted) {
  nlog_write("NRT", "nrt_config", NRT_LOG_LEVEL_WARN, 0, 0, "%s=%s is ignored, accepted is %s",
             name, value.c_str(), accepted);
}

/// A decimal number; a leading zero means nothing.
bool number(const std::string& text, std::uint64_t* value) {
  if (text.empty() || !std::isdigit(static_cast<unsigned char>(text[0]))) return false;
  errno = 0;
  char* end = nullptr;
  *value = std::strtoull(text.c_str(), &end, 10);
  return errno == 0 && *end == 0;
}

template <class Number>
void read_number(const char* name, Number* value, std::uint64_t least, std::uint64_t most) {
  const char* text = os::os().environment(name);
  if (!text) return;
  std::uint64_t parsed = 0;
  if (number(text, &parsed) && parsed >= least && parsed <= most) {
    *value = static_cast<Number>(parsed);
  } else {
    warn(name, text, "a number in range");
  }
}

void read_bool(const char* name, bool* value) {
  const char* text = os::os().environment(name);
  if (!text) return;
  std::string lower = text;
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const char* yes : {"1", "true", "yes", "on"}) {
    if (lower == yes) {
      *value = true;
      return;
    }
  }
  for (const char* no : {"0", "false", "no", "off"}) {
    if (lower == no) {
      *value = false;
      return;
    }
  }
  warn(name, text, "1, true, yes, on, 0, false, no or off");
}

void read_text(const char* name, std::string* value) {
  if (const char* text = os::os().environment(name)) *value = text;
}

}  // namespace

Config read_config(bool sunda) {
  constexpr std::uint64_t kMaxTimeout = 1'000'000;
  Config config;
  read_bool("NEURON_RT_LOG_COALESCING_ENABLED", &config.coalescing);
  read_number("NEURON_RT_NUM_CORES", &config.num_cores, 0, kMaxCore + 1);
  if (const char* list = os::os().environment("NEURON_RT_VISIBLE_CORES"); list && *list) {
    config.visible_cores = list;
    config.has_visible_cores = true;
    if (config.num_cores != 0) {
      nlog_write("NRT", "nrt_config", NRT_LOG_LEVEL_WARN, 0, 0,
                 "NEURON_RT_NUM_CORES is ignored because NEURON_RT_VISIBLE_CORES is set");
    }
  }
  read_number("NEURON_RT_VIRTUAL_CORE_SIZE", &config.lnc, 1, 2);
  read_number("NEURON_LOGICAL_NC_CONFIG", &config.lnc, 1, 2);
  if (sunda) config.lnc = 1;
  read_bool("NEURON_RT_RESET_CORES", &config.reset_cores);
  read_number("NEURON_RT_EXEC_TIMEOUT", &config.exec_timeout_s, 1, kMaxTimeout);
  read_number("NEURON_RT_XU_COMPUTE_MAX_QUEUED_REQUESTS", &config.queue_capacity, 1, 65'535);
  unsigned legacy = 0;
  read_number("NEURON_RT_ALLOW_LEGACY_NEFF", &legacy, 0, ~0u);
  config.allow_legacy_neff = legacy != 0;
  read_bool("NEURON_RT_ENABLE_MEMORY_METRICS", &config.memory_metrics);
  read_text("NEURON_RT_LOCAL_CORE_DUMP_DIRECTORY", &config.core_dump_directory);
  read_text("NEURON_RT_S3_CORE_DUMP_PREFIX", &config.s3_core_dump_prefix);
  read_text("NEURON_PROCESS_TAG", &config.process_tag);
  return config;
}

bool parse_core_list(const std::string& text, std::vector<unsigned>* cores) {
  cores->clear();
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string item = text.substr(begin, end - begin);
    begin = end + 1;
    const std::size_t dash = item.find('-');
    std::uint64_t first = 0, last = 0;
    if (!number(item.substr(0, dash), &first)) return false;
    last = first;
    if (dash != std::string::npos && !number(item.substr(dash + 1), &last)) return false;
    if (last < first || last > kMaxCore) return false;
    for (; first <= last; first++) cores->push_back(static_cast<unsigned>(first));
  }
  std::sort(cores->begin(), cores->end());
  cores->erase(std::unique(cores->begin(), cores->end()), cores->end());
  return true;
}

}  // namespace nvp::nrt
