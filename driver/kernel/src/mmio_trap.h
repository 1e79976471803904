// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#ifndef NEURON_VP_DRIVER_KERNEL_SRC_MMIO_TRAP_H_
#define NEURON_VP_DRIVER_KERNEL_SRC_MMIO_TRAP_H_

#include <cstddef>
#include <cstdint>

#include "driver/kernel/src/mmio.h"

namespace nvp::vk {

/// Writes "BAR 0 + 0x808 of 0000:00:1e.0" into `to`. Safe in a signal handler.
void describe_mmio(const Mmio::Window& window, std::uint64_t offset, char* to, std::size_t size);

/// From now on a direct dereference of a cookie ends the program with a message that names BAR and
/// offset, and exit code 3. Other faults go to the handler that was there before.
void install_mmio_trap(const Mmio& mmio);
void remove_mmio_trap();

}  // namespace nvp::vk

#endif  // NEURON_VP_DRIVER_KERNEL_SRC_MMIO_TRAP_H_
