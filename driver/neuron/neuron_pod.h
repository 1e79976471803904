/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef NEURON_POD_H
#define NEURON_POD_H

#include <linux/types.h>

struct neuron_device;

enum npod_type {
	NPOD_TYPE_NONE = 0,
	NPOD_TYPE_P2P = 1,
	NPOD_TYPE_SWITCH = 2,
};

enum npod_state {
	NPOD_STATE_NOT_STARTED = 0,
	NPOD_STATE_IN_PROGRESS = 1,
	NPOD_STATE_ULTRASERVER = 2,
	NPOD_STATE_FAILED = 3,
	NPOD_STATE_SINGLE_NODE = 4,
};

/** What a device knows of its pod (chapter 13.6). */
struct npod_status {
	enum npod_type type;
	enum npod_state state;
	u64 pod_id;
	u8 size; /* nodes */
	s8 node_id; /* -1: none */
	u32 mode; /* 0 unset, 1 X4, 2 X2H, 3 X2V, 4 X1 */
	u32 modes_supported; /* bit per mode */
};

/** How a platform finds its pod. Results: 0 or -errno. */
struct npod_ops {
	int (*get_status)(struct neuron_device *nd, struct npod_status *status);
	int (*control)(struct neuron_device *nd, u32 request, u32 mode, u32 timeout_s, u32 *state);
};

/** The platform's way; at first that of a machine without a pod. */
extern const struct npod_ops *npod_ops;

#endif
