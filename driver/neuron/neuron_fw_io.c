// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* The mailbox's life, its commands and the reset doorbell (chapters 11.4, 11.6, 11.10). */
#include <linux/errno.h>
#include <linux/io.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "neuron_dhal.h"
#include "neuron_fw_io.h"
#include "neuron_reg_access.h"
#include "neuron_regs.h"

static unsigned int fwio_post_engine;
module_param(fwio_post_engine, uint, 0660);
MODULE_PARM_DESC(fwio_post_engine, "engine that posts metrics: 0 legacy, 1 new");

#ifdef CONFIG_FAULT_INJECTION
DECLARE_FAULT_ATTR(fail_fwio_read);
DECLARE_FAULT_ATTR(fail_fwio_post_metric);
#define INJECTED(attr) should_fail(&(attr), 1)
#else
#define INJECTED(attr) false
#endif

/* --- regions that firmware could read for us (chapter 11.4.1) -------------------------------------- */

struct readless_region {
	const void __iomem *start;
	u64 bytes;
	u64 device_base;
};

static struct readless_region readless_regions[FW_IO_READLESS_REGION_COUNT];
static u32 readless_region_count;

void fw_io_readless_reset(void)
{
	readless_region_count = 0;
}

static int add_readless_region(const void __iomem *bar0, u64 bar0_size)
{
	u64 bytes = ndhal->data.readless_bytes;

	if (readless_region_count == FW_IO_READLESS_REGION_COUNT)
		return -ENOMEM;
	readless_regions[readless_region_count++] = (struct readless_region){
		.start = bar0,
		.bytes = bytes ? bytes : bar0_size,
		.device_base = ndhal->data.readless_base,
	};
	return 0;
}

/* --- life ------------------------------------------------------------------------------------------ */

static u64 device_view(const void *buffer)
{
	return virt_to_phys((void *)buffer) | ndhal->data.pci_host_base;
}

struct fw_io_ctx *fw_io_setup(int device_index, void __iomem *bar0, u64 bar0_size)
{
	struct fw_io_ctx *ctx = kzalloc(sizeof(*ctx), GFP_KERNEL);

	if (!ctx)
		return NULL;
	ctx->bar0 = bar0;
	ctx->misc_ram = bar0 + ndhal->data.misc_ram_offset;
	ctx->device_index = device_index;
	ctx->next_seq_num = 1;
	ctx->request_response_size = FW_IO_MAX_SIZE;
	mutex_init(&ctx->lock);
	ctx->request = kzalloc(FW_IO_MAX_SIZE, GFP_KERNEL);
	ctx->response = kzalloc(FW_IO_MAX_SIZE, GFP_KERNEL);
	if (!ctx->request || !ctx->response || add_readless_region(bar0, bar0_size)) {
		fw_io_destroy(ctx);
		return NULL;
	}
	ctx->request_addr = device_view(ctx->request);
	ctx->response_addr = device_view(ctx->response);
	return ctx;
}

void fw_io_destroy(struct fw_io_ctx *ctx)
{
	if (!ctx)
		return;
	kfree(ctx->response);
	kfree(ctx->request);
	mutex_destroy(&ctx->lock);
	kfree(ctx);
}

u64 fw_io_get_err_count(struct fw_io_ctx *ctx)
{
	return ctx ? ctx->fw_io_err_count : 0;
}

/* --- commands of the legacy engine ----------------------------------------------------------------- */

int fw_io_post_metric(struct fw_io_ctx *ctx, u8 *data, u32 size)
{
	struct fw_io_exchange x = {
		.command_id = FW_IO_CMD_POST_TO_CW,
		.req = data,
		.req_size = size,
	};

	if (!ctx)
		return -EINVAL;
	if (INJECTED(fail_fwio_post_metric))
		return -ETIMEDOUT;
	if (size > FW_IO_REG_METRIC_BUF_SZ)
		return -E2BIG;
	if (fwio_post_engine)
		return fw_io_execute_request_new(ctx, &x);
	x.resp = data; /* the answer, which has no payload, shares the buffer */
	x.resp_size = size;
	return fw_io_execute_request(ctx, &x);
}

