/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef NEURON_CDEV_H
#define NEURON_CDEV_H

#include <linux/types.h>

struct neuron_device;

/** ncdev_module_init() - makes the device region and the class: 0 or -errno. */
int ncdev_module_init(void);
void ncdev_module_exit(void);

/** ncdev_create_class_files() - makes the class attributes, once the platform is known
 * (chapter 22.3). */
int ncdev_create_class_files(void);

/** ncdev_create_device_node() - makes /dev/neuron<N> and its sysfs tree (chapter 23.2): 0 or
 * -errno. */
int ncdev_create_device_node(struct neuron_device *nd);
/** ncdev_delete_device_node() - the opposite; does nothing without a node. */
void ncdev_delete_device_node(struct neuron_device *nd);

/** ncdev_open_count() - normal opens of the device's node. */
u32 ncdev_open_count(struct neuron_device *nd);

#endif
