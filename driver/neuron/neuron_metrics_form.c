// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* What each type of row says, and what it means that a post has carried it (chapters 21.5, 21.9.2).
 */
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/string.h>

#include "neuron_device.h"
#include "neuron_dhal.h"
#include "neuron_ecc.h"
#include "neuron_fidelity.h"
#include "neuron_metrics_internal.h"
#include "neuron_pod.h"

#define FRAMEWORK_TYPES 10 /* a type is one digit */

static struct nmetric_record *add_record(struct neuron_metrics *metrics,
					 const struct nmetric_row *row, u8 group, u8 id)
{
	struct nmetric_record *record = &metrics->records[metrics->record_count++];

	record->row = row - nmetric_rows;
	record->group = group;
	record->id = id;
	record->taken = false;
	record->carry[0] = 0;
	record->carry[1] = 0;
	return record;
}

static struct nmetric_record *add_number(struct neuron_metrics *metrics,
					 const struct nmetric_row *row, u64 value)
{
	struct nmetric_record *record = add_record(metrics, row, 0, row->cw_id);
	const char *format = row->cw_id == NMETRIC_CW_ID_AGG_NEFF_ID ? "%llx" : "%llu";

	record->len = snprintf(record->value, sizeof(record->value), format, value);
	return record;
}

/* True if changes wait until a post has carried the record. */
static bool waits_for_delivery(void)
{
	return NEURON_FIDELITY(UNCARRIED_DELTAS, KEPT);
}

/* --- constants */

static void form_constant(struct neuron_device *nd, const struct nmetric_row *row)
{
	struct nmetric_record *record = add_record(&nd->metrics, row, 0, row->cw_id);

	record->len = snprintf(record->value, sizeof(record->value), "%s",
			       nmetric_constant(nd, row->index));
}

/* --- versions */

static void form_one_version(struct neuron_metrics *metrics, const struct nmetric_row *row, u8 k,
			     u64 word)
{
	const bool typed = row->flags & NMETRIC_FLAG_VERS_ALLOW_TYPE;
	const u8 id = row->cw_id + k * (typed ? 2 : 1);
	const u8 type = (word >> 48) % FRAMEWORK_TYPES;
	struct nmetric_record *record;

	word &= GENMASK_ULL(47, 0);
	if (word != 0) {
		record = add_record(metrics, row, k, id);
		record->len =
			snprintf(record->value, sizeof(record->value), "%d.%d.%d",
				 (int)(word >> 40 & 0xff), (int)(word >> 32 & 0xff), (s32)word);
	}
	if (typed && type != 0) {
		record = add_record(metrics, row, k, id + 1);
		record->len = snprintf(record->value, sizeof(record->value), "%u", type);
	}
}

static void form_version(struct neuron_device *nd, const struct nmetric_row *row)
{
	struct nmetric_history *history = &nd->metrics.session.versions[row->index];
	u64 word;
	u8 k;

	for (k = 0; k < row->count && nmetric_history_pick(history, &word); k++)
		form_one_version(&nd->metrics, row, k, word);
}

/* --- counters */

static void form_counter(struct neuron_device *nd, const struct nmetric_row *row)
{
	const struct nmetric_session *session = &nd->metrics.session;
	u64 total = session->curr[row->index] + session->freed[row->index];
	u64 prev = nd->metrics.prev[row->index];

	if (total > prev)
		add_number(&nd->metrics, row, total - prev)->carry[0] = total;
}

static void settle_counter(struct neuron_device *nd, const struct nmetric_row *row,
			   const struct nmetric_record *record)
{
	if (waits_for_delivery())
		nd->metrics.prev[row->index] = record->carry[0];
}

/* --- utilization: busy picoseconds of all cores against the time since the last post */

static u64 elapsed_since_last_post_ns(const struct neuron_metrics *metrics)
{
	u32 elapsed = (u32)get_jiffies_64() - (u32)metrics->last_logged_slow_tick_jiffies;

	/* The kernel's own conversion has a 32-bit result, so it wraps after 71 minutes. */
	return (u64)(u32)div_u64((u64)elapsed * USEC_PER_SEC, HZ) * NSEC_PER_USEC;
}

