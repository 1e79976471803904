// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#include <linux/kernel.h>
#include <linux/string.h>

#include "neuron_device.h"
#include "neuron_dhal.h"
#include "neuron_fidelity.h"
#include "neuron_fw_io.h"
#include "neuron_profile.h"

#define FEATURE_THROTTLING 0x01

/* One value for the host, whichever device it was set on. */
static u8 current_performance_profile;

void npp_module_init(void)
{
	current_performance_profile = 0;
}

u8 npp_current_profile(struct neuron_device *nd)
{
	if (NEURON_FIDELITY(PROFILE_SCOPE, DEVICE))
		return nd->current_perf_profile;
	return current_performance_profile;
}

int npp_set_profile(struct neuron_device *nd, u8 profile)
{
	int ret;

	if (!ndhal->ops.has_profiles)
		return 0;
	ret = fw_io_set_power_profile(nd->fw_io_ctx, profile);
	if (ret)
		return ret;
	current_performance_profile = profile;
	nd->current_perf_profile = profile;
	nmetric_set_performance_profile(nd, profile);
	return 0;
}

int npp_get_profile(struct neuron_device *nd, u8 *profile)
{
	*profile = 0;
	if (!ndhal->ops.has_profiles)
		return 0;
	return fw_io_get_performance_profile(nd->fw_io_ctx, profile);
}

int npp_get_available(struct neuron_device *nd, u16 operation, u8 *count, u8 *bitmap)
{
	*count = 0;
	memset(bitmap, 0, NEURON_PROFILE_BITMAP_BYTES);
	if (!ndhal->ops.has_profiles)
		return 0;
	return fw_io_get_available_profiles(nd->fw_io_ctx, operation, count, bitmap);
}

int npp_set_throttling_notifications(struct neuron_device *nd, bool enable)
{
	if (!ndhal->ops.has_profiles)
		return 0;
	return fw_io_set_feature(nd->fw_io_ctx, enable ? FEATURE_THROTTLING : 0);
}

int npp_query_hbm_7200(struct neuron_device *nd)
{
	u8 bitmap[NEURON_PROFILE_BITMAP_BYTES], count;
	int i;

	if (npp_get_available(nd, FW_IO_PROFILES_HBM_7200, &count, bitmap))
		return 0;
	for (i = 0; i < NEURON_PROFILE_BITMAP_BYTES; i++)
		if (bitmap[i])
			return 1;
	return 0;
}
