// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#include "locks.h"

#include <linux/sched.h>

void vk_queue_add(struct vk_lock_queue *queue, struct vk_waiter *waiter, bool shared)
{
	*waiter = (struct vk_waiter){.task = current, .shared = shared};
	if (queue->last)
		queue->last->next = waiter;
	else
		queue->first = waiter;
	queue->last = waiter;
}

void vk_queue_remove(struct vk_lock_queue *queue, struct vk_waiter *waiter)
{
	struct vk_waiter **at = &queue->first, *before = NULL;

	while (*at && *at != waiter) {
		before = *at;
		at = &before->next;
	}
	if (!*at)
		return;
	*at = waiter->next;
	if (queue->last == waiter)
		queue->last = before;
}

struct task_struct *vk_queue_grant(struct vk_lock_queue *queue)
{
	struct vk_waiter *waiter = queue->first;

	if (!waiter)
		return NULL;
	vk_queue_remove(queue, waiter);
	waiter->granted = true;
	vk_try_to_wake(waiter->task, TASK_NORMAL);
	return waiter->task;
}

bool vk_queue_wait(struct vk_waiter *waiter, unsigned int state)
{
	while (!waiter->granted) {
		if (state == TASK_INTERRUPTIBLE && signal_pending(waiter->task))
			return false;
		waiter->task->__state = state;
		vk_sleep_until(~0ULL);
	}
	return true;
}
