/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_PRINTK_H
#define _VK_LINUX_PRINTK_H

/* The kernel log (4.15): each printk is one event kernel_log per line. */
#include <linux/compiler.h>
#include <linux/stdarg.h>
#include <linux/types.h>

#define KERN_SOH "\001"
#define KERN_EMERG KERN_SOH "0"
#define KERN_ALERT KERN_SOH "1"
#define KERN_CRIT KERN_SOH "2"
#define KERN_ERR KERN_SOH "3"
#define KERN_WARNING KERN_SOH "4"
#define KERN_NOTICE KERN_SOH "5"
#define KERN_INFO KERN_SOH "6"
#define KERN_DEBUG KERN_SOH "7"
#define KERN_DEFAULT ""
#define KERN_CONT KERN_SOH "c"

__printf(1, 2) int _printk(const char *format, ...);
__printf(1, 0) int vprintk(const char *format, va_list args);
void dump_stack(void);

#ifndef pr_fmt
#define pr_fmt(format) format
#endif

#define printk(format, ...) _printk(format, ##__VA_ARGS__)
#define no_printk(format, ...)                                                                     \
	({                                                                                         \
		if (0)                                                                             \
			_printk(format, ##__VA_ARGS__);                                            \
		0;                                                                                 \
	})
#define pr_emerg(format, ...) printk(KERN_EMERG pr_fmt(format), ##__VA_ARGS__)
#define pr_alert(format, ...) printk(KERN_ALERT pr_fmt(format), ##__VA_ARGS__)
#define pr_crit(format, ...) printk(KERN_CRIT pr_fmt(format), ##__VA_ARGS__)
#define pr_err(format, ...) printk(KERN_ERR pr_fmt(format), ##__VA_ARGS__)
#define pr_warn(format, ...) printk(KERN_WARNING pr_fmt(format), ##__VA_ARGS__)
#define pr_notice(format, ...) printk(KERN_NOTICE pr_fmt(format), ##__VA_ARGS__)
#define pr_info(format, ...) printk(KERN_INFO pr_fmt(format), ##__VA_ARGS__)
#define pr_cont(format, ...) printk(KERN_CONT format, ##__VA_ARGS__)
#ifdef DEBUG
#define pr_debug(format, ...) printk(KERN_DEBUG pr_fmt(format), ##__VA_ARGS__)
#else
#define pr_debug(format, ...) no_printk(KERN_DEBUG pr_fmt(format), ##__VA_ARGS__)
#endif
#define pr_devel(format, ...) no_printk(KERN_DEBUG pr_fmt(format), ##__VA_ARGS__)

#define __vk_once(statement)                                                                       \
	({                                                                                         \
		static bool __said;                                                                \
		bool __first = !__said;                                                            \
		if (__first) {                                                                     \
			__said = true;                                                             \
			statement;                                                                 \
		}                                                                                  \
		__first;                                                                           \
	})
#define printk_once(format, ...) __vk_once(printk(format, ##__VA_ARGS__))
#define pr_err_once(format, ...) printk_once(KERN_ERR pr_fmt(format), ##__VA_ARGS__)
#define pr_warn_once(format, ...) printk_once(KERN_WARNING pr_fmt(format), ##__VA_ARGS__)
#define pr_notice_once(format, ...) printk_once(KERN_NOTICE pr_fmt(format), ##__VA_ARGS__)
#define pr_info_once(format, ...) printk_once(KERN_INFO pr_fmt(format), ##__VA_ARGS__)

/* At most ten per five seconds and place, as Linux's default. */
bool vk_ratelimit(unsigned long *began, unsigned int *count);
#define __vk_ratelimited(statement)                                                                \
	do {                                                                                       \
		static unsigned long __began;                                                      \
		static unsigned int __count;                                                       \
		if (vk_ratelimit(&__began, &__count))                                              \
			statement;                                                                 \
	} while (0)
#define printk_ratelimited(format, ...) __vk_ratelimited(printk(format, ##__VA_ARGS__))
#define pr_err_ratelimited(format, ...) printk_ratelimited(KERN_ERR pr_fmt(format), ##__VA_ARGS__)
#define pr_warn_ratelimited(format, ...)                                                           \
	printk_ratelimited(KERN_WARNING pr_fmt(format), ##__VA_ARGS__)
#define pr_info_ratelimited(format, ...) printk_ratelimited(KERN_INFO pr_fmt(format), ##__VA_ARGS__)

#endif /* _VK_LINUX_PRINTK_H */
