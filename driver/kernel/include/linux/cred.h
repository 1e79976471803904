/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_CRED_H
#define _VK_LINUX_CRED_H

#include <linux/capability.h>
#include <linux/sched.h>

#endif /* _VK_LINUX_CRED_H */
