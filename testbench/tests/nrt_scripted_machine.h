// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_TESTS_NRT_SCRIPTED_MACHINE_H_
#define NEURON_VP_TESTBENCH_TESTS_NRT_SCRIPTED_MACHINE_H_

#include <algorithm>
#include <cstdlib>
#include <deque>

#include "gen/driver/uapi/neuron_datastore.h"
#include "testbench/tests/os_scripted.h"

namespace nvp::test {

/// A scripted OS with a driver and accelerators behind its nodes: as much of chapters 20, 23 and 40
/// as the runtime sees. Jobs run one after another when their doorbell rings; time moves while they
/// are waited for.
class ScriptedMachine : public ScriptedOs {
 public:
  // What the test sets.
  unsigned devices = 1, architecture = 3, cores_per_device = 8;
  std::uint32_t compatible_min = 10, compatible_max = 11;
  std::vector<int> owners = std::vector<int>(512, 0);  ///< core marks
  long reset_result = 0;
  int acquire_error = 0;
  bool cores_are_ready = false;  ///< another process has initialised them
  std::uint32_t slab_size = NEURON_DATASTORE_SIZE;
  std::function<void()> on_unmark;

  // What the test looks at.
  std::vector<std::string> calls;  ///< driver calls, by name
  std::uint64_t slab[NEURON_DATASTORE_SIZE / 8] = {};
  unsigned staged = 0;

  std::uint64_t nc(unsigned core, unsigned counter) const {
    const std::size_t index =
        core < 4 ? (counter < 31 ? 32 + 31 * core + counter : 6992 + 64 * core + counter - 31)
                 : 7248 + 96 * (core - 4) + counter;
    return slab[index];
  }
  std::uint64_t nd(unsigned counter) const { return slab[1 + counter]; }
  std::size_t count(const std::string& call) const {
    return static_cast<std::size_t>(std::count(calls.begin(), calls.end(), call));
  }

  int open_node(unsigned index, bool free_access) override {
    if (index >= devices) return -ENOENT;
    calls.push_back(free_access ? "open free" : "open");
    return static_cast<int>(100 + index + (free_access ? 64 : 0));
  }
  int close_node(int) override {
    calls.push_back("close");
    return 0;
  }

  long driver_call(int fd, unsigned command, void* argument) override {
    switch (command) {
      case NEURON_IOCTL_DRIVER_INFO_GET:
        return info(as<neuron_ioctl_driver_info>(argument));
      case NEURON_IOCTL_COMPATIBLE_VERSION:
        calls.push_back("compatible version");
        as<neuron_ioctl_compatible_version>(argument).min = compatible_min;
        as<neuron_ioctl_compatible_version>(argument).max = compatible_max;
        return 0;
      case NEURON_IOCTL_CRWL_NC_RANGE_MARK_EXT0:
        return mark(as<neuron_ioctl_crwl_nc_map_ext>(argument));
      case NEURON_IOCTL_CRWL_NC_RANGE_UNMARK_EXT0:
        return unmark(as<neuron_ioctl_crwl_nc_map_ext>(argument));
      case NEURON_IOCTL_NC_PID_STATE_DUMP:
        calls.push_back("dump owner");
        return 0;
      case NEURON_IOCTL_NC_RESET:
        calls.push_back("reset");
        return reset_result;
      case NEURON_IOCTL_NC_RESET_READY:
        return 0;
      case NEURON_IOCTL_CINIT_SET_STATE:
        calls.push_back("core init");
        as<neuron_ioctl_cinit_set_state>(argument).new_state =
            cores_are_ready ? 2 : as<neuron_ioctl_cinit_set_state>(argument).state;
        return 0;
      case NEURON_IOCTL_ACQUIRE_NEURON_DS:
        calls.push_back("acquire");
        as<neuron_ioctl_neuron_ds_info>(argument).size = slab_size;
        return acquire_error;
      case NEURON_IOCTL_RELEASE_NEURON_DS:
        calls.push_back("release");
        return 0;
      case NEURON_IOCTL_SEMAPHORE_INCREMENT:
        return ring(fd, as<neuron_ioctl_semaphore>(argument));
      default:
        return -ENOTTY;
    }
  }

  void* map(int, std::size_t, std::uint64_t, int*) override { return slab; }

  std::int64_t stage_job(unsigned device, unsigned core, const os::Job& job) override {
    jobs_.push_back({device * cores_per_device + core, job, false, 0});
    staged++;
    return static_cast<std::int64_t>(jobs_.size());
  }

  bool wait_job(std::int64_t handle, std::uint64_t deadline, os::JobResult* result) override {
    const Staged& job = jobs_[static_cast<std::size_t>(handle - 1)];
    const std::uint64_t end = job.start + job.job.duration_ps;
    const bool completes = job.rung && job.job.outcome < os::JobOutcome::sequencer_fatal;
    if (!completes || end > deadline) {
      now_ps = deadline;
      return false;
    }
    now_ps = std::max(now_ps, end);
    *result = {job.job.outcome, job.start, end, false};
    return true;
  }

 private:
  struct Staged {
    unsigned core;
    os::Job job;
    bool rung;
    std::uint64_t start;
  };

  template <class T>
  static T& as(void* argument) {
    return *static_cast<T*>(argument);
  }

  long info(neuron_ioctl_driver_info& out) {
    out.architecture = architecture;
    out.feature_flags1 = 0x1ff;
    return 0;
  }

  /// 23 section 9.4, `fixed` scan.
  long mark(neuron_ioctl_crwl_nc_map_ext& map) {
    calls.push_back("mark");
    std::memset(map.bitmap, 0, sizeof map.bitmap);
    map.max_nc_available = 0;
    std::uint32_t run = 0;
    for (std::uint32_t i = map.start_nc_index; i <= map.end_nc_index; i++) {
      run = owners[i] ? 0 : run + 1;
      map.max_nc_available = std::max(map.max_nc_available, run);
      if (run < map.nc_count) continue;
      for (std::uint32_t k = i + 1 - map.nc_count; k <= i; k++) {
        owners[k] = now_pid;
        map.bitmap[k / 64] |= std::uint64_t{1} << k % 64;
      }
      return 0;
    }
    return -EBUSY;
  }
  long unmark(const neuron_ioctl_crwl_nc_map_ext& map) {
    calls.push_back("unmark");
    if (on_unmark) on_unmark();
    for (std::uint32_t k = 0; k < 512; k++) {
      if (map.bitmap[k / 64] >> k % 64 & 1 && owners[k] == now_pid) owners[k] = 0;
    }
    return 0;
  }

  long ring(int fd, const neuron_ioctl_semaphore& semaphore) {
    calls.push_back("doorbell");
    const unsigned core = static_cast<unsigned>(fd - 100) * cores_per_device + semaphore.nc_id;
    for (Staged& job : jobs_) {
      if (job.rung || job.core != core) continue;
      job.rung = true;
      job.start = now_ps;
      return semaphore.semaphore_index == 0 && semaphore.value == 1 ? 0 : -EINVAL;
    }
    return 0;
  }

  std::deque<Staged> jobs_;
};

}  // namespace nvp::test

#endif  // NEURON_VP_TESTBENCH_TESTS_NRT_SCRIPTED_MACHINE_H_
