// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* The counters behind the metric tree (chapter 22.6 to 22.9). */
#include <linux/kernel.h>
#include <linux/string.h>

#include "neuron_device.h"
#include "neuron_dhal.h"
#include "neuron_fidelity.h"
#include "neuron_sysfs_internal.h"

const struct nsysfs_status nsysfs_status[NSYSFS_STATUS_COUNT] = {
	{"success", NDS_NC_COUNTER_INFER_COMPLETED},
	{"failure", NDS_NC_COUNTER_GENERIC_FAIL},
	{"timeout", NDS_NC_COUNTER_INFER_TIMED_OUT},
	{"exec_bad_input", NDS_NC_COUNTER_INFER_INCORRECT_INPUT},
	{"hw_error", NDS_NC_COUNTER_ERR_HW},
	{"execute_completed_with_error", NDS_NC_COUNTER_INFER_COMPLETED_WITH_ERR},
	{"execute_completed_with_num_error", NDS_NC_COUNTER_INFER_COMPLETED_WITH_NUM_ERR},
	{"generic_error", NDS_NC_COUNTER_ERR_GENERIC},
	{"resource_error", NDS_NC_COUNTER_ERR_RESOURCE},
	{"resource_nc_error", NDS_NC_COUNTER_ERR_RESOURCE_NC},
	{"execute_failed_to_queue", NDS_NC_COUNTER_INFER_FAILED_TO_QUEUE},
	{"invalid_error", NDS_NC_COUNTER_ERR_INVALID},
	{"unsupported_neff_version", NDS_NC_COUNTER_ERR_UNSUPPORTED_NEFF_VERSION},
	{"oob_error", NDS_NC_COUNTER_OOB},
	{"hw_collectives_error", NDS_EXT_NC_COUNTER_HW_ERR_COLLECTIVES},
	{"hw_hbm_ue_error", NDS_EXT_NC_COUNTER_HW_ERR_HBM_UE},
	{"hw_nc_ue_error", NDS_EXT_NC_COUNTER_HW_ERR_NC_UE},
	{"hw_dma_abort_error", NDS_EXT_NC_COUNTER_HW_ERR_DMA_ABORT},
	{"execute_sw_nq_overflow", NDS_EXT_NC_COUNTER_ERR_SW_NQ_OVERFLOW},
	{"execute_sw_semaphore_error", NDS_EXT_NC_COUNTER_ERR_SW_SEMAPHORE_ERROR},
	{"execute_sw_event_error", NDS_EXT_NC_COUNTER_ERR_SW_EVENT_ERROR},
	{"execute_sw_psum_collision", NDS_EXT_NC_COUNTER_ERR_SW_PSUM_COLLISION},
	{"execute_sw_sequencer_fatal", NDS_EXT_NC_COUNTER_ERR_SW_SEQUENCER_FATAL},
	{"hw_repairable_hbm_ue_error", NDS_EXT_NC_COUNTER_HW_ERR_REPAIRABLE_HBM_UE},
};

bool nsysfs_notify_on;

int nsysfsmetric_fold(enum nsysfs_category category, int id)
{
	static const int first[] = {
		[NSYSFS_NDS_NC_METRIC] = 0,
		[NSYSFS_NDS_ND_METRIC] = NSYSFS_NC_IDS,
		[NSYSFS_NON_NDS_METRIC] = NSYSFS_NC_IDS + NSYSFS_ND_IDS,
	};
	int metric = -1;

	if ((u32)category < ARRAY_SIZE(first))
		metric = first[category] + id;
	if (metric < 0 || metric >= NSYSFS_METRICS) {
		pr_err("sysfs: category %d has no metric %d\n", category, id);
		return -1;
	}
	return metric;
}

struct nsysfs_counter *nsysfs_counter(struct neuron_device *nd, int metric, int nc)
{
	return nc < 0 ? &nd->sysfs_metrics.nd[metric] : &nd->sysfs_metrics.nc[metric][nc];
}

static void notify(const struct nsysfs_counter *counter, const char *file)
{
	if (nsysfs_notify_on && counter->node)
		sysfs_notify(&counter->node->kobj, NULL, file);
}

static void add(struct nsysfs_counter *counter, u64 delta)
{
	counter->total += delta;
	counter->present = delta;
	if (counter->total > counter->peak) {
		counter->peak = counter->total;
		notify(counter, "peak");
	}
	notify(counter, "total");
	notify(counter, "present");
}

