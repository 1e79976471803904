// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* From datastore slabs to one session's sums (chapter 21.4). */
#include <linux/bits.h>
#include <linux/compiler.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "neuron_device.h"
#include "neuron_dhal.h"
#include "neuron_fidelity.h"
#include "neuron_fw_io.h"
#include "neuron_metrics_internal.h"

/* Slots of the mailbox error count: its own, and the one that the shipped code hits
 * (chapter 21.4.4). */
#define FW_IO_ERR_SLOT 17
#define FW_IO_ERR_SLOT_MIXED_UP 11

/* By tick; the last is that of a dying process. */
static const struct nmetric_plan plans[] = NMETRIC_PLANS;

static const struct nmetric_plan *plan_of(u8 tick)
{
	return &plans[tick == NMETRIC_TICK_ALWAYS ? NMETRIC_TICK_COUNT : tick];
}

/* Where the counters of the enabled cores lie in a slab: words of counter 0 in both bands. */
struct core_words {
	u32 count;
	u32 base[MAX_NC_PER_DEVICE], ext[MAX_NC_PER_DEVICE];
};

static void find_core_words(struct core_words *cores)
{
	u32 nc;

	cores->count = 0;
	for (nc = 0; nc < ndhal->data.nc_per_device; nc++) {
		if (!(ndhal->dev_nc_map & BIT(nc)))
			continue;
		cores->base[cores->count] = nds_nc_counter_word(nc, 0);
		cores->ext[cores->count] =
			nds_nc_counter_word(nc, NDS_NC_COUNTER_COUNT) - NDS_NC_COUNTER_COUNT;
		cores->count++;
	}
}

static void add_steps(u64 *sums, const u64 *words, const u32 *cores, u32 core_count,
		      const struct nmetric_step *steps, u32 step_count)
{
	u32 i, nc;

	for (i = 0; i < step_count; i++) {
		const u64 *counter = words + steps[i].counter;
		u64 sum = 0;

		for (nc = 0; nc < core_count; nc++)
			sum += READ_ONCE(counter[cores[nc]]);
		sums[steps[i].slot] += sum;
	}
}

/* Adds the counters of every enabled core of a slab to their slots. */
static void add_counters(u64 *sums, const u64 *words, const struct core_words *cores,
			 const struct nmetric_plan *plan)
{
	add_steps(sums, words, cores->base, cores->count, plan->base, plan->base_count);
	add_steps(sums, words, cores->ext, cores->count, plan->ext, plan->ext_count);
}

static u64 nd_word(const u64 *words, u8 ds_id)
{
	return READ_ONCE(words[nds_nd_counter_word(ds_id)]);
}

static void take_const(u64 *slot, u64 value)
{
	if (value != 0 || NEURON_FIDELITY(CONSTANT_ZERO, OVERWRITES))
		*slot = value;
}

static bool is_feature_bitmap(const struct nmetric_row *row)
{
	return row->type == NMETRIC_TYPE_BITMAP && row->ds_id == NDS_ND_COUNTER_FEATURE_BITMAP;
}

static void aggregate_live(struct neuron_metrics *metrics, const u64 *words,
			   const struct core_words *cores, const struct nmetric_plan *plan)
{
	struct nmetric_session *session = &metrics->session;
	u32 i;

	add_counters(session->curr, words, cores, plan);
	for (i = 0; i < plan->device_count; i++) {
		const struct nmetric_row *row = &nmetric_rows[plan->device[i]];
		u64 word = nd_word(words, row->ds_id);

		if (row->type == NMETRIC_TYPE_VERSION)
			nmetric_history_enter(&metrics->component_versions[row->index], word);
		else if (is_feature_bitmap(row))
			session->bitmap |= word;
		else if (row->type == NMETRIC_TYPE_CONSTANT_U64)
			take_const(&session->const_u64[row->index], word);
	}
}

void nmetric_partial_aggregate(struct neuron_device *nd, const u64 *words)
{
	const struct nmetric_plan *plan = plan_of(NMETRIC_TICK_ALWAYS);
	struct neuron_metrics *metrics = &nd->metrics;
	struct core_words cores;
	u32 i;

	find_core_words(&cores);
	add_counters(metrics->ds_freed_metrics_buf, words, &cores, plan);
	for (i = 0; i < plan->device_count; i++) {
		const struct nmetric_row *row = &nmetric_rows[plan->device[i]];
		u64 word = nd_word(words, row->ds_id);

		if (row->type == NMETRIC_TYPE_VERSION)
			nmetric_versions_died(metrics, row->index, word);
		else if (is_feature_bitmap(row))
			metrics->ds_freed_feature_bitmap_buf |= word;
		else if (row->type == NMETRIC_TYPE_CONSTANT_U64)
			take_const(&metrics->ds_freed_const_u64_buf[row->index], word);
	}
}

