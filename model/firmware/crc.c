/* SPDX-License-Identifier: Apache-2.0 */
#include "model/firmware/firmware.h"

uint32_t frame_crc(uint32_t dword0, uint32_t payload, uint32_t size)
{
	uint32_t tail = size % 4, end = payload + size - tail;

	hal_write32(MGMT_CRC32C_BASE + CRC32C_CTRL, CRC32C_CTRL_START_MASK);
	hal_write32(MGMT_CRC32C_BASE + CRC32C_WORD, dword0);
	hal_write32(MGMT_CRC32C_BASE + CRC32C_WORD, 0);
	for (; payload != end; payload += 4)
		hal_write32(MGMT_CRC32C_BASE + CRC32C_WORD, hal_read32(payload));
	if (tail) {
		uint32_t rest = hal_read32(end);

		for (; tail; tail--, rest >>= 8)
			hal_write32(MGMT_CRC32C_BASE + CRC32C_BYTE, rest & 0xff);
	}
	return hal_read32(MGMT_CRC32C_BASE + CRC32C_RESULT);
}