static u64 elapsed_since_last_carried_ns(const struct neuron_metrics *metrics)
{
	u64 elapsed = get_jiffies_64() - metrics->utilization_since;

	return elapsed / HZ * NSEC_PER_SEC + elapsed % HZ * NSEC_PER_SEC / HZ;
}

static void form_utilization(struct neuron_device *nd, const struct nmetric_row *row)
{
	struct neuron_metrics *metrics = &nd->metrics;
	u64 total = metrics->session.curr[row->index] + metrics->session.freed[row->index];
	u64 busy = total - metrics->prev[row->index];
	struct nmetric_record *record;
	u64 ns;

	if (total <= metrics->prev[row->index] &&
	    NEURON_FIDELITY(UTILISATION_WITHOUT_ADVANCE, NO_RECORD))
		return;
	if (NEURON_FIDELITY(UTILISATION_WINDOW, SINCE_LAST_POST))
		ns = elapsed_since_last_post_ns(metrics);
	else
		ns = elapsed_since_last_carried_ns(metrics);
	if (ns == 0)
		return;
	record = add_number(metrics, row, busy / 1000 / ndhal->data.nc_per_device * 100 / ns);
	record->carry[0] = total;
	record->carry[1] = get_jiffies_64();
}

static void settle_utilization(struct neuron_device *nd, const struct nmetric_row *row,
			       const struct nmetric_record *record)
{
	nd->metrics.utilization_since = record->carry[1];
	settle_counter(nd, row, record);
}

/* --- bitmap */

static void form_bitmap(struct neuron_device *nd, const struct nmetric_row *row)
{
	const struct nmetric_session *session = &nd->metrics.session;
	u64 value = session->bitmap | session->freed_bitmap;

	/* The shipped code posts the feature bits for both rows. */
	if (row->cw_id != NMETRIC_CW_ID_FEATURE_BITMAP && NEURON_FIDELITY(BITMAP_ID_ZERO, ABSENT))
		return;
	if (value != 0)
		add_number(&nd->metrics, row, value)->carry[0] = session->freed_bitmap;
}

static void settle_bitmap(struct neuron_device *nd, const struct nmetric_row *row,
			  const struct nmetric_record *record)
{
	if (row->cw_id != NMETRIC_CW_ID_FEATURE_BITMAP ||
	    NEURON_FIDELITY(FREED_BITMAP, CLEARED_EVERY_TICK))
		return;
	mutex_lock(&nd->datastore.lock);
	nd->metrics.ds_freed_feature_bitmap_buf &= ~record->carry[0];
	mutex_unlock(&nd->datastore.lock);
}

/* --- constant words */

static void form_const_u64(struct neuron_device *nd, const struct nmetric_row *row)
{
	const struct nmetric_session *session = &nd->metrics.session;
	const bool prefer_freed = row->flags & NMETRIC_FLAG_CONST_U64_PREFER_FREED;
	u64 live = session->const_u64[row->index];
	u64 freed = session->freed_const_u64[row->index];
	u64 value = prefer_freed ? freed : live;

	if (value == 0 && (row->flags & NMETRIC_FLAG_CONST_U64_SKIP_ZERO)) {
		value = prefer_freed ? live : freed;
		if (value == 0)
			return;
	}
	add_number(&nd->metrics, row, value)->carry[0] = freed;
}

static void settle_const_u64(struct neuron_device *nd, const struct nmetric_row *row,
			     const struct nmetric_record *record)
{
	u64 *freed = &nd->metrics.ds_freed_const_u64_buf[row->index];

	if (!waits_for_delivery())
		return;
	mutex_lock(&nd->datastore.lock);
	if (*freed == record->carry[0]) /* else a death since then left a newer value */
		*freed = 0;
	mutex_unlock(&nd->datastore.lock);
}

/* --- ECC */

