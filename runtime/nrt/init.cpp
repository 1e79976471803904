// SPDX-License-Identifier: Apache-2.0
// nrt_init and nrt_close (docs/reference/32-runtime-api.md, sections 5.2 and 5.3).
#include <cstdlib>

#include "runtime/nrt/api.h"

namespace nvp::nrt {
namespace {

constexpr std::uint32_t kSunda = 2;
constexpr unsigned long kLeastDriverMajor = 2;

/// Step 5: what the machine is.
NRT_STATUS discover(Runtime& rt) {
  rt.device_count = ndl::device_count();
  ndl::DriverInfo info = {};
  if (rt.device_count > 0) rt.control = ndl::open(0, true);
  const int error = rt.control < 0 ? rt.control : ndl::driver_info(rt.control, &info);
  rt.architecture = info.architecture;
  rt.cores_per_device = cores_per_device(info.architecture);
  rt.wide_maps = (info.features & ndl::kBigCoreMaps) != 0;
  if (rt.device_count == 0 || error || rt.cores_per_device == 0) {
    NRT_ERROR_LINE("No neuron device available, error:%d", error);
    return NRT_INVALID;
  }
  return NRT_SUCCESS;
}

/// Steps 9 and 10.
NRT_STATUS check_driver(const Runtime& rt) {
  const std::string version = os::os().driver_version();
  if (std::strtoul(version.c_str(), nullptr, 10) < kLeastDriverMajor) {
    NRT_ERROR_LINE("driver version %s is too old, 2 or later of aws-neuronx-dkms is needed",
                   version.empty() ? "unknown" : version.c_str());
    return NRT_INVALID;
  }
  std::uint32_t min = 0, max = 0;
  if (const int error = ndl::compatible_version(rt.control, &min, &max)) {
    NRT_ERROR_LINE("Failed to get the compatible versions of the driver, error:%d", error);
    return NRT_INVALID;
  }
  switch (compatible(rt.architecture, min, max)) {
    case Compatibility::ok:
      return NRT_SUCCESS;
    case Compatibility::runtime_too_old:
      NRT_ERROR_LINE(
          "This runtime is too old for the driver (%u to %u): upgrade aws-neuronx-runtime-lib", min,
          max);
      return NRT_INVALID;
    case Compatibility::driver_too_old:
      NRT_ERROR_LINE("The driver (%u to %u) is too old: upgrade aws-neuronx-dkms", min, max);
      return NRT_INVALID;
  }
  return NRT_INVALID;
}

NRT_STATUS bring_up(Runtime& rt, nrt_framework_type_t framework, const char* fw_version,
                    const char* fal_version) {
  if (const NRT_STATUS status = discover(rt)) return status;
  nlog_apply_environment();
  rt.config = read_config(rt.architecture == kSunda);
  NRT_LOG(NRT_LOG_LEVEL_INFO, "Neuron Runtime %s", rt.version.c_str());
  if (const NRT_STATUS status = check_driver(rt)) return status;
  if (const NRT_STATUS status = reserve_cores(rt)) return status;
  nlog_init(rt.core_count / rt.config.lnc, rt.config.coalescing);
  if (!rt.idle) rt.idle = os::os().make_signal();
  return open_devices(rt, framework, fw_version, fal_version);
}

NRT_STATUS init(Runtime& rt, nrt_framework_type_t framework, const char* fw_version,
                const char* fal_version) {
  const State now = rt.state;
  if (now != State::start) return now == State::closed ? NRT_CLOSED : NRT_FAILURE;
  const NRT_STATUS status = bring_up(rt, framework, fw_version, fal_version);
  if (status != NRT_SUCCESS) {
    report_failure("nrt_init", -1, nullptr, status, failed_with_status("nrt_init", status));
    close_devices(rt);
    return status;
  }
  rt.state = State::init;
  infodump(NRT_LOG_LEVEL_INFO, -1, status, "nrt_init()");
  return status;
}

/// Waits until no execution runs any more; new ones find the state CLOSED.
void drain(Runtime& rt) {
  for (;;) {
    {
      const std::lock_guard<std::mutex> guard(rt.lock);
      if (rt.running == 0) return;
      rt.idle->reset();
    }
    rt.idle->wait_until(os::kForever);
  }
}

void close(Runtime& rt) {
  rt.state = State::closed;
  drain(rt);
  {
    const std::lock_guard<std::mutex> guard(rt.lock);
    while (!rt.models.empty()) unload_model(rt, rt.models.back().get());
  }
  close_devices(rt);
  rt.config = Config{};
  nlog_close();
  rt.state = State::start;
}

/// nrt_init and nrt_close without effect: only the two lines.
void log_in_out(const char* function, int result) {
  nlog_write("NRT", function, NRT_LOG_LEVEL_DEBUG, 0, 0, "API:IN: ()");
  nlog_write("NRT", function, NRT_LOG_LEVEL_DEBUG, 0, 0, "API:OUT: (ret=%d)", result);
}

/// Counts of cores are known before nrt_init as well.
NRT_STATUS count(std::uint32_t* result, unsigned (*of)(const Runtime&)) {
  if (!result) return NRT_INVALID;
  Runtime& rt = runtime();
  if (rt.state == State::init) {
    *result = of(rt);
    return NRT_SUCCESS;
  }
  Runtime probe;
  const NRT_STATUS status = discover(probe);
  if (probe.control >= 0) ndl::close(probe.control);
  if (status != NRT_SUCCESS) return status;
  probe.config = read_config(probe.architecture == kSunda);
  *result = of(probe);
  return status;
}

}  // namespace
}  // namespace nvp::nrt

