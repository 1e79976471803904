/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_ASM_CURRENT_H
#define _VK_ASM_CURRENT_H

#include <linux/sched.h>

#endif /* _VK_ASM_CURRENT_H */
