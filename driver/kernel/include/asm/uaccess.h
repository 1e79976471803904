/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_ASM_UACCESS_H
#define _VK_ASM_UACCESS_H

#include <linux/uaccess.h>

#endif /* _VK_ASM_UACCESS_H */
