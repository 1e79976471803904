// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* Host memory that the device may access: whose it is, and when it goes (chapters 22.7.3, 23.3). */
#include <linux/dma-mapping.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/slab.h>

#include "neuron_device.h"
#include "neuron_dhal.h"

#ifdef CONFIG_FAULT_INJECTION
#include <linux/fault-inject.h>
DECLARE_FAULT_ATTR(neuron_fail_mc_alloc);
#endif

/* Sysfs category of each type of host memory, in the order of chapter 22.5.2. */
static int host_category(enum neuron_memalloc_type type)
{
	switch (type) {
	case NEURON_MEMALLOC_TYPE_CODE_HOST:
	case NEURON_MEMALLOC_TYPE_TENSORS_HOST:
	case NEURON_MEMALLOC_TYPE_CONSTANTS_HOST:
	case NEURON_MEMALLOC_TYPE_MISC_HOST:
	case NEURON_MEMALLOC_TYPE_NCDEV_HOST:
	case NEURON_MEMALLOC_TYPE_NOTIFICATION_HOST:
		return NSYSFS_CODE_HOST + (type - NEURON_MEMALLOC_TYPE_CODE_HOST);
	case NEURON_MEMALLOC_TYPE_DMA_RINGS_HOST:
		return NSYSFS_DMA_RINGS_HOST;
	default:
		return NSYSFS_UNCATEGORIZED_HOST;
	}
}

static void count_in(struct mem_chunk *mc)
{
	nsysfsmetric_inc(mc->nd, NSYSFS_NON_NDS_METRIC, NSYSFS_HOST_MEM, mc->nc_id, mc->size);
	nsysfsmetric_inc(mc->nd, NSYSFS_NON_NDS_METRIC, host_category(mc->type), -1, mc->size);
	npid_add_allocated_memory(mc->nd, NEURON_PID_MEMORY_HOST, mc->size);
}

static void count_out(struct mem_chunk *mc)
{
	nsysfsmetric_dec(mc->nd, NSYSFS_NON_NDS_METRIC, host_category(mc->type), -1, mc->size);
	nsysfsmetric_dec(mc->nd, NSYSFS_NON_NDS_METRIC, NSYSFS_HOST_MEM, mc->nc_id, mc->size);
	npid_dec_allocated_memory(mc->nd, NEURON_PID_MEMORY_HOST, mc->size);
}

void mpset_init(struct neuron_device *nd)
{
	mutex_init(&nd->mempool.lock);
	INIT_LIST_HEAD(&nd->mempool.chunks);
	nd->mempool.last_handle = 0;
}

void mpset_destroy(struct neuron_device *nd)
{
	while (!list_empty(&nd->mempool.chunks)) {
		struct mem_chunk *mc =
			list_first_entry(&nd->mempool.chunks, struct mem_chunk, node);

		mc_free(&mc);
	}
	mutex_destroy(&nd->mempool.lock);
}

static bool bad_request(const struct mc_request *request)
{
	return request->size == 0 || (request->align != 0 && !is_power_of_2(request->align)) ||
	       request->nc_id >= MAX_NC_PER_DEVICE;
}

/* An allocation is aligned to its size rounded up to a power of two, so a larger one gives
 * alignment. */
static u64 rounded_size(const struct mc_request *request)
{
	u64 size = PAGE_ALIGN(request->size);

	return request->align > PAGE_SIZE ? max(size, request->align) : size;
}

int mc_alloc_align(struct neuron_device *nd, const struct mc_request *request,
		   struct mem_chunk **result)
{
	struct mem_chunk *mc;

	*result = NULL;
	if (bad_request(request))
		return -EINVAL;
	if (request->location != MEM_LOC_HOST)
		return -ENOMEM;
#ifdef CONFIG_FAULT_INJECTION
	if (should_fail(&neuron_fail_mc_alloc, 1))
		return -ENOMEM;
#endif
	mc = kzalloc(sizeof(*mc), GFP_KERNEL);
	if (!mc)
		return -ENOMEM;
	mc->size = rounded_size(request);
	mc->va = dma_alloc_coherent(&nd->pdev->dev, mc->size, &mc->dma,
				    GFP_KERNEL | GFP_DMA32 | __GFP_ZERO);
	if (!mc->va) {
		kfree(mc);
		return -ENOMEM;
	}
	mc->nd = nd;
	mc->pa = mc->dma | ndhal->data.pci_host_base;
	mc->location = request->location;
	mc->lifespan = request->lifespan;
	mc->type = request->type;
	mc->nc_id = request->nc_id;
	mc->pid = task_tgid_nr(current);

	mutex_lock(&nd->mempool.lock);
	mc->handle = ++nd->mempool.last_handle;
	list_add_tail(&mc->node, &nd->mempool.chunks);
	count_in(mc);
	mutex_unlock(&nd->mempool.lock);
	*result = mc;
	return 0;
}

int mc_alloc_host(struct neuron_device *nd, enum mc_lifespan lifespan, u64 size, u32 nc_id,
		  enum neuron_memalloc_type type, struct mem_chunk **mc)
{
	const struct mc_request request = {
		.lifespan = lifespan,
		.size = size,
		.location = MEM_LOC_HOST,
		.nc_id = nc_id,
		.type = type,
	};

	return mc_alloc_align(nd, &request, mc);
}

static void free_unlinked(struct mem_chunk *mc)
{
	dma_free_coherent(&mc->nd->pdev->dev, mc->size, mc->va, mc->dma);
	kfree(mc);
}

void mc_free(struct mem_chunk **slot)
{
	struct mem_chunk *mc = *slot;

	if (!mc)
		return;
	*slot = NULL;
	mutex_lock(&mc->nd->mempool.lock);
	list_del(&mc->node);
	count_out(mc);
	mutex_unlock(&mc->nd->mempool.lock);
	free_unlinked(mc);
}

/* Takes the oldest chunk of that life span out of the pool; NULL if there is none. */
static struct mem_chunk *unlink_expired(struct neuron_device *nd, enum mc_lifespan lifespan)
{
	struct mem_chunk *mc, *found = NULL;

	mutex_lock(&nd->mempool.lock);
	list_for_each_entry(mc, &nd->mempool.chunks, node)
	{
		if (mc->lifespan != lifespan)
			continue;
		if (lifespan == MC_LIFESPAN_CUR_PROCESS && mc->pid != task_tgid_nr(current))
			continue;
		found = mc;
		list_del(&mc->node);
		count_out(mc);
		break;
	}
	mutex_unlock(&nd->mempool.lock);
	return found;
}

void mpset_free_expired(struct neuron_device *nd, enum mc_lifespan lifespan)
{
	struct mem_chunk *mc;

	while ((mc = unlink_expired(nd, lifespan)))
		free_unlinked(mc);
}

struct mem_chunk *mpset_find(struct neuron_device *nd, u64 pa)
{
	struct mem_chunk *mc, *found = NULL;

	mutex_lock(&nd->mempool.lock);
	list_for_each_entry(mc, &nd->mempool.chunks, node)
	{
		if (pa >= mc->pa && pa - mc->pa < mc->size) {
			found = mc;
			break;
		}
	}
	mutex_unlock(&nd->mempool.lock);
	return found;
}

struct mem_chunk *mpset_find_handle(struct neuron_device *nd, u64 handle)
{
	struct mem_chunk *mc, *found = NULL;

	mutex_lock(&nd->mempool.lock);
	list_for_each_entry(mc, &nd->mempool.chunks, node)
	{
		if (mc->handle == handle) {
			found = mc;
			break;
		}
	}
	mutex_unlock(&nd->mempool.lock);
	return found;
}
