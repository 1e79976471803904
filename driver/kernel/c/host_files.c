// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* Files that the driver reads itself: those of KernelConfig::files (4.20), and programs it runs. */
#include <linux/fs.h>
#include <linux/kernel_read_file.h>
#include <linux/limits.h>
#include <linux/sprintf.h>
#include <linux/string.h>
#include <linux/umh.h>
#include <linux/vmalloc.h>
#include <vk/upcalls.h>

struct file *filp_open(const char *path, int flags, umode_t mode)
{
	unsigned long length = 0;
	const char *content = vk_host_file(path, &length);
	struct file *file;

	vk_enter();
	if (!content)
		return ERR_PTR(-ENOENT);
	if ((flags & O_ACCMODE) != O_RDONLY)
		return ERR_PTR(-EACCES);
	file = vk_alloc(sizeof(*file));
	file->f_flags = flags;
	file->f_mode = FMODE_READ;
	file->f_inode = &file->vk_inode;
	file->vk_count = 1;
	file->vk_content = content;
	file->vk_length = length;
	return file;
}

int filp_close(struct file *file, fl_owner_t id)
{
	int result = file->f_op ? vk_vfs_flush(file, id) : 0;

	vk_vfs_put(file);
	return result;
}

ssize_t kernel_read(struct file *file, void *to, size_t n, loff_t *pos)
{
	vk_enter();
	if (!file->vk_content)
		return -EINVAL;
	if (*pos < 0)
		return -EINVAL;
	if (*pos >= (loff_t)file->vk_length)
		return 0;
	n = min_t(size_t, n, file->vk_length - (size_t)*pos);
	memcpy(to, file->vk_content + *pos, n);
	*pos += (loff_t)n;
	return (ssize_t)n;
}

ssize_t kernel_read_file_from_path(const char *path, loff_t offset, void **buf, size_t buf_size,
				   size_t *file_size, enum kernel_read_file_id id)
{
	unsigned long length = 0;
	const char *content = path && *path ? vk_host_file(path, &length) : NULL;
	size_t n;

	vk_enter();
	if (!path || !*path || (offset && (!*buf || !file_size)))
		return -EINVAL;
	if (!content)
		return -ENOENT;
	if (!length)
		return -EINVAL;
	if (file_size)
		*file_size = length;
	else if (length > buf_size)
		return -EFBIG;
	if (offset >= (loff_t)length)
		return 0;
	n = min_t(size_t, length - (size_t)offset, buf_size);
	if (!*buf)
		*buf = vmalloc(n);
	if (!*buf)
		return -ENOMEM;
	memcpy(*buf, content + offset, n);
	return (ssize_t)n;
}

int call_usermodehelper(const char *path, char **argv, char **envp, int wait)
{
	char text[256];
	int n = scnprintf(text, sizeof(text), "%s", path);
	int i;

	vk_enter();
	for (i = 1; argv && argv[0] && argv[i]; i++)
		n += scnprintf(text + n, sizeof(text) - n, " %s", argv[i]);
	vk_trace_event("call_usermodehelper", text);
	return 0;
}
