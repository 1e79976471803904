// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* Character device numbers and the devices behind them. */
#include "chrdev.h"

#include <linux/cdev.h>
#include <linux/errno.h>
#include <linux/list.h>

#define LAST_DYNAMIC_MAJOR 254
#define FIRST_DYNAMIC_MAJOR 234

struct region {
	struct list_head entry;
	dev_t first;
	unsigned int count;
};

static LIST_HEAD(regions);
static LIST_HEAD(cdevs);

static bool overlaps(dev_t first, unsigned int count)
{
	struct region *region;

	list_for_each_entry(region, &regions, entry) if (first < region->first + region->count &&
							 region->first < first + count) return true;
	return false;
}

int register_chrdev_region(dev_t first, unsigned int count, const char *name)
{
	struct region *region;

	vk_enter();
	if (overlaps(first, count))
		return -EBUSY;
	region = vk_alloc(sizeof(*region));
	region->first = first;
	region->count = count;
	list_add_tail(&region->entry, &regions);
	return 0;
}

int alloc_chrdev_region(dev_t *dev, unsigned int first_minor, unsigned int count, const char *name)
{
	unsigned int major;

	for (major = LAST_DYNAMIC_MAJOR; major >= FIRST_DYNAMIC_MAJOR; major--) {
		if (overlaps(MKDEV(major, 0), 1U << MINORBITS))
			continue;
		*dev = MKDEV(major, first_minor);
		return register_chrdev_region(*dev, count, name);
	}
	return -EBUSY;
}

void unregister_chrdev_region(dev_t first, unsigned int count)
{
	struct region *region, *next;

	vk_enter();
	list_for_each_entry_safe(region, next, &regions, entry)
	{
		if (region->first != first || region->count != count)
			continue;
		list_del(&region->entry);
		vk_free(region);
	}
}

void cdev_init(struct cdev *cdev, const struct file_operations *ops)
{
	*cdev = (struct cdev){.ops = ops};
	INIT_LIST_HEAD(&cdev->list);
	kref_init(&cdev->kobj.kref);
}

int cdev_add(struct cdev *cdev, dev_t dev, unsigned int count)
{
	vk_enter();
	if (vk_cdev_find(dev))
		return -EBUSY;
	cdev->dev = dev;
	cdev->count = count;
	list_add_tail(&cdev->list, &cdevs);
	return 0;
}

void cdev_del(struct cdev *cdev)
{
	vk_enter();
	list_del_init(&cdev->list);
}

struct cdev *vk_cdev_find(dev_t dev)
{
	struct cdev *cdev;

	list_for_each_entry(cdev, &cdevs, list) if (dev - cdev->dev < cdev->count) return cdev;
	return NULL;
}
