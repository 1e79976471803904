/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_IO_64_NONATOMIC_LO_HI_H
#define _VK_LINUX_IO_64_NONATOMIC_LO_HI_H

#include <asm/io.h>

#endif /* _VK_LINUX_IO_64_NONATOMIC_LO_HI_H */
