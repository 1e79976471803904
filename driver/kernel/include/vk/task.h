/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_VK_TASK_H
#define _VK_VK_TASK_H

/* The task as kernel code and the platform's C++ both see it. Plain C types only. */
struct task_struct;

typedef struct vk_sigset {
	unsigned long sig[1];
} vk_sigset_t;

struct sigpending {
	vk_sigset_t signal;
};

struct signal_struct {
	struct sigpending shared_pending;
};

/* A lock that the task holds, for the checks. */
struct vk_held {
	const void *lock;
	const char *name, *where;
};

#define VK_MAX_HELD 48
#define TASK_COMM_LEN 16

struct task_struct {
	unsigned int __state;
	int exit_state, exit_code, exit_signal;
	unsigned int flags;
	int pid, tgid;
	struct task_struct *group_leader;
	struct signal_struct *signal;
	struct sigpending pending; /* private to the thread */
	char comm[TASK_COMM_LEN];

	/* What follows is the platform's. */
	unsigned int vk_atomic; /* > 0: may not sleep */
	unsigned int vk_held_count;
	struct vk_held vk_held[VK_MAX_HELD];
	int vk_should_stop;
	void *vk_host; /* the C++ side's record */
};

#endif /* _VK_VK_TASK_H */
