/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_BUG_H
#define _VK_LINUX_BUG_H

/* BUG ends the run with file and line; WARN logs (4.15). */
#include <linux/build_bug.h>
#include <linux/compiler.h>
#include <linux/printk.h>
#include <vk/here.h>
#include <vk/host.h>

void vk_warn(const char *where, const char *function);

#define BUG() vk_bug(VK_HERE, "BUG")
#define BUG_ON(condition)                                                                          \
	do {                                                                                       \
		if (unlikely(condition))                                                           \
			vk_bug(VK_HERE, "BUG_ON(" #condition ")");                                 \
	} while (0)
#define WARN_ON(condition)                                                                         \
	({                                                                                         \
		bool __warn = !!(condition);                                                       \
		if (unlikely(__warn))                                                              \
			vk_warn(VK_HERE, __func__);                                                \
		unlikely(__warn);                                                                  \
	})
#define WARN(condition, format...)                                                                 \
	({                                                                                         \
		bool __warn = !!(condition);                                                       \
		if (unlikely(__warn)) {                                                            \
			vk_warn(VK_HERE, __func__);                                                \
			printk(KERN_WARNING format);                                               \
		}                                                                                  \
		unlikely(__warn);                                                                  \
	})
#define WARN_ON_ONCE(condition)                                                                    \
	({                                                                                         \
		bool __warn_once = !!(condition);                                                  \
		if (unlikely(__warn_once))                                                         \
			__vk_once(vk_warn(VK_HERE, __func__));                                     \
		unlikely(__warn_once);                                                             \
	})
#define WARN_ONCE(condition, format...)                                                            \
	({                                                                                         \
		bool __warn_once = !!(condition);                                                  \
		if (unlikely(__warn_once))                                                         \
			__vk_once(WARN(1, format));                                                \
		unlikely(__warn_once);                                                             \
	})

#endif /* _VK_LINUX_BUG_H */
