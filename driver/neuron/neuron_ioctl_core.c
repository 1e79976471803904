// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* Core locks, range marks and notification queues (chapters 23.6.8, 23.9). */
#include <linux/bitmap.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "neuron_device.h"
#include "neuron_dhal.h"
#include "neuron_ioctl_internal.h"

NIOCTL_HANDLER(crwl)
{
	struct neuron_ioctl_crwl request;
	struct neuron_device *nd = call->nd;
	long ret;

	ret = nioctl_copy_in(&request, call->arg, sizeof(request));
	if (ret)
		return ret;
	switch (call->cmd) {
	case NEURON_IOCTL_CRWL_READER_ENTER:
		return ncrwl_reader_enter(nd, request.nc_id, request.uuid);
	case NEURON_IOCTL_CRWL_READER_EXIT:
		return ncrwl_reader_exit(nd, request.nc_id, request.uuid);
	case NEURON_IOCTL_CRWL_WRITER_ENTER:
		return ncrwl_writer_enter(nd, request.nc_id, request.uuid);
	default:
		return ncrwl_writer_downgrade(nd, request.nc_id, request.uuid);
	}
}

/*
 * The old form of a range argument is a prefix of the new one, so both are handled as the new one.
 * Its size is only in the command word of the new one.
 */
static u32 range_size(unsigned int cmd)
{
	return _IOC_SIZE(cmd) == sizeof(struct neuron_ioctl_crwl_nc_map_ext)
		       ? sizeof(struct neuron_ioctl_crwl_nc_map_ext)
		       : sizeof(struct neuron_ioctl_crwl_nc_map);
}

/* First core of the opened device in the host's numbering. */
static u32 first_core(const struct neuron_device *nd)
{
	return ndhal->data.nc_per_device * nd->device_index;
}

/* The host's number of the opened device's core @index; an index that is too large stays too large.
 */
static u32 host_core(u32 index, u32 first)
{
	return index < NEURON_MAX_NC_COUNT ? index + first : index;
}

NIOCTL_HANDLER(crwl_nc_range_mark)
{
	const u32 size = range_size(call->cmd);
	const u32 first = first_core(call->nd);
	struct neuron_ioctl_crwl_nc_map_ext request;
	unsigned long bitmap[NCRWL_RANGE_WORDS];
	long ret, copied;

	memset(&request, 0, sizeof(request));
	ret = nioctl_copy_in(&request, call->arg, size);
	if (ret)
		return ret;
	ret = ncrwl_range_mark(request.nc_count, host_core(request.start_nc_index, first),
			       host_core(request.end_nc_index, first), &request.max_nc_available,
			       request.bitmap);
	memcpy(bitmap, request.bitmap, sizeof(bitmap));
	bitmap_shift_right(bitmap, bitmap, first, NEURON_MAX_NC_COUNT);
	memcpy(request.bitmap, bitmap, sizeof(bitmap));
	copied = nioctl_copy_out(call->arg, &request, size);
	return copied ? copied : ret;
}

NIOCTL_HANDLER(crwl_nc_range_unmark)
{
	struct neuron_ioctl_crwl_nc_map_ext request;
	unsigned long bitmap[NCRWL_RANGE_WORDS];
	long ret;

	memset(&request, 0, sizeof(request));
	ret = nioctl_copy_in(&request, call->arg, range_size(call->cmd));
	if (ret)
		return ret;
	memcpy(bitmap, request.bitmap, sizeof(bitmap));
	bitmap_shift_left(bitmap, bitmap, first_core(call->nd), NEURON_MAX_NC_COUNT);
	memcpy(request.bitmap, bitmap, sizeof(bitmap));
	ncrwl_range_unmark(request.bitmap);
	return 0;
}

static u64 queue_mmap_offset(const struct mem_chunk *mc)
{
	return mc->location == MEM_LOC_HOST ? mc->pa : ~0ULL;
}

NIOCTL_HANDLER(notifications_init_v1)
{
	struct neuron_ioctl_notifications_init_v1 request;
	struct nnq_request queue = {.on_host = true};
	struct mem_chunk *mc;
	long ret;

	ret = nioctl_copy_in(&request, call->arg, sizeof(request));
	if (ret)
		return ret;
	queue.id = (u8)request.nc_id;
	queue.type = request.nq_type;
	queue.engine = (u8)request.engine_index;
	queue.size = request.size;
	ret = nnq_setup(call->nd, &queue, &mc);
	if (ret)
		return ret;
	request.mmap_offset = queue_mmap_offset(mc);
	return nioctl_copy_out(call->arg, &request, sizeof(request));
}

/* The two newer forms differ only in force_alloc_mem, and in where the results lie. */
static long init_queue(const struct nioctl_call *call,
		       const struct neuron_ioctl_notifications_init_v2 *request, bool force_alloc,
		       struct mem_chunk **mc)
{
	const struct nnq_request queue = {
		.topsp = request->nq_dev_type == NEURON_NQ_DEV_TOPSP,
		.id = (u8)request->nq_dev_id,
		.type = request->nq_type,
		.engine = (u8)request->engine_index,
		.size = request->size,
		.on_host = request->on_host_memory != 0,
		.channel = request->dram_channel,
		.region = request->dram_region,
		.force_alloc = force_alloc,
	};

	if (request->nq_dev_type != NEURON_NQ_DEV_CORE &&
	    request->nq_dev_type != NEURON_NQ_DEV_TOPSP)
		return -ENOSYS;
	return nnq_setup(call->nd, &queue, mc);
}

NIOCTL_HANDLER(notifications_init_v2)
{
	struct neuron_ioctl_notifications_init_v2 request;
	struct mem_chunk *mc;
	long ret;

	ret = nioctl_copy_in(&request, call->arg, sizeof(request));
	if (!ret)
		ret = init_queue(call, &request, false, &mc);
	if (ret)
		return ret;
	request.mmap_offset = queue_mmap_offset(mc);
	request.mem_handle = mc->handle;
	return nioctl_copy_out(call->arg, &request, sizeof(request));
}

NIOCTL_HANDLER(notifications_init_realloc)
{
	struct neuron_ioctl_notifications_init_with_realloc_v2 request;
	struct neuron_ioctl_notifications_init_v2 common;
	struct mem_chunk *mc;
	long ret;

	ret = nioctl_copy_in(&request, call->arg, sizeof(request));
	if (ret)
		return ret;
	/* Up to here both forms have the same layout. */
	memcpy(&common, &request, offsetof(struct neuron_ioctl_notifications_init_v2, mmap_offset));
	ret = init_queue(call, &common, request.force_alloc_mem != 0, &mc);
	if (ret)
		return ret;
	request.mmap_offset = queue_mmap_offset(mc);
	request.mem_handle = mc->handle;
	return nioctl_copy_out(call->arg, &request, sizeof(request));
}
