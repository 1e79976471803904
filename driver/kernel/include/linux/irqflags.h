/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_IRQFLAGS_H
#define _VK_LINUX_IRQFLAGS_H

#define local_irq_save(flags) ((flags) = 0)
#define local_irq_restore(flags) ((void)(flags))

#endif /* _VK_LINUX_IRQFLAGS_H */