int fw_io_read(struct fw_io_ctx *ctx, u64 *addr_in, u32 *values, u32 num_values)
{
	struct fw_io_exchange x = {
		.command_id = FW_IO_CMD_READ,
		.req = (const u8 *)addr_in,
		.resp = (u8 *)values,
	};

	if (INJECTED(fail_fwio_read))
		return -ETIMEDOUT;
	if (!ctx || num_values > FW_IO_MAX_SIZE / sizeof(u64))
		return -EINVAL;
	x.req_size = num_values * sizeof(u64);
	x.resp_size = num_values * sizeof(u32);
	return fw_io_execute_request(ctx, &x);
}

/* --- commands of the new engine -------------------------------------------------------------------- */

/* Payloads (chapter 11.6.4 to 11.6.6). */
#define GET_DATA_PERF_PROFILE 0x01
#define GET_DATA_AVAILABLE_PROFILES 0x02

struct power_profile {
	u32 reserved;
	u8 profile;
	u8 voltage_margin;
	u8 frequency_index;
	u8 ocw_index;
};

struct available_profiles_request {
	u8 type;
	u16 operation;
} __packed;

struct available_profiles {
	u8 num_profiles;
	u8 bitmap[32];
};

static int exchange_new(struct fw_io_ctx *ctx, enum fw_io_command command, const void *req,
			u32 req_size, void *resp, u32 resp_size)
{
	const struct fw_io_exchange x = {
		.command_id = command,
		.req = req,
		.req_size = req_size,
		.resp = resp,
		.resp_size = resp_size,
	};

	return ctx ? fw_io_execute_request_new(ctx, &x) : -EINVAL;
}

int fw_io_set_power_profile(struct fw_io_ctx *ctx, u8 profile)
{
	const struct power_profile req = { .profile = profile };

	return exchange_new(ctx, FW_IO_CMD_SET_POWER_PROFILE, &req, sizeof(req), NULL, 0);
}

int fw_io_get_performance_profile(struct fw_io_ctx *ctx, u8 *profile)
{
	const u8 type = GET_DATA_PERF_PROFILE;
	struct power_profile resp = {};
	int ret = exchange_new(ctx, FW_IO_CMD_GET_DATA, &type, sizeof(type), &resp, sizeof(resp));

	if (!ret)
		*profile = resp.profile;
	return ret;
}

int fw_io_get_available_profiles(struct fw_io_ctx *ctx, u16 operation, u8 *num_profiles,
				 u8 *profiles_bitmap)
{
	const struct available_profiles_request req = {
		.type = GET_DATA_AVAILABLE_PROFILES,
		.operation = operation,
	};
	struct available_profiles resp = {};
	int ret = exchange_new(ctx, FW_IO_CMD_GET_DATA, &req, sizeof(req), &resp, sizeof(resp));

	if (ret)
		return ret;
	*num_profiles = resp.num_profiles;
	memcpy(profiles_bitmap, resp.bitmap, sizeof(resp.bitmap));
	return 0;
}

int fw_io_set_feature(struct fw_io_ctx *ctx, u8 features)
{
	return exchange_new(ctx, FW_IO_CMD_SET_FEATURE, &features, sizeof(features), NULL, 0);
}

/* --- reset doorbell -------------------------------------------------------------------------------- */

void fw_io_initiate_reset(struct fw_io_ctx *ctx, bool device_reset, u32 map_low, u32 map_high)
{
	if (!device_reset) {
		reg_write32(ctx->misc_ram + MISCRAM_RESET_TPB_MAP_LO, map_low);
		reg_write32(ctx->misc_ram + MISCRAM_RESET_TPB_MAP_HI, map_high);
		mb(); /* the map before the type */
	}
	reg_write32(ctx->misc_ram + MISCRAM_RESET,
		    device_reset ? FW_IO_RESET_TYPE_DEVICE : FW_IO_RESET_TYPE_TPB);
	mb(); /* the type before the doorbell */
	reg_write32(ctx->misc_ram + MISCRAM_TRIGGER, 1);
}

static int read_while_resetting(struct fw_io_ctx *ctx, u32 offset, u32 *value)
{
	void __iomem *addr = ctx->misc_ram + offset;

	return fw_io_read_csr_array(&addr, value, 1, false);
}

bool fw_io_is_reset_initiated(struct fw_io_ctx *ctx)
{
	u32 type;

	return read_while_resetting(ctx, MISCRAM_RESET, &type) == 0 && type == 0;
}

bool fw_io_is_device_ready(struct fw_io_ctx *ctx)
{
	u32 status;

	return read_while_resetting(ctx, MISCRAM_FW_STATUS, &status) == 0 &&
	       !(status & MISCRAM_FW_STATUS_BUSY_MASK);
}
