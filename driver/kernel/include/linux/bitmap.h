/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_BITMAP_H
#define _VK_LINUX_BITMAP_H

#include <linux/bitops.h>
#include <linux/string.h>

/* dst may be src; bits that leave are lost, zeros enter. Bits from nbits on are zero in dst. */
void bitmap_shift_right(unsigned long *dst, const unsigned long *src, unsigned int shift,
			unsigned int nbits);
void bitmap_shift_left(unsigned long *dst, const unsigned long *src, unsigned int shift,
		       unsigned int nbits);
void bitmap_zero(unsigned long *dst, unsigned int nbits);
void bitmap_fill(unsigned long *dst, unsigned int nbits);
void bitmap_set(unsigned long *map, unsigned int start, unsigned int count);
void bitmap_clear(unsigned long *map, unsigned int start, unsigned int count);
void bitmap_copy(unsigned long *dst, const unsigned long *src, unsigned int nbits);
bool bitmap_and(unsigned long *dst, const unsigned long *a, const unsigned long *b,
		unsigned int nbits);
void bitmap_or(unsigned long *dst, const unsigned long *a, const unsigned long *b,
	       unsigned int nbits);
bool bitmap_empty(const unsigned long *map, unsigned int nbits);
bool bitmap_full(const unsigned long *map, unsigned int nbits);
unsigned int bitmap_weight(const unsigned long *map, unsigned int nbits);

#endif /* _VK_LINUX_BITMAP_H */
