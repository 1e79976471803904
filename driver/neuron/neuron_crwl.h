/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef NEURON_CRWL_H
#define NEURON_CRWL_H

#include <linux/mutex.h>
#include <linux/types.h>

struct neuron_device;

#define NCRWL_UUID_SIZE 32
#define NCRWL_RANGE_WORDS 8 /* of 64 cores each */

/** Reader/writer lock of a core: readers run a model, a writer replaces it (chapter 23.9). */
struct neuron_crwl {
	struct mutex lock;
	u8 uuid[NCRWL_UUID_SIZE]; /* the loaded model */
	bool writer_acquired;
	s32 writer_pid;
	u64 reader_count;
};

/** ncrwl_init() - no locks held; called once by probe. */
void ncrwl_init(struct neuron_device *nd);

/*
 * Operations of chapter 23.9.2: 0, -EINVAL (no such core, or nothing to give back), -ENOENT
 * (another model or process), -EBUSY (after the retries), -EALREADY (the same model is loaded; the
 * lock is held all the same).
 */
int ncrwl_reader_enter(struct neuron_device *nd, u32 nc, const u8 *uuid);
int ncrwl_reader_exit(struct neuron_device *nd, u32 nc, const u8 *uuid);
int ncrwl_writer_enter(struct neuron_device *nd, u32 nc, const u8 *uuid);
int ncrwl_writer_downgrade(struct neuron_device *nd, u32 nc, const u8 *uuid);

/** ncrwl_release_current_process() - drops what the calling process holds on the device. */
void ncrwl_release_current_process(struct neuron_device *nd);

/** ncrwl_is_locked_by() - true, with the model's uuid, if process @pid holds the core. */
bool ncrwl_is_locked_by(struct neuron_device *nd, u32 nc, s32 pid, u8 *uuid);

/**
 * Range marks (chapter 23.9.4): one table for the host, indexes are host-wide core numbers. They
 * are advisory.
 */

/** ncrwl_range_reset() - forgets all marks; called when the module is loaded. */
void ncrwl_range_reset(void);

/**
 * ncrwl_range_mark() - marks @count free neighbouring cores in [@start, @end] for the calling
 * process.
 * @max_available: longest run of free cores that was found instead
 * @bitmap: NCRWL_RANGE_WORDS words, zeroed here; the cores that were marked
 *
 * Returns 0, -EINVAL (bad range) or -EBUSY.
 */
int ncrwl_range_mark(u32 count, u32 start, u32 end, u32 *max_available, u64 *bitmap);

/** ncrwl_range_unmark() - frees those cores of @bitmap that the calling process has marked. */
void ncrwl_range_unmark(const u64 *bitmap);
/** ncrwl_range_unmark_all() - frees all marks of process @pid. */
void ncrwl_range_unmark_all(s32 pid);

/** ncrwl_range_owner() - pid that marked a core, 0 if none. */
s32 ncrwl_range_owner(u32 index);

#endif
