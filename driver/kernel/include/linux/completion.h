/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_COMPLETION_H
#define _VK_LINUX_COMPLETION_H

#include <linux/wait.h>
struct completion {
	unsigned int done;
	wait_queue_head_t wait;
};
#define COMPLETION_INITIALIZER(work)                                                               \
	{                                                                                          \
		.wait = __WAIT_QUEUE_HEAD_INITIALIZER((work).wait)                                 \
	}
#define DECLARE_COMPLETION(work) struct completion work = COMPLETION_INITIALIZER(work)
void init_completion(struct completion *x);
void complete(struct completion *x);
void complete_all(struct completion *x);
void wait_for_completion(struct completion *x);
unsigned long wait_for_completion_timeout(struct completion *x, unsigned long timeout);
int wait_for_completion_interruptible(struct completion *x);
#define reinit_completion(x) ((x)->done = 0)

#endif /* _VK_LINUX_COMPLETION_H */
