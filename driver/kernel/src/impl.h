// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#ifndef NEURON_VP_DRIVER_KERNEL_SRC_IMPL_H_
#define NEURON_VP_DRIVER_KERNEL_SRC_IMPL_H_

#include <string>
#include <vector>

#include "driver/kernel/src/mmio.h"
#include "driver/kernel/src/processes.h"
#include "driver/kernel/src/slab.h"
#include "driver/kernel/src/tasks.h"
#include "driver/kernel/src/time.h"
#include "driver/kernel/vk/kernel.h"

namespace nvp::vk {

/// The parts of the simulated kernel that the C functions reach through impl().
struct Kernel::Impl {
  Impl(const KernelConfig& config, bus::HostMemory& memory, fault::Registry& faults,
       trace::Stream& stream);

  /// Reports what a kernel check found.
  void problem(const std::string& text);

  KernelConfig config;
  fault::Registry& faults;
  trace::Stream& stream;
  Jiffies jiffies;
  Tasks tasks;
  Slab slab;
  Mmio mmio;
  Processes processes;
  std::vector<bus::HostPort*> devices;
  std::vector<std::string> problems;
  bool loaded = false;
};

extern Kernel::Impl* g_impl;
[[noreturn]] void no_kernel();

/// The kernel of this platform; an nvp::Error (platform) if there is none.
inline Kernel::Impl& impl() {
  if (g_impl == nullptr) no_kernel();
  return *g_impl;
}

}  // namespace nvp::vk

#endif  // NEURON_VP_DRIVER_KERNEL_SRC_IMPL_H_
