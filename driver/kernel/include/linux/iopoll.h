/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_IOPOLL_H
#define _VK_LINUX_IOPOLL_H

#include <linux/delay.h>
#include <linux/errno.h>
#include <linux/io.h>
#include <linux/ktime.h>
#define read_poll_timeout(op, val, cond, sleep_us, timeout_us, sleep_before, args...)              \
	({                                                                                         \
		ktime_t __end = ktime_add_us(ktime_get(), timeout_us);                             \
		if (sleep_before && (sleep_us))                                                    \
			usleep_range(((sleep_us) >> 2) + 1, sleep_us);                             \
		for (;;) {                                                                         \
			(val) = op(args);                                                          \
			if (cond)                                                                  \
				break;                                                             \
			if ((timeout_us) && ktime_compare(ktime_get(), __end) > 0) {               \
				(val) = op(args);                                                  \
				break;                                                             \
			}                                                                          \
			if (sleep_us)                                                              \
				usleep_range(((sleep_us) >> 2) + 1, sleep_us);                     \
			cpu_relax();                                                               \
		}                                                                                  \
		(cond) ? 0 : -ETIMEDOUT;                                                           \
	})
#define readx_poll_timeout(op, addr, val, cond, sleep_us, timeout_us)                              \
	read_poll_timeout(op, val, cond, sleep_us, timeout_us, false, addr)
#define readl_poll_timeout(addr, val, cond, delay_us, timeout_us)                                  \
	readx_poll_timeout(readl, addr, val, cond, delay_us, timeout_us)

#endif /* _VK_LINUX_IOPOLL_H */