static void form_ecc(struct neuron_device *nd, const struct nmetric_row *row)
{
	u32 *prev = &nd->metrics.ecc_prev[row->index];
	u32 reading = necc_get_hbm_error_count(
		nd, row->cw_id == NMETRIC_CW_ID_NERR_HW_ERR_REPAIRABLE_HBM_UE);
	u32 baseline = reading;
	u32 value = 0;

	if (*prev <= reading) {
		value = reading - *prev;
	} else {
		pr_warn_once("nd%d: HBM error count fell from %u to %u\n", nd->device_index, *prev,
			     reading);
		if (NEURON_FIDELITY(ECC_BASELINE, NEVER_FALLS))
			baseline = *prev;
	}
	add_number(&nd->metrics, row, value)->carry[0] = baseline;
	if (!waits_for_delivery())
		*prev = baseline;
}

static void settle_ecc(struct neuron_device *nd, const struct nmetric_row *row,
		       const struct nmetric_record *record)
{
	if (waits_for_delivery())
		nd->metrics.ecc_prev[row->index] = record->carry[0];
}

/* --- resets and pod */

static void form_reset(struct neuron_device *nd, const struct nmetric_row *row)
{
	u64 carry[2] = {};
	u64 value = nmetric_reset_value(&nd->metrics, row->index, carry);

	memcpy(add_number(&nd->metrics, row, value)->carry, carry, sizeof(carry));
}

static void settle_reset(struct neuron_device *nd, const struct nmetric_row *row,
			 const struct nmetric_record *record)
{
	nmetric_reset_carried(&nd->metrics, row->index, record->carry);
}

/* The lowest mode of a mask, 0 if there is none. */
static u32 lowest_mode(u32 modes)
{
	u32 mode;

	for (mode = 1; mode <= 4; mode++)
		if (modes & BIT(mode))
			return mode;
	return 0;
}

static void form_pod(struct neuron_device *nd, const struct nmetric_row *row)
{
	struct npod_status status;

	if (npod_ops->get_status(nd, &status) || status.type == NPOD_TYPE_NONE)
		return;
	add_number(&nd->metrics, row,
		   row->index == 0 ? lowest_mode(status.modes_supported) : status.mode);
}

/* --- by type */

struct row_type {
	void (*form)(struct neuron_device *nd, const struct nmetric_row *row);
	/* NULL: delivery changes nothing */
	void (*settle)(struct neuron_device *nd, const struct nmetric_row *row,
		       const struct nmetric_record *record);
};

static const struct row_type row_types[] = {
	[NMETRIC_TYPE_CONSTANT] = {form_constant},
	[NMETRIC_TYPE_VERSION] = {form_version},
	[NMETRIC_TYPE_COUNTER] = {form_counter, settle_counter},
	[NMETRIC_TYPE_FW_IO_ERR] = {form_counter, settle_counter},
	[NMETRIC_TYPE_BITMAP] = {form_bitmap, settle_bitmap},
	[NMETRIC_TYPE_CONSTANT_U64] = {form_const_u64, settle_const_u64},
	[NMETRIC_TYPE_DRIVER_RESET] = {form_reset, settle_reset},
	[NMETRIC_TYPE_DRIVER_USERVER] = {form_pod},
	[NMETRIC_TYPE_UTILIZATION] = {form_utilization, settle_utilization},
	[NMETRIC_TYPE_ECC_ERR_COUNTER] = {form_ecc, settle_ecc},
};

void nmetric_form_records(struct neuron_device *nd, u8 tick)
{
	const struct nmetric_row *row;

	nd->metrics.record_count = 0;
	for (row = nmetric_rows; row < nmetric_rows + NMETRIC_ROW_COUNT; row++)
		if (nmetric_gated(row, tick))
			row_types[row->type].form(nd, row);
}

void nmetric_settle(struct neuron_device *nd, const struct nmetric_record *record)
{
	const struct nmetric_row *row = &nmetric_rows[record->row];

	if (row_types[row->type].settle)
		row_types[row->type].settle(nd, row, record);
}
