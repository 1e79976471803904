// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#ifndef NEURON_VP_DRIVER_KERNEL_C_CHRDEV_H_
#define NEURON_VP_DRIVER_KERNEL_C_CHRDEV_H_

#include <linux/types.h>

struct cdev;

/* The character device that serves a number, null if none does. */
struct cdev *vk_cdev_find(dev_t dev);

#endif /* NEURON_VP_DRIVER_KERNEL_C_CHRDEV_H_ */
