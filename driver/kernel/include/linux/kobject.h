/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_KOBJECT_H
#define _VK_LINUX_KOBJECT_H

/* Reference counted directories of sysfs (4.12). */
#include <linux/compiler.h>
#include <linux/kref.h>
#include <linux/list.h>
#include <linux/sysfs.h>
#include <linux/types.h>

struct kernfs_node;
struct kset;

struct kobj_type {
	void (*release)(struct kobject *kobj);
	const struct sysfs_ops *sysfs_ops;
	const struct attribute_group **default_groups;
};

struct kobject {
	const char *name;
	struct list_head entry;
	struct kobject *parent;
	struct kset *kset;
	const struct kobj_type *ktype;
	struct kernfs_node *sd; /* the directory, also of a copy of this object */
	struct kref kref;
	unsigned int state_initialized : 1;
	unsigned int state_in_sysfs : 1;
};

struct kobj_attribute {
	struct attribute attr;
	ssize_t (*show)(struct kobject *kobj, struct kobj_attribute *attr, char *buf);
	ssize_t (*store)(struct kobject *kobj, struct kobj_attribute *attr, const char *buf,
			 size_t count);
};

extern struct kobject *kernel_kobj;
extern const struct sysfs_ops kobj_sysfs_ops;

void kobject_init(struct kobject *kobj, const struct kobj_type *ktype);
__printf(3, 4) int kobject_add(struct kobject *kobj, struct kobject *parent, const char *fmt, ...);
__printf(4, 5) int kobject_init_and_add(struct kobject *kobj, const struct kobj_type *ktype,
					struct kobject *parent, const char *fmt, ...);
struct kobject *kobject_create_and_add(const char *name, struct kobject *parent);
void kobject_del(struct kobject *kobj);
struct kobject *kobject_get(struct kobject *kobj);
void kobject_put(struct kobject *kobj);

static inline const char *kobject_name(const struct kobject *kobj)
{
	return kobj->name;
}

#endif /* _VK_LINUX_KOBJECT_H */
