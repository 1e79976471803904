/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef NEURON_LOG_H
#define NEURON_LOG_H

#include <linux/atomic.h>
#include <linux/types.h>

struct neuron_device;

#define NEURON_LOG_RECORDS 1024
#define NEURON_LOG_DUMP_DEFAULT 128

/** Kinds of records (chapter 23.8.1). */
enum neuron_log_type {
	NEURON_LOG_INVALID = 0,
	NEURON_LOG_FILE_OPEN = 1,
	NEURON_LOG_FILE_FLUSH = 2,
	NEURON_LOG_FILE_IOCTL = 3,
	NEURON_LOG_FILE_MMAP = 4,
};

struct neuron_log_rec {
	u32 type;
	s32 pid;
	u64 data;
	u64 time; /* jiffies */
};

/** The log ring of a device; without records (NULL) nothing is recorded. */
struct neuron_log_obj {
	struct neuron_log_rec *log;
	atomic_t tail; /* records ever written */
};

/** neuron_log_init() - creates the ring: 0 or -ENOMEM. */
int neuron_log_init(struct neuron_device *nd);
void neuron_log_destroy(struct neuron_device *nd);

/**
 * neuron_log_rec_add() - records that the calling process did something. Never blocks, takes no lock.
 * @data: command word of an ioctl, unique number of the open file otherwise
 */
void neuron_log_rec_add(struct neuron_device *nd, enum neuron_log_type type, u64 data);

/**
 * neuron_log_dump() - prints the newest records, oldest first, but never the very newest (chapter 23.8.2).
 * @pid: only records of this process, 0 for all
 * @limit: at most limit + 2 lines; 0 means 128
 *
 * Returns 0, or -ENOMEM without a ring or memory for the snapshot.
 */
int neuron_log_dump(struct neuron_device *nd, s32 pid, u32 limit);

#endif
