/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_TIMEKEEPING_H
#define _VK_LINUX_TIMEKEEPING_H

#include <linux/ktime.h>
#include <linux/time64.h>
/* Monotonic: simulated time since boot, rounded down to ns. */
ktime_t ktime_get(void);
/* Wall clock: the epoch of the platform plus simulated time. */
ktime_t ktime_get_real(void);
void ktime_get_ts64(struct timespec64 *ts);
void ktime_get_real_ts64(struct timespec64 *ts);
time64_t ktime_get_real_seconds(void);
time64_t ktime_get_seconds(void);
#define ktime_get_ns() ((u64)ktime_get())
#define ktime_get_boottime() ktime_get()
#define ktime_get_boottime_ns() ((u64)ktime_get())
#define ktime_get_raw() ktime_get()
#define ktime_get_raw_ns() ((u64)ktime_get())
#define ktime_get_real_ns() ((u64)ktime_get_real())
#define ktime_get_coarse_real_ts64(ts) ktime_get_real_ts64(ts)

#endif /* _VK_LINUX_TIMEKEEPING_H */
