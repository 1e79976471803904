/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_MATH_H
#define _VK_LINUX_MATH_H

#include <linux/types.h>
#define __round_mask(x, y) ((__typeof__(x))((y) - 1))
#define round_up(x, y) ((((x) - 1) | __round_mask(x, y)) + 1)
#define round_down(x, y) ((x) & ~__round_mask(x, y))
#define roundup(x, y)                                                                              \
	({                                                                                         \
		__typeof__(y) __y = (y);                                                           \
		(((x) + (__y - 1)) / __y) * __y;                                                   \
	})
#define rounddown(x, y)                                                                            \
	({                                                                                         \
		__typeof__(x) __x = (x);                                                           \
		__x - (__x % (y));                                                                 \
	})
#define DIV_ROUND_UP_ULL(n, d) DIV_ROUND_UP((unsigned long long)(n), d)
#define DIV_ROUND_CLOSEST(x, d) (((x) + ((d) / 2)) / (d))
#define abs(x)                                                                                     \
	({                                                                                         \
		__typeof__(x) __a = (x);                                                           \
		__a < 0 ? -__a : __a;                                                              \
	})

#endif /* _VK_LINUX_MATH_H */
