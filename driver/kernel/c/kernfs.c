// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#include "kernfs.h"

#include <linux/errno.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/stat.h>
#include <linux/string.h>
#include <vk/upcalls.h>

static struct kernfs_node root = {
	.name = "/sys",
	.children = LIST_HEAD_INIT(root.children),
};

#define PATH_LENGTH 512

static char *copy_of(const char *name)
{
	size_t n = strlen(name) + 1;

	return memcpy(vk_alloc(n), name, n);
}

struct kernfs_node *vk_kernfs_child(struct kernfs_node *parent, const char *name)
{
	struct kernfs_node *node;

	list_for_each_entry(node, &parent->children,
			    entry) if (!strcmp(node->name, name)) return node;
	return NULL;
}

static struct kernfs_node *add(struct kernfs_node *parent, const char *name)
{
	struct kernfs_node *node;

	if (vk_kernfs_child(parent, name))
		return NULL;
	node = vk_alloc(sizeof(*node));
	node->name = copy_of(name);
	node->parent = parent;
	node->removed = parent->removed;
	INIT_LIST_HEAD(&node->children);
	init_waitqueue_head(&node->wait);
	list_add_tail(&node->entry, &parent->children);
	return node;
}

struct kernfs_node *vk_kernfs_new_dir(struct kernfs_node *parent, const char *name)
{
	return add(parent, name);
}

struct kernfs_node *vk_kernfs_new_file(struct kernfs_node *parent, const char *name, umode_t mode,
				       const struct vk_file_ops *ops, void *object,
				       const void *attribute)
{
	struct kernfs_node *node = add(parent, name);

	if (!node)
		return NULL;
	node->mode = mode;
	node->ops = ops;
	node->object = object;
	node->attribute = attribute;
	return node;
}

struct kernfs_node *vk_kernfs_new_link(struct kernfs_node *parent, const char *name,
				       struct kernfs_node *target)
{
	struct kernfs_node *node = add(parent, name);

	if (node)
		node->target = target;
	return node;
}

struct kernfs_node *vk_kernfs_dir(struct kernfs_node *parent, const char *name)
{
	struct kernfs_node *node = vk_kernfs_child(parent, name);

	return node ? node : add(parent, name);
}

/* Cuts the next name off a path; null at its end. */
static const char *next_name(char **path)
{
	char *name;

	do {
		name = strsep(path, "/");
	} while (name && !*name);
	return name;
}

struct kernfs_node *vk_kernfs_path(const char *path)
{
	struct kernfs_node *node = &root;
	char copy[PATH_LENGTH], *rest = copy;
	const char *name;

	strscpy(copy, path, sizeof(copy));
	while ((name = next_name(&rest)) != NULL)
		node = vk_kernfs_dir(node, name);
	return node;
}

static void free_node(struct kernfs_node *node)
{
	vk_free(node->name);
	vk_free(node);
}

void vk_kernfs_free(struct kernfs_node *directory)
{
	if (list_empty(&directory->children))
		free_node(directory);
}

static void detach(struct kernfs_node *node)
{
	struct kernfs_node *child, *next;

	node->removed = true;
	list_for_each_entry_safe(child, next, &node->children, entry)
	{
		detach(child);
		list_del_init(&child->entry);
		if (child->ops || child->target || child->group)
			free_node(child);
	}
	wake_up_all(&node->wait);
	while (node->users)
		wait_event(node->wait, !node->users);
}

void vk_kernfs_remove(struct kernfs_node *node)
{
	if (node->removed)
		return;
	list_del_init(&node->entry);
	detach(node);
	if (node->ops || node->target || node->group)
		free_node(node);
}

void vk_kernfs_notify(struct kernfs_node *file)
{
	file->events++;
	wake_up_all(&file->wait);
}

static struct kernfs_node *find(const char *path)
{
	struct kernfs_node *node = &root;
	char copy[PATH_LENGTH], *rest = copy;
	const char *name;

	if (strscpy(copy, path, sizeof(copy)) < 0)
		return NULL;
	if (!strncmp(copy, "/sys/", 5))
		rest += 5;
	while (node && (name = next_name(&rest)) != NULL) {
		node = vk_kernfs_child(node, name);
		if (node && node->target)
			node = node->target;
	}
	return node;
}

static void use(struct kernfs_node *file)
{
	file->users++;
}

static void unuse(struct kernfs_node *file)
{
	if (--file->users == 0 && file->removed)
		wake_up_all(&file->wait);
}

static int check_file(struct kernfs_node *file)
{
	if (!file)
		return -ENOENT;
	return file->ops ? 0 : -EISDIR;
}

int vk_sysfs_read(const char *path, char *page)
{
	struct kernfs_node *file = find(path);
	int error = check_file(file);
	ssize_t n;

	if (error)
		return error;
	if (!(file->mode & S_IRUGO) || !file->ops->show)
		return -EACCES;
	use(file);
	memset(page, 0, PAGE_SIZE);
	n = file->ops->show(file, page);
	unuse(file);
	return (int)min_t(ssize_t, n, PAGE_SIZE - 1);
}

int vk_sysfs_write(const char *path, const char *text, unsigned long n)
{
	struct kernfs_node *file = find(path);
	int error = check_file(file);
	ssize_t used;
	char *copy;

	if (error)
		return error;
	if (!(file->mode & S_IWUGO) || !file->ops->store)
		return -EACCES;
	n = min_t(unsigned long, n, PAGE_SIZE);
	copy = vk_alloc(n + 1);
	memcpy(copy, text, n);
	use(file);
	used = file->ops->store(file, copy, n);
	unuse(file);
	vk_free(copy);
	return (int)used;
}

int vk_sysfs_mode(const char *path)
{
	struct kernfs_node *file = find(path);
	int error = check_file(file);

	return error ? error : file->mode;
}

int vk_sysfs_poll(const char *path, unsigned long timeout_jiffies)
{
	struct kernfs_node *file = find(path);
	int error = check_file(file);
	unsigned int seen;
	long left;

	if (error)
		return error;
	use(file);
	seen = file->events;
	left = wait_event_interruptible_timeout(file->wait, file->events != seen || file->removed,
						(long)timeout_jiffies);
	unuse(file);
	return left < 0 ? (int)left : left > 0;
}

struct walk {
	void (*each)(void *context, const char *path);
	void *context;
	char path[PATH_LENGTH];
};

static void visit(struct walk *walk, const struct kernfs_node *node, size_t length)
{
	struct kernfs_node *child;

	length += scnprintf(walk->path + length, sizeof(walk->path) - length, "%s%s",
			    length ? "/" : "", node->name);
	if (node->ops)
		walk->each(walk->context, walk->path);
	list_for_each_entry(child, &node->children, entry) visit(walk, child, length);
}

void vk_sysfs_list(void (*each)(void *context, const char *path), void *context)
{
	struct walk walk = {.each = each, .context = context};

	visit(&walk, &root, 0);
}
