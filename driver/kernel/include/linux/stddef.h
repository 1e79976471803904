/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_STDDEF_H
#define _VK_LINUX_STDDEF_H

#undef NULL
#define NULL ((void *)0)

enum { false = 0, true = 1 };

#undef offsetof
#define offsetof(type, member) __builtin_offsetof(type, member)
#define sizeof_field(type, member) sizeof(((type *)0)->member)
#define offsetofend(type, member) (offsetof(type, member) + sizeof_field(type, member))
#define struct_group(name, members...)                                                             \
	union {                                                                                    \
		struct {                                                                           \
			members                                                                    \
		};                                                                                 \
		struct {                                                                           \
			members                                                                    \
		} name;                                                                            \
	}

#endif /* _VK_LINUX_STDDEF_H */
