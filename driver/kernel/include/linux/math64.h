/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_MATH64_H
#define _VK_LINUX_MATH64_H

#include <linux/math.h>
static inline u64 div_u64(u64 n, u32 d)
{
	return n / d;
}

static inline u64 div_u64_rem(u64 n, u32 d, u32 *rest)
{
	*rest = (u32)(n % d);
	return n / d;
}

static inline u64 div64_u64(u64 n, u64 d)
{
	return n / d;
}

static inline s64 div_s64(s64 n, s32 d)
{
	return n / d;
}

#define do_div(n, base)                                                                            \
	({                                                                                         \
		u32 __base = (base);                                                               \
		u32 __rest = (u32)((u64)(n) % __base);                                             \
		(n) = (u64)(n) / __base;                                                           \
		__rest;                                                                            \
	})

#endif /* _VK_LINUX_MATH64_H */
