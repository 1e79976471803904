/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_KTHREAD_H
#define _VK_LINUX_KTHREAD_H

#include <linux/err.h>
#include <linux/sched.h>
__printf(4, 5) struct task_struct *kthread_create_on_node(int (*threadfn)(void *data), void *data,
							   int node, const char namefmt[], ...);
#define kthread_create(threadfn, data, namefmt, arg...)                                            \
	kthread_create_on_node(threadfn, data, -1, namefmt, ##arg)
#define kthread_run(threadfn, data, namefmt, ...)                                                  \
	({                                                                                         \
		struct task_struct *__kt = kthread_create(threadfn, data, namefmt, ##__VA_ARGS__); \
		if (!IS_ERR(__kt))                                                                 \
			wake_up_process(__kt);                                                     \
		__kt;                                                                              \
	})
/* Sets the stop flag, wakes the thread, waits for its end and gives its value. Once per thread. */
int kthread_stop(struct task_struct *task);
bool kthread_should_stop(void);
#define kthread_should_park() false

#endif /* _VK_LINUX_KTHREAD_H */