static void subtract(struct nsysfs_counter *counter, u64 delta)
{
	if (delta > counter->total && NEURON_FIDELITY(MEMORY_COUNTER_FLOOR, STOPS)) {
		pr_err("sysfs: a counter of %llu cannot fall by %llu\n", counter->total, delta);
		counter->total = 0;
	} else {
		counter->total -= delta;
	}
	counter->present = delta;
	notify(counter, "total");
	notify(counter, "present");
}

/* Without a tree nobody sees the counters, and they are zeroed when it is made. */
static void change(struct neuron_device *nd, int metric, int nc, u64 delta,
		   void (*how)(struct nsysfs_counter *counter, u64 delta))
{
	struct neuron_sysfs_metrics *tree = &nd->sysfs_metrics;

	if (delta == 0 || metric < 0 || nc >= MAX_NC_PER_DEVICE)
		return;
	mutex_lock(&tree->lock);
	if (tree->root)
		how(nsysfs_counter(nd, metric, nc), delta);
	mutex_unlock(&tree->lock);
}

void nsysfsmetric_inc(struct neuron_device *nd, enum nsysfs_category category, int id, int nc,
		      u64 delta)
{
	change(nd, nsysfsmetric_fold(category, id), nc, delta, add);
}

void nsysfsmetric_dec(struct neuron_device *nd, enum nsysfs_category category, int id, int nc,
		      u64 delta)
{
	change(nd, nsysfsmetric_fold(category, id), nc, delta, subtract);
}

void nsysfsmetric_inc_reset_req_count(struct neuron_device *nd, u32 nc)
{
	nsysfsmetric_inc(nd, NSYSFS_NON_NDS_METRIC, NSYSFS_RESET_REQ_COUNT, nc, 1);
}

void nsysfsmetric_inc_reset_fail_count(struct neuron_device *nd, u32 nc)
{
	nsysfsmetric_inc(nd, NSYSFS_NON_NDS_METRIC, NSYSFS_RESET_FAIL_COUNT, nc, 1);
}

/*
 * Dynamic metrics: the original dereferences a parent directory that nothing ever sets; each bit
 * that is asked for is refused here (chapter 22.9).
 */
static void refuse_dynamic_metrics(struct neuron_device *nd, u64 bits)
{
	int id;

	for (id = 0; bits != 0; id++, bits >>= 1)
		if (bits & 1)
			pr_err("nd%d: sysfs: dynamic metric %d has no parent directory\n",
			       nd->device_index, id);
}

static void aggregate_core(struct neuron_device *nd, const u64 *words, u32 nc)
{
	u32 i;

	for (i = 0; i < NSYSFS_STATUS_COUNT; i++)
		nsysfsmetric_inc(nd, NSYSFS_NDS_NC_METRIC, nsysfs_status[i].counter, nc,
				 neuron_ds_nc_counter(words, nc, nsysfs_status[i].counter));
	nsysfsmetric_inc(nd, NSYSFS_NDS_NC_METRIC, NDS_NC_COUNTER_MODEL_LOAD_COUNT, nc,
			 neuron_ds_nc_counter(words, nc, NDS_NC_COUNTER_MODEL_LOAD_COUNT));
	nsysfsmetric_inc(nd, NSYSFS_NDS_NC_METRIC, NDS_NC_COUNTER_INFERENCE_COUNT, nc,
			 neuron_ds_nc_counter(words, nc, NDS_NC_COUNTER_INFERENCE_COUNT));
	/* One multiply-accumulate is two floating point operations. */
	nsysfsmetric_inc(nd, NSYSFS_NDS_NC_METRIC, NDS_NC_COUNTER_MAC_COUNT, nc,
			 2 * neuron_ds_nc_counter(words, nc, NDS_NC_COUNTER_MAC_COUNT));
	nsysfsmetric_inc(nd, NSYSFS_NDS_NC_METRIC, NDS_NC_COUNTER_TIME_IN_USE, nc,
			 neuron_ds_nc_counter(words, nc, NDS_NC_COUNTER_TIME_IN_USE));
}

void nsysfsmetric_nds_aggregate(struct neuron_device *nd, const u64 *words)
{
	u32 nc;

	refuse_dynamic_metrics(
		nd, neuron_ds_nd_counter(words, NDS_ND_COUNTER_DYNAMIC_SYSFS_METRIC_BITMAP));
	for (nc = 0; nc < ndhal->data.nc_per_device; nc++)
		if (ndhal_nc_enabled(nc))
			aggregate_core(nd, words, nc);
}
