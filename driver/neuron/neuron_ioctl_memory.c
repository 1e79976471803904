// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* What a handle stands for (chapter 23.7). */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "neuron_device.h"
#include "neuron_fidelity.h"
#include "neuron_ioctl_internal.h"

NIOCTL_HANDLER(mem_get_extended_info)
{
	struct neuron_ioctl_mem_get_extended_info info;
	struct mem_chunk *mc;
	long ret;

	ret = nioctl_copy_in(&info, call->arg, sizeof(info));
	if (ret)
		return ret;
	mc = mpset_find_handle(call->nd, info.mem_handle);
	if (!mc) /* the original forgets the sign */
		return NEURON_FIDELITY(EXTENDED_INFO_BAD_HANDLE, EINVAL) ? -EINVAL : EINVAL;
	info.host_memory = mc->location == MEM_LOC_HOST;
	info.mmap_offset = mc->pa;
	info.pa = mc->pa;
	info.pid = mc->pid;
	info.size = mc->size;
	return nioctl_copy_out(call->arg, &info, sizeof(info));
}
