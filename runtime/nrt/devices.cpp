// SPDX-License-Identifier: Apache-2.0
// Opening devices, bringing cores up, and what a process publishes about itself
// (docs/reference/32-runtime-api.md, section 5.2 steps 12 and 13; 20-datastore.md, section 8).
#include <algorithm>
#include <cstring>

#include "gen/driver/uapi/neuron_datastore.h"
#include "runtime/nrt/api.h"

namespace nvp::nrt {
namespace {

// Core-init states (23 section 10).
constexpr std::uint32_t kStarted = 1, kCompleted = 2;

/// How the process names itself.
struct Identity {
  nrt_framework_type_t framework;
  std::string framework_version, fal_version, runtime_version, tag;
};

template <std::size_t N>
void copy_text(char (&to)[N], const std::string& text) {
  std::memcpy(to, text.data(), std::min(text.size(), N - 1));
}

void set_nd(nds_instance_t* nds, std::uint32_t counter, std::uint64_t value) {
  nds_set_nd_counter(nds, counter, &value);
}

NRT_STATUS publish_identity(nds_instance_t* nds, const Identity& id) {
  nds_obj_t* info = nds_obj_new(nds, NDS_OBJ_PROCESS_INFO);
  nds_obj_t* extended = nds_obj_new(nds, NDS_OBJ_PROCESS_INFO_EXT);
  int error = info && extended ? 0 : -1;
  set_nd(nds, NDS_ND_COUNTER_RUNTIME_VERSION, version_word(id.runtime_version, 0));
  const auto type = static_cast<std::uint16_t>(id.framework);
  if (type != NRT_FRAMEWORK_TYPE_INVALID) {
    set_nd(nds, NDS_ND_COUNTER_FRAMEWORK_VERSION, version_word(id.framework_version, type));
    set_nd(nds, NDS_ND_COUNTER_FAL_VERSION, version_word(id.fal_version, 0));
  }
  if (!error) {
    auto* record = static_cast<nds_process_info_t*>(nds_obj_record(info));
    copy_text(record->tag, id.tag);
    record->runtime_version = version_triple(id.runtime_version);
    if (type != NRT_FRAMEWORK_TYPE_INVALID) {
      record->framework_type = static_cast<std::int8_t>(type);
      record->framework_version = version_triple(id.framework_version);
      record->fal_version = version_triple(id.fal_version);
    }
    copy_text(static_cast<nds_process_info_ext_t*>(nds_obj_record(extended))->tag, id.tag);
    error = nds_obj_commit(info);
    if (!error) error = nds_obj_commit(extended);
  }
  nds_obj_delete(info);
  nds_obj_delete(extended);
  return error ? NRT_FAILURE : NRT_SUCCESS;
}

NRT_STATUS start_core(int fd, unsigned core) {
  std::uint32_t now = 0;
  int error = ndl::core_init_state(fd, core, kStarted, &now);
  if (!error && now == kStarted) error = ndl::core_init_state(fd, core, kCompleted, &now);
  if (error) NRT_ERROR_LINE("Failed to initialize core %u, error:%d", core, error);
  return status_of_errno(error);
}

/// Resets the process's cores of a device, then sees that each is initialised once.
NRT_STATUS start_cores(const Runtime& rt, const Device& device) {
  std::uint32_t map = 0;
  for (unsigned core = 0; core < rt.cores_per_device; core++) {
    const unsigned global = device.index * rt.cores_per_device + core;
    if (global >= rt.first_core && global < rt.first_core + rt.core_count) map |= 1u << core;
  }
  if (rt.config.reset_cores) {
    if (const int error = ndl::reset_cores(device.fd, map)) {
      NRT_ERROR_LINE("Failed to reset cores 0x%x of device %u, error:%d", map, device.index, error);
      return status_of_errno(error);
    }
  }
  for (unsigned core = 0; core < rt.cores_per_device; core++) {
    if (!(map >> core & 1)) continue;
    if (const NRT_STATUS status = start_core(device.fd, core)) return status;
  }
  return NRT_SUCCESS;
}

NRT_STATUS open_device(Runtime& rt, unsigned index, const Identity& identity) {
  rt.devices.push_back(std::make_unique<Device>());
  Device& device = *rt.devices.back();
  device.index = index;
  device.fd = ndl::open(index, false);
  if (device.fd < 0) {
    NRT_ERROR_LINE("Failed to initialize devices, error:%d", device.fd);
    return status_of_errno(device.fd);
  }
  if (const NRT_STATUS status = start_cores(rt, device)) return status;
  if (const int error = nds_open(device.fd, 0, &device.nds)) {
    NRT_ERROR_LINE("Failed to open the datastore of device %u, error:%d", index, error);
    return status_of_errno(error);
  }
  return publish_identity(device.nds, identity);
}

void make_units(Runtime& rt) {
  const unsigned lnc = rt.config.lnc;
  const unsigned first_device = rt.first_core / rt.cores_per_device;
  rt.units.resize(rt.core_count / lnc);
  for (unsigned i = 0; i < rt.core_count; i++) {
    const unsigned global = rt.first_core + i;
    Device* device = rt.devices[global / rt.cores_per_device - first_device].get();
    rt.units[i / lnc].cores.push_back({device, global % rt.cores_per_device});
  }
}

}  // namespace

NRT_STATUS open_devices(Runtime& rt, nrt_framework_type_t framework, const char* fw_version,
                        const char* fal_version) {
  Identity identity = {framework, fw_version ? fw_version : "", fal_version ? fal_version : "",
                       rt.version, rt.config.process_tag};
  if (identity.tag.empty()) identity.tag = std::to_string(os::os().pid());
  const unsigned first = rt.first_core / rt.cores_per_device;
  const unsigned last = (rt.first_core + rt.core_count - 1) / rt.cores_per_device;
  for (unsigned index = first; index <= last; index++) {
    if (const NRT_STATUS status = open_device(rt, index, identity)) return status;
  }
  make_units(rt);
  if (rt.units.size() > 1) {
    for (const std::unique_ptr<Device>& device : rt.devices) {
      nds_or_nd_counter(device->nds, NDS_ND_COUNTER_FEATURE_BITMAP, NDS_FEATURE_MULTICORE);
    }
  }
  return NRT_SUCCESS;
}

void close_devices(Runtime& rt) {
  for (const std::unique_ptr<Device>& device : rt.devices) {
    if (device->nds) nds_close(device->nds);
    device->nds = nullptr;
  }
  release_cores(rt);
  for (const std::unique_ptr<Device>& device : rt.devices) {
    if (device->fd >= 0) ndl::close(device->fd);
  }
  if (rt.control >= 0) ndl::close(rt.control);
  rt.control = -1;
  rt.units.clear();
  rt.devices.clear();
  rt.core_count = 0;
}

}  // namespace nvp::nrt
