/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_LOG2_H
#define _VK_LINUX_LOG2_H

#include <linux/types.h>
#define ilog2(n) (63 - __builtin_clzll((unsigned long long)(n)))
static inline bool is_power_of_2(unsigned long n)
{
	return n != 0 && (n & (n - 1)) == 0;
}

static inline unsigned long roundup_pow_of_two(unsigned long n)
{
	return n <= 1 ? 1 : 1UL << (64 - __builtin_clzl(n - 1));
}

static inline unsigned long rounddown_pow_of_two(unsigned long n)
{
	return 1UL << (63 - __builtin_clzl(n));
}

static inline int order_base_2(unsigned long n)
{
	return n > 1 ? 64 - __builtin_clzl(n - 1) : 0;
}

#endif /* _VK_LINUX_LOG2_H */
