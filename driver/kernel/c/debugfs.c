// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* Below /sys/kernel/debug. A dentry is the entry of the tree. */
#include <linux/debugfs.h>

#include <linux/fault-inject.h>
#include <linux/kstrtox.h>
#include <linux/sysfs.h>

#include "kernfs.h"

static struct kernfs_node *node_of(struct dentry *dentry)
{
	return dentry ? (struct kernfs_node *)dentry : vk_kernfs_path("kernel/debug");
}

struct dentry *debugfs_create_dir(const char *name, struct dentry *parent)
{
	struct kernfs_node *dir;

	vk_enter();
	if (IS_ERR(parent))
		return parent;
	dir = vk_kernfs_new_dir(node_of(parent), name);
	return dir ? (struct dentry *)dir : ERR_PTR(-EEXIST);
}

void debugfs_remove_recursive(struct dentry *dentry)
{
	vk_enter();
	if (!IS_ERR_OR_NULL(dentry))
		vk_kernfs_remove(node_of(dentry));
}

static ssize_t number_show(struct kernfs_node *file, char *page)
{
	if (file->attribute == (void *)sizeof(u32))
		return sysfs_emit(page, "%u\n", *(u32 *)file->object);
	return sysfs_emit(page, "%llu\n", *(u64 *)file->object);
}

static ssize_t number_store(struct kernfs_node *file, const char *text, size_t n)
{
	int error = file->attribute == (void *)sizeof(u32) ? kstrtou32(text, 0, file->object)
							   : kstrtou64(text, 0, file->object);

	return error ? error : (ssize_t)n;
}

static ssize_t bool_show(struct kernfs_node *file, char *page)
{
	return sysfs_emit(page, "%c\n", *(bool *)file->object ? 'Y' : 'N');
}

static ssize_t bool_store(struct kernfs_node *file, const char *text, size_t n)
{
	int error = kstrtobool(text, file->object);

	return error ? error : (ssize_t)n;
}

static const struct vk_file_ops number_ops = {.show = number_show, .store = number_store};
static const struct vk_file_ops bool_ops = {.show = bool_show, .store = bool_store};

static void add(const char *name, umode_t mode, struct dentry *parent,
		const struct vk_file_ops *ops, void *value, unsigned long size)
{
	if (!IS_ERR(parent))
		vk_kernfs_new_file(node_of(parent), name, mode, ops, value, (void *)size);
}

void debugfs_create_u32(const char *name, umode_t mode, struct dentry *parent, u32 *value)
{
	add(name, mode, parent, &number_ops, value, sizeof(*value));
}

void debugfs_create_u64(const char *name, umode_t mode, struct dentry *parent, u64 *value)
{
	add(name, mode, parent, &number_ops, value, sizeof(*value));
}

void debugfs_create_bool(const char *name, umode_t mode, struct dentry *parent, bool *value)
{
	add(name, mode, parent, &bool_ops, value, sizeof(*value));
}

bool should_fail(struct fault_attr *attr, ssize_t size)
{
	vk_enter();
	return attr->vk_name && vk_fault(attr->vk_name, size);
}

struct dentry *fault_create_debugfs_attr(const char *name, struct dentry *parent,
					 struct fault_attr *attr)
{
	if (!attr->vk_name)
		attr->vk_name = name;
	return debugfs_create_dir(name, parent);
}
