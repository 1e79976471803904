/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_CONTAINER_OF_H
#define _VK_LINUX_CONTAINER_OF_H

#include <linux/stddef.h>
#define container_of(ptr, type, member)                                                            \
	({                                                                                         \
		const __typeof__(((type *)0)->member) *__mptr = (ptr);                             \
		(type *)((char *)__mptr - offsetof(type, member));                                 \
	})

#endif /* _VK_LINUX_CONTAINER_OF_H */
