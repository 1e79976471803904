/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_VERSION_H
#define _VK_LINUX_VERSION_H

/* The kernel that this is: decides which branch of a version test a driver takes (section 6). */
#define KERNEL_VERSION(a, b, c) (((a) << 16) + ((b) << 8) + ((c) > 255 ? 255 : (c)))
#define LINUX_VERSION_MAJOR 6
#define LINUX_VERSION_PATCHLEVEL 1
#define LINUX_VERSION_SUBLEVEL 0
#define LINUX_VERSION_CODE KERNEL_VERSION(6, 1, 0)

#endif /* _VK_LINUX_VERSION_H */
