/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_KERN_LEVELS_H
#define _VK_LINUX_KERN_LEVELS_H

#include <linux/printk.h>

#endif /* _VK_LINUX_KERN_LEVELS_H */
