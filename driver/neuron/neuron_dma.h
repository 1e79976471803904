/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef NEURON_DMA_H
#define NEURON_DMA_H

#include <linux/types.h>

#include "neuron_arch.h"

struct neuron_device;
struct mem_chunk;

/** What the driver keeps about the DMA of a device: what reset has initialised, and the default H2T rings. */
struct neuron_dma {
	bool nc_initialised[MAX_NC_PER_DEVICE];
	struct mem_chunk *h2t_ring[MAX_NC_PER_DEVICE]; /* default ring pair of a core */
};

/** ndmar_preinit() - forgets all DMA state; called once by probe. */
void ndmar_preinit(struct neuron_device *nd);

/**
 * ndmar_init_ncs() - initialises DMA engines, H2T engine and default H2T ring of every enabled core of
 * @nc_map that is not initialised yet, in ascending order (chapter 12.5.5).
 *
 * Returns 0 or the first error; cores initialised before it stay so.
 */
int ndmar_init_ncs(struct neuron_device *nd, u32 nc_map);

/** ndmar_close_ncs() - frees the H2T rings of the cores of @nc_map and marks them not initialised. */
void ndmar_close_ncs(struct neuron_device *nd, u32 nc_map);

/** ndmar_close() - the same for every core. */
void ndmar_close(struct neuron_device *nd);

#endif
