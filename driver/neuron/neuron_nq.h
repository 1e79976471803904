/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef NEURON_NQ_H
#define NEURON_NQ_H

#include <linux/mutex.h>
#include <linux/types.h>

#include "neuron_arch.h"

struct neuron_device;
struct mem_chunk;

#define NQ_TYPES 6
#define NQ_ENGINES 16
#define NQ_QUEUES (NQ_TYPES * NQ_ENGINES)

/** The notification queues of a device: the memory of each, NULL where there is none
 * (chapter 23.12.1). */
struct neuron_nq {
	struct mutex lock;
	struct mem_chunk *core[MAX_NC_PER_DEVICE][NQ_QUEUES];
	struct mem_chunk *topsp[MAX_TS_PER_DEVICE][NQ_QUEUES];
};

/** A queue that user space asks for. */
struct nnq_request {
	bool topsp;
	u32 id; /* core or TOP_SP */
	u32 type; /* NEURON_NQ_TYPE_... */
	u32 engine;
	u32 size; /* bytes, a power of two */
	bool on_host;
	u32 channel, region;
	bool force_alloc; /* new memory even if the queue has some */
};

void nnq_init(struct neuron_device *nd);

/**
 * nnq_setup() - allocates and programs a queue, or finds it as it is (chapter 23.12.2).
 * Returns 0, -EINVAL or the error of the allocation.
 */
int nnq_setup(struct neuron_device *nd, const struct nnq_request *request, struct mem_chunk **mc);

/** nnq_destroy_nc() - stops and frees the queues of a core and of its TOP_SPs (chapter 23.12.4).
 * Sleeps. */
void nnq_destroy_nc(struct neuron_device *nd, u32 nc);
/** nnq_destroy_all() - the same for every core. */
void nnq_destroy_all(struct neuron_device *nd);

#endif
