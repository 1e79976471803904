// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/string.h>
#include <linux/timekeeping.h>

#include "neuron_device.h"
#include "neuron_dhal.h"
#include "neuron_fidelity.h"
#include "neuron_fw_io.h"

/* Seconds between two messages of one kind. */
static const u32 log_interval[NPOWER_LOG_COUNT] = {
	[NPOWER_LOG_READ_FAILED] = 60,
	[NPOWER_LOG_NOT_SUPPORTED] = 30 * 60,
	[NPOWER_LOG_REJECTED] = 10,
};

static bool may_log(struct neuron_device *nd, enum npower_log kind)
{
	u64 now = get_jiffies_64();

	if (nd->power.log_after[kind] != 0 && time_before64(now, nd->power.log_after[kind]))
		return false;
	nd->power.log_after[kind] = now + (u64)log_interval[kind] * HZ;
	return true;
}

static void init_samples(struct neuron_power_samples *samples)
{
	samples->num_data_points = 0;
	samples->total = 0;
	samples->min = NEURON_MAX_POWER_BASIS_POINTS;
	samples->max = 0;
}

void npower_init_stats(struct neuron_device *nd)
{
	init_samples(&nd->power.samples);
	memset(nd->power.samples.last_counter, 0, sizeof(nd->power.samples.last_counter));
	memset(&nd->power.stats, 0, sizeof(nd->power.stats));
	nd->power.stats.status = POWER_STATUS_NO_DATA;
}

void npower_init(struct neuron_device *nd)
{
	mutex_init(&nd->power.stats_lock);
	/* The original forgets this call and shows an all-zero VALID until the first tick. */
	if (NEURON_FIDELITY(POWER_STATS_AT_PROBE, INITIALISED))
		npower_init_stats(nd);
}

void npower_destroy(struct neuron_device *nd)
{
	mutex_destroy(&nd->power.stats_lock);
}

/* Asked at every tick, because firmware may be replaced under the driver. */
static bool power_enabled(struct neuron_device *nd)
{
	u32 version;

	if (nmetric_log_posts == 0)
		return false;
	return fw_io_api_version_read(nd->fw_io_ctx, &version) == 0 &&
	       version >= FW_IO_MIN_API_VERSION_POWER;
}

static int read_words(struct neuron_device *nd, u32 *words)
{
	u32 die;

	for (die = 0; die < ndhal->data.dice_per_device; die++) {
		int ret = fw_io_power_util_read(nd->fw_io_ctx, die, &words[die]);

		if (ret)
			return ret;
	}
	return 0;
}

static u16 word_utilization(u32 word)
{
	return word & 0xffff;
}

static u16 word_counter(u32 word)
{
	return word >> 16;
}

static void store_sample(struct neuron_device *nd, const u32 *words, u16 utilization)
{
	struct neuron_power_samples *samples = &nd->power.samples;
	u32 die;

	if (utilization > NEURON_MAX_POWER_BASIS_POINTS) {
		if (may_log(nd, NPOWER_LOG_REJECTED))
			pr_warn("nd%d: power utilization %u is out of range, ignored\n",
				nd->device_index, utilization);
		return;
	}
	samples->total += utilization;
	samples->num_data_points++;
	samples->min = min(samples->min, utilization);
	samples->max = max(samples->max, utilization);
	for (die = 0; die < ndhal->data.dice_per_device; die++)
		samples->last_counter[die] = word_counter(words[die]);
}

/* A reading counts only if every die has a new one (chapter 13.2.4). */
static void take_sample(struct neuron_device *nd, const u32 *words)
{
	u16 utilization = 0;
	u32 die;

	for (die = 0; die < ndhal->data.dice_per_device; die++) {
		if (word_counter(words[die]) == nd->power.samples.last_counter[die])
			return;
		utilization = max(utilization, word_utilization(words[die]));
	}
	store_sample(nd, words, utilization);
}

static void close_window(struct neuron_device *nd, const struct timespec64 *now, bool enabled)
{
	struct neuron_power_samples *samples = &nd->power.samples;
	struct neuron_power_stats stats = {
		.status = POWER_STATUS_NO_DATA,
		.seconds = now->tv_sec,
		.nanoseconds = now->tv_nsec,
	};

	if (samples->num_data_points >= NEURON_MIN_POWER_SAMPLES) {
		stats.status = POWER_STATUS_VALID;
		stats.min = samples->min;
		stats.max = samples->max;
		stats.avg = samples->total / samples->num_data_points;
	} else if (enabled) {
		pr_info("nd%d: %u power samples in a minute are too few\n", nd->device_index,
			samples->num_data_points);
	}
	mutex_lock(&nd->power.stats_lock);
	nd->power.stats = stats;
	mutex_unlock(&nd->power.stats_lock);
	init_samples(samples);
}

int npower_sample_utilization(struct neuron_device *nd)
{
	u32 words[MAX_DICE_PER_DEVICE] = {};
	struct timespec64 now;
	bool enabled;
	int ret = 0;

	if (nd->device_state != NEURON_DEVICE_STATE_READY || narch_is_qemu() || narch_is_emu())
		return -1;

	enabled = power_enabled(nd);
	if (enabled) {
		ret = read_words(nd, words);
		if (ret && may_log(nd, NPOWER_LOG_READ_FAILED))
			pr_err("nd%d: power utilization cannot be read: %d\n", nd->device_index,
			       ret);
	} else if (may_log(nd, NPOWER_LOG_NOT_SUPPORTED)) {
		pr_info("nd%d: power utilization is off or not supported by firmware\n",
			nd->device_index);
	}
	if (!ret)
		take_sample(nd, words);

	ktime_get_real_ts64(&now);
	if (now.tv_sec / 60 != nd->power.stats.seconds / 60)
		close_window(nd, &now, enabled);
	return ret;
}

static const char *const status_name[] = {
	[POWER_STATUS_VALID] = "POWER_STATUS_VALID",
	[POWER_STATUS_NO_DATA] = "POWER_STATUS_NO_DATA",
	[POWER_STATUS_INVALID] = "POWER_STATUS_INVALID",
	[POWER_STATUS_MAX] = "POWER_STATUS_MAX",
};

int npower_format_stats(struct neuron_device *nd, char *buf, size_t len)
{
	struct neuron_power_stats stats = { .status = POWER_STATUS_NO_DATA };
	int written;

	if (nd) {
		mutex_lock(&nd->power.stats_lock);
		stats = nd->power.stats;
		mutex_unlock(&nd->power.stats_lock);
	} else {
		stats.seconds = ktime_to_ms(ktime_get()) / 1000;
	}
	written = snprintf(buf, len, "%s,%lld,%u.%02u,%u.%02u,%u.%02u\n",
			   status_name[min_t(u32, stats.status, POWER_STATUS_MAX)], stats.seconds,
			   stats.min / 100, stats.min % 100, stats.max / 100, stats.max % 100,
			   stats.avg / 100, stats.avg % 100);
	if (!nd)
		return -1;
	return written < (int)len ? 0 : 1;
}
