// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#ifndef NEURON_VP_DRIVER_KERNEL_C_LOCK_ORDER_H_
#define NEURON_VP_DRIVER_KERNEL_C_LOCK_ORDER_H_

struct task_struct;

/*
 * Notes that the task takes a lock of this name while it holds others. Locks of one name are one class.
 * Two classes that are taken in both orders anywhere in the run are a problem, also if no run ever
 * deadlocks; each pair is reported once.
 */
void vk_lock_order_note(struct task_struct *task, const char *name, const char *where);

#endif /* NEURON_VP_DRIVER_KERNEL_C_LOCK_ORDER_H_ */
