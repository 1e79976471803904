// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* Reset times and failures, from the reset thread to the posts (chapter 21.5.8). */
#include <linux/atomic.h>
#include <linux/kernel.h>

#include "neuron_device.h"
#include "neuron_fidelity.h"
#include "neuron_metrics_internal.h"

/* Rows by their index: maxima, averages and failures, each for device and TPB. */
enum { MAX_DEVICE, MAX_TPB, AVG_DEVICE, AVG_TPB, FAIL_DEVICE, FAIL_TPB };

void nmetric_init_driver_metrics(struct neuron_device *nd)
{
	struct nmetric_reset_report *report = &nd->metrics.reset;
	u32 i;

	mutex_init(&report->lock);
	for (i = 0; i < ARRAY_SIZE(report->final); i++)
		atomic64_set(&report->final[i], 0);
	for (i = 0; i < ARRAY_SIZE(report->count); i++) {
		atomic64_set(&report->total_ms[i], 0);
		atomic64_set(&report->count[i], 0);
	}
}

static void raise_to(atomic64_t *maximum, s64 value)
{
	s64 seen = atomic64_read(maximum);

	while (seen < value && !atomic64_try_cmpxchg(maximum, &seen, value))
		;
}

void nmetric_set_reset_time_metrics(struct neuron_device *nd, s64 ms, bool is_device)
{
	struct nmetric_reset_report *report = &nd->metrics.reset;
	u32 kind = is_device ? 0 : 1;

	if (ms <= 0)
		return;
	raise_to(&report->final[MAX_DEVICE + kind], ms);
	mutex_lock(&report->lock);
	atomic64_add(ms, &report->total_ms[kind]);
	atomic64_inc(&report->count[kind]);
	mutex_unlock(&report->lock);
}

void nmetric_increment_reset_failure_count(struct neuron_device *nd, bool is_device)
{
	atomic64_inc(&nd->metrics.reset.final[is_device ? FAIL_DEVICE : FAIL_TPB]);
}

static u64 extreme_value(struct nmetric_reset_report *report, u8 index, u64 *carry)
{
	if (NEURON_FIDELITY(RESET_EXTREMES, ALWAYS_ZERO))
		return 0;
	if (NEURON_FIDELITY(RESET_EXTREMES, READ_AND_CLEAR))
		return atomic64_xchg(&report->final[index], 0);
	carry[0] = atomic64_read(&report->final[index]);
	return carry[0];
}

static u64 average_value(struct nmetric_reset_report *report, u32 kind, u64 *carry)
{
	if (NEURON_FIDELITY(RESET_AVERAGE, TWO_SWAPS)) {
		carry[0] = atomic64_xchg(&report->total_ms[kind], 0);
		carry[1] = atomic64_xchg(&report->count[kind], 0);
	} else {
		mutex_lock(&report->lock);
		carry[0] = atomic64_read(&report->total_ms[kind]);
		carry[1] = atomic64_read(&report->count[kind]);
		mutex_unlock(&report->lock);
	}
	return carry[1] ? carry[0] / carry[1] : 0;
}

static bool is_average(u8 index)
{
	return index == AVG_DEVICE || index == AVG_TPB;
}

u64 nmetric_reset_value(struct neuron_metrics *metrics, u8 index, u64 *carry)
{
	if (is_average(index))
		return average_value(&metrics->reset, index - AVG_DEVICE, carry);
	return extreme_value(&metrics->reset, index, carry);
}

static void average_carried(struct nmetric_reset_report *report, u32 kind, const u64 *carry)
{
	if (NEURON_FIDELITY(RESET_AVERAGE, TWO_SWAPS))
		return;
	mutex_lock(&report->lock);
	atomic64_add(-(s64)carry[0], &report->total_ms[kind]);
	atomic64_add(-(s64)carry[1], &report->count[kind]);
	mutex_unlock(&report->lock);
}

void nmetric_reset_carried(struct neuron_metrics *metrics, u8 index, const u64 *carry)
{
	struct nmetric_reset_report *report = &metrics->reset;
	s64 posted = carry[0];

	if (is_average(index))
		average_carried(report, index - AVG_DEVICE, carry);
	else if (!NEURON_FIDELITY(RESET_EXTREMES, CLEAR_WHEN_CARRIED))
		return;
	else if (index == MAX_DEVICE || index == MAX_TPB)
		atomic64_try_cmpxchg(&report->final[index], &posted, 0);
	else
		atomic64_add(-posted, &report->final[index]);
}
