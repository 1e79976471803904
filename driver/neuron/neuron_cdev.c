// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* /dev/neuron<N>: its life, and open, flush and release (chapter 23, 1 to 3). */
#include <linux/cdev.h>
#include <linux/delay.h>
#include <linux/device.h>
#include <linux/err.h>
#include <linux/errno.h>
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "neuron_cdev_internal.h"
#include "neuron_device.h"
#include "neuron_fidelity.h"
#include "neuron_ioctl_internal.h"

#define REGION_NAME "neuron"
#define CLASS_NAME "neuron_device"
#define NODES MAX_NEURON_DEVICE_COUNT
#define NODE_MODE 0666
#define DMA_SETTLE_MS 10

static dev_t region;
static struct class *device_class;
static struct ncdev_node nodes[NODES];

/* --- who holds the device open: for the marks of processes that are gone (chapter 23.9.4) */

static DEFINE_MUTEX(files_lock);
static LIST_HEAD(open_files);
static u64 last_file_number;

static void add_file(struct ncdev_file *file)
{
	mutex_lock(&files_lock);
	file->number = ++last_file_number;
	file->opener = task_tgid_nr(current);
	list_add_tail(&file->list, &open_files);
	mutex_unlock(&files_lock);
}

/* Forgets a file; true if its opener has no other one. */
static bool remove_file(struct ncdev_file *file)
{
	struct ncdev_file *other;
	bool last = true;

	mutex_lock(&files_lock);
	list_del(&file->list);
	list_for_each_entry(other, &open_files, list) if (other->opener == file->opener) last =
		false;
	mutex_unlock(&files_lock);
	return last;
}

/* --- open (chapter 23.3.1) */

static bool is_free_access(const struct file *filp)
{
	return filp->f_flags & O_WRONLY;
}

static void count_open(struct ncdev_node *node, int change)
{
	mutex_lock(&node->lock);
	node->open_count += change;
	mutex_unlock(&node->lock);
}

static int wait_while_resetting(struct neuron_device *nd)
{
	while (nd->device_state == NEURON_DEVICE_STATE_RESET) {
		if (npid_termination_pending())
			return -EINTR;
		schedule();
	}
	return nd->device_state == NEURON_DEVICE_STATE_INVALID ? -EINVAL : 0;
}

static int attach(struct ncdev_node *node)
{
	bool attached;

	mutex_lock(&node->lock);
	attached = npid_attach(node->nd);
	if (!attached)
		npid_print_usage(node->nd);
	mutex_unlock(&node->lock);
	return attached ? 0 : -EBUSY;
}

static int open_normal(struct ncdev_node *node)
{
	int ret;

	count_open(node, 1);
	ret = wait_while_resetting(node->nd);
	if (!ret)
		ret = attach(node);
	if (ret)
		count_open(node, -1);
	return ret;
}

static int ncdev_open(struct inode *inode, struct file *filp)
{
	struct ncdev_node *node = &nodes[iminor(inode)];
	struct ncdev_file *file;
	int ret;

	if (!node->nd)
		return -ENODEV;
	file = kzalloc(sizeof(*file), GFP_KERNEL);
	if (!file)
		return -ENOMEM;
	file->node = node;
	add_file(file);
	neuron_log_rec_add(node->nd, NEURON_LOG_FILE_OPEN, file->number);
	if (!is_free_access(filp)) {
		ret = open_normal(node);
		if (ret) {
			remove_file(file);
			kfree(file);
			return ret;
		}
	}
	filp->private_data = file;
	return 0;
}

/* --- flush: on every close of a descriptor (chapter 23.3.2) */

static void clean_up_process(struct neuron_device *nd)
{
	nr_wait(nd, task_tgid_nr(current), true);
	msleep(DMA_SETTLE_MS);
	ncrwl_release_current_process(nd);
	neuron_ds_release(&nd->datastore, 0);
	mpset_free_expired(nd, MC_LIFESPAN_CUR_PROCESS);
	nmmap_forget_current_process(nd);
}

static void flush_normal(struct ncdev_node *node)
{
	struct neuron_device *nd = node->nd;
	int attached;

	mutex_lock(&node->lock);
	attached = npid_is_attached(nd);
	if (attached == 1)
		clean_up_process(nd);
	else if (attached == 0 && npid_is_attached_task(nd))
		pr_info("nd%d: process %d is not attached, but its task is\n", nd->device_index,
			task_tgid_nr(current));
	npid_detach(nd);
	mutex_unlock(&node->lock);
}

static bool marks_end_with_process(void)
{
	return NEURON_FIDELITY(MARKS_OF_THE_DEAD, FREED);
}

static int ncdev_flush(struct file *filp, fl_owner_t id)
{
	struct ncdev_file *file = filp->private_data;

	if (!file->node->nd)
		return 0;
	neuron_log_rec_add(file->node->nd, NEURON_LOG_FILE_FLUSH, file->number);
	if (is_free_access(filp))
		ncrwl_range_unmark_all(task_tgid_nr(current));
	else
		flush_normal(file->node);
	if (marks_end_with_process() && (current->flags & PF_EXITING))
		ncrwl_range_unmark_all(task_tgid_nr(current));
	return 0;
}

/* --- release: when the last reference to the open file goes (chapter 23.3.3) */

