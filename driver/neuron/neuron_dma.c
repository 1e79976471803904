// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* DMA as far as a reset needs it: engines, and the default host-to-device ring of each core. */
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/string.h>

#include "neuron_device.h"
#include "neuron_dhal.h"
#include "neuron_dma.h"
#include "neuron_reg_access.h"
#include "neuron_regs.h"

#define UDMA_STATE_NORMAL 1
#define SDMA_ENABLE 1

#define H2T_RING_DESCRIPTORS 1024
#define DESCRIPTOR_BYTES 16
#define RING_BYTES (H2T_RING_DESCRIPTORS * DESCRIPTOR_BYTES)
#define QUEUE_ENABLE (BIT(16) | BIT(17)) /* prefetch and scheduling */
#define RATE_LIMIT_OFF 0
#define COMPLETION_RING_OFF 0 /* a copy ends with a descriptor that marks the completion page */

void ndma_init_udma(void __iomem *udma)
{
	reg_write32(udma + UDMA_M2S_CHANGE_STATE, UDMA_STATE_NORMAL);
	reg_write32(udma + UDMA_S2M_CHANGE_STATE, UDMA_STATE_NORMAL);
	reg_write32_masked(udma + UDMA_SPARE, 0, 0);
}

void ndma_keep_outstanding_writes(void __iomem *udma)
{
	reg_write32_masked(udma + UDMA_S2M_OSTAND_CFG_WR_2, 0, 0);
}

void ndma_enable_sdma(void __iomem *sdma)
{
	reg_write32(sdma + SDMA_READ_REORDER, SDMA_ENABLE);
	reg_write32(sdma + SDMA_WRITE_REORDER, SDMA_ENABLE);
	reg_write32(sdma + SDMA_EVENT_ACCELERATION, SDMA_ENABLE);
}

void ndmar_preinit(struct neuron_device *nd)
{
	memset(&nd->dma, 0, sizeof(nd->dma));
}

static void init_m2s_queue(void __iomem *udma, u32 q, u64 ring)
{
	reg_write32(udma + UDMA_M2S_Q_RING_BASE_LOW(q), (u32)ring);
	reg_write32(udma + UDMA_M2S_Q_RING_BASE_HIGH(q), (u32)(ring >> 32));
	reg_write32(udma + UDMA_M2S_Q_RING_LENGTH(q), H2T_RING_DESCRIPTORS);
	reg_write32(udma + UDMA_M2S_Q_RATE_LIMIT_MASK(q), RATE_LIMIT_OFF);
	reg_write32(udma + UDMA_M2S_Q_COMPLETION_CFG(q), COMPLETION_RING_OFF);
	reg_write32(udma + UDMA_M2S_Q_CFG(q), QUEUE_ENABLE);
}

static void init_s2m_queue(void __iomem *udma, u32 q, u64 ring)
{
	reg_write32(udma + UDMA_S2M_Q_RING_BASE_LOW(q), (u32)ring);
	reg_write32(udma + UDMA_S2M_Q_RING_BASE_HIGH(q), (u32)(ring >> 32));
	reg_write32(udma + UDMA_S2M_Q_RING_LENGTH(q), H2T_RING_DESCRIPTORS);
	reg_write32(udma + UDMA_S2M_Q_COMPLETION_CFG(q), COMPLETION_RING_OFF);
	reg_write32(udma + UDMA_S2M_Q_CFG(q), QUEUE_ENABLE);
}

static int alloc_ring_memory(struct neuron_device *nd, u32 nc, u64 bytes, struct mem_chunk **mc)
{
	return mc_alloc_host(nd, MC_LIFESPAN_DEVICE, bytes, nc, NEURON_MEMALLOC_TYPE_NCDEV_HOST,
			     mc);
}

static void free_h2t_ring(struct neuron_h2t_ring *ring)
{
	mc_free(&ring->completion);
	mc_free(&ring->s2m);
	mc_free(&ring->m2s);
}

static int init_h2t_ring(struct neuron_device *nd, u32 nc)
{
	void __iomem *udma = nd->npdev.bar0 + ndhal->ops.udma_base(ndhal->ops.h2t_engine(nc));
	const u32 q = ndhal->ops.h2t_queue(nc);
	struct neuron_h2t_ring *ring = &nd->dma.h2t[nc];
	int ret;

	ret = alloc_ring_memory(nd, nc, RING_BYTES, &ring->m2s);
	if (!ret)
		ret = alloc_ring_memory(nd, nc, RING_BYTES, &ring->s2m);
	if (!ret)
		ret = alloc_ring_memory(nd, nc, PAGE_SIZE, &ring->completion);
	if (ret) {
		free_h2t_ring(ring);
		return ret;
	}
	init_m2s_queue(udma, q, ring->m2s->pa);
	init_s2m_queue(udma, q, ring->s2m->pa);
	return 0;
}

static int init_nc(struct neuron_device *nd, u32 nc, u32 nc_map)
{
	const u32 first = nc * DMA_ENG_PER_NC;
	const u32 h2t = ndhal->ops.h2t_engine(nc);
	u32 eng;
	int ret;

	for (eng = first; eng < first + DMA_ENG_PER_NC; eng++)
		ndhal->ops.init_dma_engine(nd, eng);
	if ((h2t < first || h2t >= first + DMA_ENG_PER_NC) &&
	    ndhal->ops.inits_h2t_engine(nc, nc_map))
		ndhal->ops.init_dma_engine(nd, h2t);
	ret = init_h2t_ring(nd, nc);
	if (ret) {
		pr_err("nd%d: no default ring for core %u: %d\n", nd->device_index, nc, ret);
		return ret;
	}
	nd->dma.nc_initialised[nc] = true;
	return 0;
}

int ndmar_init_ncs(struct neuron_device *nd, u32 nc_map)
{
	u32 nc;

	for (nc = 0; nc < ndhal->data.nc_per_device; nc++) {
		int ret;

		if (!ndhal_nc_enabled(nc) || !(nc_map & (1u << nc)) || nd->dma.nc_initialised[nc])
			continue;
		ret = init_nc(nd, nc, nc_map);
		if (ret)
			return ret;
	}
	return 0;
}

void ndmar_close_ncs(struct neuron_device *nd, u32 nc_map)
{
	u32 nc;

	for (nc = 0; nc < MAX_NC_PER_DEVICE; nc++) {
		if (!(nc_map & (1u << nc)))
			continue;
		free_h2t_ring(&nd->dma.h2t[nc]);
		nd->dma.nc_initialised[nc] = false;
	}
}

void ndmar_close(struct neuron_device *nd)
{
	ndmar_close_ncs(nd, NEURON_NC_MAP_DEVICE);
}
