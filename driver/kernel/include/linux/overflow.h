/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_OVERFLOW_H
#define _VK_LINUX_OVERFLOW_H

#include <linux/types.h>
#include <linux/limits.h>
#define check_add_overflow(a, b, d) __builtin_add_overflow(a, b, d)
#define check_sub_overflow(a, b, d) __builtin_sub_overflow(a, b, d)
#define check_mul_overflow(a, b, d) __builtin_mul_overflow(a, b, d)

static inline size_t size_mul(size_t a, size_t b)
{
	size_t product;

	return __builtin_mul_overflow(a, b, &product) ? SIZE_MAX : product;
}

static inline size_t size_add(size_t a, size_t b)
{
	size_t sum;

	return __builtin_add_overflow(a, b, &sum) ? SIZE_MAX : sum;
}

#define array_size(a, b) size_mul(a, b)
#define struct_size(p, member, count)                                                              \
	size_add(sizeof(*(p)), size_mul(sizeof((p)->member[0]), count))

#endif /* _VK_LINUX_OVERFLOW_H */
