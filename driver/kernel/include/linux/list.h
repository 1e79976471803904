/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_LIST_H
#define _VK_LINUX_LIST_H

/* The doubly linked ring (4.16). */
#include <linux/container_of.h>
#include <linux/types.h>

#define LIST_HEAD_INIT(name)                                                                       \
	{                                                                                          \
		&(name), &(name)                                                                   \
	}
#define LIST_HEAD(name) struct list_head name = LIST_HEAD_INIT(name)
#define LIST_POISON1 ((void *)0x100)
#define LIST_POISON2 ((void *)0x122)

static inline void INIT_LIST_HEAD(struct list_head *list)
{
	list->next = list;
	list->prev = list;
}

static inline void __list_add(struct list_head *entry, struct list_head *prev,
			      struct list_head *next)
{
	entry->prev = prev;
	entry->next = next;
	prev->next = entry;
	next->prev = entry;
}

static inline void list_add(struct list_head *entry, struct list_head *head)
{
	__list_add(entry, head, head->next);
}

static inline void list_add_tail(struct list_head *entry, struct list_head *head)
{
	__list_add(entry, head->prev, head);
}

static inline void __list_del_entry(struct list_head *entry)
{
	entry->prev->next = entry->next;
	entry->next->prev = entry->prev;
}

static inline void list_del(struct list_head *entry)
{
	__list_del_entry(entry);
	entry->next = LIST_POISON1;
	entry->prev = LIST_POISON2;
}

static inline void list_del_init(struct list_head *entry)
{
	__list_del_entry(entry);
	INIT_LIST_HEAD(entry);
}

static inline void list_move(struct list_head *entry, struct list_head *head)
{
	__list_del_entry(entry);
	list_add(entry, head);
}

static inline void list_move_tail(struct list_head *entry, struct list_head *head)
{
	__list_del_entry(entry);
	list_add_tail(entry, head);
}

static inline void list_replace(struct list_head *old, struct list_head *entry)
{
	__list_add(entry, old->prev, old->next);
}

static inline int list_empty(const struct list_head *head)
{
	return READ_ONCE(head->next) == head;
}

static inline int list_is_singular(const struct list_head *head)
{
	return !list_empty(head) && head->next == head->prev;
}

static inline int list_is_last(const struct list_head *entry, const struct list_head *head)
{
	return entry->next == head;
}

static inline void list_splice_init(struct list_head *list, struct list_head *head)
{
	if (list_empty(list))
		return;
	list->next->prev = head;
	list->prev->next = head->next;
	head->next->prev = list->prev;
	head->next = list->next;
	INIT_LIST_HEAD(list);
}

#define list_entry(ptr, type, member) container_of(ptr, type, member)
#define list_first_entry(head, type, member) list_entry((head)->next, type, member)
#define list_last_entry(head, type, member) list_entry((head)->prev, type, member)
#define list_first_entry_or_null(head, type, member)                                               \
	(list_empty(head) ? NULL : list_first_entry(head, type, member))
#define list_next_entry(pos, member) list_entry((pos)->member.next, __typeof__(*(pos)), member)
#define list_prev_entry(pos, member) list_entry((pos)->member.prev, __typeof__(*(pos)), member)
#define list_for_each(pos, head) for (pos = (head)->next; pos != (head); pos = pos->next)
#define list_for_each_prev(pos, head) for (pos = (head)->prev; pos != (head); pos = pos->prev)
#define list_for_each_safe(pos, n, head)                                                           \
	for (pos = (head)->next, n = pos->next; pos != (head); pos = n, n = pos->next)
#define list_for_each_entry(pos, head, member)                                                     \
	for (pos = list_first_entry(head, __typeof__(*pos), member); &pos->member != (head);       \
	     pos = list_next_entry(pos, member))
#define list_for_each_entry_reverse(pos, head, member)                                             \
	for (pos = list_last_entry(head, __typeof__(*pos), member); &pos->member != (head);        \
	     pos = list_prev_entry(pos, member))
#define list_for_each_entry_safe(pos, n, head, member)                                             \
	for (pos = list_first_entry(head, __typeof__(*pos), member),                               \
	    n = list_next_entry(pos, member);                                                      \
	     &pos->member != (head); pos = n, n = list_next_entry(n, member))

#define HLIST_HEAD_INIT                                                                            \
	{                                                                                          \
		.first = NULL                                                                      \
	}
#define HLIST_HEAD(name) struct hlist_head name = HLIST_HEAD_INIT
#define INIT_HLIST_HEAD(ptr) ((ptr)->first = NULL)

static inline void INIT_HLIST_NODE(struct hlist_node *node)
{
	node->next = NULL;
	node->pprev = NULL;
}

static inline int hlist_empty(const struct hlist_head *head)
{
	return !head->first;
}

static inline void hlist_add_head(struct hlist_node *node, struct hlist_head *head)
{
	node->next = head->first;
	if (head->first)
		head->first->pprev = &node->next;
	head->first = node;
	node->pprev = &head->first;
}

static inline void hlist_del(struct hlist_node *node)
{
	*node->pprev = node->next;
	if (node->next)
		node->next->pprev = node->pprev;
	node->next = LIST_POISON1;
	node->pprev = LIST_POISON2;
}

#define hlist_entry(ptr, type, member) container_of(ptr, type, member)
#define hlist_entry_safe(ptr, type, member)                                                        \
	({                                                                                         \
		__typeof__(ptr) __hptr = (ptr);                                                    \
		__hptr ? hlist_entry(__hptr, type, member) : NULL;                                 \
	})
#define hlist_for_each_entry(pos, head, member)                                                    \
	for (pos = hlist_entry_safe((head)->first, __typeof__(*(pos)), member); pos;               \
	     pos = hlist_entry_safe((pos)->member.next, __typeof__(*(pos)), member))
#define hlist_for_each_entry_safe(pos, n, head, member)                                            \
	for (pos = hlist_entry_safe((head)->first, __typeof__(*pos), member);                      \
	     pos && ({                                                                             \
		     n = pos->member.next;                                                         \
		     1;                                                                            \
	     });                                                                                   \
	     pos = hlist_entry_safe(n, __typeof__(*pos), member))

#endif /* _VK_LINUX_LIST_H */