static void add_mailbox_errors(struct neuron_device *nd, u8 tick)
{
	const bool right = NEURON_FIDELITY(FWIO_ERROR_INDEX, RIGHT);

	if (tick == NMETRIC_TICK_0)
		nd->metrics.session.curr[right ? FW_IO_ERR_SLOT : FW_IO_ERR_SLOT_MIXED_UP] =
			fw_io_get_err_count(nd->fw_io_ctx);
}

static void full_aggregate(struct neuron_device *nd, u8 tick)
{
	struct neuron_metrics *metrics = &nd->metrics;
	const struct nmetric_row *row;
	struct core_words cores;
	u32 i;

	find_core_words(&cores);
	for (i = 0; i < NEURON_MAX_DATASTORE_ENTRIES_PER_DEVICE; i++)
		if (neuron_ds_check_entry_in_use(&nd->datastore, i))
			aggregate_live(metrics, neuron_ds_words(&nd->datastore, i), &cores,
				       plan_of(tick));
	for (row = nmetric_rows; row < nmetric_rows + NMETRIC_ROW_COUNT; row++)
		if (row->type == NMETRIC_TYPE_VERSION && nmetric_gated(row, tick))
			nmetric_versions_enter_dead(metrics, row->index);
	add_mailbox_errors(nd, tick);
}

/* Moves a row's share of the device's buffers into the session. */
static void cache_and_reset_row(struct neuron_device *nd, const struct nmetric_row *row)
{
	const bool kept = NEURON_FIDELITY(UNCARRIED_DELTAS, KEPT);
	struct neuron_metrics *metrics = &nd->metrics;
	u8 i = row->index;

	switch (row->type) {
	case NMETRIC_TYPE_VERSION:
		memset(&metrics->component_versions[i], 0, sizeof(metrics->component_versions[i]));
		break;
	case NMETRIC_TYPE_COUNTER:
	case NMETRIC_TYPE_UTILIZATION:
	case NMETRIC_TYPE_FW_IO_ERR:
		if (!kept)
			metrics->ds_freed_metrics_buf[i] = 0;
		break;
	case NMETRIC_TYPE_CONSTANT_U64:
		metrics->session.freed_const_u64[i] = metrics->ds_freed_const_u64_buf[i];
		if (!kept)
			metrics->ds_freed_const_u64_buf[i] = 0;
		break;
	case NMETRIC_TYPE_CONSTANT:
		if (row->cw_id == NMETRIC_CW_ID_PERFORMANCE_PROFILE_ID)
			nmetric_set_performance_profile(nd, 0);
		break;
	default:
		break;
	}
}

static void cache_and_reset(struct neuron_device *nd, u8 tick)
{
	struct neuron_metrics *metrics = &nd->metrics;
	struct nmetric_session *session = &metrics->session;
	const struct nmetric_row *row;

	memcpy(session->freed, metrics->ds_freed_metrics_buf, sizeof(session->freed));
	memcpy(session->versions, metrics->component_versions, sizeof(session->versions));
	session->freed_bitmap = metrics->ds_freed_feature_bitmap_buf;
	if (NEURON_FIDELITY(FREED_BITMAP, CLEARED_EVERY_TICK))
		metrics->ds_freed_feature_bitmap_buf = 0;
	for (row = nmetric_rows; row < nmetric_rows + NMETRIC_ROW_COUNT; row++)
		if (nmetric_gated(row, tick))
			cache_and_reset_row(nd, row);
}

void nmetric_aggregate(struct neuron_device *nd, u8 tick)
{
	mutex_lock(&nd->datastore.lock);
	full_aggregate(nd, tick);
	cache_and_reset(nd, tick);
	mutex_unlock(&nd->datastore.lock);
}

/* The shipped code never rebases the mailbox count, because its slot is always 0 there. */
static bool rebased(const struct nmetric_row *row)
{
	return row->type == NMETRIC_TYPE_COUNTER || row->type == NMETRIC_TYPE_UTILIZATION ||
	       (row->type == NMETRIC_TYPE_FW_IO_ERR && NEURON_FIDELITY(FWIO_ERROR_INDEX, RIGHT));
}

void nmetric_new_session(struct neuron_device *nd, u8 tick)
{
	struct neuron_metrics *metrics = &nd->metrics;
	const struct nmetric_row *row;

	if (NEURON_FIDELITY(UNCARRIED_DELTAS, LOST))
		for (row = nmetric_rows; row < nmetric_rows + NMETRIC_ROW_COUNT; row++)
			if (nmetric_gated(row, tick) && rebased(row))
				metrics->prev[row->index] = metrics->session.curr[row->index];
	memset(&metrics->session, 0, sizeof(metrics->session));
}
