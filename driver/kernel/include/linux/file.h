/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_FILE_H
#define _VK_LINUX_FILE_H

#include <linux/fs.h>
void put_unused_fd(unsigned int fd);

#endif /* _VK_LINUX_FILE_H */
