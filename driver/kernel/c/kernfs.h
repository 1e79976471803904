// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#ifndef NEURON_VP_DRIVER_KERNEL_C_KERNFS_H_
#define NEURON_VP_DRIVER_KERNEL_C_KERNFS_H_

#include <linux/list.h>
#include <linux/types.h>
#include <linux/wait.h>

/* The tree below /sys: directories, small text files, links to directories. */

struct kernfs_node;

/* What a file does. Show fills a page of 4096 bytes; store gets a terminated copy. */
struct vk_file_ops {
	ssize_t (*show)(struct kernfs_node *file, char *page);
	ssize_t (*store)(struct kernfs_node *file, const char *text, size_t n);
};

struct kernfs_node {
	char *name;
	struct kernfs_node *parent;
	struct list_head entry, children;
	umode_t mode;
	const struct vk_file_ops *ops;	   /* of a file */
	struct kernfs_node *target;	   /* of a link */
	void *object;			   /* what the operations work on */
	const void *attribute;		   /* and which part of it */
	const char *group;		   /* subdirectory of a named attribute group */
	wait_queue_head_t wait;
	unsigned int users;		   /* show or store running */
	unsigned int events;		   /* notifications so far */
	bool removed;
};

/* A directory of that name, made if it is not there. */
struct kernfs_node *vk_kernfs_dir(struct kernfs_node *parent, const char *name);
/* The directory of a path below /sys, made if it is not there: "class", "devices/virtual". */
struct kernfs_node *vk_kernfs_path(const char *path);
struct kernfs_node *vk_kernfs_child(struct kernfs_node *parent, const char *name);
/* A new entry, null if the name is taken. */
struct kernfs_node *vk_kernfs_new_dir(struct kernfs_node *parent, const char *name);
struct kernfs_node *vk_kernfs_new_file(struct kernfs_node *parent, const char *name, umode_t mode,
				       const struct vk_file_ops *ops, void *object,
				       const void *attribute);
struct kernfs_node *vk_kernfs_new_link(struct kernfs_node *parent, const char *name,
				       struct kernfs_node *target);
/*
 * Takes an entry and all below it out of the tree and waits until no show or store of it runs. The
 * memory of directories is kept until vk_kernfs_free, because objects below may still name them.
 */
void vk_kernfs_remove(struct kernfs_node *node);
void vk_kernfs_free(struct kernfs_node *directory);
void vk_kernfs_notify(struct kernfs_node *file);

#endif /* NEURON_VP_DRIVER_KERNEL_C_KERNFS_H_ */
