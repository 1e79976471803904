/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_PLATFORM_DEVICE_H
#define _VK_LINUX_PLATFORM_DEVICE_H

#include <linux/device.h>

#endif /* _VK_LINUX_PLATFORM_DEVICE_H */
