/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_KMOD_H
#define _VK_LINUX_KMOD_H

#include <linux/umh.h>

#endif /* _VK_LINUX_KMOD_H */
