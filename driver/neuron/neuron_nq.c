// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* Notification queues: memory, and the registers that make hardware fill it (chapter 23.12). */
#include <linux/delay.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/log2.h>

#include "neuron_device.h"
#include "neuron_dhal.h"
#include "neuron_ioctl.h"
#include "neuron_reg_access.h"
#include "neuron_regs.h"

/* The address of a queue's registers: its block, and its slot there. */
struct nq_place {
	u64 block;
	u32 slot;
};

void nnq_init(struct neuron_device *nd)
{
	mutex_init(&nd->nq.lock);
}

static struct nq_place core_place(u32 nc, u32 type, u32 engine)
{
	/* Every type but DMA trace uses the engine's slot of the core's block, whatever the type.
	 */
	if (type == NEURON_NQ_TYPE_TRACE_DMA)
		return (struct nq_place){ndhal->ops.dma_nq_block(nc * DMA_ENG_PER_NC + engine), 0};
	return (struct nq_place){ndhal->ops.nc_nq_block(nc), engine};
}

static struct nq_place place_of(bool topsp, u32 id, u32 type, u32 engine)
{
	if (topsp)
		return (struct nq_place){ndhal->ops.ts_nq_block(id), engine};
	return core_place(id, type, engine);
}

static void program(struct neuron_device *nd, struct nq_place place, u64 address, u32 size)
{
	void __iomem *block = nd->npdev.bar0 + place.block;

	reg_write32(block + NOTIFICATION_BASE_HIGH(place.slot), upper_32_bits(address));
	reg_write32(block + NOTIFICATION_BASE_LOW(place.slot), lower_32_bits(address));
	reg_write32(block + NOTIFICATION_SIZE(place.slot), size);
}

static u32 queue_index(u32 type, u32 engine)
{
	return type * NQ_ENGINES + engine;
}

static struct mem_chunk **queue_memory(struct neuron_device *nd, bool topsp, u32 id, u32 queue)
{
	return topsp ? &nd->nq.topsp[id][queue] : &nd->nq.core[id][queue];
}

static int check_request(const struct nnq_request *request)
{
	if (!is_power_of_2(request->size)) {
		pr_err("notification queue: size %u, accepted is a power of two\n", request->size);
		return -EINVAL;
	}
	if (request->topsp ? request->id >= ndhal->data.ts_per_device
			   : !ndhal_nc_enabled(request->id))
		return -EINVAL;
	if (request->type >= NQ_TYPES || request->engine >= NQ_ENGINES)
		return -EINVAL;
	return 0;
}

static int allocate(struct neuron_device *nd, const struct nnq_request *request,
		    struct mem_chunk **mc)
{
	const struct mc_request memory = {
		.lifespan = MC_LIFESPAN_DEVICE,
		.size = request->size,
		.align = request->on_host ? 0 : request->size,
		.location = request->on_host ? MEM_LOC_HOST : MEM_LOC_DEVICE,
		.channel = request->channel,
		.region = request->region,
		.nc_id = request->topsp ? request->id / ndhal->data.ts_per_nc : request->id,
		.type = request->on_host ? NEURON_MEMALLOC_TYPE_NOTIFICATION_HOST
					 : NEURON_MEMALLOC_TYPE_NOTIFICATION_DEVICE,
	};

	return mc_alloc_align(nd, &memory, mc);
}

static int setup_locked(struct neuron_device *nd, const struct nnq_request *request,
			struct mem_chunk **mc)
{
	struct mem_chunk **slot = queue_memory(nd, request->topsp, request->id,
					       queue_index(request->type, request->engine));
	struct mem_chunk *old = *slot;
	int ret;

	if (!old || request->force_alloc) {
		ret = allocate(nd, request, slot);
		if (ret) {
			*slot = old;
			return ret;
		}
		program(nd, place_of(request->topsp, request->id, request->type, request->engine),
			(*slot)->pa, request->size);
		mc_free(&old);
	}
	*mc = *slot;
	return 0;
}

int nnq_setup(struct neuron_device *nd, const struct nnq_request *request, struct mem_chunk **mc)
{
	int ret = check_request(request);

	if (ret)
		return ret;
	mutex_lock(&nd->nq.lock);
	ret = setup_locked(nd, request, mc);
	mutex_unlock(&nd->nq.lock);
	return ret;
}

/* Calls @act for every queue of a core or TOP_SP that has memory. */
static void for_each_queue(struct neuron_device *nd, bool topsp, u32 id,
			   void (*act)(struct neuron_device *nd, bool topsp, u32 id, u32 type,
				       u32 engine))
{
	u32 engine, type;

	for (engine = 0; engine < NQ_ENGINES; engine++)
		for (type = 0; type < NQ_TYPES; type++)
			if (*queue_memory(nd, topsp, id, queue_index(type, engine)))
				act(nd, topsp, id, type, engine);
}

static void disable(struct neuron_device *nd, bool topsp, u32 id, u32 type, u32 engine)
{
	program(nd, place_of(topsp, id, type, engine), 0, 0);
}

static void free_memory(struct neuron_device *nd, bool topsp, u32 id, u32 type, u32 engine)
{
	mc_free(queue_memory(nd, topsp, id, queue_index(type, engine)));
}

static void disable_and_free(struct neuron_device *nd, bool topsp, u32 id, u32 type, u32 engine)
{
	disable(nd, topsp, id, type, engine);
	free_memory(nd, topsp, id, type, engine);
}

void nnq_destroy_nc(struct neuron_device *nd, u32 nc)
{
	const u32 per_nc = ndhal->data.ts_per_nc;
	u32 ts;

	mutex_lock(&nd->nq.lock);
	for_each_queue(nd, false, nc, disable);
	msleep(1); /* hardware may still be writing an entry */
	for_each_queue(nd, false, nc, free_memory);
	for (ts = nc * per_nc; ts < (nc + 1) * per_nc && ts < ndhal->data.ts_per_device; ts++)
		for_each_queue(nd, true, ts, disable_and_free);
	mutex_unlock(&nd->nq.lock);
}

void nnq_destroy_all(struct neuron_device *nd)
{
	u32 nc;

	for (nc = 0; nc < ndhal->data.nc_per_device; nc++)
		nnq_destroy_nc(nd, nc);
}
