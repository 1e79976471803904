/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_ASM_IOCTL_H
#define _VK_ASM_IOCTL_H

#include <linux/ioctl.h>

#endif /* _VK_ASM_IOCTL_H */
