/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_VMALLOC_H
#define _VK_LINUX_VMALLOC_H

#include <linux/slab.h>
#define vmalloc(size) vk_kmalloc(size, GFP_KERNEL, VK_HERE)
#define vzalloc(size) vk_kmalloc(size, GFP_KERNEL | __GFP_ZERO, VK_HERE)
#define vfree(p) vk_kfree(p, VK_HERE)

#endif /* _VK_LINUX_VMALLOC_H */
