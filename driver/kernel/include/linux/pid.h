/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_PID_H
#define _VK_LINUX_PID_H

#include <linux/sched.h>

#endif /* _VK_LINUX_PID_H */
