// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* Pages, coherent memory, bulk copies to and from user and register space, scatter lists. */
#include <linux/dma-mapping.h>
#include <linux/gfp.h>
#include <linux/io.h>
#include <linux/pci.h>
#include <linux/scatterlist.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "checks.h"

unsigned long vk_get_free_pages(gfp_t flags, unsigned int order, const char *where)
{
	return (unsigned long)vk_kmalloc(PAGE_SIZE << order, flags, where);
}

void vk_free_pages(unsigned long address, const char *where)
{
	vk_kfree((void *)address, where);
}

int dma_set_mask(struct device *dev, u64 mask)
{
	if (mask < DMA_BIT_MASK(32))
		return -EIO;
	if (dev->dma_mask)
		*dev->dma_mask = mask;
	return 0;
}

int dma_set_coherent_mask(struct device *dev, u64 mask)
{
	if (mask < DMA_BIT_MASK(32))
		return -EIO;
	dev->coherent_dma_mask = mask;
	return 0;
}

int dma_set_mask_and_coherent(struct device *dev, u64 mask)
{
	int error = dma_set_mask(dev, mask);

	return error ? error : dma_set_coherent_mask(dev, mask);
}

void *vk_dma_alloc_coherent(struct device *dev, size_t size, dma_addr_t *handle, gfp_t flags,
			    const char *where)
{
	void *cpu = vk_kmalloc(round_up(size, PAGE_SIZE), flags | __GFP_ZERO, where);

	if (cpu)
		*handle = vk_virt_to_phys(cpu);
	return cpu;
}

void vk_dma_free_coherent(struct device *dev, size_t size, void *cpu, dma_addr_t handle,
			  const char *where)
{
	if (cpu && vk_phys_to_virt(handle) != cpu)
		vk_problemf(
			"dma_free_coherent at %s: address and bus address do not belong together",
			where);
	vk_kfree(cpu, where);
}

unsigned long vk_clear_user(void *to, unsigned long n)
{
	static const char zeros[256];
	unsigned long left = n;

	while (left) {
		unsigned long now = min_t(unsigned long, left, sizeof(zeros));
		unsigned long missed = vk_copy_to_user((char *)to + (n - left), zeros, now);

		left -= now - missed;
		if (missed)
			break;
	}
	return left;
}

long strncpy_from_user(char *to, const char *from, long count)
{
	long n;

	for (n = 0; n < count; n++) {
		if (vk_copy_from_user(to + n, from + n, 1))
			return -EFAULT;
		if (!to[n])
			return n;
	}
	return count;
}

/* Words where both sides allow it, bytes at the edges. */
void memcpy_fromio(void *to, const volatile void __iomem *from, size_t n)
{
	u8 *at = to;
	size_t i = 0;

	while (i < n) {
		const volatile u8 *address = (const volatile u8 *)from + i;

		if (n - i >= 4 && IS_ALIGNED((unsigned long)address, 4)) {
			u32 word = readl(address);

			memcpy(at + i, &word, 4);
			i += 4;
		} else {
			at[i++] = readb(address);
		}
	}
}

void memcpy_toio(volatile void __iomem *to, const void *from, size_t n)
{
	const u8 *at = from;
	size_t i = 0;

	while (i < n) {
		volatile u8 *address = (volatile u8 *)to + i;

		if (n - i >= 4 && IS_ALIGNED((unsigned long)address, 4)) {
			u32 word;

			memcpy(&word, at + i, 4);
			writel(word, address);
			i += 4;
		} else {
			writeb(at[i++], address);
		}
	}
}

void memset_io(volatile void __iomem *to, int value, size_t n)
{
	u8 bytes[64];
	size_t i;

	memset(bytes, value, sizeof(bytes));
	for (i = 0; i < n; i += sizeof(bytes))
		memcpy_toio((volatile u8 *)to + i, bytes, min(n - i, sizeof(bytes)));
}

int sg_alloc_table(struct sg_table *table, unsigned int nents, gfp_t flags)
{
	table->sgl = kcalloc(nents, sizeof(*table->sgl), flags);
	if (!table->sgl)
		return -ENOMEM;
	table->nents = nents;
	table->orig_nents = nents;
	return 0;
}

void sg_free_table(struct sg_table *table)
{
	kfree(table->sgl);
	table->sgl = NULL;
}
