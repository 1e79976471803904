/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_ASM_BARRIER_H
#define _VK_ASM_BARRIER_H

#define mb() __atomic_thread_fence(__ATOMIC_SEQ_CST)
#define rmb() mb()
#define wmb() mb()
#define smp_mb() mb()
#define smp_rmb() mb()
#define smp_wmb() mb()
#define dma_rmb() __atomic_thread_fence(__ATOMIC_ACQUIRE)
#define dma_wmb() __atomic_thread_fence(__ATOMIC_RELEASE)
#define dma_mb() mb()
#define smp_load_acquire(p) __atomic_load_n((p), __ATOMIC_ACQUIRE)
#define smp_store_release(p, v) __atomic_store_n((p), (v), __ATOMIC_RELEASE)
#define smp_mb__before_atomic() mb()
#define smp_mb__after_atomic() mb()

#endif /* _VK_ASM_BARRIER_H */
