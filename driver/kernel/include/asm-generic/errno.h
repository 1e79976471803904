/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_ASM_GENERIC_ERRNO_H
#define _VK_ASM_GENERIC_ERRNO_H

#include <linux/errno.h>

#endif /* _VK_ASM_GENERIC_ERRNO_H */
