/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_ASM_BUG_H
#define _VK_ASM_BUG_H

#include <linux/bug.h>

#endif /* _VK_ASM_BUG_H */
