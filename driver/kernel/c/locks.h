// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#ifndef NEURON_VP_DRIVER_KERNEL_C_LOCKS_H_
#define NEURON_VP_DRIVER_KERNEL_C_LOCKS_H_

#include <linux/lock_waiter.h>
#include <linux/types.h>

struct task_struct;

/* A task that waits for a lock; lives on its stack. The releaser grants, so that order is kept. */
struct vk_waiter {
	struct task_struct *task;
	struct vk_waiter *next;
	bool shared, granted;
};

void vk_queue_add(struct vk_lock_queue *queue, struct vk_waiter *waiter, bool shared);
void vk_queue_remove(struct vk_lock_queue *queue, struct vk_waiter *waiter);
/* Takes the first waiter off the queue and lets it run: null if there is none. */
struct task_struct *vk_queue_grant(struct vk_lock_queue *queue);
/* Until granted; false if a signal came first (only in interruptible states). */
bool vk_queue_wait(struct vk_waiter *waiter, unsigned int state);

#endif /* NEURON_VP_DRIVER_KERNEL_C_LOCKS_H_ */
