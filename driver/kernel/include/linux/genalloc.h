/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_GENALLOC_H
#define _VK_LINUX_GENALLOC_H

/* The general-purpose allocator (4.17); its "virtual" addresses are never dereferenced. */
#include <linux/list.h>
#include <linux/types.h>

struct gen_pool;

typedef unsigned long (*genpool_algo_t)(unsigned long *map, unsigned long size, unsigned long start,
					unsigned int nr, void *data, struct gen_pool *pool,
					unsigned long start_addr);

struct gen_pool {
	struct list_head chunks;
	int min_alloc_order;
	genpool_algo_t algo;
	void *data;
	const char *name;
};

struct genpool_data_align {
	int align; /* bytes */
};

struct genpool_data_fixed {
	unsigned long offset; /* bytes from the start of the chunk */
};

struct gen_pool *gen_pool_create(int min_alloc_order, int nid);
void gen_pool_destroy(struct gen_pool *pool);
int gen_pool_add_virt(struct gen_pool *pool, unsigned long virt, phys_addr_t phys, size_t size,
		      int nid);
int gen_pool_add(struct gen_pool *pool, unsigned long addr, size_t size, int nid);
phys_addr_t gen_pool_virt_to_phys(struct gen_pool *pool, unsigned long addr);
unsigned long gen_pool_alloc(struct gen_pool *pool, size_t size);
unsigned long gen_pool_alloc_algo(struct gen_pool *pool, size_t size, genpool_algo_t algo,
				  void *data);
void *gen_pool_dma_alloc(struct gen_pool *pool, size_t size, dma_addr_t *dma);
void gen_pool_free(struct gen_pool *pool, unsigned long addr, size_t size);
size_t gen_pool_avail(struct gen_pool *pool);
size_t gen_pool_size(struct gen_pool *pool);
void gen_pool_set_algo(struct gen_pool *pool, genpool_algo_t algo, void *data);
unsigned long gen_pool_first_fit(unsigned long *map, unsigned long size, unsigned long start,
				 unsigned int nr, void *data, struct gen_pool *pool,
				 unsigned long start_addr);
unsigned long gen_pool_first_fit_align(unsigned long *map, unsigned long size, unsigned long start,
				       unsigned int nr, void *data, struct gen_pool *pool,
				       unsigned long start_addr);
unsigned long gen_pool_fixed_alloc(unsigned long *map, unsigned long size, unsigned long start,
				   unsigned int nr, void *data, struct gen_pool *pool,
				   unsigned long start_addr);

#endif /* _VK_LINUX_GENALLOC_H */
