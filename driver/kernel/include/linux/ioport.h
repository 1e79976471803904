/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_IOPORT_H
#define _VK_LINUX_IOPORT_H

#include <linux/types.h>
struct resource {
	resource_size_t start, end;
	const char *name;
	unsigned long flags;
};
#define IORESOURCE_MEM 0x00000200
#define IORESOURCE_PREFETCH 0x00002000
#define IORESOURCE_MEM_64 0x00100000

static inline resource_size_t resource_size(const struct resource *res)
{
	return res->end - res->start + 1;
}

#endif /* _VK_LINUX_IOPORT_H */
