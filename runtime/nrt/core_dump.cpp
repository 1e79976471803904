// SPDX-License-Identifier: Apache-2.0
// Saving the evidence of a failed call (docs/reference/32-runtime-api.md, section 7).
#include <cstdio>

#include "runtime/nrt/api.h"

namespace nvp::nrt {
namespace {

constexpr std::size_t kMaxDirectory = 0x1000, kMaxFile = 0xff;
constexpr std::size_t kMaxInstanceId = 22;
constexpr const char* kNoCluster = "0000000000000000";

std::function<void(const std::vector<std::string>&)>& helper() {
  static std::function<void(const std::vector<std::string>&)> current;
  return current;
}

const std::string* variable_of(char letter, const PathVariables& v) {
  switch (letter) {
    case 'p':
      return &v.pid;
    case 't':
      return &v.tid;
    case 'l':
      return &v.log_id;
    case 'c':
      return &v.cluster_id;
    case 'd':
      return &v.datetime;
    case 'i':
      return &v.instance_id;
    default:
      return nullptr;
  }
}

std::string hex16(std::uint64_t value) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value));
  return text;
}

PathVariables variables(Runtime& rt) {
  os::Os& os = os::os();
  const os::CivilTime t = os.civil_time(false);
  char when[64];
  std::snprintf(when, sizeof when, "%04d%02d%02d-%02d%02d%02d", t.year, t.month, t.day, t.hour,
                t.minute, t.second);
  return {std::to_string(os.pid()),
          std::to_string(os.tid()),
          std::to_string(rt.dump_count++),
          rt.cluster_id ? hex16(rt.cluster_id) : kNoCluster,
          when,
          os.instance_id().substr(0, kMaxInstanceId)};
}

std::vector<std::string> common_arguments(const PathVariables& v, const std::string& directory,
                                          const std::string& s3_prefix) {
  std::vector<std::string> list = {"--pid",         v.pid,         "--tid",
                                   v.tid,           "--log-id",    v.log_id,
                                   "--instance-id", v.instance_id, "--local-output-dir",
                                   directory};
  if (!s3_prefix.empty()) list.insert(list.end(), {"--s3-output-prefix", s3_prefix});
  list.insert(list.end(), {"--cluster-id", v.cluster_id, "--date-time", v.datetime});
  return list;
}

/// One run of the helper per physical core.
void dump_cores(Runtime& rt, const nrt_model_t* model, NRT_STATUS status,
                const std::vector<std::string>& common) {
  std::string name, uuid;
  {
    const std::lock_guard<std::mutex> guard(rt.lock);
    if (is_loaded(rt, model)) {
      name = model->neff.name;
      uuid = hex16(model->neff.id);
    }
  }
  for (const ExecUnit& unit : rt.units) {
    for (const PhysicalCore& core : unit.cores) {
      std::vector<std::string> arguments = common;
      arguments.insert(arguments.end(),
                       {"--device-id", std::to_string(core.device->index), "--core-id",
                        std::to_string(core.core), "--neff-name", name, "--neff-uuid", uuid,
                        "--error-location", "nrt", "--error-code", std::to_string(status)});
      helper()(arguments);
    }
  }
}

}  // namespace

std::string expand_path(const std::string& text, const PathVariables& variables,
                        std::size_t limit) {
  std::string out;
  for (std::size_t i = 0; i < text.size() && out.size() < limit; i++) {
    const std::string* value = nullptr;
    if (text[i] == '%' && i + 1 < text.size()) value = variable_of(text[i + 1], variables);
    if (!value) {
      out += text[i];
      continue;
    }
    i++;
    const bool fits = out.size() + value->size() <= limit;
    out.append(*value, 0, limit - out.size());
    if (!fits) break;
  }
  return out;
}

void set_dump_helper(std::function<void(const std::vector<std::string>&)> act) {
  helper() = std::move(act);
}

void core_dump(Runtime& rt, const nrt_model_t* model, NRT_STATUS status) {
  const Config& config = rt.config;
  if (config.core_dump_directory.empty() && config.s3_core_dump_prefix.empty()) return;
  const PathVariables v = variables(rt);
  const std::string directory = expand_path(config.core_dump_directory, v, kMaxDirectory);
  const std::string s3_prefix = expand_path(config.s3_core_dump_prefix, v, kMaxDirectory);
  const std::vector<std::string> common = common_arguments(v, directory, s3_prefix);
  if (helper()) dump_cores(rt, model, status, common);
  if (directory.empty()) return;
  os::os().make_directories(directory.c_str());
  const std::string file = directory + "/" + expand_path("%i-nrt-pid-%p.log", v, kMaxFile);
  nlog_dump_error_log(file.c_str());
  if (!helper()) return;
  std::vector<std::string> arguments = common;
  arguments.insert(arguments.end(), {"--runtime-generated", file});
  helper()(arguments);
}

}  // namespace nvp::nrt
