// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* A machine without a pod: V2, and V3 and V4 on the standard platform (chapter 13.6). */
#include "neuron_arch.h"
#include "neuron_pod.h"

static int single_node_status(struct neuron_device *nd, struct npod_status *status)
{
	*status = (struct npod_status){
		.type = NPOD_TYPE_NONE,
		.state = NPOD_STATE_SINGLE_NODE,
		.node_id = -1,
	};
	return 0;
}

static int single_node_control(struct neuron_device *nd, u32 request, u32 mode, u32 timeout_s,
			       u32 *state)
{
	/* The standard platform leaves the word as the caller sent it (chapter 13.8.9). */
	if (narch_get_arch() == NEURON_ARCH_V2)
		*state = NPOD_STATE_SINGLE_NODE;
	return 0;
}

static const struct npod_ops single_node_ops = {
	.get_status = single_node_status,
	.control = single_node_control,
};

const struct npod_ops *npod_ops = &single_node_ops;
