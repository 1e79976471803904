// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#include <linux/genalloc.h>

#include <linux/bitmap.h>
#include <linux/bug.h>
#include <linux/slab.h>

struct chunk {
	struct list_head entry;
	unsigned long start, size;
	phys_addr_t phys;
	size_t available;
	unsigned long *map; /* a bit per unit of 1 << order bytes */
};

static unsigned long units(const struct gen_pool *pool, size_t bytes)
{
	return (bytes + (1UL << pool->min_alloc_order) - 1) >> pool->min_alloc_order;
}

struct gen_pool *gen_pool_create(int min_alloc_order, int nid)
{
	struct gen_pool *pool = kzalloc(sizeof(*pool), GFP_KERNEL);

	if (!pool)
		return NULL;
	INIT_LIST_HEAD(&pool->chunks);
	pool->min_alloc_order = min_alloc_order;
	pool->algo = gen_pool_first_fit;
	return pool;
}

int gen_pool_add_virt(struct gen_pool *pool, unsigned long virt, phys_addr_t phys, size_t size,
		      int nid)
{
	unsigned long n = size >> pool->min_alloc_order;
	struct chunk *chunk = kzalloc(sizeof(*chunk), GFP_KERNEL);
	unsigned long *map = kcalloc(BITS_TO_LONGS(n), sizeof(long), GFP_KERNEL);

	if (!chunk || !map) {
		kfree(chunk);
		kfree(map);
		return -ENOMEM;
	}
	*chunk = (struct chunk){.start = virt, .size = size, .phys = phys, .available = size};
	chunk->map = map;
	list_add_tail(&chunk->entry, &pool->chunks);
	return 0;
}

int gen_pool_add(struct gen_pool *pool, unsigned long addr, size_t size, int nid)
{
	return gen_pool_add_virt(pool, addr, (phys_addr_t)-1, size, nid);
}

void gen_pool_destroy(struct gen_pool *pool)
{
	struct chunk *chunk, *next;

	list_for_each_entry_safe(chunk, next, &pool->chunks, entry)
	{
		BUG_ON(!bitmap_empty(chunk->map, chunk->size >> pool->min_alloc_order));
		list_del(&chunk->entry);
		kfree(chunk->map);
		kfree(chunk);
	}
	kfree(pool);
}

static struct chunk *chunk_of(struct gen_pool *pool, unsigned long addr)
{
	struct chunk *chunk;

	list_for_each_entry(chunk, &pool->chunks,
			    entry) if (addr - chunk->start < chunk->size) return chunk;
	return NULL;
}

phys_addr_t gen_pool_virt_to_phys(struct gen_pool *pool, unsigned long addr)
{
	struct chunk *chunk = chunk_of(pool, addr);

	return chunk ? chunk->phys + (addr - chunk->start) : (phys_addr_t)-1;
}

unsigned long gen_pool_alloc_algo(struct gen_pool *pool, size_t size, genpool_algo_t algo,
				  void *data)
{
	unsigned long n = units(pool, size), start;
	struct chunk *chunk;

	if (!size)
		return 0;
	list_for_each_entry(chunk, &pool->chunks, entry)
	{
		unsigned long total = chunk->size >> pool->min_alloc_order;

		start = algo(chunk->map, total, 0, n, data, pool, chunk->start);
		if (start >= total)
			continue;
		bitmap_set(chunk->map, start, n);
		chunk->available -= n << pool->min_alloc_order;
		return chunk->start + (start << pool->min_alloc_order);
	}
	return 0;
}

unsigned long gen_pool_alloc(struct gen_pool *pool, size_t size)
{
	return gen_pool_alloc_algo(pool, size, pool->algo, pool->data);
}

void *gen_pool_dma_alloc(struct gen_pool *pool, size_t size, dma_addr_t *dma)
{
	unsigned long addr = gen_pool_alloc(pool, size);

	if (addr && dma)
		*dma = gen_pool_virt_to_phys(pool, addr);
	return (void *)addr;
}

void gen_pool_free(struct gen_pool *pool, unsigned long addr, size_t size)
{
	struct chunk *chunk = chunk_of(pool, addr);
	unsigned long n = units(pool, size), start;

	BUG_ON(!chunk);
	start = (addr - chunk->start) >> pool->min_alloc_order;
	BUG_ON(find_next_zero_bit(chunk->map, start + n, start) < start + n);
	bitmap_clear(chunk->map, start, n);
	chunk->available += n << pool->min_alloc_order;
}

size_t gen_pool_avail(struct gen_pool *pool)
{
	struct chunk *chunk;
	size_t sum = 0;

	list_for_each_entry(chunk, &pool->chunks, entry) sum += chunk->available;
	return sum;
}

size_t gen_pool_size(struct gen_pool *pool)
{
	struct chunk *chunk;
	size_t sum = 0;

	list_for_each_entry(chunk, &pool->chunks, entry) sum += chunk->size;
	return sum;
}

void gen_pool_set_algo(struct gen_pool *pool, genpool_algo_t algo, void *data)
{
	pool->algo = algo ? algo : gen_pool_first_fit;
	pool->data = data;
}

/* The first free run of `nr` units that starts at a multiple of `step`; `size` if there is none. */
static unsigned long first_fit(unsigned long *map, unsigned long size, unsigned long start,
			       unsigned int nr, unsigned long step)
{
	for (start = roundup(start, step); start + nr <= size; start += step)
		if (find_next_bit(map, start + nr, start) >= start + nr)
			return start;
	return size;
}

unsigned long gen_pool_first_fit(unsigned long *map, unsigned long size, unsigned long start,
				 unsigned int nr, void *data, struct gen_pool *pool,
				 unsigned long start_addr)
{
	return first_fit(map, size, start, nr, 1);
}

unsigned long gen_pool_first_fit_align(unsigned long *map, unsigned long size, unsigned long start,
				       unsigned int nr, void *data, struct gen_pool *pool,
				       unsigned long start_addr)
{
	unsigned long align = (unsigned long)((struct genpool_data_align *)data)->align;
	unsigned long unit = 1UL << pool->min_alloc_order;
	unsigned long skew = start_addr % max(align, 1UL) >> pool->min_alloc_order;
	unsigned long step = align > unit ? align >> pool->min_alloc_order : 1;

	/* Addresses are aligned, not offsets in the chunk. */
	for (start = skew ? step - skew : 0; start + nr <= size; start += step)
		if (find_next_bit(map, start + nr, start) >= start + nr)
			return start;
	return size;
}

unsigned long gen_pool_fixed_alloc(unsigned long *map, unsigned long size, unsigned long start,
				   unsigned int nr, void *data, struct gen_pool *pool,
				   unsigned long start_addr)
{
	unsigned long at = ((struct genpool_data_fixed *)data)->offset >> pool->min_alloc_order;

	if (at + nr > size || find_next_bit(map, at + nr, at) < at + nr)
		return size;
	return at;
}
