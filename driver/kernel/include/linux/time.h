/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_TIME_H
#define _VK_LINUX_TIME_H

#include <linux/time64.h>
#include <linux/jiffies.h>
#include <linux/timekeeping.h>

struct tm {
	int tm_sec, tm_min, tm_hour, tm_mday, tm_mon;
	long tm_year; /* since 1900 */
	int tm_wday, tm_yday;
};

/* The UTC calendar date of a number of seconds since 1970 plus an offset. */
void time64_to_tm(time64_t seconds, int offset, struct tm *result);
time64_t mktime64(const unsigned int year, const unsigned int month, const unsigned int day,
		  const unsigned int hour, const unsigned int minute, const unsigned int second);

#endif /* _VK_LINUX_TIME_H */