using namespace nvp::nrt;

extern "C" {

NRT_STATUS nrt_init(nrt_framework_type_t framework, const char* fw_version,
                    const char* fal_version) {
  Runtime& rt = runtime();
  if (rt.state == State::init) {
    log_in_out("nrt_init", 0);
    return NRT_SUCCESS;
  }
  nlog_coalescing_init_thread();
  NRT_STATUS status;
  {
    const NlogErrorContextManager guard("init");
    nlog_write("NRT", "nrt_init", NRT_LOG_LEVEL_DEBUG, 0, 0,
               "API:IN: (framework=%d, fw_version=%s, fal_version=%s)", framework,
               fw_version ? fw_version : "", fal_version ? fal_version : "");
    status = init(rt, framework, fw_version, fal_version);
    nlog_write("NRT", "nrt_init", NRT_LOG_LEVEL_DEBUG, 0, 0, "API:OUT: (ret=%d)", status);
    nlog_end_api(status);
  }
  nvp::os::os().api_returned("nrt_init", status);
  return status;
}

void nrt_close(void) {
  Runtime& rt = runtime();
  if (rt.state != State::init) {
    log_in_out("nrt_close", 0);
    return;
  }
  nlog_coalescing_init_thread();
  {
    const NlogErrorContextManager guard("close");
    nlog_write("NRT", "nrt_close", NRT_LOG_LEVEL_DEBUG, 0, 0, "API:IN: ()");
    close(rt);
    nlog_write("NRT", "nrt_close", NRT_LOG_LEVEL_DEBUG, 0, 0, "API:OUT: (ret=0)");
    nlog_end_api(NRT_SUCCESS);
  }
  nvp::os::os().api_returned("nrt_close", 0);
}

NRT_STATUS nrt_get_total_nc_count(uint32_t* result) {
  return count(result, [](const Runtime& rt) { return rt.device_count * rt.cores_per_device; });
}

NRT_STATUS nrt_get_total_vnc_count(uint32_t* result) {
  return count(result, [](const Runtime& rt) {
    return rt.device_count * rt.cores_per_device / rt.config.lnc;
  });
}

NRT_STATUS nrt_get_visible_nc_count(uint32_t* result) {
  return count(result, [](const Runtime& rt) { return visible_vnc_count(rt) * rt.config.lnc; });
}

NRT_STATUS nrt_get_visible_vnc_count(uint32_t* result) {
  return count(result, visible_vnc_count);
}

}  // extern "C"
