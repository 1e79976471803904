/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_SCATTERLIST_H
#define _VK_LINUX_SCATTERLIST_H

#include <linux/types.h>
struct page;
struct scatterlist {
	unsigned long page_link;
	unsigned int offset, length;
	dma_addr_t dma_address;
	unsigned int dma_length;
};
struct sg_table {
	struct scatterlist *sgl;
	unsigned int nents, orig_nents;
};
#define sg_dma_address(sg) ((sg)->dma_address)
#define sg_dma_len(sg) ((sg)->dma_length)
int sg_alloc_table(struct sg_table *table, unsigned int nents, gfp_t flags);
void sg_free_table(struct sg_table *table);

static inline void sg_set_page(struct scatterlist *sg, struct page *page, unsigned int length,
			       unsigned int offset)
{
	sg->page_link = (unsigned long)page;
	sg->offset = offset;
	sg->length = length;
}

static inline struct scatterlist *sg_next(struct scatterlist *sg)
{
	return sg + 1;
}

#define for_each_sg(list, sg, nr, i) for ((i) = 0, (sg) = (list); (i) < (nr); (i)++, (sg)++)
#define for_each_sgtable_dma_sg(table, sg, i) for_each_sg((table)->sgl, sg, (table)->nents, i)

#endif /* _VK_LINUX_SCATTERLIST_H */
