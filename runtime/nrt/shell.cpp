// SPDX-License-Identifier: Apache-2.0
// What all API functions share (docs/reference/32-runtime-api.md, sections 5.1, 5.4, 5.5).
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <new>

#include "runtime/nlog/state.h"
#include "runtime/nrt/api.h"

namespace nvp::nrt {
namespace {

constexpr std::size_t kHashFrom = 200;  // a version struct longer than this has room for the hash
constexpr std::size_t kLeastVersionSize = 160;

void dump_line(std::uint32_t level, const std::string& text) {
  nlog_write("NRT", "nrt_infodump", level, 0, 0, "%s", text.c_str());
}

std::string visible_cores_text(const Runtime& rt) {
  std::string text;
  for (unsigned i = 0; i < rt.core_count / rt.config.lnc; i++) {
    text += (i ? ", " : "") + std::to_string(rt.first_core / rt.config.lnc + i);
  }
  return text;
}

}  // namespace

const char* name_of(State state) {
  static constexpr const char* kNames[] = {"NRT_STATE_START", "NRT_STATE_INIT", "NRT_STATE_CHILD",
                                           "NRT_STATE_CLOSED"};
  return kNames[static_cast<int>(state)];
}

Runtime& runtime() {
  static constexpr os::StateType type = os::state_type<Runtime>(os::Slot::nrt);
  return *static_cast<Runtime*>(os::os().process_state(type));
}

State state() {
  return runtime().state;
}

bool debug_wanted() {
  nlog::ProcessState& log = nlog::process();
  if (log.max_level.load(std::memory_order_relaxed) < NRT_LOG_LEVEL_DEBUG) return false;
  const nlog::LogConfig* slot = log.find("NRT");
  return slot &&
         (slot->console_level >= NRT_LOG_LEVEL_DEBUG || slot->syslog_level >= NRT_LOG_LEVEL_DEBUG);
}

NRT_STATUS check_state(const char* function) {
  const State now = state();
  switch (now) {
    case State::init:
      return NRT_SUCCESS;
    case State::start:
      nlog_write("NRT", function, NRT_LOG_LEVEL_ERROR, 0, 0, "NRT uninitialized");
      return NRT_UNINITIALIZED;
    case State::closed:
      nlog_write("NRT", function, NRT_LOG_LEVEL_WARN, 0, 0, "NRT already closed");
      return NRT_CLOSED;
    case State::child:
      break;
  }
  nlog_write("NRT", function, NRT_LOG_LEVEL_ERROR, 0, 0, "Incompatible runtime state: %s",
             name_of(now));
  return NRT_FAILURE;
}

void report_failure(const char* function, int vnc, const nrt_model_t* model, NRT_STATUS status,
                    const std::string& text) {
  const std::string who = std::string(function) + "()";
  infodump(NRT_LOG_LEVEL_ERROR, vnc, status, who.c_str());
  core_dump(runtime(), model, status);
  nlog_write("NRT", function, NRT_LOG_LEVEL_ERROR, 1, 1, "%s", text.c_str());
}

void infodump(std::uint32_t level, int, NRT_STATUS status, const char* who) {
  Runtime& rt = runtime();
  {
    const std::lock_guard<std::mutex> guard(rt.lock);
    if (level >= rt.last_dump_level) return;
    rt.last_dump_level = level;
  }
  os::Os& os = os::os();
  dump_line(level, "Neuron runtime information - please include in any support request:");
  dump_line(level, "------------->8------------[ cut here ]------------>8-------------");
  dump_line(level, "NRT version: " + rt.version + " (" + kGitHash + ")");
  for (const char* part : {"Embedded FW", "CCOM", "NCFW"}) {
    dump_line(level, std::string(part) + " version: none");
  }
  dump_line(level, "Instance ID: " + os.instance_id());
  dump_line(level, "Cluster ID: " + std::to_string(rt.cluster_id));
  dump_line(level, "Kernel: " + os.kernel_name());
  dump_line(level, "Nodename: " + os.host_name());
  dump_line(level, "Driver version: " + os.driver_version() + "\n");
  if (status != NRT_SUCCESS) {
    dump_line(level, std::string("Failure: ") + nrt_get_status_as_str(status) + " in " + who);
    dump_line(level, "LNC: " + std::to_string(rt.config.lnc));
    dump_line(level, "Visible cores: " + visible_cores_text(rt));
  }
  dump_line(level, "Environment:");
  for (const std::string& variable : os.environment_list()) {
    if (variable.rfind("NEURON_", 0) == 0) dump_line(level, "    " + variable);
  }
  dump_line(level, "-------------8<-----------[ cut to here ]-----------8<------------");
}

void set_runtime_version(const std::string& version) {
  runtime().version = version;
}

void for_each_datastore(const std::function<void(nds_instance_t*)>& act) {
  for (const std::unique_ptr<Device>& device : runtime().devices) {
    if (device->nds) act(device->nds);
  }
}

}  // namespace nvp::nrt

extern "C" {

void nrt_internal_after_fork_in_child(void) {
  nlog_after_fork_in_child();
  nvp::nrt::Runtime& rt = nvp::nrt::runtime();
  new (&rt.lock) std::mutex;  // another thread of the parent may have held it
  rt.state = nvp::nrt::State::child;
}

NRT_STATUS nrt_get_version(nrt_version_t* version, size_t size) {
  if (!version || size < nvp::nrt::kLeastVersionSize) {
    NRT_LOG(NRT_LOG_LEVEL_ERROR,
            "version struct of %zu bytes is too small, at least 160 are needed", size);
    return NRT_FAILURE;
  }
  const std::string text = nvp::nrt::runtime().version;
  unsigned long long part[4] = {};
  std::sscanf(text.c_str(), "%llu.%llu.%llu.%llu", &part[0], &part[1], &part[2], &part[3]);
  version->major = part[0];
  version->minor = part[1];
  version->patch = part[2];
  version->maintenance = part[3];
  std::snprintf(version->detail, 127, "libnrt version %s", text.c_str());
  if (size > nvp::nrt::kHashFrom) {
    const std::size_t room = std::min(size - nvp::nrt::kLeastVersionSize, sizeof version->git_hash);
    std::snprintf(version->git_hash, room, "%s", nvp::nrt::kGitHash);
  }
  return NRT_SUCCESS;
}

}  // extern "C"
