// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* Resets, and the state that they end (chapters 23.6.2, 23.6.3, 23.10). */
#include <linux/errno.h>
#include <linux/sched.h>

#include "neuron_device.h"
#include "neuron_dhal.h"
#include "neuron_ioctl_internal.h"

NIOCTL_HANDLER(nc_reset)
{
	struct neuron_ioctl_nc_reset request;
	long ret;

	ret = nioctl_copy_in(&request, call->arg, sizeof(request));
	if (ret)
		return ret;
	ndmar_close_ncs(call->nd, request.nc_map);
	request.request_id = task_tgid_nr(current);
	ret = nr_start_ncs(call->nd, request.nc_map, request.request_id);
	return ret ? ret : nioctl_copy_out(call->arg, &request, sizeof(request));
}

NIOCTL_HANDLER(nc_reset_ready)
{
	struct neuron_ioctl_nc_reset_ready request;
	long ret;

	ret = nioctl_copy_in(&request, call->arg, sizeof(request));
	if (ret)
		return ret;
	request.result = nr_wait(call->nd, request.request_id, false);
	return nioctl_copy_out(call->arg, &request, sizeof(request));
}

NIOCTL_HANDLER(device_reset)
{
	ndmar_close(call->nd);
	nr_start(call->nd);
	return 0;
}

NIOCTL_HANDLER(device_ready)
{
	const u8 ready = nr_wait(call->nd, task_tgid_nr(current), true) == 0;

	return nioctl_copy_out(call->arg, &ready, sizeof(ready));
}

NIOCTL_HANDLER(device_reset_status)
{
	const u8 done = 1;

	return nioctl_copy_out(call->arg, &done, sizeof(done));
}

NIOCTL_HANDLER(nc_model_started_count)
{
	struct neuron_ioctl_nc_model_started_count request;
	long ret;

	ret = nioctl_copy_in(&request, call->arg, sizeof(request));
	if (ret)
		return ret;
	if (request.nc_id >= ndhal->data.nc_per_device)
		return -E2BIG;
	request.started_count = call->nd->nc_model_started_count[request.nc_id];
	return nioctl_copy_out(call->arg, &request, sizeof(request));
}

NIOCTL_HANDLER(cinit_set_state)
{
	struct neuron_ioctl_cinit_set_state request;
	long ret;

	ret = nioctl_copy_in(&request, call->arg, sizeof(request));
	if (ret)
		return ret;
	ret = nci_set_state(call->nd, request.nc_id, request.state, &request.new_state);
	return ret ? ret : nioctl_copy_out(call->arg, &request, sizeof(request));
}
