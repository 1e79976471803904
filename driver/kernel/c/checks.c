// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* What lockdep and CONFIG_DEBUG_ATOMIC_SLEEP would find. */
#include "checks.h"

#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/sprintf.h>
#include <linux/uaccess.h>
#include <vk/upcalls.h>

#include "lock_order.h"

void vk_problemf(const char *format, ...)
{
	char text[256];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	vk_problem(text);
}

static const struct vk_held *last_held(struct task_struct *task)
{
	return task->vk_held_count ? &task->vk_held[task->vk_held_count - 1] : NULL;
}

void vk_might_sleep(const char *what, const char *where)
{
	struct task_struct *self = current;
	const struct vk_held *held = last_held(self);

	if (likely(!self->vk_atomic))
		return;
	vk_problemf("sleeping while atomic: %s%s%s by %s%s%s%s%s", what, where ? " at " : "",
		    where ? where : "", self->comm, held ? ", which holds " : "",
		    held ? held->name : "", held ? " since " : "", held ? held->where : "");
}

void vk_held_add(const void *lock, const char *name, const char *where)
{
	struct task_struct *self = current;

	if (!name)
		name = "a lock without a name";
	vk_lock_order_note(self, name, where);
	if (self->vk_held_count < VK_MAX_HELD)
		self->vk_held[self->vk_held_count++] = (struct vk_held){lock, name, where};
	else
		vk_problemf("%s holds more than %d locks", self->comm, VK_MAX_HELD);
}

static int held_index(struct task_struct *task, const void *lock)
{
	int i;

	for (i = (int)task->vk_held_count - 1; i >= 0; i--)
		if (task->vk_held[i].lock == lock)
			return i;
	return -1;
}

bool vk_held_remove(const void *lock)
{
	struct task_struct *self = current;
	int i = held_index(self, lock);

	if (i < 0)
		return false;
	for (; i + 1 < (int)self->vk_held_count; i++)
		self->vk_held[i] = self->vk_held[i + 1];
	self->vk_held_count--;
	return true;
}

const char *vk_held_where(const void *lock)
{
	int i = held_index(current, lock);

	return i < 0 ? NULL : current->vk_held[i].where;
}

void vk_check_nothing_held(struct task_struct *task, const char *when)
{
	unsigned int locks = task->vk_held_count;

	while (task->vk_held_count) {
		const struct vk_held *held = last_held(task);

		vk_problemf("lock left held %s: %s, taken at %s by %s", when, held->name,
			    held->where, task->comm);
		task->vk_held_count--;
	}
	if (task->vk_atomic && !locks)
		vk_problemf("preemption left disabled %s by %s", when, task->comm);
	task->vk_atomic = 0;
}

void preempt_disable(void)
{
	current->vk_atomic++;
}

void preempt_enable(void)
{
	if (current->vk_atomic)
		current->vk_atomic--;
	else
		vk_problemf("preempt_enable without preempt_disable by %s", current->comm);
}

void pagefault_disable(void)
{
	preempt_disable();
}

void pagefault_enable(void)
{
	preempt_enable();
}

bool in_atomic(void)
{
	return current->vk_atomic != 0;
}
