/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef NEURON_SYSFS_INTERNAL_H
#define NEURON_SYSFS_INTERNAL_H

#include <linux/kobject.h>
#include <linux/list.h>
#include <linux/sysfs.h>
#include <linux/types.h>

#include "neuron_sysfs_metrics.h"

#define NSYSFS_FILES_PER_NODE 3

/** What a file shows of its counter, or that it is computed (chapter 22.6). */
enum nsysfs_kind {
	NSYSFS_TOTAL = 0,
	NSYSFS_PRESENT = 1,
	NSYSFS_PEAK = 2,
	NSYSFS_OTHER = 3,
};

struct nsysfs_file {
	struct attribute attr;
	u8 kind;
	u8 id; /* NSYSFS_OTHER: non-NDS id */
	int metric; /* folded */
};

/** A directory of the tree. */
struct nsysfs_node {
	struct kobject kobj;
	struct list_head list;
	struct neuron_device *nd;
	int nc; /* row of its counters, -1 for the device's */
	struct nsysfs_file files[NSYSFS_FILES_PER_NODE];
	struct attribute *attrs[NSYSFS_FILES_PER_NODE + 1];
	struct attribute_group group;
};

/** Whether counter updates wake pollers: one switch for the driver, off at load (chapter 22.13). */
extern bool nsysfs_notify_on;

/** nsysfs_counter() - the counter of a folded metric; @nc -1 for the device's row. */
struct nsysfs_counter *nsysfs_counter(struct neuron_device *nd, int metric, int nc);

/** nsysfs_other_show() - text of a computed file: bytes written (chapter 22.10). */
ssize_t nsysfs_other_show(struct neuron_device *nd, int nc, u8 id, char *buf);

/** The status counters of a core, with their directories (chapter 22.5.1). */
struct nsysfs_status {
	const char *name;
	u8 counter; /* NDS NC counter */
};
#define NSYSFS_STATUS_COUNT 24
extern const struct nsysfs_status nsysfs_status[NSYSFS_STATUS_COUNT];

#endif
