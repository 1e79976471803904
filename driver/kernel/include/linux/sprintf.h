/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_SPRINTF_H
#define _VK_LINUX_SPRINTF_H

#include <linux/compiler.h>
#include <linux/stdarg.h>
#include <linux/types.h>

/* The C library's functions of these names stay what they are for the rest of the program. */
#define sprintf vk_sprintf
#define vsprintf vk_vsprintf
#define snprintf vk_snprintf
#define vsnprintf vk_vsnprintf

/* Return the length that the text has or would have had; scnprintf the length that was written. */
__printf(2, 3) int sprintf(char *to, const char *format, ...);
__printf(2, 0) int vsprintf(char *to, const char *format, va_list args);
__printf(3, 4) int snprintf(char *to, size_t size, const char *format, ...);
__printf(3, 0) int vsnprintf(char *to, size_t size, const char *format, va_list args);
__printf(3, 4) int scnprintf(char *to, size_t size, const char *format, ...);
__printf(3, 0) int vscnprintf(char *to, size_t size, const char *format, va_list args);
__printf(2, 3) char *kasprintf(gfp_t flags, const char *format, ...);
__printf(2, 0) char *kvasprintf(gfp_t flags, const char *format, va_list args);
/* sscanf with the kernel's conversions d i u x s c n, a width and h hh l ll z. */
__attribute__((__format__(scanf, 2, 3))) int vk_sscanf(const char *s, const char *format, ...);
#define sscanf vk_sscanf

#endif /* _VK_LINUX_SPRINTF_H */
