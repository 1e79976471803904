// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* The two request engines (chapters 11.5 and 11.7). */
#include <linux/delay.h>
#include <linux/errno.h>
#include <linux/io.h>
#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/timekeeping.h>

#include "neuron_crc32c.h"
#include "neuron_fidelity.h"
#include "neuron_fw_io.h"
#include "neuron_reg_access.h"
#include "neuron_regs.h"

#define REQUEST_HEADER sizeof(struct fw_io_request)
#define RESPONSE_HEADER_LEGACY sizeof(struct fw_io_response)
#define RESPONSE_HEADER_NEW 8u

/* What an attempt says about the call. */
enum outcome {
	OUTCOME_STOP, /* the call is over with run->result */
	OUTCOME_RETRY,
};

/* A call of an engine. */
struct run {
	struct fw_io_ctx *ctx;
	const struct fw_io_exchange *x;
	u32 attempts;
	u64 timeout_us; /* of an attempt */
	int result;
	bool error_counted;
	bool window_filled; /* the DATA window holds the post */
};

static bool is_post(const struct run *run)
{
	return run->x->command_id == FW_IO_CMD_POST_TO_CW;
}

/* Failed attempts of a post are told by the caller, once. */
#define attempt_err(run, fmt, ...)                                                                 \
	do {                                                                                       \
		if (!is_post(run))                                                                 \
			pr_err("nd%d: firmware command %u: " fmt "\n", (run)->ctx->device_index,   \
			       (run)->x->command_id, ##__VA_ARGS__);                               \
	} while (0)

static u64 elapsed_us(ktime_t start)
{
	return ktime_to_us(ktime_sub(ktime_get(), start));
}

/* 1..255; 0 is what the response buffer holds before an answer (chapter 11.4.2). */
static u8 advance_sequence(struct fw_io_ctx *ctx)
{
	ctx->next_seq_num++;
	if (ctx->next_seq_num == 0)
		ctx->next_seq_num = 1;
	return ctx->next_seq_num;
}

static void fill_header(struct fw_io_request *header, const struct run *run)
{
	u32 crc;

	header->sequence_number = advance_sequence(run->ctx);
	header->command_id = run->x->command_id;
	header->size = REQUEST_HEADER + run->x->req_size;
	header->crc32 = 0;
	crc = ncrc32c_update(NCRC32C_INIT, header, REQUEST_HEADER);
	header->crc32 = ncrc32c_finish(ncrc32c_update(crc, run->x->req, run->x->req_size));
}

static void write_data_window(struct fw_io_ctx *ctx, const u8 *data, u32 size)
{
	u32 offset;

	for (offset = 0; offset < size; offset += sizeof(u32)) {
		u32 word = 0;

		memcpy(&word, data + offset, min_t(u32, sizeof(word), size - offset));
		reg_write32(ctx->misc_ram + MISCRAM_DATA(0) + offset, word);
	}
}

static void read_data_window(struct fw_io_ctx *ctx, u8 *data, u32 size)
{
	u32 offset;

	for (offset = 0; offset < size; offset += sizeof(u32)) {
		u32 word = reg_read32(ctx->misc_ram + MISCRAM_DATA(0) + offset);

		memcpy(data + offset, &word, min_t(u32, sizeof(word), size - offset));
	}
}

static void count_error(struct run *run)
{
	if (run->error_counted && NEURON_FIDELITY(ERROR_COUNT, PER_CALL))
		return;
	run->ctx->fw_io_err_count++;
	run->error_counted = true;
}

/* Result of an attempt that got nowhere; the old engine keeps the last code instead (chapter 11.7.1). */
static void set_exhausted(struct run *run, int error)
{
	if (NEURON_FIDELITY(EXHAUSTED_RESULT, ERROR))
		run->result = error;
}

static enum outcome answered_with_error(struct run *run, u8 code)
{
	count_error(run);
	attempt_err(run, "error %u", code);
	return code == FW_IO_UNKNOWN_COMMAND ? OUTCOME_STOP : OUTCOME_RETRY;
}

static int run_attempts(struct run *run, enum outcome (*attempt)(struct run *run))
{
	struct fw_io_ctx *ctx = run->ctx;
	u32 i;

	mutex_lock(&ctx->lock);
	for (i = 0; i < run->attempts; i++) {
		if (i > 0 && NEURON_FIDELITY(FWIO_LOCK, RELEASED_BETWEEN)) {
			mutex_unlock(&ctx->lock);
			cond_resched();
			mutex_lock(&ctx->lock);
		}
		if (attempt(run) == OUTCOME_STOP)
			break;
	}
	mutex_unlock(&ctx->lock);
	return run->result;
}

/* --- legacy engine --------------------------------------------------------------------------------- */

static void ring_legacy(struct run *run)
{
	struct fw_io_ctx *ctx = run->ctx;

	reg_write32(ctx->misc_ram + MISCRAM_REQUEST_BASE_ADDR_LOW, (u32)ctx->request_addr);
	reg_write32(ctx->misc_ram + MISCRAM_REQUEST_BASE_ADDR_HIGH, (u32)(ctx->request_addr >> 32));
	reg_write32(ctx->misc_ram + MISCRAM_RESPONSE_BASE_ADDR_LOW, (u32)ctx->response_addr);
	reg_write32(ctx->misc_ram + MISCRAM_RESPONSE_BASE_ADDR_HIGH,
		    (u32)(ctx->response_addr >> 32));

	fill_header(ctx->request, run);
	if (run->x->req_size)
		memcpy(ctx->request->data, run->x->req, run->x->req_size);
	WRITE_ONCE(ctx->response->sequence_number, 0);
	dma_rmb();
	reg_write32(ctx->misc_ram + MISCRAM_TRIGGER, 1);
}

static bool wait_legacy(struct run *run)
{
	struct fw_io_ctx *ctx = run->ctx;
	ktime_t start = ktime_get();

	do {
		if (READ_ONCE(ctx->response->sequence_number) == ctx->next_seq_num)
			return true;
		msleep(1);
	} while (elapsed_us(start) < run->timeout_us);
	return false;
}

static enum outcome attempt_legacy(struct run *run)
{
	const struct fw_io_response *resp = run->ctx->response;
	size_t payload;

	run->result = -1;
	ring_legacy(run);
	if (!wait_legacy(run)) {
		attempt_err(run, "no answer");
		return OUTCOME_RETRY;
	}
	if (resp->error_code != FW_IO_SUCCESS)
		return answered_with_error(run, resp->error_code);
	/* A size below the header wraps and is too large as well (chapter 11.5, step 8). */
	payload = resp->size - RESPONSE_HEADER_LEGACY;
	if (payload > run->x->resp_size)
		return OUTCOME_STOP;
	if (payload)
		memcpy(run->x->resp, resp->data, payload);
	run->result = 0;
	return OUTCOME_STOP;
}

/* A post is delivered in the DATA window as well; whoever takes the lock fills it (chapter 11.6.2). */
static enum outcome attempt_post(struct run *run)
{
	if (!run->window_filled || NEURON_FIDELITY(FWIO_LOCK, RELEASED_BETWEEN))
		write_data_window(run->ctx, run->x->req, run->x->req_size);
	run->window_filled = true;
	return attempt_legacy(run);
}

int fw_io_execute_request(struct fw_io_ctx *ctx, const struct fw_io_exchange *x)
{
	struct run run = {
		.ctx = ctx,
		.x = x,
		.attempts = FW_IO_RD_RETRY,
		.timeout_us = FW_IO_RD_TIMEOUT,
		.result = -1,
	};

	if (x->req_size > ctx->request_response_size - REQUEST_HEADER ||
	    x->resp_size > ctx->request_response_size - RESPONSE_HEADER_LEGACY)
		return -EINVAL;
	return run_attempts(&run, is_post(&run) ? attempt_post : attempt_legacy);
}

/* --- new engine ------------------------------------------------------------------------------------ */

static const struct {
	u32 timeout_us;
	u32 attempts;
} limits[FW_IO_CMD_MAX] = {
	[0] = { 0, 0 },
	[FW_IO_CMD_READ] = { 1 * USEC_PER_SEC, 15 },
	[FW_IO_CMD_POST_TO_CW] = { 1 * USEC_PER_SEC, 15 },
	[FW_IO_CMD_SET_POWER_PROFILE] = { 90 * USEC_PER_SEC, 3 },
	[FW_IO_CMD_GET_DATA] = { 10 * USEC_PER_SEC, 3 },
	[FW_IO_CMD_SET_FEATURE] = { 60 * USEC_PER_SEC, 3 },
};

static void ring_new(struct run *run)
{
	void __iomem *misc_ram = run->ctx->misc_ram;
	struct fw_io_request header;
	u32 words[2];

	fill_header(&header, run);
	memcpy(words, &header, sizeof(words));
	write_data_window(run->ctx, run->x->req, run->x->req_size);
	reg_write32(misc_ram + MISCRAM_REQUEST_BASE_ADDR_HIGH, words[0]);
	reg_write32(misc_ram + MISCRAM_REQUEST_BASE_ADDR_LOW, words[1]);
	reg_write32(misc_ram + MISCRAM_RESPONSE_BASE_ADDR_HIGH, 0);
	reg_write32(misc_ram + MISCRAM_RESPONSE_BASE_ADDR_LOW, 0);
	reg_write32(misc_ram + MISCRAM_ACK, 1);
	reg_write32(misc_ram + MISCRAM_TRIGGER, 1);
}

static bool wait_new(struct run *run)
{
	ktime_t start = ktime_get();

	do {
		if (reg_read32(run->ctx->misc_ram + MISCRAM_TRIGGER) == 0)
			return true;
		msleep(1);
	} while (elapsed_us(start) < run->timeout_us);
	return false;
}

/* The answer's CRC covers its header with a zero CRC field, then the payload (chapter 11.3.5). */
static bool response_crc_ok(struct fw_io_ctx *ctx, u32 word0, u32 payload)
{
	u32 header[2] = { word0, 0 };
	u8 data[FW_IO_REG_METRIC_BUF_SZ];
	u32 crc;

	if (payload > sizeof(data))
		return false;
	read_data_window(ctx, data, payload);
	crc = ncrc32c_update(NCRC32C_INIT, header, sizeof(header));
	crc = ncrc32c_finish(ncrc32c_update(crc, data, payload));
	return crc == reg_read32(ctx->misc_ram + MISCRAM_REQUEST_BASE_ADDR_LOW);
}

static enum outcome attempt_new(struct run *run)
{
	struct fw_io_ctx *ctx = run->ctx;
	struct fw_io_response resp;
	u32 word0, payload;

	ring_new(run);
	if (!wait_new(run)) {
		attempt_err(run, "no answer");
		set_exhausted(run, -ETIMEDOUT);
		return OUTCOME_RETRY;
	}
	/* The answer's header comes in the register of the request's. */
	word0 = reg_read32(ctx->misc_ram + MISCRAM_REQUEST_BASE_ADDR_HIGH);
	memcpy(&resp, &word0, sizeof(word0));
	payload = resp.size - RESPONSE_HEADER_NEW; /* a size below the header wraps */
	if (resp.sequence_number != ctx->next_seq_num ||
	    (NEURON_FIDELITY(RESPONSE_CRC, CHECKED) && !response_crc_ok(ctx, word0, payload))) {
		attempt_err(run, "answer 0x%08x is not to request %u", word0, ctx->next_seq_num);
		set_exhausted(run, -EPROTO);
		return OUTCOME_RETRY;
	}
	if (resp.error_code != FW_IO_SUCCESS) {
		run->result = -1;
		set_exhausted(run, -EIO);
		return answered_with_error(run, resp.error_code);
	}
	if (run->x->resp)
		read_data_window(ctx, run->x->resp, min(payload, run->x->resp_size));
	run->result = 0;
	return OUTCOME_STOP;
}

/* A device that is not ready or gone passes, except in mode fixed (chapter 11.13, quirk 11). */
static bool new_engine_supported(struct fw_io_ctx *ctx)
{
	u32 version;

	if (fw_io_api_version_read(ctx, &version) != 0)
		return false;
	if (NEURON_FIDELITY(NOT_READY_GATE, REFUSED) &&
	    (version == FW_IO_NOT_POPULATED || version == U32_MAX))
		return false;
	return version >= FW_IO_MIN_API_VERSION_NEW;
}

int fw_io_execute_request_new(struct fw_io_ctx *ctx, const struct fw_io_exchange *x)
{
	const bool listed = x->command_id < FW_IO_CMD_MAX;
	struct run run = {
		.ctx = ctx,
		.x = x,
		.attempts = listed ? limits[x->command_id].attempts : FW_IO_RD_RETRY,
		.timeout_us = listed ? limits[x->command_id].timeout_us : FW_IO_RD_TIMEOUT,
	};

	if (!new_engine_supported(ctx))
		return -ENOTSUPP;
	return run_attempts(&run, attempt_new);
}
