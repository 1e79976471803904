/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef NEURON_METRICS_INTERNAL_H
#define NEURON_METRICS_INTERNAL_H

#include "neuron_metrics.h"

/**
 * The parts of the metrics engine, in the order in which a slow tick passes them: aggregate, form
 * records, pack and deliver them, settle what their delivery changed, new session.
 */

#define NMETRIC_TICK_COUNT 2

/** The registry: aggregation and posting follow its order (chapter 21.3.3). */
extern const struct nmetric_row nmetric_rows[NMETRIC_ROW_COUNT];

/** nmetric_gated() - true if the row takes part in a tick (chapter 21.3.4). */
static inline bool nmetric_gated(const struct nmetric_row *row, u8 tick)
{
	return tick == NMETRIC_TICK_ALWAYS || row->tick == NMETRIC_TICK_ALWAYS || row->tick == tick;
}

/* --- aggregation, neuron_metrics_aggregate.c (chapter 21.4) */

/** nmetric_aggregate() - full aggregate, then cache-and-reset, under the datastore lock. */
void nmetric_aggregate(struct neuron_device *nd, u8 tick);
/** nmetric_new_session() - rebases what the tick has posted and clears the session. */
void nmetric_new_session(struct neuron_device *nd, u8 tick);

/* --- version histories, neuron_metrics_versions.c (chapters 21.4.3, 21.9.2 F6) */

/** nmetric_history_enter() - one more use of @word; 0 is ignored. */
void nmetric_history_enter(struct nmetric_history *history, u64 word);
/** nmetric_history_pick() - takes the most used word out; false if there is none. */
bool nmetric_history_pick(struct nmetric_history *history, u64 *word);
/** nmetric_versions_died() - a dying entry's word of a component. */
void nmetric_versions_died(struct neuron_metrics *metrics, u8 component, u64 word);
/** nmetric_versions_enter_dead() - enters the words of the dead after the live walk, and forgets
 * them. */
void nmetric_versions_enter_dead(struct neuron_metrics *metrics, u8 component);

/* --- constants, neuron_metrics_constants.c (chapter 21.5.2) */

/** nmetric_constant() - text of a constant slot, as this device posts it. */
const char *nmetric_constant(struct neuron_device *nd, u8 index);

/* --- reset reports, neuron_metrics_reset.c (chapter 21.5.8) */

/** nmetric_reset_value() - what row @index posts; @carry for nmetric_reset_carried(). */
u64 nmetric_reset_value(struct neuron_metrics *metrics, u8 index, u64 *carry);
/** nmetric_reset_carried() - a post has carried the row. */
void nmetric_reset_carried(struct neuron_metrics *metrics, u8 index, const u64 *carry);

/* --- records, neuron_metrics_form.c (chapters 21.5, 21.9.2 F4, F5) */

/** nmetric_form_records() - fills metrics->records from the gated rows, in their order. */
void nmetric_form_records(struct neuron_device *nd, u8 tick);
/** nmetric_settle() - applies what a carried record changes. */
void nmetric_settle(struct neuron_device *nd, const struct nmetric_record *record);

/* --- packing and sinks, neuron_metrics_pack.c (chapters 21.5, 21.6, 21.9.2 F3) */

/** nmetric_pack() - writes the records that fit into the posting buffer and marks them as taken. */
void nmetric_pack(struct neuron_metrics *metrics, u8 tick);
/** nmetric_deliver() - hands the buffer to the trace and to firmware, and notes the outcome. */
void nmetric_deliver(struct neuron_device *nd, u8 tick);

#endif
