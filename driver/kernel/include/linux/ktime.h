/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_KTIME_H
#define _VK_LINUX_KTIME_H

#include <linux/time64.h>
#include <linux/types.h>

typedef s64 ktime_t; /* nanoseconds */

#define KTIME_MAX ((s64) ~((u64)1 << 63))

static inline ktime_t ktime_set(const s64 seconds, const unsigned long ns)
{
	return seconds * NSEC_PER_SEC + (s64)ns;
}

#define ktime_add(a, b) ((a) + (b))
#define ktime_sub(a, b) ((a) - (b))
#define ktime_add_ns(kt, ns) ((kt) + (ns))
#define ktime_sub_ns(kt, ns) ((kt) - (ns))

static inline ktime_t ktime_add_us(const ktime_t kt, const u64 us)
{
	return kt + (s64)us * NSEC_PER_USEC;
}

static inline ktime_t ktime_add_ms(const ktime_t kt, const u64 ms)
{
	return kt + (s64)ms * NSEC_PER_MSEC;
}

static inline ktime_t ktime_sub_us(const ktime_t kt, const u64 us)
{
	return kt - (s64)us * NSEC_PER_USEC;
}

static inline ktime_t ktime_sub_ms(const ktime_t kt, const u64 ms)
{
	return kt - (s64)ms * NSEC_PER_MSEC;
}

static inline ktime_t ns_to_ktime(u64 ns)
{
	return (ktime_t)ns;
}

static inline ktime_t us_to_ktime(u64 us)
{
	return (ktime_t)(us * NSEC_PER_USEC);
}

static inline ktime_t ms_to_ktime(u64 ms)
{
	return (ktime_t)(ms * NSEC_PER_MSEC);
}

static inline s64 ktime_to_ns(const ktime_t kt)
{
	return kt;
}

static inline s64 ktime_to_us(const ktime_t kt)
{
	return kt / NSEC_PER_USEC;
}

static inline s64 ktime_to_ms(const ktime_t kt)
{
	return kt / NSEC_PER_MSEC;
}

static inline s64 ktime_us_delta(const ktime_t later, const ktime_t earlier)
{
	return ktime_to_us(later - earlier);
}

static inline s64 ktime_ms_delta(const ktime_t later, const ktime_t earlier)
{
	return ktime_to_ms(later - earlier);
}

static inline int ktime_compare(const ktime_t a, const ktime_t b)
{
	return (a > b) - (a < b);
}

static inline bool ktime_after(const ktime_t a, const ktime_t b)
{
	return a > b;
}

static inline bool ktime_before(const ktime_t a, const ktime_t b)
{
	return a < b;
}

#define ktime_to_timespec64(kt) ns_to_timespec64(kt)

#include <linux/timekeeping.h>

#endif /* _VK_LINUX_KTIME_H */
