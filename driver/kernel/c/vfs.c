// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* Open files (docs/reference/50-kernel-api-surface.md, 4.11): flush at every close of a descriptor,
 * release after the last. */
#include <linux/cdev.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/string.h>
#include <vk/upcalls.h>

#include "chrdev.h"
#include "class.h"

static unsigned int open_files;

unsigned int vk_vfs_open_files(void)
{
	return open_files;
}

static struct file *new_file(int flags)
{
	struct file *file = vk_alloc(sizeof(*file));

	file->f_flags = flags;
	file->f_mode = (flags + 1) & O_ACCMODE;
	file->f_inode = &file->vk_inode;
	file->vk_count = 1;
	return file;
}

int vk_vfs_open(const char *path, int flags, struct file **file)
{
	struct cdev *cdev;
	struct file *made;
	dev_t devt;
	int error;

	if (strncmp(path, "/dev/", 5) || !vk_device_node(path + 5, &devt))
		return -ENOENT;
	cdev = vk_cdev_find(devt);
	if (!cdev)
		return -ENXIO;
	made = new_file(flags);
	made->f_op = cdev->ops;
	made->vk_inode.i_mode = S_IFCHR | 0666;
	made->vk_inode.i_rdev = devt;
	made->vk_inode.i_cdev = cdev;
	open_files++;
	error = made->f_op->open ? made->f_op->open(made->f_inode, made) : 0;
	if (error) {
		open_files--;
		vk_free(made);
		return error;
	}
	*file = made;
	return 0;
}

int vk_vfs_flush(struct file *file, void *owner)
{
	return file->f_op->flush ? file->f_op->flush(file, owner) : 0;
}

void vk_vfs_get(struct file *file)
{
	file->vk_count++;
}

void vk_vfs_put(struct file *file)
{
	if (--file->vk_count)
		return;
	if (file->f_op) {
		if (file->f_op->release)
			file->f_op->release(file->f_inode, file);
		open_files--;
	}
	vk_free(file);
}

long vk_vfs_ioctl(struct file *file, unsigned int cmd, unsigned long argument)
{
	if (!file->f_op->unlocked_ioctl)
		return -ENOTTY;
	return file->f_op->unlocked_ioctl(file, cmd, argument);
}

long vk_vfs_read(struct file *file, void *to, unsigned long n)
{
	if (!(file->f_mode & FMODE_READ))
		return -EBADF;
	return file->f_op->read ? file->f_op->read(file, to, n, &file->f_pos) : -EINVAL;
}

long vk_vfs_write(struct file *file, const void *from, unsigned long n)
{
	if (!(file->f_mode & FMODE_WRITE))
		return -EBADF;
	return file->f_op->write ? file->f_op->write(file, from, n, &file->f_pos) : -EINVAL;
}

struct file *get_file(struct file *file)
{
	vk_vfs_get(file);
	return file;
}

void fput(struct file *file)
{
	vk_vfs_put(file);
}

void put_unused_fd(unsigned int fd)
{
}

loff_t noop_llseek(struct file *file, loff_t offset, int whence)
{
	return file->f_pos;
}

loff_t no_llseek(struct file *file, loff_t offset, int whence)
{
	return -ESPIPE;
}

int nonseekable_open(struct inode *inode, struct file *file)
{
	return 0;
}

int stream_open(struct inode *inode, struct file *file)
{
	return 0;
}

ssize_t simple_read_from_buffer(void __user *to, size_t n, loff_t *pos, const void *from,
				size_t available)
{
	size_t missed;

	if (*pos < 0)
		return -EINVAL;
	if (*pos >= (loff_t)available || !n)
		return 0;
	n = min_t(size_t, n, available - (size_t)*pos);
	missed = copy_to_user(to, (const char *)from + *pos, n);
	if (missed == n)
		return -EFAULT;
	*pos += (loff_t)(n - missed);
	return (ssize_t)(n - missed);
}

ssize_t simple_write_to_buffer(void *to, size_t available, loff_t *pos, const void __user *from,
			       size_t n)
{
	size_t missed;

	if (*pos < 0)
		return -EINVAL;
	if (*pos >= (loff_t)available || !n)
		return 0;
	n = min_t(size_t, n, available - (size_t)*pos);
	missed = copy_from_user((char *)to + *pos, from, n);
	if (missed == n)
		return -EFAULT;
	*pos += (loff_t)(n - missed);
	return (ssize_t)(n - missed);
}
