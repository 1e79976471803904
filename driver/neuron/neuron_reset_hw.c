// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* Stages 1 and 2 of a reset: what passes between the reset thread and the device (chapter 12.5). */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/timekeeping.h>

#include "neuron_device.h"
#include "neuron_dhal.h"
#include "neuron_fw_io.h"
#include "neuron_reg_access.h"

#define QEMU_POLL_INTERVAL 2000 /* ms */

/* A reset on its way through firmware. */
struct reset_run {
	struct neuron_device *nd;
	bool whole_device;
	u32 map_low, map_high;
};

static void issue(const struct reset_run *run)
{
	fw_io_initiate_reset(run->nd->fw_io_ctx, run->whole_device, run->map_low, run->map_high);
}

static int record_time(const struct reset_run *run, s64 elapsed_ms)
{
	if (elapsed_ms <= 0)
		return -EIO;
	nmetric_set_reset_time_metrics(run->nd, elapsed_ms, run->whole_device);
	return 0;
}

/* Stage 1: firmware has taken the reset once RESET reads 0. It is asked again now and then. */
static int initiate(const struct reset_run *run)
{
	const u32 interval =
		run->whole_device ? NR_DEVICE_RESET_RETRY_INTERVAL : NR_TPB_RESET_RETRY_INTERVAL;
	const ktime_t start = ktime_get();
	const ktime_t deadline = ktime_add_ms(start, ndhal->data.reset_max_wait_ms);
	ktime_t next = ktime_add_ms(start, interval);
	ktime_t now;

	issue(run);
	do {
		if (nr_msleep_stoppable(run->nd, NR_RESET_POLL_INTERVAL))
			return -EINTR;
		if (fw_io_is_reset_initiated(run->nd->fw_io_ctx))
			return record_time(run, ktime_ms_delta(ktime_get(), start));
		now = ktime_get();
		if (ktime_after(now, next)) {
			issue(run);
			next = ktime_add_ms(now, interval);
		}
	} while (ktime_before(now, deadline));

	nmetric_increment_reset_failure_count(run->nd, run->whole_device);
	return -ETIMEDOUT;
}

/* Stage 2. */
static int wait_for_completion_of(struct neuron_device *nd)
{
	u32 i;

	for (i = 0; i < ndhal->data.reset_retry_count; i++) {
		if (fw_io_is_device_ready(nd->fw_io_ctx))
			return 0;
		if (nr_msleep_stoppable(nd, NR_RESET_POLL_INTERVAL * i))
			return -EINTR;
	}
	return -ETIMEDOUT;
}

/* QEMU's models have a doorbell of their own (chapter 12.5.7). */
static int reset_qemu(const struct reset_run *run)
{
	void __iomem *doorbell = run->nd->npdev.bar0 + ndhal->data.qemu_doorbell;
	u32 i;

	if (ndhal->data.qemu_rings_firmware) {
		reg_write32(doorbell, 1);
		if (initiate(run))
			return -EIO;
	} else {
		reg_write32(doorbell, run->map_low);
	}
	for (i = 0; i < ndhal->data.reset_retry_count; i++) {
		u32 value = reg_read32(doorbell);

		if (nr_msleep_stoppable(run->nd, QEMU_POLL_INTERVAL))
			return -EINTR;
		if (value == 0)
			return 0;
	}
	return -ETIMEDOUT;
}

int nr_reset_hardware(struct neuron_device *nd, u32 nc_map)
{
	struct reset_run run = {
		.nd = nd,
		.whole_device = nc_map == NEURON_NC_MAP_DEVICE,
	};
	int ret;

	if (!run.whole_device)
		ndhal->ops.tpb_map(nc_map, &run.map_low, &run.map_high);
	if (narch_is_qemu())
		return reset_qemu(&run);
	ret = initiate(&run);
	return ret ? ret : wait_for_completion_of(nd);
}
