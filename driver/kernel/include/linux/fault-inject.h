/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_FAULT_INJECT_H
#define _VK_LINUX_FAULT_INJECT_H

/*
 * Fault attributes (4.21; docs/reference/11-fw-io.md, section 11): should_fail() asks the platform's
 * fault point driver.<name of the attribute>.
 */
#include <linux/debugfs.h>
#include <linux/types.h>

#ifndef CONFIG_FAULT_INJECTION
#define CONFIG_FAULT_INJECTION 1
#endif

struct fault_attr {
	const char *vk_name;
};

#define DECLARE_FAULT_ATTR(name) struct fault_attr name = { .vk_name = #name }
bool should_fail(struct fault_attr *attr, ssize_t size);
struct dentry *fault_create_debugfs_attr(const char *name, struct dentry *parent,
					 struct fault_attr *attr);

#endif /* _VK_LINUX_FAULT_INJECT_H */
