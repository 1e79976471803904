// SPDX-License-Identifier: Apache-2.0
/* A PCI driver with a character device, attributes, a copied parent kobject and parameters. */
#include <linux/cdev.h>
#include <linux/delay.h>
#include <linux/device.h>
#include <linux/fs.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/pci.h>
#include <linux/uaccess.h>
#include <linux/wait.h>

#include "expect.h"
#include "ktest.h"

#define MAX_DEVICES 4

struct ktest_device {
	struct cdev cdev;
	struct device *node;
	void __iomem *bar0;
	struct kobject copy; /* of the node's own kobject; never registered */
	struct kobject info;
	void *page;
	int index;
};

int ktest_probed, ktest_removed, ktest_flushed, ktest_released, ktest_kobject_released;
int ktest_leak_at_exit, ktest_lock_at_exit;

static struct ktest_device *devices[MAX_DEVICES];
static struct class *class;
static dev_t first;
static DEFINE_MUTEX(lock);
static DECLARE_WAIT_QUEUE_HEAD(never);

static int level = 3;
module_param(level, int, S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP);
MODULE_PARM_DESC(level, "how much");
static unsigned int limit = 10;
module_param_named(most, limit, uint, 0440);
static bool quiet;
module_param(quiet, bool, 0644);
static u16 table[4] = { 1, 2, 3, 4 };
static int table_count = 4;
module_param_array(table, ushort, &table_count, 0644);

static ssize_t level_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "%d\n", level);
}

static ssize_t level_store(struct device *dev, struct device_attribute *attr, const char *buf,
			   size_t n)
{
	int error = kstrtoint(buf, 0, &level);

	return error ? error : (ssize_t)n;
}

static DEVICE_ATTR(level, 0600, level_show, level_store);
static DEVICE_ATTR(blind, 0200, NULL, level_store);
static struct attribute *attrs[] = { &dev_attr_level.attr, &dev_attr_blind.attr, NULL };
static const struct attribute_group group = { .attrs = attrs };

static ssize_t version_show(struct class *cls, struct class_attribute *attr, char *buf)
{
	return sprintf(buf, "%s 1.0", attr->attr.name);
}

static struct class_attribute class_attr_version = __ATTR(version, 0444, version_show, NULL);

static struct attribute *no_attrs[] = { NULL };
static const struct attribute_group empty_group = { .attrs = no_attrs };

static void info_release(struct kobject *kobj)
{
	ktest_kobject_released++;
}

static ssize_t info_show(struct kobject *kobj, struct attribute *attr, char *buf)
{
	struct ktest_device *d = container_of(kobj, struct ktest_device, info);

	mutex_lock(&lock);
	msleep(1);
	mutex_unlock(&lock);
	return sysfs_emit(buf, "%s of %d\n", attr->name, d->index);
}

static const struct sysfs_ops info_ops = { .show = info_show };
static struct kobj_type info_type = { .release = info_release, .sysfs_ops = &info_ops };
static struct attribute count_attr = { .name = "count", .mode = 0444 };
static struct attribute *info_attrs[] = { &count_attr, NULL };
static const struct attribute_group info_group = { .attrs = info_attrs };

void ktest_notify(void)
{
	mutex_lock(&lock);
	sysfs_notify(&devices[0]->info, NULL, "count");
	mutex_unlock(&lock);
}

static int ktest_open(struct inode *inode, struct file *file)
{
	EXPECT(file->private_data == NULL);
	EXPECT(iminor(inode) < MAX_DEVICES);
	file->private_data = devices[iminor(inode)];
	return file->private_data ? 0 : -ENODEV;
}

static int ktest_flush(struct file *file, fl_owner_t id)
{
	ktest_flushed++;
	return 0;
}

static int ktest_release(struct inode *inode, struct file *file)
{
	ktest_released++;
	return 0;
}

static long ktest_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	static const char text[16] = "sixteen bytes..";

	switch (cmd) {
	case KTEST_IOCTL_COPY:
		return copy_to_user((void __user *)arg, text, sizeof(text));
	case KTEST_IOCTL_RETURN:
		return (long)arg;
	case KTEST_IOCTL_SLEEP:
		msleep((unsigned int)arg);
		return 0;
	case KTEST_IOCTL_WAIT:
		return wait_event_interruptible(never, false);
	case KTEST_IOCTL_LEAVE_LOCK:
		mutex_lock(&lock);
		return 0;
	default:
		return -ENOIOCTLCMD;
	}
}

static int ktest_mmap(struct file *file, struct vm_area_struct *vma)
{
	struct ktest_device *d = file->private_data;

	if (vma->vm_end - vma->vm_start != PAGE_SIZE)
		return -EINVAL;
	return remap_pfn_range(vma, vma->vm_start, PHYS_PFN(virt_to_phys(d->page)), PAGE_SIZE,
			       vma->vm_page_prot);
}

