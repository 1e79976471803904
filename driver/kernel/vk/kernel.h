// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#ifndef NEURON_VP_DRIVER_KERNEL_VK_KERNEL_H_
#define NEURON_VP_DRIVER_KERNEL_VK_KERNEL_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "driver/kernel/vk/process.h"
#include "model/bus/host_memory.h"
#include "model/bus/host_port.h"
#include "model/fault/fault.h"
#include "model/sim/clock.h"
#include "model/trace/event.h"

namespace nvp::vk {

/// Settings of the simulated host (docs/reference/05-timing.md, "Host software").
struct KernelConfig {
  unsigned hz = 250;                      ///< 100, 250, 300 or 1000
  std::int64_t initial_jiffies_s = -300;  ///< jiffies start at this many seconds * HZ, as u32
  ps_t cpu_ps_per_call = 0;               ///< charged to each kernel API call
  std::int64_t epoch_s = 1'767'225'600;   ///< wall clock at time zero, s
  /// Files that kernel code may read: path -> content.
  std::map<std::string, std::string> files = {
      {"/sys/class/dmi/id/product_name", "trn2.48xlarge\n"},
      {"/sys/devices/virtual/dmi/id/board_asset_tag", "i-0123456789abcdef0\n"}};
};

/// A module parameter as the kernel sees it.
struct ModuleParam {
  std::string name, description;
  std::int64_t value;
  unsigned mode;
};

/// The simulated kernel: what a module linked into the platform runs on. One per platform; the C
/// functions of driver/kernel/include find it through instance().
/// Every function that runs kernel or user code must be called from a sim::Thread.
class Kernel {
 public:
  Kernel(const KernelConfig& config, bus::HostMemory& memory, fault::Registry& faults,
         trace::Stream& stream);
  ~Kernel();
  static Kernel& instance();

  const KernelConfig& config() const;
  std::uint64_t jiffies() const;      ///< 64-bit count, wraps at 32 bits as Linux's does not
  std::int64_t real_time_ns() const;  ///< wall clock, ns since 1970

  /// Plugs a PCI function in; done before load_module(). The i-th call is the i-th in probe order.
  void add_pci_device(bus::HostPort& port);

  /// @name The module (linked into the program; one module)
  /// @{
  int load_module();     ///< module_init: 0 or a negative errno
  void unload_module();  ///< module_exit, then the checks of what was left behind
  bool module_loaded() const;
  void remove_pci_device(bus::HostPort& port);  ///< unbinds: the driver's remove()
  std::vector<ModuleParam> params() const;
  /// -ENOENT, -EINVAL (out of range) or 0; "accepted" for messages comes from params().
  int set_param(const std::string& name, std::int64_t value);
  int get_param(const std::string& name, std::int64_t* value) const;
  /// @}

  /// @name Processes
  /// @{
  /// Creates a process whose first thread runs `main` at once; its return value is the exit code.
  Process& spawn(const std::string& name, std::map<std::string, std::string> environment,
                 std::function<int()> main);
  /// SIGKILL (9) or SIGTERM (15), from any thread. Threads in user code stop at once; one inside a
  /// system call finishes it first (interruptible waits end). Then the files are closed.
  /// False if there is no such process.
  bool kill(int pid, int signal);
  /// A child of `parent`: its environment and its open files, shared as fork() shares them.
  Process& fork(const Process& parent, const std::string& name, std::function<int()> main);
  const std::vector<std::unique_ptr<Process>>& processes() const;
  Process* find(int pid) const;
  /// @}

  /// @name System calls of the calling thread's process; negative errno on failure
  /// @{
  int sys_open(const std::string& path, int flags);  ///< "/dev/neuron0"...
  int sys_close(int fd);
  int sys_dup(int fd);
  /// The handler's result: -4095..-1 is an errno (515 becomes ENOTTY), other values go to the
  /// caller.
  long sys_ioctl(int fd, unsigned cmd, void* argument);
  long sys_read(int fd, void* to, std::size_t n);
  long sys_write(int fd, const void* from, std::size_t n);
  /// Maps `length` bytes; returns the address or null with *error set.
  void* sys_mmap(std::size_t length, bool writable, int fd, std::uint64_t offset, int* error);
  int sys_munmap(void* address, std::size_t length);
  /// @}

  /// @name sysfs, class and debugfs files by path below /sys
  /// @{
  int sysfs_read(const std::string& path, std::string* text);  ///< bytes read or -errno
  int sysfs_write(const std::string& path, const std::string& text);
  int sysfs_mode(const std::string& path) const;  ///< permission bits or -errno
  /// Waits until the driver notifies of the file: 1, 0 after the time-out, or -errno.
  int sysfs_poll(const std::string& path, std::uint64_t timeout_jiffies);
  std::vector<std::string> sysfs_list() const;  ///< all attribute paths, sorted
  /// @}

  /// What the kernel checks found (each is also an event kernel_check): sleeping while atomic, a
  /// lock left held, memory left at module exit with the allocating call, DMA to freed memory, a
  /// direct dereference of MMIO space...
  const std::vector<std::string>& problems() const;

  struct Impl;
  Impl& impl() { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace nvp::vk

#endif  // NEURON_VP_DRIVER_KERNEL_VK_KERNEL_H_
