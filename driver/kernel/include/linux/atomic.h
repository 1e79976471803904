/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_ATOMIC_H
#define _VK_LINUX_ATOMIC_H

/* Atomics (4.5): all fully ordered, which is more than asked. */
#include <asm/barrier.h>
#include <linux/compiler.h>
#include <linux/types.h>

#define __VK_ATOMIC_OPS(p, type, t)                                                                \
	static inline t p##_read(const type *v)                                                    \
	{                                                                                          \
		return __atomic_load_n(&v->counter, __ATOMIC_SEQ_CST);                             \
	}                                                                                          \
	static inline void p##_set(type *v, t i)                                                   \
	{                                                                                          \
		__atomic_store_n(&v->counter, i, __ATOMIC_SEQ_CST);                                \
	}                                                                                          \
	static inline t p##_fetch_add(t i, type *v)                                                \
	{                                                                                          \
		return __atomic_fetch_add(&v->counter, i, __ATOMIC_SEQ_CST);                       \
	}                                                                                          \
	static inline t p##_fetch_sub(t i, type *v)                                                \
	{                                                                                          \
		return __atomic_fetch_sub(&v->counter, i, __ATOMIC_SEQ_CST);                       \
	}                                                                                          \
	static inline t p##_fetch_or(t i, type *v)                                                 \
	{                                                                                          \
		return __atomic_fetch_or(&v->counter, i, __ATOMIC_SEQ_CST);                        \
	}                                                                                          \
	static inline t p##_fetch_and(t i, type *v)                                                \
	{                                                                                          \
		return __atomic_fetch_and(&v->counter, i, __ATOMIC_SEQ_CST);                       \
	}                                                                                          \
	static inline t p##_add_return(t i, type *v)                                               \
	{                                                                                          \
		return __atomic_add_fetch(&v->counter, i, __ATOMIC_SEQ_CST);                       \
	}                                                                                          \
	static inline t p##_sub_return(t i, type *v)                                               \
	{                                                                                          \
		return __atomic_sub_fetch(&v->counter, i, __ATOMIC_SEQ_CST);                       \
	}                                                                                          \
	static inline void p##_add(t i, type *v)                                                   \
	{                                                                                          \
		p##_fetch_add(i, v);                                                               \
	}                                                                                          \
	static inline void p##_sub(t i, type *v)                                                   \
	{                                                                                          \
		p##_fetch_sub(i, v);                                                               \
	}                                                                                          \
	static inline void p##_or(t i, type *v)                                                    \
	{                                                                                          \
		p##_fetch_or(i, v);                                                                \
	}                                                                                          \
	static inline void p##_and(t i, type *v)                                                   \
	{                                                                                          \
		p##_fetch_and(i, v);                                                               \
	}                                                                                          \
	static inline void p##_inc(type *v)                                                        \
	{                                                                                          \
		p##_fetch_add(1, v);                                                               \
	}                                                                                          \
	static inline void p##_dec(type *v)                                                        \
	{                                                                                          \
		p##_fetch_sub(1, v);                                                               \
	}                                                                                          \
	static inline t p##_inc_return(type *v)                                                    \
	{                                                                                          \
		return p##_add_return(1, v);                                                       \
	}                                                                                          \
	static inline t p##_dec_return(type *v)                                                    \
	{                                                                                          \
		return p##_sub_return(1, v);                                                       \
	}                                                                                          \
	static inline t p##_fetch_inc(type *v)                                                     \
	{                                                                                          \
		return p##_fetch_add(1, v);                                                        \
	}                                                                                          \
	static inline t p##_fetch_dec(type *v)                                                     \
	{                                                                                          \
		return p##_fetch_sub(1, v);                                                        \
	}                                                                                          \
	static inline bool p##_dec_and_test(type *v)                                               \
	{                                                                                          \
		return p##_sub_return(1, v) == 0;                                                  \
	}                                                                                          \
	static inline bool p##_inc_and_test(type *v)                                               \
	{                                                                                          \
		return p##_add_return(1, v) == 0;                                                  \
	}                                                                                          \
	static inline t p##_xchg(type *v, t i)                                                     \
	{                                                                                          \
		return __atomic_exchange_n(&v->counter, i, __ATOMIC_SEQ_CST);                      \
	}                                                                                          \
	static inline t p##_cmpxchg(type *v, t old, t i)                                           \
	{                                                                                          \
		__atomic_compare_exchange_n(&v->counter, &old, i, 0, __ATOMIC_SEQ_CST,             \
					    __ATOMIC_SEQ_CST);                                     \
		return old;                                                                        \
	}                                                                                          \
	/* False: *old is updated and nothing else. */                                             \
	static inline bool p##_try_cmpxchg(type *v, t *old, t i)                                   \
	{                                                                                          \
		return __atomic_compare_exchange_n(&v->counter, old, i, 0, __ATOMIC_SEQ_CST,       \
						   __ATOMIC_SEQ_CST);                              \
	}

__VK_ATOMIC_OPS(atomic, atomic_t, int)
__VK_ATOMIC_OPS(atomic64, atomic64_t, s64)

static inline bool atomic_add_unless(atomic_t *v, int a, int u)
{
	int old = atomic_read(v);

	while (old != u && !atomic_try_cmpxchg(v, &old, old + a))
		;
	return old != u;
}

#define atomic_inc_not_zero(v) atomic_add_unless((v), 1, 0)
#define ATOMIC64_INIT(i) ATOMIC_INIT(i)

typedef atomic64_t atomic_long_t;
#define ATOMIC_LONG_INIT(i) ATOMIC_INIT(i)
#define atomic_long_read(v) ((long)atomic64_read(v))
#define atomic_long_set(v, i) atomic64_set(v, i)
#define atomic_long_inc(v) atomic64_inc(v)
#define atomic_long_add(i, v) atomic64_add(i, v)

#define xchg(ptr, value) __atomic_exchange_n((ptr), (value), __ATOMIC_SEQ_CST)
#define cmpxchg(ptr, old, value) __sync_val_compare_and_swap((ptr), (old), (value))

#endif /* _VK_LINUX_ATOMIC_H */
