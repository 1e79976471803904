// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#ifndef NEURON_VP_DRIVER_KERNEL_C_CHECKS_H_
#define NEURON_VP_DRIVER_KERNEL_C_CHECKS_H_

#include <linux/compiler.h>
#include <linux/types.h>

struct task_struct;

/* Reports what a check found (Kernel::problems()). */
__printf(1, 2) void vk_problemf(const char *format, ...);

/* The locks that the current task holds. */
void vk_held_add(const void *lock, const char *name, const char *where);
/* False if it does not hold it. */
bool vk_held_remove(const void *lock);
/* Where it took the lock, null if it does not hold it. */
const char *vk_held_where(const void *lock);

#endif /* NEURON_VP_DRIVER_KERNEL_C_CHECKS_H_ */
