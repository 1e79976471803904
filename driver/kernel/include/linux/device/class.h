/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_DEVICE_CLASS_H
#define _VK_LINUX_DEVICE_CLASS_H

#include <linux/device.h>

#endif /* _VK_LINUX_DEVICE_CLASS_H */
