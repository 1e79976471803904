/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_BITOPS_H
#define _VK_LINUX_BITOPS_H

/* Bit operations on arrays of 64-bit words (4.5). set_bit and friends are atomic. */
#include <linux/bits.h>
#include <linux/types.h>

#define __vk_bit_word(nr, addr) ((unsigned long *)(addr) + (nr) / BITS_PER_LONG)

static inline void set_bit(long nr, volatile unsigned long *addr)
{
	__atomic_fetch_or(__vk_bit_word(nr, addr), BIT(nr % BITS_PER_LONG), __ATOMIC_SEQ_CST);
}

static inline void clear_bit(long nr, volatile unsigned long *addr)
{
	__atomic_fetch_and(__vk_bit_word(nr, addr), ~BIT(nr % BITS_PER_LONG), __ATOMIC_SEQ_CST);
}

static inline void change_bit(long nr, volatile unsigned long *addr)
{
	__atomic_fetch_xor(__vk_bit_word(nr, addr), BIT(nr % BITS_PER_LONG), __ATOMIC_SEQ_CST);
}

static inline bool test_bit(unsigned long nr, const volatile unsigned long *addr)
{
	return (addr[nr / BITS_PER_LONG] >> (nr % BITS_PER_LONG)) & 1;
}

static inline bool test_and_set_bit(long nr, volatile unsigned long *addr)
{
	unsigned long bit = BIT(nr % BITS_PER_LONG);

	return __atomic_fetch_or(__vk_bit_word(nr, addr), bit, __ATOMIC_SEQ_CST) & bit;
}

static inline bool test_and_clear_bit(long nr, volatile unsigned long *addr)
{
	unsigned long bit = BIT(nr % BITS_PER_LONG);

	return __atomic_fetch_and(__vk_bit_word(nr, addr), ~bit, __ATOMIC_SEQ_CST) & bit;
}

#define __set_bit(nr, addr) set_bit(nr, addr)
#define __clear_bit(nr, addr) clear_bit(nr, addr)

/* Number of the highest set bit counted from 1; 0 for 0. */
static inline int fls(unsigned int x)
{
	return x ? 32 - __builtin_clz(x) : 0;
}

static inline int fls64(u64 x)
{
	return x ? 64 - __builtin_clzll(x) : 0;
}

static inline int fls_long(unsigned long x)
{
	return fls64(x);
}

static inline int ffs(int x)
{
	return __builtin_ffs(x);
}

static inline unsigned long __ffs(unsigned long x)
{
	return __builtin_ctzl(x);
}

static inline unsigned long __fls(unsigned long x)
{
	return 63 - __builtin_clzl(x);
}

static inline unsigned long ffz(unsigned long x)
{
	return __builtin_ctzl(~x);
}

#define hweight8(x) __builtin_popcount((x)&0xff)
#define hweight16(x) __builtin_popcount((x)&0xffff)
#define hweight32(x) ((unsigned int)__builtin_popcount(x))
#define hweight64(x) ((unsigned long)__builtin_popcountll(x))
#define hweight_long(x) ((unsigned long)__builtin_popcountl(x))

static inline u32 rol32(u32 x, unsigned int n)
{
	return (x << (n & 31)) | (x >> (-n & 31));
}

static inline u32 ror32(u32 x, unsigned int n)
{
	return (x >> (n & 31)) | (x << (-n & 31));
}

unsigned long find_first_bit(const unsigned long *addr, unsigned long size);
unsigned long find_next_bit(const unsigned long *addr, unsigned long size, unsigned long offset);
unsigned long find_first_zero_bit(const unsigned long *addr, unsigned long size);
unsigned long find_next_zero_bit(const unsigned long *addr, unsigned long size,
				 unsigned long offset);

#define for_each_set_bit(bit, addr, size)                                                          \
	for ((bit) = find_first_bit((addr), (size)); (bit) < (size);                               \
	     (bit) = find_next_bit((addr), (size), (bit) + 1))

#endif /* _VK_LINUX_BITOPS_H */
