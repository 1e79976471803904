/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_RBTREE_H
#define _VK_LINUX_RBTREE_H

/* Intrusive red-black tree with Linux's node layout: drivers walk rb_left and rb_right (4.16). */
#include <linux/container_of.h>
#include <linux/types.h>

struct rb_node {
	unsigned long __rb_parent_color; /* parent | colour; colour 1 is black */
	struct rb_node *rb_right;
	struct rb_node *rb_left;
} __attribute__((__aligned__(sizeof(long))));

struct rb_root {
	struct rb_node *rb_node;
};

#define RB_ROOT                                                                                    \
	(struct rb_root)                                                                           \
	{                                                                                          \
		NULL,                                                                              \
	}
#define rb_entry(ptr, type, member) container_of(ptr, type, member)
#define rb_entry_safe(ptr, type, member)                                                           \
	({                                                                                         \
		__typeof__(ptr) __rptr = (ptr);                                                    \
		__rptr ? rb_entry(__rptr, type, member) : NULL;                                    \
	})
#define rb_parent(r) ((struct rb_node *)((r)->__rb_parent_color & ~3UL))
#define RB_EMPTY_ROOT(root) (READ_ONCE((root)->rb_node) == NULL)
#define RB_EMPTY_NODE(node) ((node)->__rb_parent_color == (unsigned long)(node))
#define RB_CLEAR_NODE(node) ((node)->__rb_parent_color = (unsigned long)(node))

void rb_insert_color(struct rb_node *node, struct rb_root *root);
void rb_erase(struct rb_node *node, struct rb_root *root);
void rb_replace_node(struct rb_node *victim, struct rb_node *entry, struct rb_root *root);
struct rb_node *rb_next(const struct rb_node *node);
struct rb_node *rb_prev(const struct rb_node *node);
struct rb_node *rb_first(const struct rb_root *root);
struct rb_node *rb_last(const struct rb_root *root);

static inline void rb_link_node(struct rb_node *node, struct rb_node *parent,
				struct rb_node **link)
{
	node->__rb_parent_color = (unsigned long)parent;
	node->rb_left = NULL;
	node->rb_right = NULL;
	*link = node;
}

#endif /* _VK_LINUX_RBTREE_H */
