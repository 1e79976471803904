/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_RWLOCK_H
#define _VK_LINUX_RWLOCK_H

#include <linux/spinlock.h>

#endif /* _VK_LINUX_RWLOCK_H */
