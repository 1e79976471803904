/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef NEURON_CDEV_INTERNAL_H
#define NEURON_CDEV_INTERNAL_H

#include <linux/cdev.h>
#include <linux/device.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/sysfs.h>
#include <linux/types.h>

struct neuron_device;

/** A device node (chapter 23.1). */
struct ncdev_node {
	struct cdev cdev;
	struct device *device;
	struct neuron_device *nd; /* NULL: no node */
	struct mutex lock; /* open_count, the process table, cleanup; outermost of all locks */
	u32 open_count; /* normal opens */
};

/** An open file. */
struct ncdev_file {
	struct list_head list;
	struct ncdev_node *node;
	u64 number; /* unique, in order of open; what the log ring calls the file */
	s32 opener; /* process that opened it */
};

/** The files directly in the device's directory (chapter 22.2), neuron_cdev_attributes.c. */
extern const struct attribute_group ncdev_attribute_group;

/** The files of the class (chapter 22.3). */
int ncdev_add_class_files(struct class *device_class);
void ncdev_remove_class_files(struct class *device_class);

#endif
