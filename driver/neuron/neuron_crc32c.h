/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef NEURON_CRC32C_H
#define NEURON_CRC32C_H

#include <linux/types.h>

/** CRC32C (Castagnoli, reflected) in pieces: start with NCRC32C_INIT, end with ncrc32c_finish(). */
#define NCRC32C_INIT 0xffffffffu

u32 ncrc32c_update(u32 crc, const void *data, size_t size);

static inline u32 ncrc32c_finish(u32 crc)
{
	return ~crc;
}

/** ncrc32c() - CRC32C of one block (chapter 11.3.4). */
static inline u32 ncrc32c(const void *data, size_t size)
{
	return ncrc32c_finish(ncrc32c_update(NCRC32C_INIT, data, size));
}

#endif
