/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_POLL_H
#define _VK_LINUX_POLL_H

#include <linux/fs.h>
#include <linux/wait.h>

#endif /* _VK_LINUX_POLL_H */
