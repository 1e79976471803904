/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_KERNEL_READ_FILE_H
#define _VK_LINUX_KERNEL_READ_FILE_H

#include <linux/fs.h>
enum kernel_read_file_id { READING_UNKNOWN = 0, READING_FIRMWARE, READING_MODULE };
/* Reads a file into *buf, allocated with vmalloc if null; bytes read or -errno. */
ssize_t kernel_read_file_from_path(const char *path, loff_t offset, void **buf, size_t buf_size,
				   size_t *file_size, enum kernel_read_file_id id);

#endif /* _VK_LINUX_KERNEL_READ_FILE_H */
