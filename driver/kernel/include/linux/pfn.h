/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_PFN_H
#define _VK_LINUX_PFN_H

#include <asm/page.h>

#endif /* _VK_LINUX_PFN_H */
