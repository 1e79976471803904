/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef NEURON_MEMPOOL_H
#define NEURON_MEMPOOL_H

#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/types.h>

struct neuron_device;

/** Where a chunk lies. */
enum mem_location {
	MEM_LOC_INVALID = 0,
	MEM_LOC_HOST = 1,
	MEM_LOC_DEVICE = 2,
};

/** Who ends the life of a chunk that nobody frees (chapter 23.3). */
enum mc_lifespan {
	MC_LIFESPAN_LOCAL = 1, /* its allocator only */
	MC_LIFESPAN_CUR_PROCESS = 2, /* the end of the allocating process */
	MC_LIFESPAN_ALL_PROCESS = 3, /* the last close of the device */
	MC_LIFESPAN_DEVICE = 4, /* the removal of the device */
};

/** What a chunk is for (chapter 22.5.3). */
enum neuron_memalloc_type {
	NEURON_MEMALLOC_TYPE_UNKNOWN_HOST = 0,
	NEURON_MEMALLOC_TYPE_CODE_HOST = 1,
	NEURON_MEMALLOC_TYPE_TENSORS_HOST = 2,
	NEURON_MEMALLOC_TYPE_CONSTANTS_HOST = 3,
	NEURON_MEMALLOC_TYPE_MISC_HOST = 4,
	NEURON_MEMALLOC_TYPE_NCDEV_HOST = 5,
	NEURON_MEMALLOC_TYPE_NOTIFICATION_HOST = 6,
	NEURON_MEMALLOC_TYPE_UNKNOWN_DEVICE = 7,
	NEURON_MEMALLOC_TYPE_CODE_DEVICE = 8,
	NEURON_MEMALLOC_TYPE_TENSORS_DEVICE = 9,
	NEURON_MEMALLOC_TYPE_CONSTANTS_DEVICE = 10,
	NEURON_MEMALLOC_TYPE_SCRATCHPAD_DEVICE = 11,
	NEURON_MEMALLOC_TYPE_MISC_DEVICE = 12,
	NEURON_MEMALLOC_TYPE_NCDEV_DEVICE = 13,
	NEURON_MEMALLOC_TYPE_COLLECTIVES_DEVICE = 14,
	NEURON_MEMALLOC_TYPE_SCRATCHPAD_NONSHARED_DEVICE = 15,
	NEURON_MEMALLOC_TYPE_NOTIFICATION_DEVICE = 16,
	NEURON_MEMALLOC_TYPE_DMA_RINGS_HOST = 17,
	NEURON_MEMALLOC_TYPE_DMA_RINGS_DEVICE = 18,
	NEURON_MEMALLOC_TYPE_CONTIGUOUS_SCRATCHPAD_DEVICE = 19,
	NEURON_MEMALLOC_TYPE_MAX = 20,
};

/** A piece of host memory that the device may access. */
struct mem_chunk {
	struct list_head node; /* in the device's pool */
	struct neuron_device *nd;
	void *va; /* kernel address */
	dma_addr_t dma; /* host bus address */
	u64 pa; /* as the device sees it: pci_host_base is set */
	u64 size; /* bytes, whole pages */
	u64 handle; /* what user space calls it; never 0, never used twice */
	enum mem_location location;
	enum mc_lifespan lifespan;
	enum neuron_memalloc_type type;
	u32 nc_id; /* core that the memory is counted for */
	s32 pid; /* process that allocated it */
};

/** The chunks of a device. */
struct neuron_mempool {
	struct mutex lock;
	struct list_head chunks; /* in order of allocation */
	u64 last_handle;
};

void mpset_init(struct neuron_device *nd);
/** mpset_destroy() - frees every chunk that is left. */
void mpset_destroy(struct neuron_device *nd);

/** What mc_alloc_align() is asked for. */
struct mc_request {
	enum mc_lifespan lifespan;
	u64 size; /* bytes, rounded up to whole pages */
	u64 align; /* power of two; up to a page is always given */
	enum mem_location location;
	u32 channel, region; /* device memory */
	u32 nc_id;
	enum neuron_memalloc_type type;
};

/**
 * mc_alloc_align() - allocates zeroed memory, counts it in sysfs and for the calling process.
 * Returns 0, -EINVAL (size 0, or an alignment that is no power of two) or -ENOMEM (also for device
 * memory, which this pool does not have).
 */
int mc_alloc_align(struct neuron_device *nd, const struct mc_request *request,
		   struct mem_chunk **mc);
/** mc_alloc_host() - the same for host memory of the driver itself. */
int mc_alloc_host(struct neuron_device *nd, enum mc_lifespan lifespan, u64 size, u32 nc_id,
		  enum neuron_memalloc_type type, struct mem_chunk **mc);

/** mc_free() - frees a chunk and sets *@mc to NULL; NULL is allowed. */
void mc_free(struct mem_chunk **mc);

/** mpset_free_expired() - frees the chunks of that life span, of the calling process if it is
 * CUR_PROCESS. */
void mpset_free_expired(struct neuron_device *nd, enum mc_lifespan lifespan);

/** mpset_find() - the chunk that holds device-visible address @pa, NULL if there is none. */
struct mem_chunk *mpset_find(struct neuron_device *nd, u64 pa);
/** mpset_find_handle() - the chunk of a handle, NULL if there is none. */
struct mem_chunk *mpset_find_handle(struct neuron_device *nd, u64 handle);

#endif
