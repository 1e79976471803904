/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_SYSFS_H
#define _VK_LINUX_SYSFS_H

/* Attributes: small text files (4.12). */
#include <linux/compiler.h>
#include <linux/kernel.h>
#include <linux/stat.h>
#include <linux/stringify.h>
#include <linux/types.h>

struct kobject;

struct attribute {
	const char *name;
	umode_t mode;
};

struct bin_attribute;

struct attribute_group {
	const char *name;
	umode_t (*is_visible)(struct kobject *kobj, struct attribute *attr, int n);
	umode_t (*is_bin_visible)(struct kobject *kobj, struct bin_attribute *attr, int n);
	struct attribute **attrs;
	struct bin_attribute **bin_attrs;
};

struct sysfs_ops {
	ssize_t (*show)(struct kobject *kobj, struct attribute *attr, char *buf);
	ssize_t (*store)(struct kobject *kobj, struct attribute *attr, const char *buf,
			 size_t size);
};

#define __ATTR(name_, mode_, show_, store_)                                                        \
	{                                                                                          \
		.attr = { .name = __stringify(name_), .mode = VERIFY_OCTAL_PERMISSIONS(mode_) },   \
		.show = show_, .store = store_,                                                    \
	}
#define __ATTR_RO(name_) __ATTR(name_, 0444, name_##_show, NULL)
#define __ATTR_WO(name_) __ATTR(name_, 0200, NULL, name_##_store)
#define __ATTR_RW(name_) __ATTR(name_, 0644, name_##_show, name_##_store)
#define __ATTR_NULL                                                                                \
	{                                                                                          \
		.attr = { .name = NULL }                                                           \
	}
#define ATTRIBUTE_GROUPS(name_)                                                                    \
	static const struct attribute_group name_##_group = { .attrs = name_##_attrs };            \
	static const struct attribute_group *name_##_groups[] = { &name_##_group, NULL }
#define sysfs_attr_init(attr) ((void)(attr))

int __must_check sysfs_create_group(struct kobject *kobj, const struct attribute_group *group);
int __must_check sysfs_create_groups(struct kobject *kobj, const struct attribute_group **groups);
void sysfs_remove_group(struct kobject *kobj, const struct attribute_group *group);
void sysfs_remove_groups(struct kobject *kobj, const struct attribute_group **groups);
int __must_check sysfs_create_file(struct kobject *kobj, const struct attribute *attr);
void sysfs_remove_file(struct kobject *kobj, const struct attribute *attr);
int __must_check sysfs_create_link(struct kobject *kobj, struct kobject *target, const char *name);
void sysfs_remove_link(struct kobject *kobj, const char *name);
/* Wakes the pollers of one file, once each; may be called with locks held. */
void sysfs_notify(struct kobject *kobj, const char *dir, const char *attr);
__printf(2, 3) int sysfs_emit(char *buf, const char *fmt, ...);
__printf(3, 4) int sysfs_emit_at(char *buf, int at, const char *fmt, ...);

#endif /* _VK_LINUX_SYSFS_H */
