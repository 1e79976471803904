/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_PREEMPT_H
#define _VK_LINUX_PREEMPT_H

#include <linux/types.h>
void preempt_disable(void);
void preempt_enable(void);
bool in_atomic(void);
#define in_interrupt() false
#define in_task() true

#endif /* _VK_LINUX_PREEMPT_H */
