// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* Direct register reads and the words that firmware publishes (chapter 11.8). */
#include <linux/delay.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/timekeeping.h>

#include "neuron_dhal.h"
#include "neuron_fw_io.h"
#include "neuron_reg_access.h"
#include "neuron_regs.h"

/* Waits until the word is published: 30 rounds of a second. */
static int read_when_published(const void __iomem *addr, u32 *value)
{
	int round;

	for (round = 0; round < FW_IO_RD_RETRY; round++) {
		ktime_t start = ktime_get();

		do {
			*value = reg_read32(addr);
			if (*value != FW_IO_NOT_POPULATED)
				return 0;
			msleep(1);
		} while (ktime_to_us(ktime_sub(ktime_get(), start)) < FW_IO_RD_TIMEOUT);
	}
	return -1;
}

int fw_io_read_csr_array(void __iomem **addrs, u32 *values, u32 num_csrs, bool operational)
{
	u32 i;

	if (num_csrs > FW_IO_MAX_READLESS_READ_REGISTER_COUNT)
		return -EINVAL;
	if (!operational)
		return num_csrs == 1 ? read_when_published(addrs[0], values) : -1;
	for (i = 0; i < num_csrs; i++)
		values[i] = reg_read32(addrs[i]);
	return 0;
}

static int read_word(struct fw_io_ctx *ctx, u32 offset, u32 *value)
{
	void __iomem *addr = ctx->misc_ram + offset;

	return fw_io_read_csr_array(&addr, value, 1, true) ? -EIO : 0;
}

static int read_pair(struct fw_io_ctx *ctx, u32 low, u32 high, u64 *value)
{
	void __iomem *addrs[2] = { ctx->misc_ram + low, ctx->misc_ram + high };
	u32 words[2];

	if (fw_io_read_csr_array(addrs, words, 2, true))
		return -EIO;
	*value = (u64)words[1] << 32 | words[0];
	return 0;
}

int fw_io_device_id_read(struct fw_io_ctx *ctx, u32 *device_id)
{
	return read_when_published(ctx->misc_ram + MISCRAM_DEVICE_ID, device_id);
}

void fw_io_device_id_write(struct fw_io_ctx *ctx, u32 device_id)
{
	reg_write32(ctx->misc_ram + MISCRAM_DEVICE_ID, device_id);
}

int fw_io_api_version_read(struct fw_io_ctx *ctx, u32 *version)
{
	return read_word(ctx, MISCRAM_API_VERSION, version);
}

int fw_io_serial_number_read(struct fw_io_ctx *ctx, u64 *serial_number)
{
	return read_pair(ctx, MISCRAM_SERIAL_NUMBER_LO, MISCRAM_SERIAL_NUMBER_HI, serial_number);
}

int fw_io_reservation_id_read(struct fw_io_ctx *ctx, u64 *reservation_id)
{
	return read_pair(ctx, MISCRAM_RESERVATION_ID_LO, MISCRAM_RESERVATION_ID_HI, reservation_id);
}

int fw_io_server_rack_read(struct fw_io_ctx *ctx, struct fw_io_server_rack *ids)
{
	u32 word;

	if (read_word(ctx, MISCRAM_SERVER_RACK_ID, &word))
		return -EIO;
	ids->server_id = word & BIT(15) ? (int)(word & 0x7fff) : -1;
	ids->rack_id = word & BIT(31) ? (int)(word >> 16 & 0x7fff) : -1;
	return 0;
}

int fw_io_instance_partition_read(struct fw_io_ctx *ctx, struct fw_io_instance_partition *sizes)
{
	u32 word;

	if (read_word(ctx, MISCRAM_INSTANCE_PARTITION_SZ, &word))
		return -EIO;
	sizes->instance_size = word & 0x3f;
	sizes->partition_size = word & BIT(31) ? (int)(word >> 16 & 0x7fff) : -1;
	return 0;
}

int fw_io_ecc_read(struct fw_io_ctx *ctx, u32 offset, u32 *value)
{
	if (offset < MISCRAM_SRAM_ECC || offset > MISCRAM_HBM_ECC(MAX_DRAM_CHANNELS - 1) ||
	    offset % sizeof(u32))
		return -EINVAL;
	return read_word(ctx, offset, value);
}

int fw_io_hbm_repair_state_read(struct fw_io_ctx *ctx, u32 *state)
{
	u32 word;

	if (read_word(ctx, MISCRAM_HBM_REPAIR_STATE, &word))
		return -EIO;
	*state = word & 3;
	return 0;
}

int fw_io_power_util_read(struct fw_io_ctx *ctx, u32 die, u32 *value)
{
	if (die >= ndhal->data.dice_per_device)
		return -EINVAL;
	return read_word(ctx, MISCRAM_POWER_UTIL(die), value);
}
