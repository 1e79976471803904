// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_RUNTIME_OS_NDL_H_
#define NEURON_VP_RUNTIME_OS_NDL_H_

#include <cstddef>
#include <cstdint>

/// The device layer: the nodes that a process holds, and the driver calls that the runtime makes on
/// them (docs/reference/23-cdev-ioctl.md). Results are 0 or a negative errno unless stated.
namespace nvp::ndl {

constexpr unsigned kMaxDevices = 64;
constexpr std::uint64_t kBigCoreMaps = 1u << 3;  ///< feature flag: the wide core maps exist
constexpr unsigned kMaxHeldNodes = kMaxDevices + 8;

struct DriverInfo {
  std::uint32_t architecture;  ///< 2, 3, 4
  std::uint32_t revision;
  std::uint64_t features;
};

/// Opens /dev/neuron<index>. `free_access` opens it without becoming a user of the device (23
/// section 3). Returns a descriptor.
int open(unsigned index, bool free_access);
int close(int fd);

/// Number of device nodes, counted from 0 up.
unsigned device_count();

int driver_info(int fd, DriverInfo* info);
int compatible_version(int fd, std::uint32_t* min, std::uint32_t* max);

/// A set of cores by index relative to the opened device.
struct CoreMap {
  std::uint64_t words[8];
};
/// Marks `count` consecutive free cores within [first, last]; *map gets them (23 section 9.4).
int mark_cores(int fd, bool wide, unsigned count, unsigned first, unsigned last, CoreMap* map,
               unsigned* longest_free);
int unmark_cores(int fd, bool wide, const CoreMap& map);

/// Asks the kernel to log who owns a core (23 section 6.5).
int dump_core_owner(int fd, unsigned core);

/// Resets the cores of `map` and waits for it. 0, -EIO if the reset failed, or what the driver
/// said.
int reset_cores(int fd, std::uint32_t map);

/// Moves the core-init state; *now is the state afterwards (23 section 10).
int core_init_state(int fd, unsigned core, std::uint32_t state, std::uint32_t* now);

/// The doorbell of an execution: semaphore += value.
int semaphore_increment(int fd, unsigned core, unsigned semaphore, std::uint32_t value);

/// Datastore slab of process `pid` (0: own), mapped (20 sections 2.4, 2.5). @{
int map_datastore(int fd, int pid, void** slab, std::size_t* size);
int release_datastore(int fd, int pid, void* slab, std::size_t size);
/// @}

/// Prints a kernel record through the first node that the process opened and still holds
/// (30 section 10). `size` counts the terminator. -ENODEV without a node.
int printk(const char* text, std::uint32_t size, std::uint32_t action);

}  // namespace nvp::ndl

#endif  // NEURON_VP_RUNTIME_OS_NDL_H_
