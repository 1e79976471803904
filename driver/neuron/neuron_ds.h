/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef NEURON_DS_H
#define NEURON_DS_H

#include <linux/mutex.h>
#include <linux/types.h>

#include "neuron_datastore.h"

struct neuron_device;
struct mem_chunk;
struct task_struct;

/** One slab and its owner (chapter 20.2.1). */
struct neuron_datastore_entry {
	s32 pid; /* thread-group id of the owner; 0: free */
	u64 clear_tick; /* 0: never cleared; otherwise stamp of the last clear */
	struct mem_chunk *mc; /* the slab; the same as long as the device lives */
	/* The owner's first task: tells it from a later process with its number. Never
	 * dereferenced. */
	const struct task_struct *owner;
};

/** The datastore of a device. */
struct neuron_datastore {
	struct mutex lock; /* all entries, their slabs, and the freed buffers of the metrics */
	struct neuron_device *parent;
	struct neuron_datastore_entry entries[NEURON_MAX_DATASTORE_ENTRIES_PER_DEVICE];
	u64 *captured; /* counters of an entry that is being released, read and cleared in one step
			*/
};

/**
 * neuron_ds_init() - allocates and zeroes the slabs. Returns 0 or the first error; what was
 * allocated before it stays for neuron_ds_destroy().
 */
int neuron_ds_init(struct neuron_datastore *ds, struct neuron_device *nd);
/** neuron_ds_destroy() - frees the slabs. Does nothing on a datastore that was never initialised.
 */
void neuron_ds_destroy(struct neuron_datastore *ds);

/**
 * neuron_ds_acquire() - the slab of a process.
 * @pid: 0 for the caller's own, which is found or created; another one must exist
 *
 * Returns 0, -ENOENT (no slab of that process) or -ENOMEM (all slabs are in use).
 */
int neuron_ds_acquire(struct neuron_datastore *ds, s32 pid, struct mem_chunk **mc);

/** neuron_ds_release() - captures and clears the slab of a process, if the caller owns it. 0: the
 * caller. */
void neuron_ds_release(struct neuron_datastore *ds, s32 pid);

/** neuron_ds_clear() - clears every slab, used or not; in mode fixed it captures the used ones
 * first. */
void neuron_ds_clear(struct neuron_datastore *ds);

/** neuron_ds_check_entry_in_use() - true if entry @index has an owner. Needs the lock. */
bool neuron_ds_check_entry_in_use(struct neuron_datastore *ds, u32 index);

/** neuron_ds_words() - the slab of entry @index as 64-bit words. Needs the lock. */
u64 *neuron_ds_words(struct neuron_datastore *ds, u32 index);

/**
 * neuron_ds_nc_counter() - counter @counter of core @nc of a slab (chapter 20.4.4); 0 and one
 * warning ever for a counter that does not exist.
 */
u64 neuron_ds_nc_counter(const u64 *words, u32 nc, u32 counter);
/** neuron_ds_nd_counter() - counter @counter of the device of a slab; 0 and one warning ever as
 * above. */
u64 neuron_ds_nd_counter(const u64 *words, u32 counter);

#endif
