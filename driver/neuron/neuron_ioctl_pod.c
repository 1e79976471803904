// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* Pod state, and which physical core a logical one is (chapters 23.6.9, 13.10, 13.11). */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "neuron_device.h"
#include "neuron_dhal.h"
#include "neuron_ioctl_internal.h"
#include "neuron_pod.h"

static int force_die_flip;
module_param(force_die_flip, int, 0660);
MODULE_PARM_DESC(force_die_flip, "number the cores as on the second half of an UltraServer");

#define MAP_VERSION_0 0
#define CORES 8
#define FLIP 6 /* XORed into the row index */

/* Physical core of each logical one, by device modulo 16. */
static const u8 base_rows[4][CORES] = {
	{4, 5, 6, 7, 2, 3, 0, 1},
	{2, 3, 0, 1, 4, 5, 6, 7},
	{0, 1, 2, 3, 6, 7, 4, 5},
	{6, 7, 4, 5, 0, 1, 2, 3},
};
static const u8 row_of_device[16] = {0, 1, 0, 1, 2, 3, 2, 3, 0, 1, 0, 1, 2, 3, 2, 3};
static const u8 pds_row_of_device[2] = {0, 3};

static bool is_flipped(struct neuron_device *nd)
{
	struct npod_status status;

	if (force_die_flip)
		return true;
	return ndhal->platform_type == NEURON_PLATFORM_TYPE_ULTRASERVER &&
	       !npod_ops->get_status(nd, &status) && status.state == NPOD_STATE_ULTRASERVER &&
	       (status.node_id == 1 || status.node_id == 3);
}

static void fill_map(struct neuron_device *nd, struct neuron_ioctl_nc_map_entry *entries, u32 count)
{
	const bool pds = ndhal->data.arch == NEURON_ARCH_V4 &&
			 ndhal->platform_type == NEURON_PLATFORM_TYPE_PDS;
	const u32 flip = !pds && is_flipped(nd) ? FLIP : 0;
	u32 e;

	for (e = 0; e < count; e++) {
		u32 device = e / CORES;
		u8 row = pds ? pds_row_of_device[device % 2] : row_of_device[device % 16];

		entries[e].device_id = device;
		entries[e].device_nc_idx = base_rows[row][(e % CORES) ^ flip];
	}
}

NIOCTL_HANDLER(logical_to_physical_nc_map)
{
	struct neuron_ioctl_logical_to_physical_nc_map request;
	u32 *block;
	u32 size;
	long ret;

	if (ndhal->data.arch == NEURON_ARCH_V2)
		return -ENOTSUPP;
	ret = nioctl_copy_in(&request, call->arg, sizeof(request));
	if (ret)
		return ret;
	if (request.max_map_entries > NEURON_NC_MAP_MAX_ENTRIES)
		return -EINVAL;
	size = sizeof(*block) + request.max_map_entries * sizeof(struct neuron_ioctl_nc_map_entry);
	block = kzalloc(size, GFP_KERNEL);
	if (!block)
		return -ENOMEM;
	if (request.mapping_version != MAP_VERSION_0) {
		ret = -EINVAL;
	} else {
		block[0] = request.max_map_entries;
		fill_map(call->nd, (struct neuron_ioctl_nc_map_entry *)(block + 1),
			 request.max_map_entries);
		ret = nioctl_copy_out(request.map, block, size);
	}
	kfree(block);
	return ret;
}

static void put_pod_id(u8 *to, u64 pod_id)
{
	memcpy(to, &pod_id, sizeof(pod_id)); /* little endian */
}

NIOCTL_HANDLER(pod_info)
{
	struct neuron_ioctl_pod_info *info;
	struct npod_status status;
	long ret;

	if (call->cmd != NEURON_IOCTL_POD_INFO)
		return -EINVAL;
	info = kzalloc(sizeof(*info), GFP_KERNEL);
	if (!info)
		return -ENOMEM;
	ret = nioctl_copy_in(info, call->arg, sizeof(*info));
	if (!ret && info->sz != sizeof(*info))
		ret = -EINVAL;
	if (ret)
		goto out;
	memset(info, 0, sizeof(*info));
	info->sz = sizeof(*info);
	if (!npod_ops->get_status(call->nd, &status)) {
		info->pod_type = status.type;
		info->pod_sz = status.size;
		put_pod_id(info->pod_id, status.pod_id);
	}
	ret = nioctl_copy_out(call->arg, info, sizeof(*info));
out:
	kfree(info);
	return ret;
}

/* The old form is a prefix of the new one; 0 for a word that is neither. */
static u32 pod_status_size(unsigned int cmd)
{
	if (cmd == NEURON_IOCTL_POD_STATUS)
		return sizeof(struct neuron_ioctl_pod_status);
	return cmd == NEURON_IOCTL_POD_STATUS_V2 ? sizeof(struct neuron_ioctl_pod_status_v2) : 0;
}

NIOCTL_HANDLER(pod_status)
{
	const u32 size = pod_status_size(call->cmd);
	struct neuron_ioctl_pod_status_v2 *info;
	struct npod_status status = {.node_id = -1};
	long ret, copied;

	if (size == 0)
		return -EINVAL;
	info = kzalloc(sizeof(*info), GFP_KERNEL);
	if (!info)
		return -ENOMEM;
	ret = nioctl_copy_in(info, call->arg, size);
	if (!ret && info->sz != size)
		ret = -EINVAL;
	if (ret)
		goto out;
	ret = npod_ops->get_status(call->nd, &status);
	info->state = status.state;
	info->node_id = status.node_id;
	info->pod_type = status.type;
	info->pod_sz = status.size;
	put_pod_id(info->pod_id, status.pod_id);
	info->mode = status.mode;
	info->modes_supported = status.modes_supported;
	copied = nioctl_copy_out(call->arg, info, size);
	if (copied)
		ret = copied;
out:
	kfree(info);
	return ret;
}

static u32 pod_ctrl_size(unsigned int cmd)
{
	if (cmd == NEURON_IOCTL_POD_CTRL)
		return sizeof(struct neuron_ioctl_pod_ctrl);
	return cmd == NEURON_IOCTL_POD_CTRL_V2 ? sizeof(struct neuron_ioctl_pod_ctrl_v2) : 0;
}

NIOCTL_HANDLER(pod_ctrl)
{
	const u32 size = pod_ctrl_size(call->cmd);
	struct neuron_ioctl_pod_ctrl_v2 request = {};
	long ret, copied;

	if (size == 0)
		return -EINVAL;
	ret = nioctl_copy_in(&request, call->arg, size);
	if (ret)
		return ret;
	if (request.sz != size)
		return -EINVAL;
	ret = npod_ops->control(call->nd, request.ctrl, request.mode, request.timeout,
				&request.state);
	copied = nioctl_copy_out(call->arg, &request, size);
	return copied ? copied : ret;
}
