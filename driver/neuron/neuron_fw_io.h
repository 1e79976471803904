/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef NEURON_FW_IO_H
#define NEURON_FW_IO_H

#include <linux/gfp.h> /* before fault-inject.h, which needs it */
#include <linux/fault-inject.h>
#include <linux/mutex.h>
#include <linux/types.h>

/**
 * The MiscRAM mailbox between driver and management firmware (chapter 11): two request engines and direct
 * register reads.
 */

#define FW_IO_MAX_SIZE 0xffff /* of the legacy engine's buffers, bytes */
#define FW_IO_RD_TIMEOUT 1000000 /* microseconds an attempt waits */
#define FW_IO_RD_RETRY 30 /* attempts */
#define FW_IO_REG_METRIC_BUF_SZ 128 /* DATA window, bytes */
#define FW_IO_MAX_READLESS_READ_REGISTER_COUNT 100
#define FW_IO_READLESS_REGION_COUNT (64 * 2)
#define FW_IO_MIN_API_VERSION_NEW 7 /* the new engine */
#define FW_IO_MIN_API_VERSION_POWER 3
#define FW_IO_MIN_API_VERSION_ECC_SPLIT 6
#define FW_IO_NOT_POPULATED 0xdeadbeef /* a word that firmware has not published */

enum fw_io_command {
	FW_IO_CMD_READ = 1,
	FW_IO_CMD_POST_TO_CW = 2,
	FW_IO_CMD_SET_POWER_PROFILE = 3,
	FW_IO_CMD_GET_DATA = 4,
	FW_IO_CMD_SET_FEATURE = 5,
	FW_IO_CMD_MAX = 6,
};

enum fw_io_error {
	FW_IO_SUCCESS = 0,
	FW_IO_FAIL = 1,
	FW_IO_UNKNOWN_COMMAND = 2,
};

enum fw_io_reset_type {
	FW_IO_RESET_TYPE_DEVICE = 1,
	FW_IO_RESET_TYPE_TPB = 2,
};

/** Operations of GET_DATA type 2. */
enum fw_io_profiles {
	FW_IO_PROFILES_ALL = 0,
	FW_IO_PROFILES_HBM_7200 = 5,
};

/** Request header, little endian. */
struct fw_io_request {
	u8 sequence_number;
	u8 command_id;
	u16 size; /* payload + 8 */
	u32 crc32;
	u8 data[];
};

/** Response header of the legacy engine. The new engine's has a crc32 behind it, in its own register. */
struct fw_io_response {
	u8 sequence_number;
	u8 error_code;
	u16 size; /* payload + 4 (legacy), payload + 8 (new) */
	u8 data[];
};

/** One mailbox. */
struct fw_io_ctx {
	void __iomem *bar0;
	void __iomem *misc_ram; /* bar0 + offset of MiscRAM */
	int device_index; /* for messages */
	u8 next_seq_num; /* last sequence number used */
	struct fw_io_request *request;
	struct fw_io_response *response;
	u64 request_addr; /* as the device sees it */
	u64 response_addr;
	u32 request_response_size;
	u64 fw_io_err_count; /* never reset (chapter 11.7.3) */
	struct mutex lock; /* one transaction at a time */
};

/** What the word at 0x70 says; -1 where its valid bit is clear. */
struct fw_io_server_rack {
	int server_id;
	int rack_id;
};

/** What the word at 0x30 says. */
struct fw_io_instance_partition {
	int instance_size;
	int partition_size; /* -1: not valid */
};

/**
 * fw_io_setup() - creates the mailbox of a device and records its register region.
 * @bar0_size: bytes mapped at @bar0
 *
 * Returns NULL if memory is short or the region table is full.
 */
struct fw_io_ctx *fw_io_setup(int device_index, void __iomem *bar0, u64 bar0_size);
void fw_io_destroy(struct fw_io_ctx *ctx);

/** fw_io_readless_reset() - empties the region table; called when the module is loaded and unloaded. */
void fw_io_readless_reset(void);

/* --- commands ------------------------------------------------------------------------------------ */

/**
 * fw_io_post_metric() - hands a telemetry blob to firmware (chapter 11.6.2). The blob may be overwritten by
 * a payload in the answer.
 *
 * Returns 0, -1 (no or bad answer), -EINVAL (no mailbox), -E2BIG (more than 128 bytes) or -ETIMEDOUT (fault
 * injection).
 */
int fw_io_post_metric(struct fw_io_ctx *ctx, u8 *data, u32 size);

