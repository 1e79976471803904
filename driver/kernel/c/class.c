// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* Classes and devices (docs/reference/50-kernel-api-surface.md, 4.12). */
#include <linux/device.h>

#include <linux/fs.h>
#include <linux/string.h>

#include "class.h"
#include "kernfs.h"

static LIST_HEAD(all_devices);
static struct kobject class_root = {.name = "class"};

static ssize_t class_attr_show(struct kobject *kobj, struct attribute *attr, char *buf)
{
	struct class_attribute *cattr = container_of(attr, struct class_attribute, attr);
	struct class *class = container_of(kobj, struct class, vk_kobj);

	return cattr->show ? cattr->show(class, cattr, buf) : -EIO;
}

static ssize_t class_attr_store(struct kobject *kobj, struct attribute *attr, const char *buf,
				size_t n)
{
	struct class_attribute *cattr = container_of(attr, struct class_attribute, attr);
	struct class *class = container_of(kobj, struct class, vk_kobj);

	return cattr->store ? cattr->store(class, cattr, buf, n) : -EIO;
}

static const struct sysfs_ops class_ops = {.show = class_attr_show, .store = class_attr_store};

static void class_free(struct kobject *kobj)
{
	vk_free(container_of(kobj, struct class, vk_kobj));
}

static const struct kobj_type class_type = {.sysfs_ops = &class_ops, .release = class_free};

struct class *vk_class_create(struct module *owner, const char *name)
{
	struct class *class = vk_alloc(sizeof(*class));
	int error;

	vk_enter();
	if (!class_root.sd) {
		kref_init(&class_root.kref);
		class_root.sd = vk_kernfs_path("class");
	}
	class->name = name;
	class->owner = owner;
	error = kobject_init_and_add(&class->vk_kobj, &class_type, &class_root, "%s", name);
	if (error) {
		kobject_put(&class->vk_kobj);
		return ERR_PTR(error);
	}
	return class;
}

void class_destroy(struct class *class)
{
	vk_enter();
	if (!IS_ERR_OR_NULL(class))
		kobject_put(&class->vk_kobj);
}

int class_create_file(struct class *class, const struct class_attribute *attr)
{
	return sysfs_create_file(&class->vk_kobj, &attr->attr);
}

void class_remove_file(struct class *class, const struct class_attribute *attr)
{
	sysfs_remove_file(&class->vk_kobj, &attr->attr);
}

static ssize_t dev_attr_show(struct kobject *kobj, struct attribute *attr, char *buf)
{
	struct device_attribute *dattr = container_of(attr, struct device_attribute, attr);

	return dattr->show ? dattr->show(kobj_to_dev(kobj), dattr, buf) : -EIO;
}

static ssize_t dev_attr_store(struct kobject *kobj, struct attribute *attr, const char *buf,
			      size_t n)
{
	struct device_attribute *dattr = container_of(attr, struct device_attribute, attr);

	return dattr->store ? dattr->store(kobj_to_dev(kobj), dattr, buf, n) : -EIO;
}

static const struct sysfs_ops device_ops = {.show = dev_attr_show, .store = dev_attr_store};

static void device_free(struct kobject *kobj)
{
	struct device *dev = kobj_to_dev(kobj);

	if (dev->release)
		dev->release(dev);
	vk_free(dev);
}

static const struct kobj_type device_type = {.sysfs_ops = &device_ops, .release = device_free};

static ssize_t dev_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "%u:%u\n", MAJOR(dev->devt), MINOR(dev->devt));
}

static ssize_t uevent_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "MAJOR=%u\nMINOR=%u\nDEVNAME=%s\n", MAJOR(dev->devt),
			  MINOR(dev->devt), dev_name(dev));
}

static DEVICE_ATTR_RO(dev);
static struct device_attribute dev_attr_uevent = __ATTR(uevent, 0444, uevent_show, NULL);

static struct attribute *node_attrs[] = {&dev_attr_dev.attr, &dev_attr_uevent.attr, NULL};
static const struct attribute_group node_group = {.attrs = node_attrs};

