// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* 128 bytes: which records get in, and where they go (chapters 21.5, 21.6, 21.9.2 F2 and F3). */
#include <linux/kernel.h>
#include <linux/string.h>

#include "neuron_device.h"
#include "neuron_fidelity.h"
#include "neuron_fw_io.h"
#include "neuron_metrics_internal.h"

#define CREATE_TRACE_POINTS
#include "neuron_trace.h"

#define CAPACITY NEURON_METRICS_MAX_POSTING_BUF_SIZE
#define HEADER_SIZE 2 /* id, length */
#define MAX_RECORD_SIZE (HEADER_SIZE + NMETRIC_VALUE_SIZE)
#define IDENTITY_ROWS 2 /* rows 0 and 1 go first, whatever their size */

static u32 record_size(const struct nmetric_record *record)
{
	return HEADER_SIZE + record->len;
}

static bool rows_follow(const struct nmetric_record *record, u8 tick)
{
	u32 row;

	for (row = record->row + 1; row < NMETRIC_ROW_COUNT; row++)
		if (nmetric_gated(&nmetric_rows[row], tick))
			return true;
	return false;
}

/*
 * The room is measured once per row and holds for each of its versions, so two long ones together
 * may pass the end; the post then fails (chapter 21.5.3). A row that finds no room is reported
 * once, whether it has something to say or not.
 */
static void take_in_order(struct neuron_metrics *metrics, u8 tick)
{
	u32 used = 0, in_group = 0, i;
	int room = CAPACITY;

	for (i = 0; i < metrics->record_count; i++) {
		struct nmetric_record *record = &metrics->records[i];
		bool new_row = i == 0 || record->row != metrics->records[i - 1].row;

		if (new_row)
			room = CAPACITY - (int)used;
		if (new_row || record->group != metrics->records[i - 1].group)
			in_group = 0;
		if ((int)(in_group + record_size(record)) > room)
			continue;
		record->taken = true;
		in_group += record_size(record);
		used += record_size(record);
		if (used >= CAPACITY && rows_follow(record, tick))
			pr_err_once("metrics: the posting buffer is full\n");
	}
}

static void take_if_it_fits(struct nmetric_record *record, u32 *used)
{
	if (*used + record_size(record) > CAPACITY)
		return;
	record->taken = true;
	*used += record_size(record);
}

/* Identity first, then the short ones, so that as many as possible get in and none starves. */
static void take_smallest_first(struct neuron_metrics *metrics)
{
	u32 used = 0, size, i;

	for (i = 0; i < metrics->record_count; i++)
		if (metrics->records[i].row < IDENTITY_ROWS)
			take_if_it_fits(&metrics->records[i], &used);
	for (size = HEADER_SIZE; size <= MAX_RECORD_SIZE; size++)
		for (i = 0; i < metrics->record_count; i++)
			if (metrics->records[i].row >= IDENTITY_ROWS &&
			    record_size(&metrics->records[i]) == size)
				take_if_it_fits(&metrics->records[i], &used);
}

void nmetric_pack(struct neuron_metrics *metrics, u8 tick)
{
	struct nmetric_last_post *last = &metrics->last;
	u8 *to = metrics->posting_buffer;
	u32 i;

	if (NEURON_FIDELITY(UNCARRIED_DELTAS, KEPT))
		take_smallest_first(metrics);
	else
		take_in_order(metrics, tick);
	last->records = 0;
	for (i = 0; i < metrics->record_count; i++) {
		const struct nmetric_record *record = &metrics->records[i];

		if (!record->taken)
			continue;
		*to++ = record->id;
		*to++ = record->len;
		memcpy(to, record->value, record->len);
		to += record->len;
		last->records++;
	}
	last->used = to - metrics->posting_buffer;
}

static void trace_records(const struct neuron_metrics *metrics)
{
	u32 i;

	for (i = 0; i < metrics->record_count; i++)
		if (metrics->records[i].taken)
			trace_metrics_post(metrics->records[i].id, metrics->records[i].len,
					   metrics->records[i].value);
}

void nmetric_deliver(struct neuron_device *nd, u8 tick)
{
	struct neuron_metrics *metrics = &nd->metrics;
	struct nmetric_last_post *last = &metrics->last;
	const uint sinks = nmetric_log_posts;

	last->result = 0;
	if (sinks & NMETRIC_LOG_TRACE)
		trace_records(metrics);
	if ((sinks & NMETRIC_LOG_FIRMWARE) && last->used > 0) {
		last->result =
			fw_io_post_metric(nd->fw_io_ctx, metrics->posting_buffer, last->used);
		if (last->result < 0)
			pr_err("nd%d: metrics: post failed: %d\n", nd->device_index, last->result);
	}
	last->accepted = (sinks & (NMETRIC_LOG_FIRMWARE | NMETRIC_LOG_TRACE)) && last->result >= 0;
	trace_metrics_tick(nd->device_index, tick, last->accepted, last->records, last->used);
}
