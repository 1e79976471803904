// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#include <linux/bug.h>
#include <linux/kernel.h>
#include <linux/sched/signal.h>
#include <linux/signal.h>
#include <linux/string.h>

#include "neuron_device.h"
#include "neuron_fidelity.h"

static struct neuron_pid_slot *find_slot(struct neuron_device *nd, s32 pid)
{
	int i;

	for (i = 0; i < NEURON_MAX_PROCESS_PER_DEVICE; i++)
		if (nd->npid.slot[i].pid == pid)
			return &nd->npid.slot[i];
	return NULL;
}

static struct neuron_pid_slot *own_slot(struct neuron_device *nd)
{
	return find_slot(nd, task_tgid_nr(current));
}

bool npid_attach(struct neuron_device *nd)
{
	struct neuron_pid_slot *slot = own_slot(nd);

	if (slot) {
		BUG_ON(slot->open_count <= 0);
		slot->open_count++;
		return true;
	}
	slot = find_slot(nd, 0);
	if (!slot)
		return false;
	/* Memory of the slot's last owner stays accounted, as in the original (chapter 23.11). */
	if (NEURON_FIDELITY(MEMORY_USED_AT_ATTACH, ZEROED))
		memset(slot->memory_used, 0, sizeof(slot->memory_used));
	slot->pid = task_tgid_nr(current);
	slot->task = current;
	slot->open_count = 1;
	return true;
}

int npid_is_attached(struct neuron_device *nd)
{
	struct neuron_pid_slot *slot = own_slot(nd);

	return slot ? slot->open_count : 0;
}

bool npid_is_attached_task(struct neuron_device *nd)
{
	int i;

	for (i = 0; i < NEURON_MAX_PROCESS_PER_DEVICE; i++)
		if (nd->npid.slot[i].task == current)
			return true;
	return false;
}

int npid_detach(struct neuron_device *nd)
{
	struct neuron_pid_slot *slot = own_slot(nd);

	if (!slot)
		return -1;
	slot->open_count--;
	if (slot->open_count == 0) {
		slot->pid = 0;
		slot->task = NULL;
	}
	return 0;
}

int npid_attached_process_count(struct neuron_device *nd)
{
	int i, count = 0;

	for (i = 0; i < NEURON_MAX_PROCESS_PER_DEVICE; i++)
		if (nd->npid.slot[i].pid != 0)
			count++;
	return count;
}

void npid_print_usage(struct neuron_device *nd)
{
	int i;

	for (i = 0; i < NEURON_MAX_PROCESS_PER_DEVICE; i++) {
		const struct neuron_pid_slot *slot = &nd->npid.slot[i];

		if (slot->pid != 0)
			pr_info("nd%d: process %d has %d open\n", nd->device_index, slot->pid,
				slot->open_count);
	}
}

int npid_add_allocated_memory(struct neuron_device *nd, enum neuron_pid_memory where, u64 bytes)
{
	struct neuron_pid_slot *slot = own_slot(nd);

	if (!slot)
		return -1;
	slot->memory_used[where] += bytes;
	return 0;
}

int npid_dec_allocated_memory(struct neuron_device *nd, enum neuron_pid_memory where, u64 bytes)
{
	struct neuron_pid_slot *slot = own_slot(nd);

	if (!slot)
		return -1;
	slot->memory_used[where] -= min(slot->memory_used[where], bytes);
	return 0;
}

int npid_get_allocated_memory(struct neuron_device *nd, u64 *host, u64 *device)
{
	struct neuron_pid_slot *slot = own_slot(nd);

	if (!slot)
		return -1;
	*host = slot->memory_used[NEURON_PID_MEMORY_HOST];
	*device = slot->memory_used[NEURON_PID_MEMORY_DEVICE];
	return 0;
}

static bool holds_termination(sigset_t *set)
{
	return sigismember(set, SIGTERM) || sigismember(set, SIGKILL);
}

bool npid_termination_pending(void)
{
	return holds_termination(&current->pending.signal) ||
	       holds_termination(&current->signal->shared_pending.signal);
}
