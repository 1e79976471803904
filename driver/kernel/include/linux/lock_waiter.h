/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_LOCK_WAITER_H
#define _VK_LINUX_LOCK_WAITER_H

#include <linux/types.h>
/* First-come queue of a lock; all zero is empty, so that zeroed locks are unlocked ones. */
struct vk_waiter;
struct vk_lock_queue {
	struct vk_waiter *first, *last;
};

#endif /* _VK_LINUX_LOCK_WAITER_H */