/* The directory below which devices of a class without a parent stand: devices/virtual/<class>. */
static struct kernfs_node *place_of(struct class *class, struct device *parent)
{
	struct kernfs_node *above =
		parent && parent->kobj.sd ? parent->kobj.sd : vk_kernfs_path("devices/virtual");

	return vk_kernfs_dir(above, class->name);
}

static int publish(struct device *dev, const struct attribute_group **groups)
{
	int error;

	error = dev->devt ? sysfs_create_group(&dev->kobj, &node_group) : 0;
	if (!error)
		error = sysfs_create_link(&dev->class->vk_kobj, &dev->kobj, dev_name(dev));
	if (!error)
		error = sysfs_create_link(&dev->kobj, &dev->class->vk_kobj, "subsystem");
	if (!error)
		error = sysfs_create_groups(&dev->kobj, dev->class->dev_groups);
	return error ? error : sysfs_create_groups(&dev->kobj, groups);
}

static void withdraw(struct device *dev)
{
	sysfs_remove_link(&dev->class->vk_kobj, dev_name(dev));
	list_del(&dev->vk_class_entry);
	kobject_del(&dev->kobj);
	kobject_put(&dev->kobj);
}

static struct device *create(struct class *class, struct device *parent, dev_t devt, void *drvdata,
			     const struct attribute_group **groups, const char *fmt, va_list args)
{
	struct kobject place = {.name = class->name};
	struct device *dev = vk_alloc(sizeof(*dev));
	char name[64];
	int error;

	vk_enter();
	vscnprintf(name, sizeof(name), fmt, args);
	place.sd = place_of(class, parent);
	kref_init(&place.kref);
	dev->parent = parent;
	dev->class = class;
	dev->devt = devt;
	dev->driver_data = drvdata;
	error = kobject_init_and_add(&dev->kobj, &device_type, &place, "%s", name);
	if (error) {
		kobject_put(&dev->kobj);
		return ERR_PTR(error);
	}
	dev->kobj.parent = parent ? kobject_get(&parent->kobj) : NULL;
	list_add_tail(&dev->vk_class_entry, &all_devices);
	error = publish(dev, groups);
	if (error) {
		withdraw(dev);
		return ERR_PTR(error);
	}
	return dev;
}

struct device *device_create(struct class *class, struct device *parent, dev_t devt, void *drvdata,
			     const char *fmt, ...)
{
	struct device *dev;
	va_list args;

	va_start(args, fmt);
	dev = create(class, parent, devt, drvdata, NULL, fmt, args);
	va_end(args);
	return dev;
}

struct device *device_create_with_groups(struct class *class, struct device *parent, dev_t devt,
					 void *drvdata, const struct attribute_group **groups,
					 const char *fmt, ...)
{
	struct device *dev;
	va_list args;

	va_start(args, fmt);
	dev = create(class, parent, devt, drvdata, groups, fmt, args);
	va_end(args);
	return dev;
}

void device_destroy(struct class *class, dev_t devt)
{
	struct device *dev;

	vk_enter();
	list_for_each_entry(dev, &all_devices, vk_class_entry)
	{
		if (dev->class == class && dev->devt == devt) {
			withdraw(dev);
			return;
		}
	}
}

bool vk_device_node(const char *name, dev_t *devt)
{
	struct device *dev;

	list_for_each_entry(dev, &all_devices, vk_class_entry)
	{
		if (dev->devt && !strcmp(dev_name(dev), name)) {
			*devt = dev->devt;
			return true;
		}
	}
	return false;
}

int device_create_file(struct device *dev, const struct device_attribute *entry)
{
	return sysfs_create_file(&dev->kobj, &entry->attr);
}

void device_remove_file(struct device *dev, const struct device_attribute *attr)
{
	sysfs_remove_file(&dev->kobj, &attr->attr);
}

struct device *get_device(struct device *dev)
{
	if (dev)
		kobject_get(&dev->kobj);
	return dev;
}

void put_device(struct device *dev)
{
	if (dev)
		kobject_put(&dev->kobj);
}
