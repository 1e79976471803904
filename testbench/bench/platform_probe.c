/* SPDX-License-Identifier: Apache-2.0 */
/* Kernel C: see platform_probe.h. */
#include <linux/io.h>
#include <linux/jiffies.h>
#include <linux/math64.h>
#include <linux/wait.h>

#include "neuron_device.h"
#include "neuron_fw_io.h"
#include "neuron_metrics_internal.h"
#include "neuron_power.h"

void pbench_set_sinks(u32 sinks)
{
	nmetric_log_posts = sinks;
}

bool pbench_ready(const struct neuron_device *nd)
{
	return nd && nd->device_state == NEURON_DEVICE_STATE_READY;
}

u32 pbench_readl(struct neuron_device *nd, u32 count)
{
	const void __iomem *words = nd->fw_io_ctx->misc_ram;
	u32 i, sum = 0;

	for (i = 0; i < count; i++)
		sum += readl(words + 4 * (i & 255));
	return sum;
}

u32 pbench_fast_ticks(struct neuron_device *nd, u32 count)
{
	struct neuron_metrics *metrics = &nd->metrics;
	const u64 start = get_jiffies_64();
	u32 i, due = 0;

	init_waitqueue_head(&metrics->wait_queue);
	metrics->state = NMETRIC_RUNNING;
	for (i = 0; i < count; i++) {
		wait_event_interruptible_timeout(
			metrics->wait_queue,
			metrics->state == NMETRIC_STOPPED || metrics->state == NMETRIC_RESUMING, 1);
		npower_sample_utilization(nd);
		due += div64_u64(get_jiffies_64() - start, 150 * HZ) != 0;
	}
	return due;
}
