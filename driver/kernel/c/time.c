// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#include <linux/jiffies.h>
#include <linux/time.h>
#include <linux/timekeeping.h>

unsigned long msecs_to_jiffies(const unsigned int ms)
{
	if ((int)ms < 0)
		return MAX_JIFFY_OFFSET;
	return ((unsigned long)ms * HZ + MSEC_PER_SEC - 1) / MSEC_PER_SEC;
}

unsigned long usecs_to_jiffies(const unsigned int us)
{
	return ((unsigned long)us * HZ + USEC_PER_SEC - 1) / USEC_PER_SEC;
}

unsigned int jiffies_to_msecs(const unsigned long j)
{
	return (unsigned int)(j * MSEC_PER_SEC / HZ);
}

unsigned int jiffies_to_usecs(const unsigned long j)
{
	return (unsigned int)(j * USEC_PER_SEC / HZ);
}

u64 jiffies64_to_nsecs(u64 j)
{
	return j / HZ * NSEC_PER_SEC + j % HZ * NSEC_PER_SEC / HZ;
}

void jiffies_to_timespec64(const unsigned long j, struct timespec64 *value)
{
	value->tv_sec = (time64_t)(j / HZ);
	value->tv_nsec = (long)(j % HZ * NSEC_PER_SEC / HZ);
}

unsigned long timespec64_to_jiffies(const struct timespec64 *value)
{
	return (unsigned long)value->tv_sec * HZ +
	       ((unsigned long)value->tv_nsec * HZ + NSEC_PER_SEC - 1) / NSEC_PER_SEC;
}

ktime_t ktime_get(void)
{
	vk_enter();
	return (ktime_t)(vk_now_ps() / 1000);
}

ktime_t ktime_get_real(void)
{
	return vk_epoch_ns() + ktime_get();
}

void ktime_get_ts64(struct timespec64 *ts)
{
	*ts = ns_to_timespec64(ktime_get());
}

void ktime_get_real_ts64(struct timespec64 *ts)
{
	*ts = ns_to_timespec64(ktime_get_real());
}

time64_t ktime_get_real_seconds(void)
{
	return ktime_get_real() / NSEC_PER_SEC;
}

time64_t ktime_get_seconds(void)
{
	return ktime_get() / NSEC_PER_SEC;
}

#define SECONDS_PER_DAY 86400
#define DAYS_PER_ERA 146097 /* 400 Gregorian years */
#define EPOCH_DAY 719468 /* days from 0000-03-01 to 1970-01-01 */

static s64 floor_div(s64 n, s64 d)
{
	return n / d - (n % d < 0);
}

static bool is_leap(s64 year)
{
	return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

/* Years that begin in March have their leap day last, which makes the division exact. */
static void set_date(s64 days, struct tm *result)
{
	static const short before_month[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
	s64 shifted = days + EPOCH_DAY;
	s64 era = floor_div(shifted, DAYS_PER_ERA);
	s64 day = shifted - era * DAYS_PER_ERA;
	s64 year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
	s64 in_year = day - (365 * year + year / 4 - year / 100);
	s64 month = (5 * in_year + 2) / 153;

	result->tm_mday = (int)(in_year - (153 * month + 2) / 5 + 1);
	result->tm_mon = (int)(month < 10 ? month + 2 : month - 10);
	year += era * 400 + (month >= 10);
	result->tm_year = year - 1900;
	result->tm_yday = before_month[result->tm_mon] + result->tm_mday - 1 +
			  (result->tm_mon > 1 && is_leap(year));
	result->tm_wday = (int)(days + 4 - floor_div(days + 4, 7) * 7);
}

void time64_to_tm(time64_t seconds, int offset, struct tm *result)
{
	s64 total = seconds + offset;
	s64 days = floor_div(total, SECONDS_PER_DAY);
	int rest = (int)(total - days * SECONDS_PER_DAY);

	result->tm_hour = rest / 3600;
	result->tm_min = rest / 60 % 60;
	result->tm_sec = rest % 60;
	set_date(days, result);
}

time64_t mktime64(const unsigned int year, const unsigned int month, const unsigned int day,
		  const unsigned int hour, const unsigned int minute, const unsigned int second)
{
	s64 y = (s64)year - (month <= 2);
	s64 m = month > 2 ? (s64)month - 3 : (s64)month + 9;
	s64 days = y * 365 + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 1 - EPOCH_DAY;

	return ((days * 24 + hour) * 60 + minute) * 60 + second;
}
