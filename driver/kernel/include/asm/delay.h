/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_ASM_DELAY_H
#define _VK_ASM_DELAY_H

#include <linux/types.h>
/* Busy waits: they consume simulated time and may be used in atomic context. */
void udelay(unsigned long us);
void ndelay(unsigned long ns);

#endif /* _VK_ASM_DELAY_H */
