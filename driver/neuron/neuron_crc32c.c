// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#include "neuron_crc32c.h"

/* Remainders of the 16 nibbles for the reflected polynomial 0x82f63b78. */
static const u32 nibble_table[16] = {
	0x00000000, 0x105ec76f, 0x20bd8ede, 0x30e349b1, 0x417b1dbc, 0x5125dad3,
	0x61c69362, 0x7198540d, 0x82f63b78, 0x92a8fc17, 0xa24bb5a6, 0xb21572c9,
	0xc38d26c4, 0xd3d3e1ab, 0xe330a81a, 0xf36e6f75,
};

u32 ncrc32c_update(u32 crc, const void *data, size_t size)
{
	const u8 *byte = data;

	while (size--) {
		crc ^= *byte++;
		crc = (crc >> 4) ^ nibble_table[crc & 0xf];
		crc = (crc >> 4) ^ nibble_table[crc & 0xf];
	}
	return crc;
}
