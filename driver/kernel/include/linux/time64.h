/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_TIME64_H
#define _VK_LINUX_TIME64_H

#include <linux/types.h>
#define MSEC_PER_SEC 1000L
#define USEC_PER_MSEC 1000L
#define NSEC_PER_USEC 1000L
#define NSEC_PER_MSEC 1000000L
#define USEC_PER_SEC 1000000L
#define NSEC_PER_SEC 1000000000L

struct timespec64 {
	time64_t tv_sec;
	long tv_nsec;
};

static inline void set_normalized_timespec64(struct timespec64 *ts, time64_t sec, s64 nsec)
{
	while (nsec >= NSEC_PER_SEC) {
		nsec -= NSEC_PER_SEC;
		++sec;
	}
	while (nsec < 0) {
		nsec += NSEC_PER_SEC;
		--sec;
	}
	ts->tv_sec = sec;
	ts->tv_nsec = (long)nsec;
}

static inline struct timespec64 timespec64_add(struct timespec64 a, struct timespec64 b)
{
	struct timespec64 sum;

	set_normalized_timespec64(&sum, a.tv_sec + b.tv_sec, (s64)a.tv_nsec + b.tv_nsec);
	return sum;
}

static inline struct timespec64 timespec64_sub(struct timespec64 a, struct timespec64 b)
{
	struct timespec64 rest;

	set_normalized_timespec64(&rest, a.tv_sec - b.tv_sec, (s64)a.tv_nsec - b.tv_nsec);
	return rest;
}

static inline int timespec64_compare(const struct timespec64 *a, const struct timespec64 *b)
{
	if (a->tv_sec != b->tv_sec)
		return a->tv_sec < b->tv_sec ? -1 : 1;
	return (a->tv_nsec > b->tv_nsec) - (a->tv_nsec < b->tv_nsec);
}

static inline s64 timespec64_to_ns(const struct timespec64 *ts)
{
	return ts->tv_sec * NSEC_PER_SEC + ts->tv_nsec;
}

static inline struct timespec64 ns_to_timespec64(s64 ns)
{
	struct timespec64 ts;

	set_normalized_timespec64(&ts, ns / NSEC_PER_SEC, ns % NSEC_PER_SEC);
	return ts;
}

#endif /* _VK_LINUX_TIME64_H */
