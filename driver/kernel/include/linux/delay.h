/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_DELAY_H
#define _VK_LINUX_DELAY_H

#include <asm/delay.h>
#include <linux/types.h>
void mdelay(unsigned long ms);
/* Waits msecs_to_jiffies(ms) + 1 jiffies. */
void msleep(unsigned int ms);
unsigned long msleep_interruptible(unsigned int ms);
void usleep_range(unsigned long min_us, unsigned long max_us);
void ssleep(unsigned int seconds);
void fsleep(unsigned long us);

#endif /* _VK_LINUX_DELAY_H */
