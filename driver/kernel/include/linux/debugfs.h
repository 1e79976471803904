/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_DEBUGFS_H
#define _VK_LINUX_DEBUGFS_H

#include <linux/compiler.h>
#include <linux/fs.h>
#include <linux/types.h>
struct dentry;
struct dentry *debugfs_create_dir(const char *name, struct dentry *parent);
void debugfs_remove_recursive(struct dentry *dentry);
#define debugfs_remove(dentry) debugfs_remove_recursive(dentry)
void debugfs_create_u32(const char *name, umode_t mode, struct dentry *parent, u32 *value);
void debugfs_create_u64(const char *name, umode_t mode, struct dentry *parent, u64 *value);
void debugfs_create_bool(const char *name, umode_t mode, struct dentry *parent, bool *value);

#endif /* _VK_LINUX_DEBUGFS_H */
