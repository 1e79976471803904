// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* What goes through firmware: metrics, counters, profiles (chapters 23.6.5, 23.6.12). */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "neuron_device.h"
#include "neuron_fidelity.h"
#include "neuron_fw_io.h"
#include "neuron_ioctl_internal.h"
#include "neuron_profile.h"

#define PROFILE_CTRL_SET 0
#define PROFILE_CTRL_GET 1

NIOCTL_HANDLER(post_metric)
{
	struct neuron_ioctl_post_metric request;
	void *data;
	long ret;

	ret = nioctl_copy_in(&request, call->arg, sizeof(request));
	if (ret)
		return ret;
	ret = nioctl_copy_array_in(&data, request.data, request.data_size, 1);
	if (ret)
		return ret;
	ret = fw_io_post_metric(call->nd->fw_io_ctx, data, request.data_size);
	kfree(data);
	return ret;
}

NIOCTL_HANDLER(metrics_ctrl)
{
	struct neuron_ioctl_metrics_ctrl request;
	long ret;

	ret = nioctl_copy_in(&request, call->arg, sizeof(request));
	if (ret)
		return ret;
	nmetric_set_mode(call->nd, request.mode);
	return 0;
}

static long read_hw_counters(const struct nioctl_call *call,
			     const struct neuron_ioctl_read_hw_counters *request, u64 *addresses)
{
	u32 *values = kcalloc(request->count, sizeof(*values), GFP_KERNEL | __GFP_NOWARN);
	long ret;

	if (!values) /* the original then says that all is well */
		return NEURON_FIDELITY(READ_COUNTERS_NO_MEMORY, ENOMEM) ? -ENOMEM : 0;
	ret = fw_io_read(call->nd->fw_io_ctx, addresses, values, request->count);
	if (!ret)
		ret = nioctl_copy_out(request->data, values,
				      (unsigned long)request->count * sizeof(*values));
	kfree(values);
	return ret;
}

NIOCTL_HANDLER(read_hw_counters)
{
	struct neuron_ioctl_read_hw_counters request;
	void *addresses;
	long ret;

	ret = nioctl_copy_in(&request, call->arg, sizeof(request));
	if (ret)
		return ret;
	ret = nioctl_copy_array_in(&addresses, request.address, request.count, sizeof(u64));
	if (ret)
		return ret;
	ret = read_hw_counters(call, &request, addresses);
	kfree(addresses);
	return ret;
}

static long profile_request(const struct nioctl_call *call, u16 ctrl,
			    struct neuron_ioctl_power_profile *request)
{
	long ret = nioctl_copy_in(request, call->arg, sizeof(*request));

	if (ret)
		return ret;
	if (request->sz != sizeof(*request))
		return -ENXIO;
	return request->ctrl == ctrl ? 0 : -ENOTSUPP;
}

NIOCTL_HANDLER(power_profile)
{
	struct neuron_ioctl_power_profile request;
	long ret = profile_request(call, PROFILE_CTRL_SET, &request);

	return ret ? ret : npp_set_profile(call->nd, (u8)request.profile);
}

NIOCTL_HANDLER(get_performance_profile)
{
	struct neuron_ioctl_power_profile request;
	long ret = profile_request(call, PROFILE_CTRL_GET, &request);
	u8 profile = 0;

	if (!ret)
		ret = npp_get_profile(call->nd, &profile);
	if (ret)
		return ret;
	request.profile = profile;
	return nioctl_copy_out(call->arg, &request, sizeof(request));
}

NIOCTL_HANDLER(available_perf_profiles)
{
	struct neuron_ioctl_available_perf_profiles request;
	long ret;

	ret = nioctl_copy_in(&request, call->arg, sizeof(request));
	if (ret)
		return ret;
	request.num_profiles = 0;
	memset(request.profiles_bitmap, 0, sizeof(request.profiles_bitmap));
	ret = npp_get_available(call->nd, request.requested_feature, &request.num_profiles,
				request.profiles_bitmap);
	return ret ? ret : nioctl_copy_out(call->arg, &request, sizeof(request));
}

NIOCTL_HANDLER(throttling_notifications)
{
	struct neuron_ioctl_throttling_notifications request;
	long ret;

	ret = nioctl_copy_in(&request, call->arg, sizeof(request));
	return ret ? ret : npp_set_throttling_notifications(call->nd, request.enable != 0);
}
