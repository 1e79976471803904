/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_CAPABILITY_H
#define _VK_LINUX_CAPABILITY_H

#include <linux/types.h>
#define CAP_DAC_OVERRIDE 1
#define CAP_SYS_RAWIO 17
#define CAP_SYS_ADMIN 21
/* Every simulated process runs as root. */
static inline bool capable(int capability)
{
	return true;
}

#endif /* _VK_LINUX_CAPABILITY_H */
