// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_RUNTIME_NRT_RUNTIME_H_
#define NEURON_VP_RUNTIME_NRT_RUNTIME_H_

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "runtime/nds/instance.h"
#include "runtime/nds/nds.h"
#include "runtime/nrt/config.h"
#include "runtime/nrt/internal.h"
#include "runtime/nrt/neff.h"
#include "runtime/os/ndl.h"
#include "runtime/os/os.h"

namespace nvp::nrt {

constexpr const char* kVersion = "2.31.24.0";
constexpr const char* kGitHash = "0000000000000000000000000000000000000000";

/// One accelerator that the process has opened.
struct Device {
  ~Device() { nvp::nds::forget(nds); }
  unsigned index = 0;
  int fd = -1;
  nds_instance_t* nds = nullptr;
};

/// A physical core of the process: a device, and the core's number in it.
struct PhysicalCore {
  Device* device = nullptr;
  unsigned core = 0;
};

/// The execution unit of a logical core: what runs on it, in order.
struct ExecUnit {
  std::vector<PhysicalCore> cores;
  bool fatal = false;               ///< only a new nrt_init makes it usable
  unsigned unfinished = 0;          ///< scheduled and not executed
  std::deque<os::Signal*> waiting;  ///< requests whose turn has not come
};

/// State of the runtime in a process. Freeing it has no effect that can be seen.
struct Runtime {
  std::atomic<State> state{State::start};
  std::mutex lock;  ///< guards what follows, and is never held over a wait

  std::string version = kVersion;
  Config config;
  std::uint64_t cluster_id = 0;
  std::uint32_t architecture = 0;
  unsigned device_count = 0, cores_per_device = 0;

  // Reservation: `control` is open with free access on the first device while initialised.
  int control = -1;
  bool wide_maps = false;
  bool marked = false;
  ndl::CoreMap marks{};
  unsigned first_core = 0, core_count = 0;  ///< physical, host-wide

  std::vector<std::unique_ptr<Device>> devices;
  std::vector<ExecUnit> units;  ///< by logical core, from the first visible one
  std::vector<std::unique_ptr<nrt_model>> models;

  std::uint32_t model_ids = 0;
  unsigned running = 0;              ///< executions that have not returned
  std::unique_ptr<os::Signal> idle;  ///< raised when `running` falls to 0

  std::uint32_t last_dump_level = 6;  ///< of nrt_infodump
  std::uint64_t dump_count = 0;       ///< log ids of core dumps
};

Runtime& runtime();

/// Cores of a device of this architecture (10 section 3); 0: unknown.
unsigned cores_per_device(std::uint32_t architecture);

/// Logical cores that the process may use, as the environment and the machine say.
unsigned visible_vnc_count(const Runtime& rt);

/// Reserves the process's cores (32 section 5.2). rt.control is open and the configuration read.
NRT_STATUS reserve_cores(Runtime& rt);
void release_cores(Runtime& rt);

/// Opens the devices of the reserved cores and gets the cores ready (steps 12, 13). @{
NRT_STATUS open_devices(Runtime& rt, nrt_framework_type_t framework, const char* fw_version,
                        const char* fal_version);
void close_devices(Runtime& rt);
/// @}

/// True if `model` is one of the runtime's. rt.lock is held.
bool is_loaded(const Runtime& rt, const nrt_model_t* model);
/// Name of a model of the calling process, "(null)" for a handle that is none.
std::string model_name(const nrt_model_t* model);
/// Unloads a model of the runtime. rt.lock is held.
void unload_model(Runtime& rt, nrt_model_t* model);

/// Prints the runtime's circumstances, once per level (32 section 5.5).
void infodump(std::uint32_t level, int vnc, NRT_STATUS status, const char* who);

/// Saves the error log of a failed call, with the helper's runs (32 section 7). `model` may be any
/// handle.
void core_dump(Runtime& rt, const nrt_model_t* model, NRT_STATUS status);

}  // namespace nvp::nrt

/// A loaded model.
struct nrt_model {
  ~nrt_model() {
    for (nds_obj_t* record : records) nvp::nds::forget(record);
  }
  nvp::nrt::Neff neff;
  std::uint32_t id = 0;
  unsigned first_vnc = 0, vnc_count = 1;  ///< of Runtime::units
  std::vector<nds_obj_t*> records;        ///< one per physical core
};

#endif  // NEURON_VP_RUNTIME_NRT_RUNTIME_H_
