/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef NEURON_POWER_H
#define NEURON_POWER_H

#include <linux/mutex.h>
#include <linux/types.h>

#include "neuron_arch.h"

struct neuron_device;

/* Power utilisation is in basis points: 10000 is 100 % of maximum (chapter 13.2). */
#define NEURON_MAX_POWER_BASIS_POINTS 10000
#define NEURON_MIN_POWER_SAMPLES 60 /* of a minute, for its statistics to count */

enum neuron_power_stats_status {
	POWER_STATUS_VALID = 0,
	POWER_STATUS_NO_DATA = 1,
	POWER_STATUS_INVALID = 2,
	POWER_STATUS_MAX = 3,
};

/** Samples of the minute that runs; only the metrics thread touches them. */
struct neuron_power_samples {
	u32 num_data_points;
	u64 total;
	u16 min;
	u16 max;
	u16 last_counter[MAX_DICE_PER_DEVICE];
};

/** Statistics of the last whole minute. */
struct neuron_power_stats {
	enum neuron_power_stats_status status;
	s64 seconds; /* wall clock at which the minute was closed */
	s64 nanoseconds;
	u32 avg;
	u16 min;
	u16 max;
};

/** Messages that a bad device would repeat at every tick. */
enum npower_log {
	NPOWER_LOG_READ_FAILED,
	NPOWER_LOG_NOT_SUPPORTED,
	NPOWER_LOG_REJECTED,
	NPOWER_LOG_COUNT,
};

struct neuron_power {
	struct neuron_power_samples samples;
	struct neuron_power_stats stats;
	struct mutex stats_lock; /* protects stats */
	u64 log_after
		[NPOWER_LOG_COUNT]; /* jiffies at which a message may come again; 0: never came */
};

/** npower_init() - prepares the lock and, in mode fixed, the statistics (chapter 13.2.2). */
void npower_init(struct neuron_device *nd);
void npower_destroy(struct neuron_device *nd);

/** npower_init_stats() - no samples, no data. */
void npower_init_stats(struct neuron_device *nd);

/**
 * npower_sample_utilization() - the tick of chapter 13.2.3: reads the power words, stores a sample and
 * closes the minute when the wall clock has left it. Called by the metrics thread every 50 ms.
 *
 * Returns 0, or non-zero if the device is not READY, is an emulator, or could not be read.
 */
int npower_sample_utilization(struct neuron_device *nd);

/**
 * npower_format_stats() - text of sysfs stats/power/utilization: STATUS,SECONDS,MIN,MAX,AVG and a newline.
 * @nd: NULL gives the text without data
 *
 * Returns 0, -1 without a device, or another non-zero value if the text was cut.
 */
int npower_format_stats(struct neuron_device *nd, char *buf, size_t len);

#endif
