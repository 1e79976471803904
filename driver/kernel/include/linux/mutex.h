/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_MUTEX_H
#define _VK_LINUX_MUTEX_H

/* The sleeping lock (4.4): first come, first served; not recursive; zeroed memory is unlocked. */
#include <linux/lock_waiter.h>
#include <linux/lockdep.h>
#include <linux/types.h>
#include <vk/here.h>

struct task_struct;

struct mutex {
	struct task_struct *owner;
	struct vk_lock_queue queue;
	const char *name;
};

#define __MUTEX_INITIALIZER(lockname)                                                              \
	{                                                                                          \
		.name = #lockname                                                                  \
	}
#define DEFINE_MUTEX(mutexname) struct mutex mutexname = __MUTEX_INITIALIZER(mutexname)

void vk_mutex_init(struct mutex *lock, const char *name);
void vk_mutex_lock(struct mutex *lock, const char *where);
int vk_mutex_lock_interruptible(struct mutex *lock, const char *where);
int vk_mutex_trylock(struct mutex *lock, const char *where);
void vk_mutex_unlock(struct mutex *lock, const char *where);
void mutex_destroy(struct mutex *lock);
bool mutex_is_locked(struct mutex *lock);

#define mutex_init(lock) vk_mutex_init(lock, #lock)
#define mutex_lock(lock) vk_mutex_lock(lock, VK_HERE)
#define mutex_lock_nested(lock, subclass) vk_mutex_lock(lock, VK_HERE)
#define mutex_lock_interruptible(lock) vk_mutex_lock_interruptible(lock, VK_HERE)
#define mutex_lock_killable(lock) vk_mutex_lock_interruptible(lock, VK_HERE)
#define mutex_trylock(lock) vk_mutex_trylock(lock, VK_HERE)
#define mutex_unlock(lock) vk_mutex_unlock(lock, VK_HERE)

#endif /* _VK_LINUX_MUTEX_H */
