/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_DEVICE_H
#define _VK_LINUX_DEVICE_H

/* Devices and classes (4.12). */
#include <linux/compiler.h>
#include <linux/err.h>
#include <linux/gfp.h>
#include <linux/kdev_t.h>
#include <linux/kobject.h>
#include <linux/module.h>
#include <linux/printk.h>
#include <linux/slab.h>
#include <linux/sysfs.h>
#include <linux/types.h>

struct class;
struct device;

struct bus_type {
	const char *name;
};

struct device_driver {
	const char *name;
	struct bus_type *bus;
	struct module *owner;
};

struct device {
	struct kobject kobj;
	struct device *parent;
	const char *init_name;
	struct bus_type *bus;
	struct device_driver *driver;
	void *platform_data;
	void *driver_data;
	u64 *dma_mask;
	u64 coherent_dma_mask;
	dev_t devt;
	u32 id;
	struct class *class;
	const struct attribute_group **groups;
	void (*release)(struct device *dev);
	struct list_head vk_class_entry;
};

struct class {
	const char *name;
	struct module *owner;
	const struct attribute_group **class_groups;
	const struct attribute_group **dev_groups;
	char *(*devnode)(struct device *dev, umode_t *mode);
	void (*class_release)(struct class *class);
	void (*dev_release)(struct device *dev);
	struct kobject vk_kobj;
	struct list_head vk_devices;
};

struct class_attribute {
	struct attribute attr;
	ssize_t (*show)(struct class *class, struct class_attribute *attr, char *buf);
	ssize_t (*store)(struct class *class, struct class_attribute *attr, const char *buf,
			 size_t count);
};

struct device_attribute {
	struct attribute attr;
	ssize_t (*show)(struct device *dev, struct device_attribute *attr, char *buf);
	ssize_t (*store)(struct device *dev, struct device_attribute *attr, const char *buf,
			 size_t count);
};

#define DEVICE_ATTR(name, mode, show, store)                                                       \
	struct device_attribute dev_attr_##name = __ATTR(name, mode, show, store)
#define DEVICE_ATTR_RO(name) struct device_attribute dev_attr_##name = __ATTR_RO(name)
#define DEVICE_ATTR_WO(name) struct device_attribute dev_attr_##name = __ATTR_WO(name)
#define DEVICE_ATTR_RW(name) struct device_attribute dev_attr_##name = __ATTR_RW(name)
#define CLASS_ATTR_RO(name) struct class_attribute class_attr_##name = __ATTR_RO(name)
#define CLASS_ATTR_WO(name) struct class_attribute class_attr_##name = __ATTR_WO(name)
#define CLASS_ATTR_RW(name) struct class_attribute class_attr_##name = __ATTR_RW(name)

struct class *__must_check vk_class_create(struct module *owner, const char *name);
#define class_create(owner, name) vk_class_create(owner, name)
void class_destroy(struct class *cls);
int __must_check class_create_file(struct class *class, const struct class_attribute *attr);
void class_remove_file(struct class *class, const struct class_attribute *attr);

/* Makes /dev/<name>, /sys/devices/virtual/<class>/<name> and /sys/class/<class>/<name>. */
__printf(5, 6) struct device *device_create(struct class *cls, struct device *parent, dev_t devt,
					    void *drvdata, const char *fmt, ...);
__printf(6, 7) struct device *device_create_with_groups(struct class *cls, struct device *parent,
							dev_t devt, void *drvdata,
							const struct attribute_group **groups,
							const char *fmt, ...);
void device_destroy(struct class *cls, dev_t devt);
int device_create_file(struct device *dev, const struct device_attribute *entry);
void device_remove_file(struct device *dev, const struct device_attribute *attr);
struct device *get_device(struct device *dev);
void put_device(struct device *dev);
const char *dev_driver_string(const struct device *dev);

static inline struct device *kobj_to_dev(struct kobject *kobj)
{
	return container_of(kobj, struct device, kobj);
}

static inline const char *dev_name(const struct device *dev)
{
	return dev->init_name ? dev->init_name : kobject_name(&dev->kobj);
}

static inline void *dev_get_drvdata(const struct device *dev)
{
	return dev->driver_data;
}

static inline void dev_set_drvdata(struct device *dev, void *data)
{
	dev->driver_data = data;
}

static inline int dev_to_node(struct device *dev)
{
	return -1;
}

#ifndef dev_fmt
#define dev_fmt(format) format
#endif
__printf(3, 4) void vk_dev_printk(const char *level, const struct device *dev, const char *fmt,
				  ...);
#define dev_printk(level, dev, fmt, ...) vk_dev_printk(level, dev, fmt, ##__VA_ARGS__)
#define dev_crit(dev, fmt, ...) vk_dev_printk(KERN_CRIT, dev, dev_fmt(fmt), ##__VA_ARGS__)
#define dev_err(dev, fmt, ...) vk_dev_printk(KERN_ERR, dev, dev_fmt(fmt), ##__VA_ARGS__)
#define dev_warn(dev, fmt, ...) vk_dev_printk(KERN_WARNING, dev, dev_fmt(fmt), ##__VA_ARGS__)
#define dev_notice(dev, fmt, ...) vk_dev_printk(KERN_NOTICE, dev, dev_fmt(fmt), ##__VA_ARGS__)
#define dev_info(dev, fmt, ...) vk_dev_printk(KERN_INFO, dev, dev_fmt(fmt), ##__VA_ARGS__)
#define dev_dbg(dev, fmt, ...)                                                                     \
	({                                                                                         \
		if (0)                                                                             \
			vk_dev_printk(KERN_DEBUG, dev, dev_fmt(fmt), ##__VA_ARGS__);               \
	})
#define dev_err_once(dev, fmt, ...) __vk_once(dev_err(dev, fmt, ##__VA_ARGS__))
#define dev_warn_once(dev, fmt, ...) __vk_once(dev_warn(dev, fmt, ##__VA_ARGS__))
#define dev_info_once(dev, fmt, ...) __vk_once(dev_info(dev, fmt, ##__VA_ARGS__))

#endif /* _VK_LINUX_DEVICE_H */
