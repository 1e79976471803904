// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#ifndef NEURON_VP_DRIVER_KERNEL_SRC_SYSTEM_CALL_H_
#define NEURON_VP_DRIVER_KERNEL_SRC_SYSTEM_CALL_H_

#include "driver/kernel/include/vk/host.h"
#include "driver/kernel/src/processes.h"

namespace nvp::vk {

/// Runs `body` in kernel mode. If the calling process was ended meanwhile, it does not return.
template <typename Body>
auto system_call(const Body& body) {
  UserThreadImpl* thread = current_user();
  if (thread != nullptr) thread->enter_system_call();
  vk_enter();
  const auto result = body();
  if (thread != nullptr) thread->leave_system_call();
  return result;
}

}  // namespace nvp::vk

#endif  // NEURON_VP_DRIVER_KERNEL_SRC_SYSTEM_CALL_H_
