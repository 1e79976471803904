/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_KCONFIG_H
#define _VK_LINUX_KCONFIG_H

#define IS_ENABLED(option) 0
#define IS_BUILTIN(option) 0
#define IS_MODULE(option) 0

#endif /* _VK_LINUX_KCONFIG_H */