/** fw_io_read() - @num_values registers by device address, through firmware. 0, -1, -EINVAL or -ETIMEDOUT. */
int fw_io_read(struct fw_io_ctx *ctx, u64 *addr_in, u32 *values, u32 num_values);

/** fw_io_get_err_count() - attempts that firmware answered with an error code; 0 without a mailbox. */
u64 fw_io_get_err_count(struct fw_io_ctx *ctx);

/**
 * The commands of the new engine: 0, -1, -EINVAL (no mailbox), -ENOTSUPP (firmware too old), or in mode
 * fixed -ETIMEDOUT, -EPROTO, -EIO.
 */
int fw_io_set_power_profile(struct fw_io_ctx *ctx, u8 profile);
int fw_io_get_performance_profile(struct fw_io_ctx *ctx, u8 *profile);
int fw_io_get_available_profiles(struct fw_io_ctx *ctx, u16 operation, u8 *num_profiles,
				 u8 *profiles_bitmap);
int fw_io_set_feature(struct fw_io_ctx *ctx, u8 features);

#ifdef CONFIG_FAULT_INJECTION
/* Points of fault injection, for their debugfs entries (chapter 11.11). */
extern struct fault_attr fail_fwio_read;
extern struct fault_attr fail_fwio_post_metric;
#endif

/* --- engines, for the commands and for tests ------------------------------------------------------ */

/** One exchange as the engines see it. */
struct fw_io_exchange {
	u8 command_id;
	const u8 *req;
	u32 req_size;
	u8 *resp; /* NULL: a payload is of no interest */
	u32 resp_size;
};

/** fw_io_execute_request() - legacy engine (chapter 11.5). */
int fw_io_execute_request(struct fw_io_ctx *ctx, const struct fw_io_exchange *x);
/** fw_io_execute_request_new() - new engine (chapter 11.7). */
int fw_io_execute_request_new(struct fw_io_ctx *ctx, const struct fw_io_exchange *x);

/* --- direct register reads (chapter 11.8) --------------------------------------------------------- */

/**
 * fw_io_read_csr_array() - reads registers with plain loads.
 * @operational: false waits up to 30 s for the one register to be something else than 0xdeadbeef
 *
 * Returns 0, -EINVAL (more than 100 registers), or -1 (not operational: several registers, or no value).
 */
int fw_io_read_csr_array(void __iomem **addrs, u32 *values, u32 num_csrs, bool operational);

int fw_io_device_id_read(struct fw_io_ctx *ctx, u32 *device_id);
void fw_io_device_id_write(struct fw_io_ctx *ctx, u32 device_id);
int fw_io_api_version_read(struct fw_io_ctx *ctx, u32 *version);
/** fw_io_serial_number_read() - callers treat a half equal to 0xdeadbeef, or 0, as unavailable. */
int fw_io_serial_number_read(struct fw_io_ctx *ctx, u64 *serial_number);
int fw_io_server_rack_read(struct fw_io_ctx *ctx, struct fw_io_server_rack *ids);
int fw_io_reservation_id_read(struct fw_io_ctx *ctx, u64 *reservation_id);
int fw_io_instance_partition_read(struct fw_io_ctx *ctx, struct fw_io_instance_partition *sizes);
/** fw_io_ecc_read() - one of the five ECC words by MiscRAM offset; -EINVAL for any other. */
int fw_io_ecc_read(struct fw_io_ctx *ctx, u32 offset, u32 *value);
int fw_io_hbm_repair_state_read(struct fw_io_ctx *ctx, u32 *state);
/** fw_io_power_util_read() - power word of a die; -EINVAL if there is no such die. */
int fw_io_power_util_read(struct fw_io_ctx *ctx, u32 die, u32 *value);

/* --- reset doorbell (chapters 11.10, 12.5) -------------------------------------------------------- */

/** fw_io_initiate_reset() - one Issue; the maps are written only for a partial reset. Takes no lock. */
void fw_io_initiate_reset(struct fw_io_ctx *ctx, bool device_reset, u32 map_low, u32 map_high);
/** fw_io_is_reset_initiated() - true once RESET reads 0. May wait up to 30 s for the device to answer. */
bool fw_io_is_reset_initiated(struct fw_io_ctx *ctx);
/** fw_io_is_device_ready() - true if FW_STATUS was read and says that no reset is in progress. */
bool fw_io_is_device_ready(struct fw_io_ctx *ctx);

#endif
