// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* The metrics thread: two clocks, four states, and the order of a slow tick (chapter 21.7). */
#include <linux/err.h>
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/kthread.h>
#include <linux/math64.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/string.h>

#include "neuron_device.h"
#include "neuron_fidelity.h"
#include "neuron_metrics_internal.h"

const struct nmetric_row nmetric_rows[NMETRIC_ROW_COUNT] = NMETRIC_ROWS;

static uint nmetric_metric_post_delay = 150000;
module_param(nmetric_metric_post_delay, uint, 0660);
MODULE_PARM_DESC(nmetric_metric_post_delay,
		 "ms between two posts of metrics; read when a device's thread starts");

uint nmetric_log_posts = NMETRIC_LOG_FIRMWARE;
module_param(nmetric_log_posts, uint, 0660);
MODULE_PARM_DESC(nmetric_log_posts,
		 "where posts go: bit 0 firmware, bit 1 trace; 0 at probe: no metrics");

void nmetric_begin(struct neuron_device *nd)
{
	struct neuron_metrics *metrics = &nd->metrics;

	memset(&metrics->session, 0, sizeof(metrics->session));
	memset(metrics->prev, 0, sizeof(metrics->prev));
	memset(metrics->ecc_prev, 0, sizeof(metrics->ecc_prev));
	metrics->utilization_since = get_jiffies_64();
}

void nmetric_slow_tick(struct neuron_device *nd, u8 tick)
{
	struct neuron_metrics *metrics = &nd->metrics;
	u32 i;

	nmetric_aggregate(nd, tick);
	nmetric_form_records(nd, tick);
	nmetric_pack(metrics, tick);
	nmetric_deliver(nd, tick);
	if (metrics->last.accepted)
		for (i = 0; i < metrics->record_count; i++)
			if (metrics->records[i].taken)
				nmetric_settle(nd, &metrics->records[i]);
	nmetric_new_session(nd, tick);
}

void nmetric_end_batch(struct neuron_device *nd, u64 slow_count)
{
	nd->metrics.last_logged_slow_tick = slow_count;
	nd->metrics.last_logged_slow_tick_jiffies = get_jiffies_64();
}

/* How many posts are due: one, or up to one of each tick after a pause. */
static u8 post_budget(struct neuron_metrics *metrics, u64 slow_count)
{
	u64 missed;

	if (metrics->state != NMETRIC_RESUMING)
		return 1;
	metrics->state = NMETRIC_RUNNING;
	missed = slow_count - metrics->last_logged_slow_tick;
	if (NEURON_FIDELITY(CATCH_UP_BUDGET, CUT_TO_8_BITS))
		missed = (u8)missed;
	return min_t(u64, missed, NMETRIC_TICK_COUNT);
}

static void post_batch(struct neuron_device *nd, u64 slow_count, u8 *tick)
{
	u8 budget = post_budget(&nd->metrics, slow_count);

	for (; budget > 0; budget--) {
		nmetric_slow_tick(nd, *tick);
		*tick = (*tick + 1) % NMETRIC_TICK_COUNT;
	}
	nmetric_end_batch(nd, slow_count);
}

/* A resuming thread does not sleep until it has posted; time has to pass all the same. */
static void pass_jiffy_if_resuming(struct neuron_metrics *metrics)
{
	if (metrics->state == NMETRIC_RESUMING)
		schedule_timeout_interruptible(1);
}

static int metrics_thread(void *arg)
{
	struct neuron_device *nd = arg;
	struct neuron_metrics *metrics = &nd->metrics;
	const unsigned long sample_delay = msecs_to_jiffies(NMETRIC_SAMPLE_DELAY_MS);
	const u64 post_delay = msecs_to_jiffies(nmetric_metric_post_delay);
	const u64 start = get_jiffies_64();
	u64 slow_count;
	u8 tick = 0;
	long ret;

	pr_info("nd%d: metrics: one post per %u ms\n", nd->device_index, nmetric_metric_post_delay);
	nmetric_begin(nd);
	while (!kthread_should_stop() && metrics->state != NMETRIC_STOPPED) {
		ret = wait_event_interruptible_timeout(metrics->wait_queue,
						       metrics->state == NMETRIC_STOPPED ||
							       metrics->state == NMETRIC_RESUMING,
						       sample_delay);
		if (ret < 0 || kthread_should_stop() || metrics->state == NMETRIC_STOPPED)
			break;
		if (nd->device_state != NEURON_DEVICE_STATE_READY) {
			pass_jiffy_if_resuming(metrics);
			continue;
		}
		npower_sample_utilization(nd);
		slow_count = div64_u64(get_jiffies_64() - start, post_delay);
		if (metrics->state == NMETRIC_PAUSED)
			continue;
		if (slow_count != metrics->last_logged_slow_tick)
			post_batch(nd, slow_count, &tick);
		else
			pass_jiffy_if_resuming(metrics);
	}
	return 0;
}

int nmetric_start_thread(struct neuron_device *nd)
{
	struct neuron_metrics *metrics = &nd->metrics;
	struct task_struct *thread;

	if (nmetric_log_posts == 0)
		return 0;
	if (nmetric_metric_post_delay == 0) {
		pr_err("nd%d: nmetric_metric_post_delay is 0, accepted is 1 or more\n",
		       nd->device_index);
		return -EINVAL;
	}
	memset(metrics->ds_freed_metrics_buf, 0, sizeof(metrics->ds_freed_metrics_buf));
	memset(metrics->ds_freed_const_u64_buf, 0, sizeof(metrics->ds_freed_const_u64_buf));
	init_waitqueue_head(&metrics->wait_queue);
	metrics->last_logged_slow_tick = 0;
	metrics->state = NMETRIC_RUNNING;
	thread = kthread_run(metrics_thread, nd, "nd%d metrics", nd->device_index);
	if (IS_ERR_OR_NULL(thread)) {
		metrics->state = NMETRIC_STOPPED;
		pr_err("nd%d: the metrics thread cannot be started\n", nd->device_index);
		return -1;
	}
	metrics->thread = thread;
	return 0;
}

void nmetric_stop_thread(struct neuron_device *nd)
{
	struct neuron_metrics *metrics = &nd->metrics;

	if (!metrics->thread)
		return;
	metrics->state = NMETRIC_STOPPED;
	wake_up(&metrics->wait_queue);
	kthread_stop(metrics->thread);
	metrics->thread = NULL;
}

void nmetric_set_mode(struct neuron_device *nd, u32 mode)
{
	/* No wake-up: the thread sees it at the end of its wait (chapter 21.7.2). */
	if (mode == 0)
		nd->metrics.state = NMETRIC_RESUMING;
	else if (mode == 1)
		nd->metrics.state = NMETRIC_PAUSED;
}
