// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#include <linux/bitmap.h>

static bool get(const unsigned long *map, unsigned long bit)
{
	return (map[bit / BITS_PER_LONG] >> (bit % BITS_PER_LONG)) & 1;
}

static void put(unsigned long *map, unsigned long bit, bool value)
{
	unsigned long mask = 1UL << (bit % BITS_PER_LONG);

	if (value)
		map[bit / BITS_PER_LONG] |= mask;
	else
		map[bit / BITS_PER_LONG] &= ~mask;
}

static void clear_tail(unsigned long *map, unsigned int nbits)
{
	if (nbits % BITS_PER_LONG)
		map[nbits / BITS_PER_LONG] &= (1UL << (nbits % BITS_PER_LONG)) - 1;
}

void bitmap_shift_right(unsigned long *dst, const unsigned long *src, unsigned int shift,
			unsigned int nbits)
{
	unsigned int i;

	for (i = 0; i < nbits; i++)
		put(dst, i, i + shift < nbits && get(src, i + shift));
	clear_tail(dst, nbits);
}

void bitmap_shift_left(unsigned long *dst, const unsigned long *src, unsigned int shift,
		       unsigned int nbits)
{
	unsigned int i;

	for (i = nbits; i-- > 0;)
		put(dst, i, i >= shift && get(src, i - shift));
	clear_tail(dst, nbits);
}

void bitmap_zero(unsigned long *dst, unsigned int nbits)
{
	memset(dst, 0, BITS_TO_LONGS(nbits) * sizeof(long));
}

void bitmap_fill(unsigned long *dst, unsigned int nbits)
{
	memset(dst, 0xff, BITS_TO_LONGS(nbits) * sizeof(long));
	clear_tail(dst, nbits);
}

void bitmap_set(unsigned long *map, unsigned int start, unsigned int count)
{
	for (; count--; start++)
		put(map, start, true);
}

void bitmap_clear(unsigned long *map, unsigned int start, unsigned int count)
{
	for (; count--; start++)
		put(map, start, false);
}

void bitmap_copy(unsigned long *dst, const unsigned long *src, unsigned int nbits)
{
	memcpy(dst, src, BITS_TO_LONGS(nbits) * sizeof(long));
}

bool bitmap_and(unsigned long *dst, const unsigned long *a, const unsigned long *b,
		unsigned int nbits)
{
	unsigned int i;

	for (i = 0; i < BITS_TO_LONGS(nbits); i++)
		dst[i] = a[i] & b[i];
	clear_tail(dst, nbits);
	return !bitmap_empty(dst, nbits);
}

void bitmap_or(unsigned long *dst, const unsigned long *a, const unsigned long *b,
	       unsigned int nbits)
{
	unsigned int i;

	for (i = 0; i < BITS_TO_LONGS(nbits); i++)
		dst[i] = a[i] | b[i];
}

bool bitmap_empty(const unsigned long *map, unsigned int nbits)
{
	return find_first_bit(map, nbits) >= nbits;
}

bool bitmap_full(const unsigned long *map, unsigned int nbits)
{
	return find_first_zero_bit(map, nbits) >= nbits;
}

unsigned int bitmap_weight(const unsigned long *map, unsigned int nbits)
{
	unsigned int i, weight = 0;

	for (i = 0; i < nbits; i++)
		weight += get(map, i);
	return weight;
}

static unsigned long find(const unsigned long *map, unsigned long size, unsigned long offset,
			  bool value)
{
	while (offset < size && get(map, offset) != value)
		offset++;
	return offset < size ? offset : size;
}

unsigned long find_next_bit(const unsigned long *addr, unsigned long size, unsigned long offset)
{
	return find(addr, size, offset, true);
}

unsigned long find_first_bit(const unsigned long *addr, unsigned long size)
{
	return find(addr, size, 0, true);
}

unsigned long find_next_zero_bit(const unsigned long *addr, unsigned long size,
				 unsigned long offset)
{
	return find(addr, size, offset, false);
}

unsigned long find_first_zero_bit(const unsigned long *addr, unsigned long size)
{
	return find(addr, size, 0, false);
}
