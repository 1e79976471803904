/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_FS_H
#define _VK_LINUX_FS_H

/* Files, inodes and their operations (4.11). */
#include <linux/capability.h>
#include <linux/err.h>
#include <linux/kdev_t.h>
#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/stat.h>
#include <linux/types.h>
#include <linux/uaccess.h>
#include <linux/wait.h>
#include <linux/fcntl.h>

struct cdev;
struct dentry;
struct file;
struct inode;
struct kiocb;
struct iov_iter;
struct module;
struct poll_table_struct;
struct vm_area_struct;

typedef void *fl_owner_t;
typedef unsigned int __poll_t;

struct file_operations {
	struct module *owner;
	loff_t (*llseek)(struct file *file, loff_t offset, int whence);
	ssize_t (*read)(struct file *file, char __user *to, size_t n, loff_t *pos);
	ssize_t (*write)(struct file *file, const char __user *from, size_t n, loff_t *pos);
	ssize_t (*read_iter)(struct kiocb *iocb, struct iov_iter *iter);
	ssize_t (*write_iter)(struct kiocb *iocb, struct iov_iter *iter);
	__poll_t (*poll)(struct file *file, struct poll_table_struct *table);
	long (*unlocked_ioctl)(struct file *file, unsigned int cmd, unsigned long arg);
	long (*compat_ioctl)(struct file *file, unsigned int cmd, unsigned long arg);
	int (*mmap)(struct file *file, struct vm_area_struct *vma);
	int (*open)(struct inode *inode, struct file *file);
	int (*flush)(struct file *file, fl_owner_t id);
	int (*release)(struct inode *inode, struct file *file);
	int (*fsync)(struct file *file, loff_t start, loff_t end, int datasync);
	int (*fasync)(int fd, struct file *file, int on);
};

struct inode {
	umode_t i_mode;
	dev_t i_rdev;
	union {
		struct cdev *i_cdev;
	};
	void *i_private;
};

#define FMODE_READ ((fmode_t)0x1)
#define FMODE_WRITE ((fmode_t)0x2)

struct file {
	const struct file_operations *f_op;
	unsigned int f_flags;
	fmode_t f_mode;
	loff_t f_pos;
	struct inode *f_inode;
	void *private_data;
	/* the platform's */
	unsigned int vk_count;
	struct inode vk_inode;
	const char *vk_content; /* of a file that filp_open opened */
	unsigned long vk_length;
};

static inline unsigned int iminor(const struct inode *inode)
{
	return MINOR(inode->i_rdev);
}

static inline unsigned int imajor(const struct inode *inode)
{
	return MAJOR(inode->i_rdev);
}

static inline struct inode *file_inode(const struct file *file)
{
	return file->f_inode;
}

int alloc_chrdev_region(dev_t *dev, unsigned int first_minor, unsigned int count,
			const char *name);
int register_chrdev_region(dev_t first, unsigned int count, const char *name);
void unregister_chrdev_region(dev_t first, unsigned int count);

struct file *filp_open(const char *path, int flags, umode_t mode);
int filp_close(struct file *file, fl_owner_t id);
ssize_t kernel_read(struct file *file, void *to, size_t n, loff_t *pos);
void fput(struct file *file);
struct file *get_file(struct file *file);
loff_t noop_llseek(struct file *file, loff_t offset, int whence);
loff_t no_llseek(struct file *file, loff_t offset, int whence);
int nonseekable_open(struct inode *inode, struct file *file);
int stream_open(struct inode *inode, struct file *file);
ssize_t simple_read_from_buffer(void __user *to, size_t n, loff_t *pos, const void *from,
				size_t available);
ssize_t simple_write_to_buffer(void *to, size_t available, loff_t *pos, const void __user *from,
			       size_t n);

#endif /* _VK_LINUX_FS_H */
