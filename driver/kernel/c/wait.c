// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#include <linux/completion.h>
#include <linux/wait.h>

void add_wait_queue(struct wait_queue_head *wq, struct wait_queue_entry *entry)
{
	if (entry->flags & WQ_FLAG_EXCLUSIVE)
		list_add_tail(&entry->entry, &wq->head);
	else
		list_add(&entry->entry, &wq->head);
}

void remove_wait_queue(struct wait_queue_head *wq, struct wait_queue_entry *entry)
{
	list_del_init(&entry->entry);
}

void prepare_to_wait(struct wait_queue_head *wq, struct wait_queue_entry *entry, int state)
{
	if (list_empty(&entry->entry))
		add_wait_queue(wq, entry);
	current->__state = state;
}

long prepare_to_wait_event(struct wait_queue_head *wq, struct wait_queue_entry *entry, int state)
{
	vk_enter();
	if ((state & TASK_INTERRUPTIBLE && signal_pending(current)) ||
	    (state & TASK_WAKEKILL && fatal_signal_pending(current))) {
		list_del_init(&entry->entry);
		return -ERESTARTSYS;
	}
	prepare_to_wait(wq, entry, state);
	return 0;
}

void finish_wait(struct wait_queue_head *wq, struct wait_queue_entry *entry)
{
	current->__state = TASK_RUNNING;
	if (!list_empty(&entry->entry))
		list_del_init(&entry->entry);
}

void vk_wake_up(struct wait_queue_head *wq, unsigned int states, int exclusive)
{
	struct wait_queue_entry *entry, *next;

	vk_enter();
	list_for_each_entry_safe(entry, next, &wq->head, entry)
	{
		if (!vk_try_to_wake(entry->private, states))
			continue;
		if ((entry->flags & WQ_FLAG_EXCLUSIVE) && --exclusive == 0)
			break;
	}
}

void init_completion(struct completion *x)
{
	x->done = 0;
	init_waitqueue_head(&x->wait);
}

#define COMPLETED_FOR_EVER 0x7fffffff

void complete(struct completion *x)
{
	if (x->done != COMPLETED_FOR_EVER)
		x->done++;
	wake_up(&x->wait);
}

void complete_all(struct completion *x)
{
	x->done = COMPLETED_FOR_EVER;
	wake_up_all(&x->wait);
}

static void use_up(struct completion *x)
{
	if (x->done != COMPLETED_FOR_EVER)
		x->done--;
}

void wait_for_completion(struct completion *x)
{
	wait_event(x->wait, x->done);
	use_up(x);
}

unsigned long wait_for_completion_timeout(struct completion *x, unsigned long timeout)
{
	long left = wait_event_timeout(x->wait, x->done, (long)timeout);

	if (left)
		use_up(x);
	return left;
}

int wait_for_completion_interruptible(struct completion *x)
{
	int interrupted = wait_event_interruptible(x->wait, x->done);

	if (!interrupted)
		use_up(x);
	return interrupted;
}
