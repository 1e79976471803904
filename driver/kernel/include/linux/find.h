/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_FIND_H
#define _VK_LINUX_FIND_H

#include <linux/bitops.h>

#endif /* _VK_LINUX_FIND_H */
