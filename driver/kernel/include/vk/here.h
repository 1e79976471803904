/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_VK_HERE_H
#define _VK_VK_HERE_H

/* Where a macro stands in the driver's source, for the checks: "neuron_ds.c:42". */
#include <linux/stringify.h>
#define VK_HERE __FILE_NAME__ ":" __stringify(__LINE__)

#endif /* _VK_VK_HERE_H */
