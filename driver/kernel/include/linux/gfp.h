/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_GFP_H
#define _VK_LINUX_GFP_H

#include <linux/types.h>
#define __GFP_DMA 0x01u
#define __GFP_HIGHMEM 0x02u
#define __GFP_DMA32 0x04u
#define __GFP_HIGH 0x20u
#define __GFP_IO 0x40u
#define __GFP_FS 0x80u
#define __GFP_ZERO 0x100u
#define __GFP_ATOMIC 0x200u
#define __GFP_DIRECT_RECLAIM 0x400u
#define __GFP_KSWAPD_RECLAIM 0x800u
#define __GFP_NOWARN 0x2000u
#define __GFP_RETRY_MAYFAIL 0x4000u
#define __GFP_NORETRY 0x10000u
#define __GFP_COMP 0x40000u
#define __GFP_RECLAIM (__GFP_DIRECT_RECLAIM | __GFP_KSWAPD_RECLAIM)
#define GFP_ATOMIC (__GFP_HIGH | __GFP_ATOMIC | __GFP_KSWAPD_RECLAIM)
#define GFP_KERNEL (__GFP_RECLAIM | __GFP_IO | __GFP_FS)
#define GFP_NOWAIT (__GFP_KSWAPD_RECLAIM)
#define GFP_NOIO (__GFP_RECLAIM)
#define GFP_USER GFP_KERNEL
#define GFP_DMA __GFP_DMA
#define GFP_DMA32 __GFP_DMA32
#define gfpflags_allow_blocking(flags) (!!((flags)&__GFP_DIRECT_RECLAIM))

unsigned long vk_get_free_pages(gfp_t flags, unsigned int order, const char *where);
void vk_free_pages(unsigned long address, const char *where);
#define __get_free_pages(flags, order) vk_get_free_pages(flags, order, VK_HERE)
#define __get_free_page(flags) __get_free_pages(flags, 0)
#define get_zeroed_page(flags) __get_free_pages((flags) | __GFP_ZERO, 0)
#define free_pages(address, order) vk_free_pages(address, VK_HERE)
#define free_page(address) vk_free_pages(address, VK_HERE)

#endif /* _VK_LINUX_GFP_H */
