// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* The datastore: sixteen slabs per device, one per process (chapter 20.2). */
#include <linux/atomic.h>
#include <linux/bug.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "neuron_device.h"
#include "neuron_dhal.h"
#include "neuron_fidelity.h"

#define ENTRIES NEURON_MAX_DATASTORE_ENTRIES_PER_DEVICE

/* Stamps of cleared entries, over all devices. */
static atomic64_t ds_entry_clear_counter = ATOMIC64_INIT(1);

int neuron_ds_init(struct neuron_datastore *ds, struct neuron_device *nd)
{
	int ret, i;

	ds->parent = nd;
	memset(ds->entries, 0, sizeof(ds->entries));
	mutex_init(&ds->lock);
	ds->captured = kzalloc(NDS_REQUIRED_SIZE, GFP_KERNEL);
	if (!ds->captured)
		return -ENOMEM;
	for (i = 0; i < ENTRIES; i++) {
		ret = mc_alloc_host(nd, MC_LIFESPAN_DEVICE, NEURON_DATASTORE_SIZE, 0,
				    NEURON_MEMALLOC_TYPE_NCDEV_HOST, &ds->entries[i].mc);
		if (ret)
			return ret;
		memset(ds->entries[i].mc->va, 0, NEURON_DATASTORE_SIZE);
	}
	return 0;
}

void neuron_ds_destroy(struct neuron_datastore *ds)
{
	int i;

	if (!ds->parent)
		return;
	mutex_lock(&ds->lock);
	for (i = 0; i < ENTRIES; i++) {
		mc_free(&ds->entries[i].mc);
		memset(&ds->entries[i], 0, sizeof(ds->entries[i]));
	}
	mutex_unlock(&ds->lock);
	kfree(ds->captured);
	ds->captured = NULL;
	ds->parent = NULL;
}

static struct neuron_datastore_entry *find_entry(struct neuron_datastore *ds, s32 pid)
{
	int i;

	for (i = 0; i < ENTRIES; i++) {
		if (ds->entries[i].pid != pid)
			continue;
		BUG_ON(!ds->entries[i].mc);
		return &ds->entries[i];
	}
	return NULL;
}

/* A slab that was never used, else the one that was cleared longest ago. */
static struct neuron_datastore_entry *find_empty(struct neuron_datastore *ds)
{
	struct neuron_datastore_entry *oldest = NULL;
	int i;

	for (i = 0; i < ENTRIES; i++) {
		struct neuron_datastore_entry *entry = &ds->entries[i];

		if (entry->pid != 0)
			continue;
		if (entry->clear_tick == 0)
			return entry;
		if (!oldest || entry->clear_tick < oldest->clear_tick)
			oldest = entry;
	}
	return oldest;
}

static void clear_entry(struct neuron_datastore_entry *entry)
{
	entry->pid = 0;
	entry->owner = NULL;
	entry->clear_tick = atomic64_fetch_add(1, &ds_entry_clear_counter);
	memset(entry->mc->va, 0, NEURON_DATASTORE_SIZE);
}

static void take_words(u64 *to, u64 *from, u32 first, u32 count)
{
	u32 i;

	for (i = first; i < first + count; i++)
		to[i] = xchg(&from[i], 0);
}

/* Takes every counter that the aggregates look at out of the slab, each in one step. */
static const u64 *capture(struct neuron_datastore *ds, struct neuron_datastore_entry *entry)
{
	u64 *words = entry->mc->va;
	u32 nc;

	take_words(ds->captured, words, nds_nd_counter_word(0), NDS_ND_COUNTER_COUNT);
	for (nc = 0; nc < ndhal->data.nc_per_device; nc++) {
		take_words(ds->captured, words, nds_nc_counter_word(nc, 0), NDS_NC_COUNTER_COUNT);
		take_words(ds->captured, words, nds_nc_counter_word(nc, NDS_NC_COUNTER_COUNT),
			   NDS_EXT_NC_COUNTER_COUNT);
	}
	return ds->captured;
}