static const struct file_operations fops = {
	.owner = THIS_MODULE,
	.open = ktest_open,
	.flush = ktest_flush,
	.release = ktest_release,
	.unlocked_ioctl = ktest_ioctl,
	.mmap = ktest_mmap,
};

static int make_node(struct ktest_device *d)
{
	int error;

	cdev_init(&d->cdev, &fops);
	error = cdev_add(&d->cdev, MKDEV(MAJOR(first), MINOR(first) + d->index), 1);
	if (error)
		return error;
	d->node = device_create(class, NULL, d->cdev.dev, NULL, "ktest%d", d->index);
	if (IS_ERR(d->node))
		return PTR_ERR(d->node);
	error = sysfs_create_group(&d->node->kobj, &group);
	EXPECT(sysfs_create_group(&d->node->kobj, &empty_group) == 0);
	d->copy = d->node->kobj;
	EXPECT(kobject_init_and_add(&d->info, &info_type, &d->copy, "info") == 0);
	EXPECT(sysfs_create_group(&d->info, &info_group) == 0);
	return error;
}

static int probe(struct pci_dev *pdev, const struct pci_device_id *id)
{
	struct ktest_device *d;
	u8 revision = 0;

	ktest_probed++;
	if (pdev->device == 0xbad)
		return -EINVAL;
	if (pci_enable_device(pdev))
		return -ENODEV;
	pci_set_master(pdev);
	EXPECT(pci_request_region(pdev, 0, "ktest") == 0);
	EXPECT(pci_request_region(pdev, 0, "ktest") == -EBUSY);
	EXPECT(pci_read_config_byte(pdev, PCI_REVISION_ID, &revision) == 0 && revision == 1);
	EXPECT(pci_resource_len(pdev, 4) == 0 && pci_iomap(pdev, 4, 0) == NULL);
	EXPECT(PCI_SLOT(pdev->devfn) == 0x1e && pci_domain_nr(pdev->bus) == 0);
	d = kzalloc(sizeof(*d), GFP_KERNEL);
	d->bar0 = pci_iomap(pdev, 0, 0);
	d->page = kzalloc(PAGE_SIZE, GFP_KERNEL);
	d->index = ktest_probed - 1;
	devices[d->index] = d;
	pci_set_drvdata(pdev, d);
	pci_info(pdev, "bound as %d\n", d->index);
	return make_node(d);
}

static void remove(struct pci_dev *pdev)
{
	struct ktest_device *d = pci_get_drvdata(pdev);

	ktest_removed++;
	kobject_put(&d->info);
	sysfs_remove_group(&d->node->kobj, &group);
	device_destroy(class, d->cdev.dev);
	cdev_del(&d->cdev);
	pci_iounmap(pdev, d->bar0);
	pci_release_region(pdev, 0);
	pci_disable_device(pdev);
	devices[d->index] = NULL;
	kfree(d->page);
	kfree(d);
}

static const struct pci_device_id ids[] = {
	{ PCI_DEVICE(0x1d0f, 0x7164) },
	{ PCI_DEVICE(0x1d0f, 0xbad) },
	{},
};

static struct pci_driver driver = {
	.name = "ktest",
	.id_table = ids,
	.probe = probe,
	.remove = remove,
};

static int __init ktest_init(void)
{
	int error = alloc_chrdev_region(&first, 0, MAX_DEVICES, "ktest");

	if (error)
		return error;
	class = class_create(THIS_MODULE, "ktest_class");
	EXPECT(class_create_file(class, &class_attr_version) == 0);
	EXPECT(!strcmp(module_name(THIS_MODULE), "ktest"));
	return pci_register_driver(&driver);
}

static void __exit ktest_exit(void)
{
	pci_unregister_driver(&driver);
	class_remove_file(class, &class_attr_version);
	class_destroy(class);
	unregister_chrdev_region(first, MAX_DEVICES);
	if (ktest_leak_at_exit)
		(void)kmalloc(123, GFP_KERNEL);
	if (ktest_lock_at_exit)
		mutex_lock(&lock);
}

module_init(ktest_init);
module_exit(ktest_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("the module of the kernel tests");

static void __iomem *at(int device, unsigned int offset)
{
	return (u8 __iomem *)devices[device]->bar0 + offset;
}

unsigned int ktest_readl(int device, unsigned int offset)
{
	return readl(at(device, offset));
}

void ktest_writel(int device, unsigned int value, unsigned int offset)
{
	writel(value, at(device, offset));
}

unsigned int ktest_deref(int device, unsigned int offset)
{
	return *(volatile u32 *)at(device, offset);
}

void ktest_unmap(int device)
{
	iounmap(devices[device]->bar0);
}
