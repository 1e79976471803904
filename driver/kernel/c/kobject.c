// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#include <linux/kobject.h>

#include <linux/err.h>
#include <linux/sprintf.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/sysfs.h>

#include "checks.h"
#include "kernfs.h"

#define NAME_LENGTH 256

static struct kobject kernel_kobject = {.name = "kernel"};
struct kobject *kernel_kobj = &kernel_kobject;

static char *format_name(const char *fmt, va_list args)
{
	char name[NAME_LENGTH];
	int n = vscnprintf(name, sizeof(name), fmt, args);

	return memcpy(vk_alloc(n + 1), name, n + 1);
}

void kobject_init(struct kobject *kobj, const struct kobj_type *ktype)
{
	kref_init(&kobj->kref);
	INIT_LIST_HEAD(&kobj->entry);
	kobj->ktype = ktype;
	kobj->sd = NULL;
	kobj->state_in_sysfs = 0;
	kobj->state_initialized = 1;
}

/* A copied parent is as good as the original: its directory is found through sd. */
static struct kernfs_node *directory_of(struct kobject *kobj)
{
	if (kobj == kernel_kobj && !kobj->sd)
		kobj->sd = vk_kernfs_path("kernel");
	return kobj ? kobj->sd : vk_kernfs_path("");
}

static int add(struct kobject *kobj, struct kobject *parent, const char *fmt, va_list args)
{
	struct kernfs_node *under = directory_of(parent);

	kobj->name = format_name(fmt, args);
	kobj->parent = parent;
	if (!under)
		return -ENOENT;
	kobj->sd = vk_kernfs_new_dir(under, kobj->name);
	if (!kobj->sd) {
		printk(KERN_ERR "kobject_add: '%s' is there already below '%s'\n", kobj->name,
		       under->name);
		return -EEXIST;
	}
	kobj->state_in_sysfs = 1;
	kobject_get(parent);
	if (kobj->ktype && kobj->ktype->default_groups)
		return sysfs_create_groups(kobj, kobj->ktype->default_groups);
	return 0;
}

int kobject_add(struct kobject *kobj, struct kobject *parent, const char *fmt, ...)
{
	va_list args;
	int error;

	va_start(args, fmt);
	error = add(kobj, parent, fmt, args);
	va_end(args);
	return error;
}

int kobject_init_and_add(struct kobject *kobj, const struct kobj_type *ktype,
			 struct kobject *parent, const char *fmt, ...)
{
	va_list args;
	int error;

	vk_enter();
	kobject_init(kobj, ktype);
	va_start(args, fmt);
	error = add(kobj, parent, fmt, args);
	va_end(args);
	return error;
}

void kobject_del(struct kobject *kobj)
{
	if (!kobj || !kobj->state_in_sysfs)
		return;
	kobj->state_in_sysfs = 0;
	vk_kernfs_remove(kobj->sd);
	vk_kernfs_free(kobj->sd);
	kobj->sd = NULL;
	kobject_put(kobj->parent);
	kobj->parent = NULL;
}

struct kobject *kobject_get(struct kobject *kobj)
{
	if (kobj)
		kref_get(&kobj->kref);
	return kobj;
}

static void release(struct kref *kref)
{
	struct kobject *kobj = container_of(kref, struct kobject, kref);
	char *name = (char *)kobj->name;

	kobject_del(kobj);
	if (kobj->ktype && kobj->ktype->release)
		kobj->ktype->release(kobj);
	vk_free(name);
}

void kobject_put(struct kobject *kobj)
{
	if (!kobj)
		return;
	vk_enter();
	if (kref_read(&kobj->kref) == 0) {
		vk_problemf("kobject_put of a kobject that nobody holds");
		return;
	}
	kref_put(&kobj->kref, release);
}

static void free_dynamic(struct kobject *kobj)
{
	kfree(kobj);
}

static ssize_t kobj_attr_show(struct kobject *kobj, struct attribute *attr, char *buf)
{
	struct kobj_attribute *kattr = container_of(attr, struct kobj_attribute, attr);

	return kattr->show ? kattr->show(kobj, kattr, buf) : -EIO;
}

static ssize_t kobj_attr_store(struct kobject *kobj, struct attribute *attr, const char *buf,
			       size_t n)
{
	struct kobj_attribute *kattr = container_of(attr, struct kobj_attribute, attr);

	return kattr->store ? kattr->store(kobj, kattr, buf, n) : -EIO;
}

const struct sysfs_ops kobj_sysfs_ops = {.show = kobj_attr_show, .store = kobj_attr_store};

static const struct kobj_type dynamic_type = {
	.release = free_dynamic,
	.sysfs_ops = &kobj_sysfs_ops,
};

struct kobject *kobject_create_and_add(const char *name, struct kobject *parent)
{
	struct kobject *kobj = kzalloc(sizeof(*kobj), GFP_KERNEL);

	if (!kobj)
		return NULL;
	if (kobject_init_and_add(kobj, &dynamic_type, parent, "%s", name)) {
		kobject_put(kobj);
		return NULL;
	}
	return kobj;
}
