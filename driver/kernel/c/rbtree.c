// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#include <linux/rbtree.h>

#define RED 0UL
#define BLACK 1UL

static bool is_black(const struct rb_node *node)
{
	return !node || (node->__rb_parent_color & BLACK);
}

static void set_color(struct rb_node *node, unsigned long color)
{
	node->__rb_parent_color = (node->__rb_parent_color & ~BLACK) | color;
}

static void set_parent(struct rb_node *node, struct rb_node *parent)
{
	node->__rb_parent_color = (node->__rb_parent_color & BLACK) | (unsigned long)parent;
}

static struct rb_node **link_to(struct rb_node *node, struct rb_root *root)
{
	struct rb_node *parent = rb_parent(node);

	if (!parent)
		return &root->rb_node;
	return parent->rb_left == node ? &parent->rb_left : &parent->rb_right;
}

static struct rb_node **child(struct rb_node *node, bool left)
{
	return left ? &node->rb_left : &node->rb_right;
}

/* The child on the other side comes up in the place of `node`. */
static void rotate(struct rb_node *node, bool left, struct rb_root *root)
{
	struct rb_node *up = *child(node, !left), *across = *child(up, left);

	*link_to(node, root) = up;
	set_parent(up, rb_parent(node));
	*child(node, !left) = across;
	if (across)
		set_parent(across, node);
	*child(up, left) = node;
	set_parent(node, up);
}

void rb_insert_color(struct rb_node *node, struct rb_root *root)
{
	struct rb_node *parent;

	set_color(node, RED);
	while ((parent = rb_parent(node)) && !is_black(parent)) {
		struct rb_node *grand = rb_parent(parent);
		bool left = grand->rb_left == parent;
		struct rb_node *uncle = *child(grand, !left);

		if (!is_black(uncle)) {
			set_color(parent, BLACK);
			set_color(uncle, BLACK);
			set_color(grand, RED);
			node = grand;
			continue;
		}
		if (*child(parent, !left) == node) {
			rotate(parent, left, root);
			node = parent;
			parent = rb_parent(node);
		}
		set_color(parent, BLACK);
		set_color(grand, RED);
		rotate(grand, !left, root);
	}
	set_color(root->rb_node, BLACK);
}

/* `node`, which may be null, stands one black short below `parent`. */
static void restore(struct rb_node *node, struct rb_node *parent, struct rb_root *root)
{
	while (parent && is_black(node)) {
		bool left = parent->rb_left == node;
		struct rb_node *sibling = *child(parent, !left);

		if (!is_black(sibling)) {
			set_color(sibling, BLACK);
			set_color(parent, RED);
			rotate(parent, left, root);
			sibling = *child(parent, !left);
		}
		if (is_black(sibling->rb_left) && is_black(sibling->rb_right)) {
			set_color(sibling, RED);
			node = parent;
			parent = rb_parent(node);
			continue;
		}
		if (is_black(*child(sibling, !left))) {
			set_color(*child(sibling, left), BLACK);
			set_color(sibling, RED);
			rotate(sibling, !left, root);
			sibling = *child(parent, !left);
		}
		set_color(sibling, is_black(parent) ? BLACK : RED);
		set_color(parent, BLACK);
		set_color(*child(sibling, !left), BLACK);
		rotate(parent, left, root);
		return;
	}
	if (node)
		set_color(node, BLACK);
}

void rb_replace_node(struct rb_node *victim, struct rb_node *entry, struct rb_root *root)
{
	*link_to(victim, root) = entry;
	*entry = *victim;
	if (entry->rb_left)
		set_parent(entry->rb_left, entry);
	if (entry->rb_right)
		set_parent(entry->rb_right, entry);
}

/* Takes out a node that has at most one child. */
static void unlink_node(struct rb_node *node, struct rb_root *root)
{
	struct rb_node *below = node->rb_left ? node->rb_left : node->rb_right;
	struct rb_node *parent = rb_parent(node);

	*link_to(node, root) = below;
	if (below)
		set_parent(below, parent);
	if (is_black(node))
		restore(below, parent, root);
}

void rb_erase(struct rb_node *node, struct rb_root *root)
{
	if (node->rb_left && node->rb_right) {
		struct rb_node *next = rb_next(node);

		unlink_node(next, root);
		rb_replace_node(node, next, root);
	} else {
		unlink_node(node, root);
	}
}

static struct rb_node *outermost(struct rb_node *node, bool left)
{
	while (node && *child(node, left))
		node = *child(node, left);
	return node;
}

static struct rb_node *step(const struct rb_node *from, bool forward)
{
	struct rb_node *node = (struct rb_node *)from, *parent;

	if (*child(node, !forward))
		return outermost(*child(node, !forward), forward);
	while ((parent = rb_parent(node)) && *child(parent, !forward) == node)
		node = parent;
	return parent;
}

struct rb_node *rb_next(const struct rb_node *node)
{
	return step(node, true);
}

struct rb_node *rb_prev(const struct rb_node *node)
{
	return step(node, false);
}

struct rb_node *rb_first(const struct rb_root *root)
{
	return outermost(root->rb_node, true);
}

struct rb_node *rb_last(const struct rb_root *root)
{
	return outermost(root->rb_node, false);
}