static void aggregate(struct neuron_datastore *ds, struct neuron_datastore_entry *entry)
{
	const u64 *words = entry->mc->va;

	if (NEURON_FIDELITY(READ_AND_CLEAR, ATOMIC))
		words = capture(ds, entry);
	nmetric_partial_aggregate(ds->parent, words);
	nsysfsmetric_nds_aggregate(ds->parent, words);
}

/* A slot left behind under the caller's number by a process that is gone (chapter 20.10 H8). */
static bool is_left_behind(const struct neuron_datastore_entry *entry)
{
	return NEURON_FIDELITY(PID_REUSE, RELEASES_FIRST) && entry->owner != current->group_leader;
}

static int acquire_own(struct neuron_datastore *ds, struct mem_chunk **mc)
{
	struct neuron_datastore_entry *entry = find_entry(ds, task_tgid_nr(current));

	if (entry && is_left_behind(entry)) {
		aggregate(ds, entry);
		clear_entry(entry);
		entry = NULL;
	}
	if (!entry) {
		entry = find_empty(ds);
		if (!entry)
			return -ENOMEM;
		if (NEURON_FIDELITY(SLAB_AT_ACQUIRE, ZEROED))
			memset(entry->mc->va, 0, NEURON_DATASTORE_SIZE);
		entry->pid = task_tgid_nr(current);
		entry->owner = current->group_leader;
	}
	*mc = entry->mc;
	return 0;
}

int neuron_ds_acquire(struct neuron_datastore *ds, s32 pid, struct mem_chunk **mc)
{
	struct neuron_datastore_entry *entry;
	int ret = 0;

	mutex_lock(&ds->lock);
	if (pid == 0) {
		ret = acquire_own(ds, mc);
	} else {
		entry = find_entry(ds, pid);
		if (entry)
			*mc = entry->mc;
		else
			ret = -ENOENT;
	}
	mutex_unlock(&ds->lock);
	return ret;
}

void neuron_ds_release(struct neuron_datastore *ds, s32 pid)
{
	const s32 caller = task_tgid_nr(current);
	struct neuron_datastore_entry *entry;

	mutex_lock(&ds->lock);
	entry = find_entry(ds, pid == 0 ? caller : pid);
	if (entry && entry->pid == caller) {
		aggregate(ds, entry);
		clear_entry(entry);
	}
	mutex_unlock(&ds->lock);
}

void neuron_ds_clear(struct neuron_datastore *ds)
{
	int i;

	mutex_lock(&ds->lock);
	for (i = 0; i < ENTRIES; i++) {
		if (ds->entries[i].pid != 0 && NEURON_FIDELITY(CLEAR_ALL, CAPTURES_FIRST))
			aggregate(ds, &ds->entries[i]);
		clear_entry(&ds->entries[i]);
	}
	mutex_unlock(&ds->lock);
}

bool neuron_ds_check_entry_in_use(struct neuron_datastore *ds, u32 index)
{
	BUG_ON(!mutex_is_locked(&ds->lock));
	BUG_ON(index >= ENTRIES);
	return ds->entries[index].pid != 0;
}

u64 *neuron_ds_words(struct neuron_datastore *ds, u32 index)
{
	BUG_ON(index >= ENTRIES);
	return ds->entries[index].mc->va;
}

static u64 read_word(const u64 *words, long index, const char *space, u32 counter)
{
	if (index < 0) {
		pr_warn_once("datastore: there is no %s counter %u\n", space, counter);
		return 0;
	}
	return READ_ONCE(words[index]);
}

u64 neuron_ds_nc_counter(const u64 *words, u32 nc, u32 counter)
{
	return read_word(words, nds_nc_counter_word(nc, counter), "core", counter);
}

u64 neuron_ds_nd_counter(const u64 *words, u32 counter)
{
	return read_word(words, nds_nd_counter_word(counter), "device", counter);
}
