/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_IO_H
#define _VK_LINUX_IO_H

#include <asm/io.h>
#include <linux/err.h>

#endif /* _VK_LINUX_IO_H */
