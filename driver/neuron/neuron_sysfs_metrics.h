/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef NEURON_SYSFS_METRICS_H
#define NEURON_SYSFS_METRICS_H

#include <linux/device.h>
#include <linux/kobject.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/types.h>

#include "neuron_arch.h"

struct neuron_device;
struct nsysfs_node;

/** Spaces of metric ids, folded into one (chapter 22.6). */
enum nsysfs_category {
	NSYSFS_NDS_NC_METRIC = 0,
	NSYSFS_NDS_ND_METRIC = 1,
	NSYSFS_NON_NDS_METRIC = 2,
};

#define NSYSFS_NC_IDS 41 /* named NC counters */
#define NSYSFS_ND_IDS 31
#define NSYSFS_NON_NDS_IDS 64
#define NSYSFS_METRICS (NSYSFS_NC_IDS + NSYSFS_ND_IDS + NSYSFS_NON_NDS_IDS)

/** Non-NDS ids (chapter 22.6). */
enum nsysfs_non_nds_id {
	NSYSFS_HOST_MEM = 0,
	NSYSFS_DEVICE_MEM = 1,
	NSYSFS_UNCATEGORIZED_HOST = 2,
	NSYSFS_CODE_HOST = 3,
	NSYSFS_TENSORS_HOST = 4,
	NSYSFS_CONSTANTS_HOST = 5,
	NSYSFS_MISC_HOST = 6,
	NSYSFS_NCDEV_HOST = 7,
	NSYSFS_NOTIFICATION_HOST = 8,
	NSYSFS_DMA_RINGS_HOST = 9,
	NSYSFS_UNCATEGORIZED_DEVICE = 10,
	NSYSFS_CODE_DEVICE = 11,
	NSYSFS_TENSORS_DEVICE = 12,
	NSYSFS_CONSTANTS_DEVICE = 13,
	NSYSFS_SCRATCHPAD_DEVICE = 14,
	NSYSFS_MISC_DEVICE = 15,
	NSYSFS_NCDEV_DEVICE = 16,
	NSYSFS_COLLECTIVES_DEVICE = 17,
	NSYSFS_SCRATCHPAD_NONSHARED_DEVICE = 18,
	NSYSFS_NOTIFICATION_DEVICE = 19,
	NSYSFS_DMA_RINGS_DEVICE = 20,
	NSYSFS_RESET_REQ_COUNT = 21,
	NSYSFS_RESET_FAIL_COUNT = 22,
	NSYSFS_ECC_SRAM_UNCORRECTED = 25,
	NSYSFS_ECC_HBM_UNCORRECTED = 26,
	NSYSFS_ECC_REPAIRABLE_HBM_UNCORRECTED = 27,
	NSYSFS_PE_ARRAY_ACTIVITY = 28,
	NSYSFS_ARCH_TYPE = 29,
	NSYSFS_INSTANCE_TYPE = 30,
	NSYSFS_DEVICE_NAME = 31,
	NSYSFS_NOTIFY_DELAY = 32,
	NSYSFS_SERIAL_NUMBER = 33,
	NSYSFS_POWER_UTILIZATION = 34,
};

/** One counter of the tree: the running value, the last change and the maximum. */
struct nsysfs_counter {
	struct nsysfs_node *node; /* directory whose pollers are woken */
	u64 total;
	u64 present;
	u64 peak;
};

/** The metric tree of a device. */
struct neuron_sysfs_metrics {
	struct mutex lock; /* the root lock: counters */
	struct nsysfs_counter nc[NSYSFS_METRICS][MAX_NC_PER_DEVICE];
	struct nsysfs_counter nd[NSYSFS_METRICS];
	struct kobject *root; /* the device's own directory; NULL without a tree */
	struct list_head nodes; /* in order of creation */
};

/** nsysfsmetric_register() - zeroes the counters and makes the tree below @root: 0 or -errno. */
int nsysfsmetric_register(struct neuron_device *nd, struct kobject *root);
/** nsysfsmetric_destroy() - removes the tree; nothing without one. */
void nsysfsmetric_destroy(struct neuron_device *nd);

/** nsysfsmetric_init() - prepares the lock; called once by probe, before memory is allocated. */
void nsysfsmetric_init(struct neuron_device *nd);

/** nsysfsmetric_fold() - the one metric id, or -1 with a message. */
int nsysfsmetric_fold(enum nsysfs_category category, int id);

/**
 * nsysfsmetric_inc() - adds to a counter (chapter 22.7.2).
 * @nc: core, -1 for the device-wide row
 */
void nsysfsmetric_inc(struct neuron_device *nd, enum nsysfs_category category, int id, int nc,
		      u64 delta);
/** nsysfsmetric_dec() - subtracts; below 0 it wraps, in mode fixed it stops with a message. */
void nsysfsmetric_dec(struct neuron_device *nd, enum nsysfs_category category, int id, int nc,
		      u64 delta);

/** nsysfsmetric_inc_reset_req_count() - a reset of core @nc was queued. */
void nsysfsmetric_inc_reset_req_count(struct neuron_device *nd, u32 nc);
/** nsysfsmetric_inc_reset_fail_count() - a reset failed; every caller counts each enabled core
 * itself. */
void nsysfsmetric_inc_reset_fail_count(struct neuron_device *nd, u32 nc);

/**
 * nsysfsmetric_nds_aggregate() - takes over the counters of an entry that is being released
 * (chapter 22.8). Needs the datastore lock.
 */
void nsysfsmetric_nds_aggregate(struct neuron_device *nd, const u64 *words);

#endif
