/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_COMPILER_H
#define _VK_LINUX_COMPILER_H

/* Annotations and single accesses (docs/reference/50-kernel-api-surface.md, 4.23). */
#define __iomem
#define __user
#define __kernel
#define __percpu
#define __rcu
#define __force
#define __must_check __attribute__((__warn_unused_result__))
#define __maybe_unused __attribute__((__unused__))
#define __always_unused __attribute__((__unused__))
#define __used __attribute__((__used__))
#define __packed __attribute__((__packed__))
#define __aligned(x) __attribute__((__aligned__(x)))
#define __printf(a, b) __attribute__((__format__(printf, a, b)))
#define __section(s) __attribute__((__section__(s)))
#define __weak __attribute__((__weak__))
#define __pure __attribute__((__pure__))
#define __attribute_const__ __attribute__((__const__))
#define __cold __attribute__((__cold__))
#define __noreturn __attribute__((__noreturn__))
#define __always_inline inline __attribute__((__always_inline__))
#define noinline __attribute__((__noinline__))
#define fallthrough __attribute__((__fallthrough__))
#define __acquires(x)
#define __releases(x)
#define __must_hold(x)
#define __counted_by(x)

#define __init
#define __exit
#define __initdata
#define __exitdata
#define __devinit
#define __ro_after_init
#define __read_mostly
#define __refdata

/* Kernel code is gnu11 with gnu89 inlining. */
#undef inline
#define inline inline __attribute__((__gnu_inline__)) __attribute__((__unused__))

#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)
#define barrier() __asm__ __volatile__("" : : : "memory")
#define unreachable() __builtin_unreachable()
#define READ_ONCE(x) (*(const volatile __typeof__(x) *)&(x))
#define WRITE_ONCE(x, value) (*(volatile __typeof__(x) *)&(x) = (value))
#define __same_type(a, b) __builtin_types_compatible_p(__typeof__(a), __typeof__(b))
#define __UNIQUE_ID_2(prefix, n) __UNIQUE_ID_##prefix##n
#define __UNIQUE_ID_1(prefix, n) __UNIQUE_ID_2(prefix, n)
#define __UNIQUE_ID(prefix) __UNIQUE_ID_1(prefix, __COUNTER__)

#endif /* _VK_LINUX_COMPILER_H */
