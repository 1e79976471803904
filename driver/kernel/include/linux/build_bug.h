/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_BUILD_BUG_H
#define _VK_LINUX_BUILD_BUG_H

#include <linux/compiler.h>

#define __vk_static_assert(expr, message, ...) _Static_assert(expr, message)
#define static_assert(expr, ...) __vk_static_assert(expr, ##__VA_ARGS__, #expr)
#define BUILD_BUG_ON(condition) ((void)sizeof(char[1 - 2 * !!(condition)]))
#define BUILD_BUG_ON_MSG(condition, message) BUILD_BUG_ON(condition)
#define BUILD_BUG_ON_ZERO(e) ((int)sizeof(struct { int : (-!!(e)); }))

#endif /* _VK_LINUX_BUILD_BUG_H */
