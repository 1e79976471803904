/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_BITS_H
#define _VK_LINUX_BITS_H

#include <linux/const.h>
#define BIT(n) (1UL << (n))
#define BIT_ULL(n) (1ULL << (n))
#define BIT_MASK(n) (1UL << ((n) % BITS_PER_LONG))
#define BIT_WORD(n) ((n) / BITS_PER_LONG)
#define GENMASK(high, low) ((~0UL << (low)) & (~0UL >> (63 - (high))))
#define GENMASK_ULL(high, low) ((~0ULL << (low)) & (~0ULL >> (63 - (high))))

#endif /* _VK_LINUX_BITS_H */
