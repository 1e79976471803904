/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_SLAB_H
#define _VK_LINUX_SLAB_H

/* Kernel memory (4.6): contiguous, with a bus address from the start; kfree ends the mapping. */
#include <asm/page.h>
#include <linux/gfp.h>
#include <linux/kernel.h>
#include <linux/overflow.h>
#include <linux/types.h>
#include <vk/here.h>
#include <vk/host.h>

#define ZERO_SIZE_PTR ((void *)16)
#define ZERO_OR_NULL_PTR(x) ((unsigned long)(x) <= (unsigned long)ZERO_SIZE_PTR)
#define KMALLOC_MAX_SIZE (1UL << 22)

#define kmalloc(size, flags) vk_kmalloc(size, flags, VK_HERE)
#define kzalloc(size, flags) vk_kmalloc(size, (flags) | __GFP_ZERO, VK_HERE)
#define kmalloc_array(n, size, flags) vk_kmalloc(size_mul(n, size), flags, VK_HERE)
#define kcalloc(n, size, flags) vk_kmalloc(size_mul(n, size), (flags) | __GFP_ZERO, VK_HERE)
#define kmalloc_node(size, flags, node) ((void)(node), vk_kmalloc(size, flags, VK_HERE))
#define kzalloc_node(size, flags, node)                                                            \
	((void)(node), vk_kmalloc(size, (flags) | __GFP_ZERO, VK_HERE))
#define krealloc(p, size, flags) vk_krealloc(p, size, flags, VK_HERE)
#define kvmalloc(size, flags) kmalloc(size, flags)
#define kvzalloc(size, flags) kzalloc(size, flags)
#define kvcalloc(n, size, flags) kcalloc(n, size, flags)
#define kfree(p) vk_kfree(p, VK_HERE)
#define kfree_sensitive(p) vk_kfree(p, VK_HERE)
#define kvfree(p) vk_kfree(p, VK_HERE)
#define ksize(p) vk_ksize(p)

char *vk_kstrdup(const char *s, gfp_t flags, const char *where);
char *vk_kstrndup(const char *s, size_t max, gfp_t flags, const char *where);
void *vk_kmemdup(const void *from, size_t n, gfp_t flags, const char *where);
#define kstrdup(s, flags) vk_kstrdup(s, flags, VK_HERE)
#define kstrndup(s, max, flags) vk_kstrndup(s, max, flags, VK_HERE)
#define kmemdup(from, n, flags) vk_kmemdup(from, n, flags, VK_HERE)

#endif /* _VK_LINUX_SLAB_H */
