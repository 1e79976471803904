/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_UMH_H
#define _VK_LINUX_UMH_H

#include <linux/types.h>
#define UMH_NO_WAIT 0
#define UMH_WAIT_EXEC 1
#define UMH_WAIT_PROC 2
/* Logs the call and runs nothing: 0. */
int call_usermodehelper(const char *path, char **argv, char **envp, int wait);

#endif /* _VK_LINUX_UMH_H */
