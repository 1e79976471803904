/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_SPINLOCK_H
#define _VK_LINUX_SPINLOCK_H

/* Spinning locks (4.4): the holder may not sleep; zeroed memory is unlocked. */
#include <linux/irqflags.h>
#include <linux/lock_waiter.h>
#include <linux/lockdep.h>
#include <linux/preempt.h>
#include <linux/types.h>
#include <vk/here.h>

struct task_struct;

typedef struct spinlock {
	struct task_struct *owner;
	struct vk_lock_queue queue;
	const char *name;
} spinlock_t;
typedef spinlock_t raw_spinlock_t;

typedef struct {
	struct task_struct *writer;
	unsigned int readers;
	struct vk_lock_queue queue;
	const char *name;
} rwlock_t;

#define __SPIN_LOCK_UNLOCKED(lockname)                                                             \
	{                                                                                          \
		.name = #lockname                                                                  \
	}
#define __RW_LOCK_UNLOCKED(lockname)                                                               \
	{                                                                                          \
		.name = #lockname                                                                  \
	}
#define DEFINE_SPINLOCK(x) spinlock_t x = __SPIN_LOCK_UNLOCKED(x)
#define DEFINE_RWLOCK(x) rwlock_t x = __RW_LOCK_UNLOCKED(x)

void vk_spin_lock_init(spinlock_t *lock, const char *name);
void vk_spin_lock(spinlock_t *lock, const char *where);
int vk_spin_trylock(spinlock_t *lock, const char *where);
void vk_spin_unlock(spinlock_t *lock, const char *where);
bool spin_is_locked(spinlock_t *lock);
void vk_rwlock_init(rwlock_t *lock, const char *name);
void vk_read_lock(rwlock_t *lock, const char *where);
void vk_read_unlock(rwlock_t *lock, const char *where);
void vk_write_lock(rwlock_t *lock, const char *where);
void vk_write_unlock(rwlock_t *lock, const char *where);

#define spin_lock_init(lock) vk_spin_lock_init(lock, #lock)
#define spin_lock(lock) vk_spin_lock(lock, VK_HERE)
#define spin_trylock(lock) vk_spin_trylock(lock, VK_HERE)
#define spin_unlock(lock) vk_spin_unlock(lock, VK_HERE)
#define spin_lock_irq(lock) spin_lock(lock)
#define spin_unlock_irq(lock) spin_unlock(lock)
#define spin_lock_bh(lock) spin_lock(lock)
#define spin_unlock_bh(lock) spin_unlock(lock)
#define spin_lock_irqsave(lock, flags)                                                             \
	do {                                                                                       \
		local_irq_save(flags);                                                             \
		spin_lock(lock);                                                                   \
	} while (0)
#define spin_unlock_irqrestore(lock, flags)                                                        \
	do {                                                                                       \
		spin_unlock(lock);                                                                 \
		local_irq_restore(flags);                                                          \
	} while (0)
#define rwlock_init(lock) vk_rwlock_init(lock, #lock)
#define read_lock(lock) vk_read_lock(lock, VK_HERE)
#define read_unlock(lock) vk_read_unlock(lock, VK_HERE)
#define write_lock(lock) vk_write_lock(lock, VK_HERE)
#define write_unlock(lock) vk_write_unlock(lock, VK_HERE)
#define read_lock_irqsave(lock, flags)                                                             \
	do {                                                                                       \
		local_irq_save(flags);                                                             \
		read_lock(lock);                                                                   \
	} while (0)
#define read_unlock_irqrestore(lock, flags)                                                        \
	do {                                                                                       \
		read_unlock(lock);                                                                 \
		local_irq_restore(flags);                                                          \
	} while (0)
#define write_lock_irqsave(lock, flags)                                                            \
	do {                                                                                       \
		local_irq_save(flags);                                                             \
		write_lock(lock);                                                                  \
	} while (0)
#define write_unlock_irqrestore(lock, flags)                                                       \
	do {                                                                                       \
		write_unlock(lock);                                                                \
		local_irq_restore(flags);                                                          \
	} while (0)

#endif /* _VK_LINUX_SPINLOCK_H */
