/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_UNALIGNED_H
#define _VK_LINUX_UNALIGNED_H

#include <asm/byteorder.h>

#endif /* _VK_LINUX_UNALIGNED_H */
