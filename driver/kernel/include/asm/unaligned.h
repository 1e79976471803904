/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_ASM_UNALIGNED_H
#define _VK_ASM_UNALIGNED_H

#include <asm/byteorder.h>
#define get_unaligned(ptr)                                                                         \
	({                                                                                         \
		const struct {                                                                     \
			__typeof__(*(ptr)) value;                                                  \
		} __packed *__unaligned = (const void *)(ptr);                                     \
		__unaligned->value;                                                                \
	})
#define put_unaligned(v, ptr)                                                                      \
	do {                                                                                       \
		struct {                                                                           \
			__typeof__(*(ptr)) value;                                                  \
		} __packed *__unaligned = (void *)(ptr);                                           \
		__unaligned->value = (v);                                                          \
	} while (0)

#endif /* _VK_ASM_UNALIGNED_H */
