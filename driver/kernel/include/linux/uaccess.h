/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_UACCESS_H
#define _VK_LINUX_UACCESS_H

/* User memory (4.7): all return the number of bytes that were not copied. */
#include <linux/compiler.h>
#include <linux/errno.h>
#include <linux/sched.h>
#include <linux/types.h>
#include <vk/here.h>
#include <vk/host.h>

#define TASK_SIZE_MAX 0x7ffffffff000UL

static inline bool vk_access_ok(unsigned long address, unsigned long size)
{
	return size <= TASK_SIZE_MAX && address <= TASK_SIZE_MAX - size;
}

#define access_ok(address, size) vk_access_ok((unsigned long)(address), (size))

static inline unsigned long vk_user_read(void *to, const void *from, unsigned long n,
					 const char *where)
{
	vk_might_sleep("copy_from_user", where);
	return vk_copy_from_user(to, from, n);
}

static inline unsigned long vk_user_write(void *to, const void *from, unsigned long n,
					  const char *where)
{
	vk_might_sleep("copy_to_user", where);
	return vk_copy_to_user(to, from, n);
}

#define copy_from_user(to, from, n) vk_user_read(to, from, n, VK_HERE)
#define copy_to_user(to, from, n) vk_user_write((void *)(to), from, n, VK_HERE)
#define __copy_from_user(to, from, n) copy_from_user(to, from, n)
#define __copy_to_user(to, from, n) copy_to_user(to, from, n)
#define __copy_from_user_inatomic(to, from, n) vk_copy_from_user(to, from, n)
#define __copy_to_user_inatomic(to, from, n) vk_copy_to_user((void *)(to), from, n)
unsigned long vk_clear_user(void *to, unsigned long n);
#define clear_user(to, n) vk_clear_user((void *)(to), n)
long strncpy_from_user(char *to, const char __user *from, long count);

#define get_user(x, ptr)                                                                           \
	({                                                                                         \
		__typeof__(*(ptr)) __got = 0;                                                      \
		int __missed = copy_from_user(&__got, (ptr), sizeof(__got)) != 0;                  \
		(x) = __got;                                                                       \
		__missed ? -EFAULT : 0;                                                            \
	})
#define put_user(x, ptr)                                                                           \
	({                                                                                         \
		__typeof__(*(ptr)) __put = (x);                                                    \
		copy_to_user((ptr), &__put, sizeof(__put)) ? -EFAULT : 0;                          \
	})

/* Between the two, copies do not sleep. */
void pagefault_disable(void);
void pagefault_enable(void);

#endif /* _VK_LINUX_UACCESS_H */
