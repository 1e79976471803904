// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#include <linux/errno.h>
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/time.h>
#include <linux/timekeeping.h>

#include "neuron_device.h"

#define RECORDS_SIZE (NEURON_LOG_RECORDS * sizeof(struct neuron_log_rec))

static const char *const type_label[] = {
	[NEURON_LOG_INVALID] = "INVALID,",    [NEURON_LOG_FILE_OPEN] = "FOPEN,  ",
	[NEURON_LOG_FILE_FLUSH] = "FFLUSH, ", [NEURON_LOG_FILE_IOCTL] = "IOCTL,  ",
	[NEURON_LOG_FILE_MMAP] = "MMAP,   ",
};

int neuron_log_init(struct neuron_device *nd)
{
	atomic_set(&nd->log_obj.tail, 0);
	nd->log_obj.log = kzalloc(RECORDS_SIZE, GFP_KERNEL);
	return nd->log_obj.log ? 0 : -ENOMEM;
}

void neuron_log_destroy(struct neuron_device *nd)
{
	kfree(nd->log_obj.log);
	nd->log_obj.log = NULL;
}

void neuron_log_rec_add(struct neuron_device *nd, enum neuron_log_type type, u64 data)
{
	struct neuron_log_rec *rec;
	u32 index;

	if (!nd->log_obj.log)
		return;
	index = atomic_fetch_add(1, &nd->log_obj.tail);
	rec = &nd->log_obj.log[index % NEURON_LOG_RECORDS];
	rec->type = NEURON_LOG_INVALID;
	rec->pid = task_tgid_nr(current);
	rec->data = data;
	rec->time = get_jiffies_64();
	/* The type makes the record valid, so it is published last. */
	smp_store_release(&rec->type, (u32)type);
}

static bool rec_matches(const struct neuron_log_rec *rec, s32 pid)
{
	return rec->type != NEURON_LOG_INVALID && (pid == 0 || rec->pid == pid);
}

static void print_rec(struct neuron_device *nd, const struct neuron_log_rec *rec,
		      const struct timespec64 *now, u64 now_jiffies)
{
	struct timespec64 age, when;
	struct tm tm;

	jiffies_to_timespec64(now_jiffies - rec->time, &age);
	when = timespec64_sub(*now, age);
	time64_to_tm(when.tv_sec, 0, &tm);
	pr_info("neuron_log_dump: nd%02d: type: %s pid: %8u, data: %16llx, "
		"%4ld-%02d-%02d %02d:%02d:%02d.%06d\n",
		nd->device_index,
		rec->type < ARRAY_SIZE(type_label) ? type_label[rec->type] : "UNKNOWN,", rec->pid,
		rec->data, tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday, tm.tm_hour, tm.tm_min,
		tm.tm_sec, (int)(when.tv_nsec / 1000));
}

/* How far behind the newest record the dump starts: at the (limit + 2)-th match, or at the oldest. */
static u32 dump_distance(const struct neuron_log_rec *records, u32 newest, s32 pid, u32 limit)
{
	u64 wanted = (u64)limit + 2;
	u32 k;

	for (k = 1; k < NEURON_LOG_RECORDS - 1; k++)
		if (rec_matches(&records[(newest - k) % NEURON_LOG_RECORDS], pid) && --wanted == 0)
			return k;
	return NEURON_LOG_RECORDS - 1;
}

int neuron_log_dump(struct neuron_device *nd, s32 pid, u32 limit)
{
	struct neuron_log_rec *records;
	struct timespec64 now;
	u64 now_jiffies;
	u32 tail, newest, k;

	if (!nd->log_obj.log)
		return -ENOMEM;
	records = kmalloc(RECORDS_SIZE, GFP_KERNEL);
	if (!records)
		return -ENOMEM;
	tail = atomic_read(&nd->log_obj.tail);
	memcpy(records, nd->log_obj.log, RECORDS_SIZE);
	if (tail == 0)
		goto out;

	ktime_get_real_ts64(&now);
	now_jiffies = get_jiffies_64();
	newest = (tail - 1) % NEURON_LOG_RECORDS;
	for (k = dump_distance(records, newest, pid, limit ? limit : NEURON_LOG_DUMP_DEFAULT);
	     k > 0; k--) {
		const struct neuron_log_rec *rec = &records[(newest - k) % NEURON_LOG_RECORDS];

		if (rec_matches(rec, pid))
			print_rec(nd, rec, &now, now_jiffies);
	}
out:
	kfree(records);
	return 0;
}
