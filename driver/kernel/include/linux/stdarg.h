/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_STDARG_H
#define _VK_LINUX_STDARG_H

typedef __builtin_va_list va_list;
#define va_start(v, last) __builtin_va_start(v, last)
#define va_end(v) __builtin_va_end(v)
#define va_arg(v, type) __builtin_va_arg(v, type)
#define va_copy(to, from) __builtin_va_copy(to, from)

#endif /* _VK_LINUX_STDARG_H */
