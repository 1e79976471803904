/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_WAIT_H
#define _VK_LINUX_WAIT_H

/* Wait queues (4.1): no wake between the test of the condition and the sleep is lost. */
#include <linux/list.h>
#include <linux/sched.h>
#include <linux/spinlock.h>

#define WQ_FLAG_EXCLUSIVE 0x01

typedef struct wait_queue_entry {
	unsigned int flags;
	struct task_struct *private;
	struct list_head entry;
} wait_queue_entry_t;

struct wait_queue_head {
	struct list_head head;
};
typedef struct wait_queue_head wait_queue_head_t;

#define __WAIT_QUEUE_HEAD_INITIALIZER(name)                                                        \
	{                                                                                          \
		.head = LIST_HEAD_INIT((name).head)                                                \
	}
#define DECLARE_WAIT_QUEUE_HEAD(name)                                                              \
	struct wait_queue_head name = __WAIT_QUEUE_HEAD_INITIALIZER(name)
#define DECLARE_WAIT_QUEUE_HEAD_ONSTACK(name) DECLARE_WAIT_QUEUE_HEAD(name)
#define DEFINE_WAIT(name)                                                                          \
	struct wait_queue_entry name = {                                                           \
		.private = current,                                                                \
		.entry = LIST_HEAD_INIT((name).entry),                                             \
	}

static inline void init_waitqueue_head(struct wait_queue_head *wq)
{
	INIT_LIST_HEAD(&wq->head);
}

static inline int waitqueue_active(struct wait_queue_head *wq)
{
	return !list_empty(&wq->head);
}

void add_wait_queue(struct wait_queue_head *wq, struct wait_queue_entry *entry);
void remove_wait_queue(struct wait_queue_head *wq, struct wait_queue_entry *entry);
void prepare_to_wait(struct wait_queue_head *wq, struct wait_queue_entry *entry, int state);
/* As prepare_to_wait; -ERESTARTSYS if a signal ends this kind of sleep. */
long prepare_to_wait_event(struct wait_queue_head *wq, struct wait_queue_entry *entry, int state);
void finish_wait(struct wait_queue_head *wq, struct wait_queue_entry *entry);
/* Wakes all non-exclusive sleepers in these states and at most `exclusive` others (0: all). */
void vk_wake_up(struct wait_queue_head *wq, unsigned int states, int exclusive);

#define wake_up(wq) vk_wake_up(wq, TASK_NORMAL, 1)
#define wake_up_nr(wq, nr) vk_wake_up(wq, TASK_NORMAL, nr)
#define wake_up_all(wq) vk_wake_up(wq, TASK_NORMAL, 0)
#define wake_up_interruptible(wq) vk_wake_up(wq, TASK_INTERRUPTIBLE, 1)
#define wake_up_interruptible_all(wq) vk_wake_up(wq, TASK_INTERRUPTIBLE, 0)
#define wake_up_interruptible_sync(wq) vk_wake_up(wq, TASK_INTERRUPTIBLE, 1)
#define wake_up_sync(wq) vk_wake_up(wq, TASK_NORMAL, 1)

/* The remaining jiffies (at least 1) once the condition holds, 0 on time-out, -ERESTARTSYS. */
#define __vk_wait(wq, condition, state, wait_flags, timeout)                                       \
	({                                                                                         \
		long __left = (timeout);                                                           \
		long __waited = 0;                                                                 \
		DEFINE_WAIT(__wait);                                                               \
		__wait.flags = (wait_flags);                                                       \
		vk_might_sleep("wait_event", VK_HERE);                                             \
		for (;;) {                                                                         \
			long __signal;                                                             \
			if (condition) {                                                           \
				__waited = __left > 0 ? __left : 1;                                \
				break;                                                             \
			}                                                                          \
			if (__left <= 0)                                                           \
				break;                                                             \
			__signal = prepare_to_wait_event(&(wq), &__wait, state);                   \
			if (condition) {                                                           \
				__waited = __left;                                                 \
				break;                                                             \
			}                                                                          \
			if (__signal) {                                                            \
				__waited = __signal;                                               \
				break;                                                             \
			}                                                                          \
			__left = schedule_timeout(__left);                                         \
		}                                                                                  \
		finish_wait(&(wq), &__wait);                                                       \
		__waited;                                                                          \
	})
#define __vk_wait_signal(wq, condition, state, flags)                                              \
	({                                                                                         \
		long __result = __vk_wait(wq, condition, state, flags, MAX_SCHEDULE_TIMEOUT);      \
		__result < 0 ? (int)__result : 0;                                                  \
	})

#define wait_event(wq, condition)                                                                  \
	((void)__vk_wait(wq, condition, TASK_UNINTERRUPTIBLE, 0, MAX_SCHEDULE_TIMEOUT))
#define wait_event_timeout(wq, condition, timeout)                                                 \
	__vk_wait(wq, condition, TASK_UNINTERRUPTIBLE, 0, timeout)
#define wait_event_interruptible(wq, condition)                                                    \
	__vk_wait_signal(wq, condition, TASK_INTERRUPTIBLE, 0)
#define wait_event_interruptible_exclusive(wq, condition)                                          \
	__vk_wait_signal(wq, condition, TASK_INTERRUPTIBLE, WQ_FLAG_EXCLUSIVE)
#define wait_event_killable(wq, condition) __vk_wait_signal(wq, condition, TASK_KILLABLE, 0)
#define wait_event_interruptible_timeout(wq, condition, timeout)                                   \
	__vk_wait(wq, condition, TASK_INTERRUPTIBLE, 0, timeout)

#endif /* _VK_LINUX_WAIT_H */
