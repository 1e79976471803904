// SPDX-License-Identifier: Apache-2.0
#include "runtime/os/ndl.h"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <mutex>

#include "gen/driver/uapi/neuron_datastore.h"
#include "gen/driver/uapi/neuron_ioctl.h"
#include "runtime/os/os.h"

namespace nvp::ndl {
namespace {

static_assert(sizeof(CoreMap) == sizeof(neuron_ioctl_crwl_nc_map_ext::bitmap));

/// The descriptors that a process holds, oldest first.
struct Nodes {
  std::mutex lock;
  int held[kMaxHeldNodes];
  unsigned count = 0;
  /// The oldest, or -1. Every log line asks for it: without the lock, so that a fork under which
  /// another thread logs leaves no lock behind that the child would wait for.
  std::atomic<int> first{-1};

  void add(int fd) {
    const std::lock_guard<std::mutex> guard(lock);
    if (count < kMaxHeldNodes) held[count++] = fd;
    first = held[0];
  }
  void remove(int fd) {
    const std::lock_guard<std::mutex> guard(lock);
    for (unsigned i = 0; i < count; i++) {
      if (held[i] != fd) continue;
      std::memmove(held + i, held + i + 1, (count - i - 1) * sizeof *held);
      count--;
      first = count ? held[0] : -1;
      return;
    }
  }
};

Nodes& nodes() {
  static constexpr os::StateType type = os::state_type<Nodes>(os::Slot::nodes);
  return *static_cast<Nodes*>(os::os().process_state(type));
}

/// A positive result is a number of bytes that could not be copied (23 section 4.2).
int result_of(long result) {
  return result > 0 ? -EFAULT : static_cast<int>(result);
}

template <class Argument>
int call(int fd, unsigned command, Argument* argument) {
  return result_of(os::os().ioctl(fd, command, argument));
}

}  // namespace

int open(unsigned index, bool free_access) {
  const int fd = os::os().open_node(index, free_access);
  if (fd >= 0) nodes().add(fd);
  return fd;
}

int close(int fd) {
  nodes().remove(fd);
  return os::os().close_node(fd);
}

unsigned device_count() {
  unsigned count = 0;
  for (; count < kMaxDevices; count++) {
    const int fd = os::os().open_node(count, true);
    if (fd < 0) break;
    os::os().close_node(fd);
  }
  return count;
}

int driver_info(int fd, DriverInfo* info) {
  neuron_ioctl_driver_info argument = {};
  const int error = call(fd, NEURON_IOCTL_DRIVER_INFO_GET, &argument);
  *info = {argument.architecture, argument.revision, argument.feature_flags1};
  return error;
}

int compatible_version(int fd, std::uint32_t* min, std::uint32_t* max) {
  neuron_ioctl_compatible_version argument = {};
  const int error = call(fd, NEURON_IOCTL_COMPATIBLE_VERSION, &argument);
  *min = argument.min;
  *max = argument.max;
  return error;
}

int mark_cores(int fd, bool wide, unsigned count, unsigned first, unsigned last, CoreMap* map,
               unsigned* longest_free) {
  *map = {};
  if (wide) {
    neuron_ioctl_crwl_nc_map_ext argument = {};
    argument.nc_count = count;
    argument.start_nc_index = first;
    argument.end_nc_index = last;
    const int error = call(fd, NEURON_IOCTL_CRWL_NC_RANGE_MARK_EXT0, &argument);
    std::memcpy(map->words, argument.bitmap, sizeof map->words);
    *longest_free = argument.max_nc_available;
    return error;
  }
  neuron_ioctl_crwl_nc_map argument = {};
  argument.nc_count = count;
  argument.start_nc_index = first;
  argument.end_nc_index = last;
  const int error = call(fd, NEURON_IOCTL_CRWL_NC_RANGE_MARK, &argument);
  map->words[0] = argument.bitmap;
  *longest_free = argument.max_nc_available;
  return error;
}

int unmark_cores(int fd, bool wide, const CoreMap& map) {
  if (wide) {
    neuron_ioctl_crwl_nc_map_ext argument = {};
    std::memcpy(argument.bitmap, map.words, sizeof map.words);
    return call(fd, NEURON_IOCTL_CRWL_NC_RANGE_UNMARK_EXT0, &argument);
  }
  neuron_ioctl_crwl_nc_map argument = {};
  argument.bitmap = map.words[0];
  return call(fd, NEURON_IOCTL_CRWL_NC_RANGE_UNMARK, &argument);
}

int dump_core_owner(int fd, unsigned core) {
  neuron_ioctl_nc_pid_state_dump argument = {};
  argument.nc_id = core;
  argument.filter_log_owner = 1;
  return call(fd, NEURON_IOCTL_NC_PID_STATE_DUMP, &argument);
}

int reset_cores(int fd, std::uint32_t map) {
  neuron_ioctl_nc_reset request = {};
  request.nc_map = map;
  // 1: the caller's id is queued already, or there was no memory (23 section 6.2).
  const long queued = os::os().ioctl(fd, NEURON_IOCTL_NC_RESET, &request);
  if (queued != 0) return queued > 0 ? -EIO : static_cast<int>(queued);
  neuron_ioctl_nc_reset_ready ready = {};
  ready.request_id = request.request_id;
  const int error = call(fd, NEURON_IOCTL_NC_RESET_READY, &ready);
  if (error) return error;
  return ready.result == 0 ? 0 : ready.result < 0 ? ready.result : -EIO;
}

int core_init_state(int fd, unsigned core, std::uint32_t state, std::uint32_t* now) {
  neuron_ioctl_cinit_set_state argument = {};
  argument.nc_id = core;
  argument.state = state;
  const int error = call(fd, NEURON_IOCTL_CINIT_SET_STATE, &argument);
  *now = argument.new_state;
  return error;
}

int semaphore_increment(int fd, unsigned core, unsigned semaphore, std::uint32_t value) {
  neuron_ioctl_semaphore argument = {};
  argument.nc_id = core;
  argument.semaphore_index = semaphore;
  argument.value = value;
  return call(fd, NEURON_IOCTL_SEMAPHORE_INCREMENT, &argument);
}

int map_datastore(int fd, int pid, void** slab, std::size_t* size) {
  neuron_ioctl_neuron_ds_info argument = {};
  argument.pid = pid;
  int error = call(fd, NEURON_IOCTL_ACQUIRE_NEURON_DS, &argument);
  if (error) return error;
  *slab = os::os().map(fd, argument.size, argument.mmap_offset, &error);
  *size = argument.size;
  if (*slab) return 0;
  call(fd, NEURON_IOCTL_RELEASE_NEURON_DS, &argument);
  return error < 0 ? error : -error;
}

int release_datastore(int fd, int pid, void* slab, std::size_t size) {
  os::os().unmap(slab, size);
  neuron_ioctl_neuron_ds_info argument = {};
  argument.pid = pid;
  return call(fd, NEURON_IOCTL_RELEASE_NEURON_DS, &argument);
}

int printk(const char* text, std::uint32_t size, std::uint32_t action) {
  const int fd = nodes().first;
  if (fd < 0) return -ENODEV;
  neuron_ioctl_printk argument = {};
  argument.buffer = reinterpret_cast<decltype(argument.buffer)>(const_cast<char*>(text));
  argument.size = size;
  argument.action = action;
  return call(fd, NEURON_IOCTL_PRINTK, &argument);
}

}  // namespace nvp::ndl
