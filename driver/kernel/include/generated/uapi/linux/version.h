/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_GENERATED_UAPI_LINUX_VERSION_H
#define _VK_GENERATED_UAPI_LINUX_VERSION_H

#include <linux/version.h>

#endif /* _VK_GENERATED_UAPI_LINUX_VERSION_H */
