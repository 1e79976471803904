// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#include <linux/mutex.h>

#include <linux/sched.h>

#include "checks.h"
#include "locks.h"

static const char *name_of(const struct mutex *lock)
{
	return lock->name ? lock->name : "a mutex without a name";
}

void vk_mutex_init(struct mutex *lock, const char *name)
{
	*lock = (struct mutex){.name = name};
}

void mutex_destroy(struct mutex *lock)
{
	if (lock->owner)
		vk_problemf("mutex %s destroyed while it is held", name_of(lock));
}

bool mutex_is_locked(struct mutex *lock)
{
	return lock->owner != NULL;
}

static int lock_in(struct mutex *lock, unsigned int state, const char *where)
{
	struct vk_waiter waiter;

	vk_enter();
	vk_might_sleep("mutex_lock", where);
	if (lock->owner == current)
		vk_problemf("mutex %s locked twice by %s: at %s, now at %s", name_of(lock),
			    current->comm, vk_held_where(lock), where);
	if (!lock->owner) {
		lock->owner = current;
	} else {
		vk_queue_add(&lock->queue, &waiter, false);
		if (!vk_queue_wait(&waiter, state)) {
			vk_queue_remove(&lock->queue, &waiter);
			return -EINTR;
		}
	}
	vk_held_add(lock, lock->name, where);
	return 0;
}

void vk_mutex_lock(struct mutex *lock, const char *where)
{
	lock_in(lock, TASK_UNINTERRUPTIBLE, where);
}

int vk_mutex_lock_interruptible(struct mutex *lock, const char *where)
{
	return lock_in(lock, TASK_INTERRUPTIBLE, where);
}

int vk_mutex_trylock(struct mutex *lock, const char *where)
{
	vk_enter();
	if (lock->owner)
		return 0;
	lock->owner = current;
	vk_held_add(lock, lock->name, where);
	return 1;
}

void vk_mutex_unlock(struct mutex *lock, const char *where)
{
	vk_enter();
	if (lock->owner != current) {
		vk_problemf("mutex %s unlocked at %s by %s, but %s holds it", name_of(lock), where,
			    current->comm, lock->owner ? lock->owner->comm : "nobody");
		return;
	}
	vk_held_remove(lock);
	lock->owner = vk_queue_grant(&lock->queue);
}
