/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef NEURON_DMA_H
#define NEURON_DMA_H

#include <linux/types.h>

#include "neuron_arch.h"

struct neuron_device;
struct mem_chunk;

/** Host memory of a core's default queue: two rings, and the page that a finished copy marks. */
struct neuron_h2t_ring {
	struct mem_chunk *m2s;
	struct mem_chunk *s2m;
	struct mem_chunk *completion;
};

/** What the driver keeps about the DMA of a device: what reset has initialised, and the default H2T rings. */
struct neuron_dma {
	bool nc_initialised[MAX_NC_PER_DEVICE];
	struct neuron_h2t_ring h2t[MAX_NC_PER_DEVICE];
};

/* Bits of the interrupt mask registers of an engine. */
#define NDMA_INTERRUPT_BITS 0xffff

/* Steps of an engine's initialisation that generations put together (chapters 10.5.5, 10.5.6). */
void ndma_init_udma(void __iomem *udma);
void ndma_enable_sdma(void __iomem *sdma);
/** ndma_keep_outstanding_writes() - V4 reads this limit and leaves it as it is. */
void ndma_keep_outstanding_writes(void __iomem *udma);

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
