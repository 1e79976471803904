/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef NEURON_PID_H
#define NEURON_PID_H

#include <linux/sched.h>
#include <linux/types.h>

struct neuron_device;

#define NEURON_MAX_PROCESS_PER_DEVICE 16

/** Where memory of a process lies; index of memory_used. */
enum neuron_pid_memory {
	NEURON_PID_MEMORY_HOST = 0,
	NEURON_PID_MEMORY_DEVICE = 1,
	NEURON_PID_MEMORY_COUNT = 2,
};

struct neuron_pid_slot {
	s32 pid; /* 0: free */
	s32 open_count;
	u64 memory_used[NEURON_PID_MEMORY_COUNT];
	struct task_struct *task;
};

/** The processes attached to a device (chapter 23.11). attach and detach need ncdev_lock. */
struct neuron_pid_table {
	struct neuron_pid_slot slot[NEURON_MAX_PROCESS_PER_DEVICE];
};

/** npid_attach() - counts one more open of the calling process; false if no slot is free. */
bool npid_attach(struct neuron_device *nd);
/** npid_is_attached() - opens of the calling process, 0 if it is not attached. */
int npid_is_attached(struct neuron_device *nd);
/** npid_is_attached_task() - true if the calling task, whatever its id, holds a slot. */
bool npid_is_attached_task(struct neuron_device *nd);
/** npid_detach() - counts one open less and frees the slot at 0; -1 if not attached. */
int npid_detach(struct neuron_device *nd);
/** npid_attached_process_count() - slots in use. */
int npid_attached_process_count(struct neuron_device *nd);
/** npid_print_usage() - logs every slot that is in use. */
void npid_print_usage(struct neuron_device *nd);

/** npid_add_allocated_memory() - accounts memory to the calling process; -1 if not attached. */
int npid_add_allocated_memory(struct neuron_device *nd, enum neuron_pid_memory where, u64 bytes);
/** npid_dec_allocated_memory() - the opposite; stops at 0. */
int npid_dec_allocated_memory(struct neuron_device *nd, enum neuron_pid_memory where, u64 bytes);
/** npid_get_allocated_memory() - bytes of the calling process; -1 if not attached. */
int npid_get_allocated_memory(struct neuron_device *nd, u64 *host, u64 *device);

/**
 * npid_termination_pending() - true if SIGTERM or SIGKILL waits for the calling thread or for its process: what
 * ends a wait for a reset (chapters 12.6, 23.3.1).
 */
bool npid_termination_pending(void);

#endif
