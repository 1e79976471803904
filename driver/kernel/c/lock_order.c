// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#include "lock_order.h"

#include <linux/list.h>
#include <linux/string.h>
#include <linux/types.h>
#include <vk/host.h>
#include <vk/task.h>

#include "checks.h"

struct lock_class {
	const char *name;
	struct list_head entry,
		after; /* `after`: edges to classes that were taken with this held */
	bool seen; /* by the search that is going on */
};

struct lock_edge {
	struct list_head entry;
	struct lock_class *to;
	const char *where;
	bool reported;
};

static LIST_HEAD(classes);

static struct lock_class *class_of(const char *name)
{
	struct lock_class *class;

	list_for_each_entry(class, &classes, entry) if (class->name == name ||
							!strcmp(class->name, name)) return class;
	class = vk_alloc(sizeof(*class));
	class->name = name;
	INIT_LIST_HEAD(&class->after);
	list_add_tail(&class->entry, &classes);
	return class;
}

static struct lock_edge *edge_between(struct lock_class *from, struct lock_class *to)
{
	struct lock_edge *edge;

	list_for_each_entry(edge, &from->after, entry) if (edge->to == to) return edge;
	return NULL;
}

/* The first edge of a way from one class to another, null if there is none. */
static struct lock_edge *way(struct lock_class *from, struct lock_class *to)
{
	struct lock_edge *edge;

	from->seen = true;
	list_for_each_entry(edge, &from->after, entry)
	{
		if (edge->to == to || (!edge->to->seen && way(edge->to, to)))
			return edge;
	}
	return NULL;
}

static void note_pair(const struct vk_held *held, struct lock_class *inner, const char *where)
{
	struct lock_class *outer = class_of(held->name), *class;
	struct lock_edge *back, *edge;

	if (outer == inner || edge_between(outer, inner))
		return;
	list_for_each_entry(class, &classes, entry) class->seen = false;
	back = way(inner, outer);
	if (back)
		vk_problemf("lock order: %s taken at %s while %s is held, but %s was taken at %s "
			    "after it",
			    inner->name, where, outer->name, back->to->name, back->where);
	edge = vk_alloc(sizeof(*edge));
	edge->to = inner;
	edge->where = where;
	list_add_tail(&edge->entry, &outer->after);
}

void vk_lock_order_note(struct task_struct *task, const char *name, const char *where)
{
	unsigned int i;

	for (i = 0; i < task->vk_held_count; i++)
		note_pair(&task->vk_held[i], class_of(name), where);
}
