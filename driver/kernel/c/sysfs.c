// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#include <linux/sysfs.h>

#include <linux/err.h>
#include <linux/kobject.h>
#include <linux/mm.h>

#include "kernfs.h"

static ssize_t attribute_show(struct kernfs_node *file, char *page)
{
	struct kobject *kobj = file->object;
	const struct sysfs_ops *ops = kobj->ktype ? kobj->ktype->sysfs_ops : NULL;

	return ops && ops->show ? ops->show(kobj, (struct attribute *)file->attribute, page) : -EIO;
}

static ssize_t attribute_store(struct kernfs_node *file, const char *text, size_t n)
{
	struct kobject *kobj = file->object;
	const struct sysfs_ops *ops = kobj->ktype ? kobj->ktype->sysfs_ops : NULL;

	return ops && ops->store ? ops->store(kobj, (struct attribute *)file->attribute, text, n)
				 : -EIO;
}

static const struct vk_file_ops attribute_ops = {
	.show = attribute_show,
	.store = attribute_store,
};

static int add_file(struct kernfs_node *dir, struct kobject *kobj, const struct attribute *attr,
		    umode_t mode)
{
	if (!vk_kernfs_new_file(dir, attr->name, mode & 0777, &attribute_ops, kobj, attr)) {
		printk(KERN_WARNING "sysfs: cannot create duplicate filename '%s/%s'\n", dir->name,
		       attr->name);
		return -EEXIST;
	}
	return 0;
}

static void remove_child(struct kernfs_node *dir, const char *name)
{
	struct kernfs_node *file = vk_kernfs_child(dir, name);

	if (file)
		vk_kernfs_remove(file);
}

int sysfs_create_file(struct kobject *kobj, const struct attribute *attr)
{
	vk_enter();
	return kobj->sd ? add_file(kobj->sd, kobj, attr, attr->mode) : -ENOENT;
}

void sysfs_remove_file(struct kobject *kobj, const struct attribute *attr)
{
	vk_enter();
	if (kobj->sd)
		remove_child(kobj->sd, attr->name);
}

static void remove_files(struct kernfs_node *dir, const struct attribute_group *group)
{
	int i;

	for (i = 0; group->attrs && group->attrs[i]; i++)
		remove_child(dir, group->attrs[i]->name);
}

static struct kernfs_node *group_directory(struct kobject *kobj,
					   const struct attribute_group *group, bool create)
{
	struct kernfs_node *dir;

	if (!kobj->sd || !group->name)
		return kobj->sd;
	dir = create ? vk_kernfs_new_dir(kobj->sd, group->name)
		     : vk_kernfs_child(kobj->sd, group->name);
	if (dir)
		dir->group = group->name;
	return dir;
}

int sysfs_create_group(struct kobject *kobj, const struct attribute_group *group)
{
	struct kernfs_node *dir = group_directory(kobj, group, true);
	int i, error;

	vk_enter();
	if (!dir)
		return kobj->sd ? -EEXIST : -ENOENT;
	for (i = 0; group->attrs && group->attrs[i]; i++) {
		struct attribute *attr = group->attrs[i];
		umode_t mode = group->is_visible ? group->is_visible(kobj, attr, i) : attr->mode;

		if (!mode)
			continue;
		error = add_file(dir, kobj, attr, mode);
		if (!error)
			continue;
		while (--i >= 0)
			remove_child(dir, group->attrs[i]->name);
		return error;
	}
	return 0;
}

void sysfs_remove_group(struct kobject *kobj, const struct attribute_group *group)
{
	struct kernfs_node *dir = group_directory(kobj, group, false);

	vk_enter();
	if (!dir)
		return;
	remove_files(dir, group);
	if (group->name)
		vk_kernfs_remove(dir);
}

int sysfs_create_groups(struct kobject *kobj, const struct attribute_group **groups)
{
	int i, error;

	for (i = 0; groups && groups[i]; i++) {
		error = sysfs_create_group(kobj, groups[i]);
		if (!error)
			continue;
		while (--i >= 0)
			sysfs_remove_group(kobj, groups[i]);
		return error;
	}
	return 0;
}

void sysfs_remove_groups(struct kobject *kobj, const struct attribute_group **groups)
{
	for (; groups && *groups; groups++)
		sysfs_remove_group(kobj, *groups);
}

int sysfs_create_link(struct kobject *kobj, struct kobject *target, const char *name)
{
	if (!kobj->sd || !target->sd)
		return -ENOENT;
	return vk_kernfs_new_link(kobj->sd, name, target->sd) ? 0 : -EEXIST;
}

void sysfs_remove_link(struct kobject *kobj, const char *name)
{
	if (kobj->sd)
		remove_child(kobj->sd, name);
}

void sysfs_notify(struct kobject *kobj, const char *dir, const char *attr)
{
	struct kernfs_node *node = kobj->sd;

	vk_enter();
	if (node && dir)
		node = vk_kernfs_child(node, dir);
	if (node && attr)
		node = vk_kernfs_child(node, attr);
	if (node)
		vk_kernfs_notify(node);
}

int sysfs_emit(char *buf, const char *fmt, ...)
{
	va_list args;
	int n;

	va_start(args, fmt);
	n = vscnprintf(buf, PAGE_SIZE, fmt, args);
	va_end(args);
	return n;
}

int sysfs_emit_at(char *buf, int at, const char *fmt, ...)
{
	va_list args;
	int n;

	if (at < 0 || at >= (int)PAGE_SIZE)
		return 0;
	va_start(args, fmt);
	n = vscnprintf(buf + at, PAGE_SIZE - at, fmt, args);
	va_end(args);
	return n;
}
