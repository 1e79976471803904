/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_ALIGN_H
#define _VK_LINUX_ALIGN_H

#include <linux/types.h>
#define __ALIGN_MASK(x, mask) (((x) + (mask)) & ~(mask))
#define ALIGN(x, a) __ALIGN_MASK(x, (__typeof__(x))(a)-1)
#define ALIGN_DOWN(x, a) ((x) & ~((__typeof__(x))(a)-1))
#define PTR_ALIGN(p, a) ((__typeof__(p))ALIGN((unsigned long)(p), (a)))
#define IS_ALIGNED(x, a) (((x) & ((__typeof__(x))(a)-1)) == 0)

#endif /* _VK_LINUX_ALIGN_H */
