/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef NEURON_METRICS_H
#define NEURON_METRICS_H

#include <linux/atomic.h>
#include <linux/mutex.h>
#include <linux/sched.h>
#include <linux/types.h>
#include <linux/wait.h>

#include "neuron_metrics_rows.h"

struct neuron_device;

#define NMETRIC_SAMPLE_DELAY_MS 50 /* between two fast ticks */
#define NMETRIC_RECORDS 40 /* more than the rows of a tick can make */
#define NMETRIC_VALUE_SIZE NMETRIC_CONSTANT_SLOT_SIZE

/** What the thread does (chapter 21.7.2). */
enum nmetric_state {
	NMETRIC_STOPPED = 0,
	NMETRIC_RUNNING = 1,
	NMETRIC_PAUSED = 2,
	NMETRIC_RESUMING = 3,
};

/** How often each version word of a component was seen (chapter 21.4.3). */
struct nmetric_history {
	u32 usage[NMETRIC_VERSION_SLOTS];
	u64 word[NMETRIC_VERSION_SLOTS];
};

/** Version words of entries that died since the last tick of the component, in order
 * (chapter 21.9.2 F6). */
struct nmetric_dead_words {
	u32 count;
	u64 word[NMETRIC_VERSION_SLOTS];
};

/** Reset times and failures, from any thread (chapter 21.5.8). */
struct nmetric_reset_report {
	struct mutex lock; /* total and count of a pair change together */
	atomic64_t
		final[6]; /* max device, max TPB, unused, unused, device failures, TPB failures */
	atomic64_t total_ms[2]; /* device, TPB */
	atomic64_t count[2];
};

/** What one post is made of, as the tick found it under the datastore lock. */
struct nmetric_session {
	u64 curr[NMETRIC_COUNTER_COUNT];
	u64 freed[NMETRIC_COUNTER_COUNT];
	struct nmetric_history versions[NMETRIC_VERSION_COUNT];
	u64 bitmap, freed_bitmap;
	u64 const_u64[NMETRIC_CONSTANT_U64_COUNT];
	u64 freed_const_u64[NMETRIC_CONSTANT_U64_COUNT];
};

/** A record before it is packed, with what its delivery changes. */
struct nmetric_record {
	u8 row;
	u8 group; /* of the row: version 0 or 1 and its type */
	u8 id;
	u8 len;
	bool taken;
	u64 carry[2]; /* meaning depends on the row's type */
	char value[NMETRIC_VALUE_SIZE];
};

/** Counters for tests and for the trace: what the last slow tick did. */
struct nmetric_last_post {
	u32 used; /* bytes packed */
	u32 records;
	int result; /* of the mailbox; 0 if it was not used */
	bool accepted; /* chapter 21.9.2 F2 */
};

/** The metrics engine of a device (chapter 21.4.8). */
struct neuron_metrics {
	struct task_struct *thread; /* NULL: no thread */
	wait_queue_head_t wait_queue;
	volatile enum nmetric_state state;

	/* the thread's own */
	struct nmetric_session session;
	u64 prev[NMETRIC_COUNTER_COUNT];
	u32 ecc_prev[NMETRIC_ECC_COUNT];
	u64 last_logged_slow_tick;
	u64 last_logged_slow_tick_jiffies; /* never set before the first post */
	u64 utilization_since; /* mode fixed: jiffies of the last id 90 that was carried */
	u32 record_count;
	struct nmetric_record records[NMETRIC_RECORDS];
	u8 posting_buffer[192]; /* two long versions may pass byte 128 */
	struct nmetric_last_post last;

	/* under the datastore lock */
	struct nmetric_history component_versions[NMETRIC_VERSION_COUNT];
	struct nmetric_dead_words dead_words[NMETRIC_VERSION_COUNT];
	u64 ds_freed_metrics_buf[NMETRIC_COUNTER_COUNT];
	u64 ds_freed_const_u64_buf[NMETRIC_CONSTANT_U64_COUNT];
	u64 ds_freed_feature_bitmap_buf;

	char profile[NMETRIC_CONSTANT_SLOT_SIZE]; /* mode fixed: the device's own constant 2 */
	struct nmetric_reset_report reset;
};

/** Where posts go: NMETRIC_LOG_FIRMWARE, NMETRIC_LOG_TRACE. Module parameter, read at every post.
 */
extern uint nmetric_log_posts;

/** nmetric_init_constants() - reads the instance id; called when the module is loaded
 * (chapter 21.5.2). */
void nmetric_init_constants(void);

/** nmetric_init_driver_metrics() - no resets yet; called first by probe. */
void nmetric_init_driver_metrics(struct neuron_device *nd);

/**
 * nmetric_start_thread() - starts "nd<index> metrics", unless nmetric_log_posts is 0.
 * Returns 0, -1 (no thread) or -EINVAL (nmetric_metric_post_delay is 0).
 */
int nmetric_start_thread(struct neuron_device *nd);
/** nmetric_stop_thread() - ends it and waits for it; nothing without a thread. */
void nmetric_stop_thread(struct neuron_device *nd);

/** nmetric_set_mode() - ioctl METRICS_CTRL: 0 goes on, 1 pauses, others change nothing. */
void nmetric_set_mode(struct neuron_device *nd, u32 mode);

/**
 * nmetric_begin() - the state of a thread that starts now; nmetric_start_thread() does it.
 * nmetric_slow_tick() - one slow tick: aggregate, pack, post (chapter 21.4.1).
 * nmetric_end_batch() - closes a batch of slow ticks: the next utilization counts from here.
 */
void nmetric_begin(struct neuron_device *nd);
void nmetric_slow_tick(struct neuron_device *nd, u8 tick);
void nmetric_end_batch(struct neuron_device *nd, u64 slow_count);

/**
 * nmetric_partial_aggregate() - takes over the counters of an entry that is being released
 * (chapter 21.4.7).
 * @words: its slab, or what was captured of it. Needs the datastore lock.
 */
void nmetric_partial_aggregate(struct neuron_device *nd, const u64 *words);

/** nmetric_set_reset_time_metrics() - a reset took @ms milliseconds; 0 and less are ignored. */
void nmetric_set_reset_time_metrics(struct neuron_device *nd, s64 ms, bool is_device);
/** nmetric_increment_reset_failure_count() - a reset was given up. */
void nmetric_increment_reset_failure_count(struct neuron_device *nd, bool is_device);

/** nmetric_set_performance_profile() - renews constant 56 from the current profile; @profile is not
 * used. */
void nmetric_set_performance_profile(struct neuron_device *nd, u32 profile);

#endif
