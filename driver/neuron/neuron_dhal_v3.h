/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef NEURON_DHAL_V3_H
#define NEURON_DHAL_V3_H

/* What V4 takes from V3. */

#include "neuron_dhal.h"
#include "neuron_regs.h"

/* Driver TOP_SPs 8..15 are the physical ones 10..17 (chapter 10.5.2). */
#define V3_TS_PHYSICAL(ts) ((ts) < 8 ? (ts) : (ts) + 2)

#define V3_TOPSP_MMAP(first, what, bytes, ro)                                                      \
	{                                                                                          \
		.block = NDHAL_BLOCK_TOPSP, .resource = (what), .first_id = (first), .count = 8,   \
		.read_only = (ro), .cookie = V3_DEVICE_TOP_SP(V3_TS_PHYSICAL(first)),              \
		.cookie_stride = V3_DEVICE_TOP_SP(1) - V3_DEVICE_TOP_SP(0),                        \
		.offset = V3_TOP_SP_BASE(V3_TS_PHYSICAL(first)), .offset_stride = V3_TOP_SP_BYTES, \
		.size = (bytes),                                                                   \
	}

/* Stacks 2k and 2k + 1. */
#define V3_HBM_MMAP(first, bytes)                                                                  \
	{                                                                                          \
		.block = NDHAL_BLOCK_HBM, .resource = NDHAL_RESOURCE_DMEM, .first_id = (first),    \
		.count = 2, .bar = 4, .cookie = V3_DEVICE_HBM(first),                              \
		.cookie_stride = V3_DEVICE_HBM(1) - V3_DEVICE_HBM(0),                              \
		.offset = V3_DEVICE_HBM_BAR4(first), .offset_stride = V3_DEVICE_HBM_BAR4(1),       \
		.size = (bytes),                                                                   \
	}

/* The special mmap table for stacks of that size. For TPB n > 0 the cookie is only a key. */
#define V3_MMAP_RANGES(hbm_bytes)                                                                  \
	{                                                                                          \
		.block = NDHAL_BLOCK_TPB,                                                          \
		.resource = NDHAL_RESOURCE_SEMAPHORE,                                              \
		.count = V3_TPB_COUNT,                                                             \
		.cookie = V3_DEVICE_TPB(0) + TPB_EVENT(0),                                         \
		.cookie_stride = V3_TPB_BYTES,                                                     \
		.offset = V3_TPB_BASE(0) + TPB_EVENT(0),                                           \
		.offset_stride = V3_TPB_BYTES,                                                     \
		.size = NDHAL_SEMAPHORE_REGION_BYTES,                                              \
	},                                                                                         \
		{                                                                                  \
			.block = NDHAL_BLOCK_TPB,                                                  \
			.resource = NDHAL_RESOURCE_SBUF,                                           \
			.count = V3_TPB_COUNT,                                                     \
			.cookie = V3_DEVICE_TPB(0),                                                \
			.cookie_stride = V3_TPB_BYTES,                                             \
			.offset = V3_TPB_BASE(0),                                                  \
			.offset_stride = V3_TPB_BYTES,                                             \
			.size = TPB_SBUF_BYTES,                                                    \
		},                                                                                 \
		V3_TOPSP_MMAP(0, NDHAL_RESOURCE_SEMAPHORE, NDHAL_SEMAPHORE_REGION_BYTES, false),   \
		V3_TOPSP_MMAP(8, NDHAL_RESOURCE_SEMAPHORE, NDHAL_SEMAPHORE_REGION_BYTES, false),   \
		V3_TOPSP_MMAP(0, NDHAL_RESOURCE_ALL, V3_TOP_SP_BYTES, true),                       \
		V3_TOPSP_MMAP(8, NDHAL_RESOURCE_ALL, V3_TOP_SP_BYTES, true),                       \
		V3_HBM_MMAP(0, hbm_bytes), V3_HBM_MMAP(2, hbm_bytes),                              \
	{                                                                                          \
	}

/** ndhal_v3_tune_emulators() - what V3 and V4 change on QEMU and hardware emulators (chapter 10.1.1). */
void ndhal_v3_tune_emulators(struct neuron_dhal *dhal);

#endif