static void release_normal(struct ncdev_node *node)
{
	mutex_lock(&node->lock);
	node->open_count--;
	if (node->open_count == 0 && node->nd) {
		neuron_ds_clear(&node->nd->datastore);
		mpset_free_expired(node->nd, MC_LIFESPAN_ALL_PROCESS);
		nmmap_forget_current_process(node->nd);
	}
	mutex_unlock(&node->lock);
}

static int ncdev_release(struct inode *inode, struct file *filp)
{
	struct ncdev_file *file = filp->private_data;

	if (!is_free_access(filp))
		release_normal(file->node);
	if (remove_file(file) && marks_end_with_process())
		ncrwl_range_unmark_all(file->opener);
	kfree(file);
	return 0;
}

/* --- the other operations */

static long ncdev_ioctl(struct file *filp, unsigned int cmd, unsigned long arg)
{
	struct ncdev_file *file = filp->private_data;
	struct nioctl_call call = {.cmd = cmd, .arg = (void __user *)arg};

	if (!file || !file->node->nd)
		return -EINVAL;
	call.nd = file->node->nd;
	neuron_log_rec_add(call.nd, NEURON_LOG_FILE_IOCTL, cmd);
	return nioctl_dispatch(&call, is_free_access(filp));
}

static int ncdev_mmap(struct file *filp, struct vm_area_struct *vma)
{
	struct ncdev_file *file = filp->private_data;

	if (!file || !file->node->nd)
		return -EINVAL;
	neuron_log_rec_add(file->node->nd, NEURON_LOG_FILE_MMAP, file->number);
	return nmmap_map(file->node->nd, vma);
}

static const struct file_operations ncdev_fops = {
	.owner = THIS_MODULE,
	.open = ncdev_open,
	.flush = ncdev_flush,
	.release = ncdev_release,
	.unlocked_ioctl = ncdev_ioctl,
	.mmap = ncdev_mmap,
};

/* --- nodes (chapter 23.2) */

u32 ncdev_open_count(struct neuron_device *nd)
{
	struct ncdev_node *node = nd->ncdev;

	return node ? node->open_count : 0;
}

static int make_device(struct ncdev_node *node, dev_t devt, struct neuron_device *nd)
{
	int ret;

	node->device = device_create(device_class, NULL, devt, node, "neuron%d", nd->device_index);
	if (IS_ERR(node->device))
		return PTR_ERR(node->device);
	node->nd = nd;
	nd->ncdev = node;
	ret = sysfs_create_group(&node->device->kobj, &ncdev_attribute_group);
	if (ret)
		goto fail_group;
	if (nsysfsmetric_register(nd, &node->device->kobj)) {
		ret = -1;
		goto fail_tree;
	}
	return 0;

fail_tree:
	sysfs_remove_group(&node->device->kobj, &ncdev_attribute_group);
fail_group:
	node->nd = NULL;
	nd->ncdev = NULL;
	device_destroy(device_class, devt);
	return ret;
}

int ncdev_create_device_node(struct neuron_device *nd)
{
	struct ncdev_node *node = &nodes[nd->device_index];
	dev_t devt = MKDEV(MAJOR(region), nd->device_index);
	int ret;

	cdev_init(&node->cdev, &ncdev_fops);
	node->cdev.owner = THIS_MODULE;
	ret = cdev_add(&node->cdev, devt, 1);
	if (ret)
		return ret;
	ret = make_device(node, devt, nd);
	if (ret) {
		pr_err("nd%d: no device node: %d\n", nd->device_index, ret);
		cdev_del(&node->cdev);
	}
	return ret;
}

void ncdev_delete_device_node(struct neuron_device *nd)
{
	struct ncdev_node *node = nd->ncdev;

	if (!node)
		return;
	sysfs_remove_group(&node->device->kobj, &ncdev_attribute_group);
	nsysfsmetric_destroy(nd);
	device_destroy(device_class, MKDEV(MAJOR(region), nd->device_index));
	cdev_del(&node->cdev);
	mutex_lock(&node->lock);
	nd->ncdev = NULL;
	node->nd = NULL;
	node->device = NULL;
	mutex_unlock(&node->lock);
}

static char *node_mode(struct device *device, umode_t *mode)
{
	if (mode)
		*mode = NODE_MODE;
	return NULL;
}

int ncdev_create_class_files(void)
{
	return ncdev_add_class_files(device_class);
}

int ncdev_module_init(void)
{
	int ret, i;

	memset(nodes, 0, sizeof(nodes));
	for (i = 0; i < NODES; i++)
		mutex_init(&nodes[i].lock);
	ret = alloc_chrdev_region(&region, 0, NODES, REGION_NAME);
	if (ret)
		return ret;
	device_class = class_create(THIS_MODULE, CLASS_NAME);
	if (IS_ERR(device_class)) {
		ret = PTR_ERR(device_class);
		unregister_chrdev_region(region, NODES);
		return ret;
	}
	device_class->devnode = node_mode;
	return 0;
}

void ncdev_module_exit(void)
{
	int i;

	for (i = 0; i < NODES; i++)
		if (nodes[i].nd)
			pr_err("nd%d: still has a device node\n", i);
	ncdev_remove_class_files(device_class);
	class_destroy(device_class);
	unregister_chrdev_region(region, NODES);
}
