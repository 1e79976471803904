/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_DMA_MAPPING_H
#define _VK_LINUX_DMA_MAPPING_H

/* Masks and coherent memory (4.10); a bus address is the physical address. */
#include <linux/device.h>
#include <linux/dma-direction.h>
#include <linux/errno.h>
#include <linux/scatterlist.h>
#include <linux/types.h>

#define DMA_BIT_MASK(n) (((n) == 64) ? ~0ULL : ((1ULL << (n)) - 1))

int dma_set_mask(struct device *dev, u64 mask);
int dma_set_coherent_mask(struct device *dev, u64 mask);
int dma_set_mask_and_coherent(struct device *dev, u64 mask);
void *vk_dma_alloc_coherent(struct device *dev, size_t size, dma_addr_t *handle, gfp_t flags,
			    const char *where);
void vk_dma_free_coherent(struct device *dev, size_t size, void *cpu, dma_addr_t handle,
			  const char *where);
#define dma_alloc_coherent(dev, size, handle, flags)                                               \
	vk_dma_alloc_coherent(dev, size, handle, flags, VK_HERE)
#define dma_free_coherent(dev, size, cpu, handle)                                                  \
	vk_dma_free_coherent(dev, size, cpu, handle, VK_HERE)

#endif /* _VK_LINUX_DMA_MAPPING_H */
