// SPDX-License-Identifier: Apache-2.0
// nrt_load and nrt_unload (docs/reference/32-runtime-api.md, sections 4.5 and 6; 20-datastore.md,
// section 8).
#include <algorithm>
#include <cstring>

#include "gen/driver/uapi/neuron_datastore.h"
#include "runtime/nrt/api.h"

namespace nvp::nrt {
namespace {

constexpr std::uint32_t kHostMemory = NDS_ND_COUNTER_MEM_USAGE_CODE_HOST;
constexpr std::uint32_t kDeviceMemory = NDS_NC_COUNTER_MEM_USAGE_CODE_DEVICE;

/// Where a model is to go; -1: anywhere, as many as it needs.
struct Placement {
  std::int32_t vnc, count;
};

template <class Act>
void for_each_core(Runtime& rt, const nrt_model& model, Act act) {
  for (unsigned vnc = model.first_vnc; vnc < model.first_vnc + model.vnc_count; vnc++) {
    for (const PhysicalCore& core : rt.units[vnc].cores) act(core);
  }
}

/// The core that a failed load concerns (section 4.1).
PhysicalCore concerned(const Runtime& rt, std::int32_t vnc) {
  const bool known = vnc >= 0 && static_cast<std::size_t>(vnc) < rt.units.size();
  if (known) return rt.units[static_cast<std::size_t>(vnc)].cores.front();
  return {rt.units.front().cores.front().device, 0};
}

NRT_STATUS check_architecture(const Runtime& rt, const Neff& neff) {
  if (neff.arch == 0 || neff.arch == rt.architecture) return NRT_SUCCESS;
  if (rt.config.allow_legacy_neff) {
    NRT_LOG(NRT_LOG_LEVEL_WARN, "NEFF %s is made for v%u, this device is v%u", neff.name.c_str(),
            neff.arch, rt.architecture);
    return NRT_SUCCESS;
  }
  nlog_set_error_cause(NLOG_ERR_CAUSE_NEFF_ARCH_INCOMPAT);
  NRT_ERROR_LINE("NEFF %s is made for v%u, this device is v%u", neff.name.c_str(), neff.arch,
                 rt.architecture);
  return NRT_INVALID;
}

NRT_STATUS check_neff(const Runtime& rt, const Neff& neff) {
  constexpr unsigned kFirstMajor = 1, kLastMajor = 2;
  if (neff.version_major < kFirstMajor || neff.version_major > kLastMajor) {
    NRT_ERROR_LINE("NEFF version %u.%u is not supported, versions 1.x and 2.x are",
                   neff.version_major, neff.version_minor);
    return NRT_UNSUPPORTED_NEFF_VERSION;
  }
  if (const NRT_STATUS status = check_architecture(rt, neff)) return status;
  std::uint64_t bytes = 0;
  for (const std::uint64_t part : neff.device_bytes) bytes += part;
  if (bytes > neff.device_limit) {
    NRT_ERROR_LINE("NEFF %s needs %llu bytes of device memory, %llu are left", neff.name.c_str(),
                   static_cast<unsigned long long>(bytes),
                   static_cast<unsigned long long>(neff.device_limit));
    return NRT_RESOURCE;
  }
  return NRT_SUCCESS;
}

/// Whether there are as many logical cores as the model and the caller want, and from which on.
NRT_STATUS check_placement(const Runtime& rt, Placement want, nrt_model* model) {
  const std::size_t units = rt.units.size();
  model->vnc_count = want.count > 0 ? static_cast<unsigned>(want.count) : model->neff.cores;
  if (want.count == 0 || want.count < -1 || want.vnc < -1) {
    NRT_ERROR_LINE("vnc %d with count %d: accepted is -1 or a core, and -1 or a number above 0",
                   want.vnc, want.count);
    return NRT_INVALID;
  }
  const std::size_t first = want.vnc > 0 ? static_cast<std::size_t>(want.vnc) : 0;
  if (model->vnc_count < model->neff.cores || first + model->vnc_count > units) {
    NRT_ERROR_LINE("NEFF %s needs %u logical cores from core %zu, %zu are visible",
                   model->neff.name.c_str(), model->neff.cores, first, units);
    return NRT_LOAD_NOT_ENOUGH_NC;
  }
  model->first_vnc = static_cast<unsigned>(first);
  return NRT_SUCCESS;
}

/// The first logical core with the fewest models, for a model that may go anywhere.
unsigned least_loaded(const Runtime& rt, const nrt_model& model) {
  std::vector<unsigned> load(rt.units.size());
  for (const auto& other : rt.models) load[other->first_vnc]++;
  const auto last = load.begin() + static_cast<std::ptrdiff_t>(load.size() - model.vnc_count + 1);
  return static_cast<unsigned>(std::min_element(load.begin(), last) - load.begin());
}

void fill_record(nds_model_node_t* record, const nrt_model& model, const PhysicalCore& core) {
  const Neff& neff = model.neff;
  record->model_id = model.id;
  std::memcpy(record->name, neff.name.data(), std::min(neff.name.size(), sizeof record->name - 1));
  std::memcpy(record->uuid, &neff.id, sizeof neff.id);
  record->nc_index = static_cast<std::uint8_t>(core.core);
  for (std::size_t i = 0; i < kMemoryCategories; i++) {
    record->usage[NDS_USAGE_HOST][i] = {neff.host_bytes[i], neff.host_bytes[i] ? 1u : 0u, 0};
    record->usage[NDS_USAGE_DEVICE][i] = {neff.device_bytes[i], neff.device_bytes[i] ? 1u : 0u, 0};
  }
}

/// Adds the model's memory to the counters, or takes it away.
void count_memory(Runtime& rt, const nrt_model& model, bool add) {
  if (!rt.config.memory_metrics) return;
  const auto nc = add ? nds_increment_nc_counter : nds_decrement_nc_counter;
  const auto nd = add ? nds_increment_nd_counter : nds_decrement_nd_counter;
  for (std::uint32_t i = 0; i < kMemoryCategories; i++) {
    if (const std::uint64_t bytes = model.neff.device_bytes[i]) {
      for_each_core(rt, model, [&](const PhysicalCore& core) {
        nc(core.device->nds, core.core, kDeviceMemory + i, bytes);
      });
    }
    if (const std::uint64_t bytes = model.neff.host_bytes[i]) {
      nd(rt.units[model.first_vnc].cores.front().device->nds, kHostMemory + i, bytes);
    }
  }
}

/// The aggregate of the loaded NEFFs' ids, on each device (section 4.5).
void publish_neff_ids(Runtime& rt) {
  std::uint64_t sum = 0;
  for (const auto& model : rt.models) sum += model->neff.id;
  for (const auto& device : rt.devices) {
    nds_set_nd_counter(device->nds, NDS_ND_COUNTER_AGG_NEFF_ID, &sum);
  }
}

/// False if a record found no room: a process may load more models than the slab has records, and
/// the rest is not listed.
bool publish_model(Runtime& rt, nrt_model* model) {
  bool listed = true;
  for_each_core(rt, *model, [model, &listed](const PhysicalCore& core) {
    nds_obj_t* record = nds_obj_new(core.device->nds, NDS_OBJ_MODEL_NODE);
    if (!record) return;
    fill_record(static_cast<nds_model_node_t*>(nds_obj_record(record)), *model, core);
    if (nds_obj_commit(record) == 0) {
      model->records.push_back(record);
    } else {
      nds_obj_delete(record);
      listed = false;
    }
    nds_increment_nc_counter(core.device->nds, core.core, NDS_NC_COUNTER_MODEL_LOAD_COUNT, 1);
  });
  count_memory(rt, *model, true);
  publish_neff_ids(rt);
  return listed;
}

/// Reads and checks a NEFF without touching the runtime's state.
NRT_STATUS prepare(const Runtime& rt, const void* data, std::size_t size, Placement want,
                   nrt_model* model) {
  std::string problem;
  if (const NRT_STATUS status = parse_neff(data, size, &model->neff, &problem)) {
    NRT_ERROR_LINE("bad NEFF: %s", problem.c_str());
    return status;
  }
  if (const NRT_STATUS status = check_neff(rt, model->neff)) return status;
  return check_placement(rt, want, model);
}

NRT_STATUS load(Runtime& rt, const void* data, std::size_t size, Placement want,
                nrt_model_t** out) {
  auto model = std::make_unique<nrt_model>();
  if (out) *out = nullptr;
  const NRT_STATUS status = out ? prepare(rt, data, size, want, model.get()) : NRT_INVALID;
  if (status != NRT_SUCCESS) {
    const PhysicalCore core = concerned(rt, want.vnc);
    publish_generic_status(core.device->nds, core.core, status);
    return status;
  }
  const std::string name = model->neff.name;
  bool listed;
  {
    // No log line in here: it may wait for the kernel.
    const std::lock_guard<std::mutex> guard(rt.lock);
    if (want.vnc < 0) model->first_vnc = least_loaded(rt, *model);
    model->id = ++rt.model_ids;
    *out = model.get();
    rt.models.push_back(std::move(model));
    listed = publish_model(rt, *out);
  }
  if (!listed) {
    NRT_LOG(NRT_LOG_LEVEL_WARN, "no free datastore record for model %s", name.c_str());
  }
  return NRT_SUCCESS;
}

}  // namespace

bool is_loaded(const Runtime& rt, const nrt_model_t* model) {
  return std::any_of(rt.models.begin(), rt.models.end(),
                     [model](const auto& candidate) { return candidate.get() == model; });
}

std::string model_name(const nrt_model_t* model) {
  Runtime& rt = runtime();
  const std::lock_guard<std::mutex> guard(rt.lock);
  return is_loaded(rt, model) ? model->neff.name : "(null)";
}

void unload_model(Runtime& rt, nrt_model_t* model) {
  for (nds_obj_t* record : model->records) nds_obj_delete(record);
  model->records.clear();
  count_memory(rt, *model, false);
  rt.models.erase(std::find_if(rt.models.begin(), rt.models.end(), [model](const auto& candidate) {
    return candidate.get() == model;
  }));
  publish_neff_ids(rt);
}

}  // namespace nvp::nrt

using namespace nvp::nrt;

extern "C" {

NRT_STATUS nrt_load(const void* neff, size_t size, int32_t vnc, int32_t vnc_count,
                    nrt_model_t** model) {
  return run_api(
      "nrt_load", nullptr,
      [&] {
        return "size=" + std::to_string(size) + ", vnc=" + std::to_string(vnc) +
               ", vnc_count=" + std::to_string(vnc_count);
      },
      [&] {
        return load(runtime(), neff, size, {vnc, vnc_count}, model);
      },
      [](NRT_STATUS status) { return failed_with_status("nrt_load", status); });
}

NRT_STATUS nrt_unload(nrt_model_t* model) {
  return run_api(
      "nrt_unload", nullptr, [&] { return "model=" + model_name(model); },
      [&] {
        Runtime& rt = runtime();
        const std::lock_guard<std::mutex> guard(rt.lock);
        if (!is_loaded(rt, model)) return NRT_INVALID_HANDLE;
        unload_model(rt, model);
        return NRT_SUCCESS;
      },
      [](NRT_STATUS status) { return failed_with_status("nrt_unload", status); });
}

}  // extern "C"
