/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_ASM_PAGE_H
#define _VK_ASM_PAGE_H

#include <linux/const.h>
#define PAGE_SHIFT 12
#define PAGE_SIZE (1UL << PAGE_SHIFT)
#define PAGE_MASK (~(PAGE_SIZE - 1))
#define PAGE_ALIGN(x) ALIGN(x, PAGE_SIZE)
#define PAGE_ALIGNED(x) IS_ALIGNED((unsigned long)(x), PAGE_SIZE)
#define offset_in_page(p) ((unsigned long)(p) & ~PAGE_MASK)
#define PFN_PHYS(x) ((phys_addr_t)(x) << PAGE_SHIFT)
#define PHYS_PFN(x) ((unsigned long)((x) >> PAGE_SHIFT))
#define PFN_UP(x) (((x) + PAGE_SIZE - 1) >> PAGE_SHIFT)
#define PFN_DOWN(x) ((x) >> PAGE_SHIFT)
#define get_order(size) vk_get_order(size)
static inline int vk_get_order(unsigned long size)
{
	return size <= PAGE_SIZE ? 0 : 64 - __builtin_clzl((size - 1) >> PAGE_SHIFT);
}

#endif /* _VK_ASM_PAGE_H */
