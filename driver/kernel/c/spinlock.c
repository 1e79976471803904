// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* Contention arises only where a holder's time passes: register access and busy waits. */
#include <linux/spinlock.h>

#include <linux/sched.h>

#include "checks.h"
#include "locks.h"

#define name_of(lock) ((lock)->name ? (lock)->name : "a lock without a name")

static void taken(const void *lock, const char *name, const char *where)
{
	current->vk_atomic++;
	vk_held_add(lock, name, where);
}

/* False: the lock is not the caller's to release. */
static bool released(const void *lock, const char *name, const char *where)
{
	if (!vk_held_remove(lock)) {
		vk_problemf("lock %s unlocked at %s by %s, which does not hold it", name, where,
			    current->comm);
		return false;
	}
	current->vk_atomic--;
	return true;
}

static void spin(struct vk_lock_queue *queue, bool shared, const void *lock, const char *name,
		 const char *where)
{
	struct vk_waiter waiter;
	const char *mine = vk_held_where(lock);

	if (mine)
		vk_problemf("deadlock: %s takes lock %s at %s, which it holds since %s",
			    current->comm, name, where, mine);
	vk_queue_add(queue, &waiter, shared);
	vk_queue_wait(&waiter, TASK_UNINTERRUPTIBLE);
}

void vk_spin_lock_init(spinlock_t *lock, const char *name)
{
	*lock = (spinlock_t){.name = name};
}

void vk_spin_lock(spinlock_t *lock, const char *where)
{
	vk_enter();
	if (lock->owner)
		spin(&lock->queue, false, lock, name_of(lock), where);
	lock->owner = current;
	taken(lock, lock->name, where);
}

int vk_spin_trylock(spinlock_t *lock, const char *where)
{
	vk_enter();
	if (lock->owner)
		return 0;
	lock->owner = current;
	taken(lock, lock->name, where);
	return 1;
}

void vk_spin_unlock(spinlock_t *lock, const char *where)
{
	vk_enter();
	if (released(lock, name_of(lock), where))
		lock->owner = vk_queue_grant(&lock->queue);
}

bool spin_is_locked(spinlock_t *lock)
{
	return lock->owner != NULL;
}

void vk_rwlock_init(rwlock_t *lock, const char *name)
{
	*lock = (rwlock_t){.name = name};
}

/* All readers at the head of the queue, or one writer. */
static void grant_next(rwlock_t *lock)
{
	if (lock->queue.first && !lock->queue.first->shared) {
		if (!lock->readers)
			lock->writer = vk_queue_grant(&lock->queue);
		return;
	}
	while (lock->queue.first && lock->queue.first->shared) {
		vk_queue_grant(&lock->queue);
		lock->readers++;
	}
}

void vk_read_lock(rwlock_t *lock, const char *where)
{
	vk_enter();
	if (lock->writer || (lock->queue.first && !vk_held_where(lock)))
		spin(&lock->queue, true, lock, name_of(lock), where);
	else
		lock->readers++;
	taken(lock, lock->name, where);
}

void vk_read_unlock(rwlock_t *lock, const char *where)
{
	vk_enter();
	if (!released(lock, name_of(lock), where))
		return;
	if (--lock->readers == 0)
		grant_next(lock);
}

void vk_write_lock(rwlock_t *lock, const char *where)
{
	vk_enter();
	if (lock->writer || lock->readers)
		spin(&lock->queue, false, lock, name_of(lock), where);
	else
		lock->writer = current;
	taken(lock, lock->name, where);
}

void vk_write_unlock(rwlock_t *lock, const char *where)
{
	vk_enter();
	if (lock->writer != current) {
		vk_problemf(
			"lock %s write-unlocked at %s by %s, which does not hold it for writing",
			name_of(lock), where, current->comm);
		return;
	}
	released(lock, name_of(lock), where);
	lock->writer = NULL;
	grant_next(lock);
}
