/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_MINMAX_H
#define _VK_LINUX_MINMAX_H

#include <linux/compiler.h>
/* Both sides must have one type: the comparison of the pointers warns if they do not. */
#define __vk_cmp(x, y, op)                                                                         \
	({                                                                                         \
		__typeof__(x) __mx = (x);                                                          \
		__typeof__(y) __my = (y);                                                          \
		(void)(&__mx == &__my);                                                            \
		__mx op __my ? __mx : __my;                                                        \
	})
#define min(x, y) __vk_cmp(x, y, <)
#define max(x, y) __vk_cmp(x, y, >)
#define min3(x, y, z) min((__typeof__(x))min(x, y), z)
#define max3(x, y, z) max((__typeof__(x))max(x, y), z)
#define min_t(type, x, y)                                                                          \
	({                                                                                         \
		type __tx = (x);                                                                   \
		type __ty = (y);                                                                   \
		__tx < __ty ? __tx : __ty;                                                         \
	})
#define max_t(type, x, y)                                                                          \
	({                                                                                         \
		type __tx = (x);                                                                   \
		type __ty = (y);                                                                   \
		__tx > __ty ? __tx : __ty;                                                         \
	})
#define clamp(value, lo, hi) min((__typeof__(value))max(value, lo), hi)
#define clamp_t(type, value, lo, hi) min_t(type, max_t(type, value, lo), hi)
#define clamp_val(value, lo, hi) clamp_t(__typeof__(value), value, lo, hi)
#define swap(a, b)                                                                                 \
	do {                                                                                       \
		__typeof__(a) __swap = (a);                                                        \
		(a) = (b);                                                                         \
		(b) = __swap;                                                                      \
	} while (0)

#endif /* _VK_LINUX_MINMAX_H */
