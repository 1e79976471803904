/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_KERNEL_H
#define _VK_LINUX_KERNEL_H

#include <linux/align.h>
#include <linux/bitops.h>
#include <linux/bug.h>
#include <linux/build_bug.h>
#include <linux/compiler.h>
#include <linux/container_of.h>
#include <linux/err.h>
#include <linux/kstrtox.h>
#include <linux/limits.h>
#include <linux/log2.h>
#include <linux/math.h>
#include <linux/minmax.h>
#include <linux/printk.h>
#include <linux/sched.h>
#include <linux/sprintf.h>
#include <linux/stdarg.h>
#include <linux/stringify.h>
#include <linux/types.h>
#include <linux/processor.h>

#define ARRAY_SIZE(array)                                                                          \
	(sizeof(array) / sizeof((array)[0]) +                                                      \
	 BUILD_BUG_ON_ZERO(__same_type((array), &(array)[0])))
#define upper_32_bits(n) ((u32)(((n) >> 16) >> 16))
#define lower_32_bits(n) ((u32)((n)&0xffffffff))
#define PTR_IF(condition, ptr) ((condition) ? (ptr) : NULL)
/* The mode, checked: octal, owner may do what others may, nobody else may write. */
#define VERIFY_OCTAL_PERMISSIONS(perms)                                                            \
	(BUILD_BUG_ON_ZERO((perms) < 0) + BUILD_BUG_ON_ZERO((perms) > 0777) +                      \
	 BUILD_BUG_ON_ZERO((((perms) >> 6) & 4) < (((perms) >> 3) & 4)) +                          \
	 BUILD_BUG_ON_ZERO((((perms) >> 3) & 4) < ((perms)&4)) +                                   \
	 BUILD_BUG_ON_ZERO((((perms) >> 6) & 2) < (((perms) >> 3) & 2)) +                          \
	 BUILD_BUG_ON_ZERO((perms)&2) + (perms))

#endif /* _VK_LINUX_KERNEL_H */
