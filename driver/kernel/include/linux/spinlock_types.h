/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_SPINLOCK_TYPES_H
#define _VK_LINUX_SPINLOCK_TYPES_H

#include <linux/spinlock.h>

#endif /* _VK_LINUX_SPINLOCK_TYPES_H */
