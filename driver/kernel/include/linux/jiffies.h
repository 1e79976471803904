/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_JIFFIES_H
#define _VK_LINUX_JIFFIES_H

/* Ticks (4.3; docs/reference/05-timing.md): HZ is chosen when the platform is built, not here. */
#include <linux/ktime.h>
#include <linux/limits.h>
#include <linux/time64.h>
#include <linux/types.h>
#include <vk/host.h>

#define HZ vk_hz
#define jiffies (vk_jiffies())
#define MAX_JIFFY_OFFSET ((LONG_MAX >> 1) - 1)
#define INITIAL_JIFFIES ((unsigned long)(unsigned int)(-300 * HZ))

static inline u64 get_jiffies_64(void)
{
	return vk_jiffies();
}

unsigned long msecs_to_jiffies(const unsigned int ms);  /* rounds up */
unsigned long usecs_to_jiffies(const unsigned int us);  /* rounds up */
unsigned int jiffies_to_msecs(const unsigned long j);   /* rounds down */
unsigned int jiffies_to_usecs(const unsigned long j);
u64 jiffies64_to_nsecs(u64 j);
void jiffies_to_timespec64(const unsigned long j, struct timespec64 *value);
unsigned long timespec64_to_jiffies(const struct timespec64 *value);

#define time_after(a, b) ((long)((unsigned long)(b) - (unsigned long)(a)) < 0)
#define time_before(a, b) time_after(b, a)
#define time_after_eq(a, b) ((long)((unsigned long)(a) - (unsigned long)(b)) >= 0)
#define time_before_eq(a, b) time_after_eq(b, a)
#define time_after64(a, b) ((s64)((u64)(b) - (u64)(a)) < 0)
#define time_before64(a, b) time_after64(b, a)
#define time_after_eq64(a, b) ((s64)((u64)(a) - (u64)(b)) >= 0)
#define time_before_eq64(a, b) time_after_eq64(b, a)
#define time_is_before_jiffies(a) time_after(jiffies, a)
#define time_is_after_jiffies(a) time_before(jiffies, a)

#endif /* _VK_LINUX_JIFFIES_H */
