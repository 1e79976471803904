/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_PROCESSOR_H
#define _VK_LINUX_PROCESSOR_H

#include <asm/processor.h>
#define spin_begin()
#define spin_end()
#define spin_cpu_relax() cpu_relax()

#endif /* _VK_LINUX_PROCESSOR_H */
