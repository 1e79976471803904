// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#ifndef NEURON_VP_DRIVER_KERNEL_C_CLASS_H_
#define NEURON_VP_DRIVER_KERNEL_C_CLASS_H_

#include <linux/types.h>

/* The number behind /dev/<name>; false if there is no such node. */
bool vk_device_node(const char *name, dev_t *devt);

#endif /* NEURON_VP_DRIVER_KERNEL_C_CLASS_H_ */
