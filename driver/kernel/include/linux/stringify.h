/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_STRINGIFY_H
#define _VK_LINUX_STRINGIFY_H

#define __stringify_1(x...) #x
#define __stringify(x...) __stringify_1(x)

#endif /* _VK_LINUX_STRINGIFY_H */
