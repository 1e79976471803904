/* SPDX-License-Identifier: Apache-2.0 */
/* Kernel C: see metrics_probe.h. */
#include <linux/jiffies.h>
#include <linux/list.h>

#include "neuron_cdev.h"
#include "neuron_device.h"
#include "neuron_fw_io.h"
#include "neuron_metrics_internal.h"
#include "neuron_pod.h"

void mprobe_aggregate(struct neuron_device *nd, u8 tick)
{
	nmetric_aggregate(nd, tick);
	nmetric_new_session(nd, tick);
}

void mprobe_set_sinks(u32 sinks)
{
	nmetric_log_posts = sinks;
}

const char *mprobe_constant(struct neuron_device *nd, u32 index)
{
	return nmetric_constant(nd, index);
}

u64 mprobe_freed(const struct neuron_device *nd, u32 slot)
{
	return nd->metrics.ds_freed_metrics_buf[slot];
}

u64 mprobe_prev(const struct neuron_device *nd, u32 slot)
{
	return nd->metrics.prev[slot];
}

u64 mprobe_freed_bitmap(const struct neuron_device *nd)
{
	return nd->metrics.ds_freed_feature_bitmap_buf;
}

u32 mprobe_history(const struct neuron_device *nd, u32 component, u32 slot, u64 *word)
{
	*word = nd->metrics.component_versions[component].word[slot];
	return nd->metrics.component_versions[component].usage[slot];
}

u32 mprobe_last_used(const struct neuron_device *nd)
{
	return nd->metrics.last.used;
}

u32 mprobe_last_records(const struct neuron_device *nd)
{
	return nd->metrics.last.records;
}

int mprobe_last_result(const struct neuron_device *nd)
{
	return nd->metrics.last.result;
}

int mprobe_state(const struct neuron_device *nd)
{
	return nd->metrics.state;
}

u64 mprobe_jiffies(void)
{
	return get_jiffies_64();
}

void mprobe_set_last_jiffies(struct neuron_device *nd, u64 last)
{
	nd->metrics.last_logged_slow_tick_jiffies = last;
}

void mprobe_set_mailbox_errors(struct neuron_device *nd, u64 count)
{
	nd->fw_io_ctx->fw_io_err_count = count;
}

static struct npod_status pod;
static const struct npod_ops *no_pod_ops;

static int test_pod_status(struct neuron_device *nd, struct npod_status *status)
{
	*status = pod;
	return 0;
}

static const struct npod_ops test_pod_ops = { .get_status = test_pod_status };

void mprobe_set_pod(u32 type, u32 mode, u32 modes_supported)
{
	if (!no_pod_ops)
		no_pod_ops = npod_ops;
	pod = (struct npod_status){ .type = type, .mode = mode, .modes_supported = modes_supported };
	npod_ops = type == NPOD_TYPE_NONE ? no_pod_ops : &test_pod_ops;
}

void mprobe_clear_all(struct neuron_device *nd)
{
	neuron_ds_clear(&nd->datastore);
}

u64 *mprobe_slab(struct neuron_device *nd, u32 index)
{
	return neuron_ds_words(&nd->datastore, index);
}

int mprobe_owner(const struct neuron_device *nd, u32 index)
{
	return nd->datastore.entries[index].pid;
}

void mprobe_own(struct neuron_device *nd, u32 index, int pid)
{
	nd->datastore.entries[index].pid = pid;
}

u64 mprobe_clear_tick(const struct neuron_device *nd, u32 index)
{
	return nd->datastore.entries[index].clear_tick;
}

void mprobe_forget_instance(struct neuron_device *nd, u32 index)
{
	nd->datastore.entries[index].owner = NULL;
}

u32 mprobe_open_count(struct neuron_device *nd)
{
	return ncdev_open_count(nd);
}

void mprobe_sysfs(const struct neuron_device *nd, int metric, int nc, u64 *total, u64 *present, u64 *peak)
{
	const struct nsysfs_counter *counter = nc < 0 ? &nd->sysfs_metrics.nd[metric] :
							&nd->sysfs_metrics.nc[metric][nc];

	*total = counter->total;
	*present = counter->present;
	*peak = counter->peak;
}

u32 mprobe_live_chunks(struct neuron_device *nd)
{
	struct mem_chunk *mc;
	u32 count = 0;

	list_for_each_entry(mc, &nd->mempool.chunks, node)
		count++;
	return count;
}
