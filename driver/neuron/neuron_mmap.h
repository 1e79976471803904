/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef NEURON_MMAP_H
#define NEURON_MMAP_H

#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/types.h>

struct neuron_device;
struct vm_area_struct;

/** What processes have mapped of a device's memory. */
struct neuron_mmap {
	struct mutex lock;
	struct list_head records;
};

void nmmap_init(struct neuron_device *nd);
/** nmmap_destroy() - forgets every record. */
void nmmap_destroy(struct neuron_device *nd);

/** nmmap_map() - the mmap handler (chapter 23.13): 0, -EINVAL, -EPERM or -ENOMEM. */
int nmmap_map(struct neuron_device *nd, struct vm_area_struct *vma);

/** nmmap_forget_current_process() - drops the calling process's records. */
void nmmap_forget_current_process(struct neuron_device *nd);

#endif
