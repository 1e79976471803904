/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_SCHED_H
#define _VK_LINUX_SCHED_H

/* Tasks, pids, signals, giving way (4.1, 4.2). */
#include <asm/processor.h>
#include <linux/errno.h>
#include <linux/limits.h>
#include <linux/mutex.h>
#include <linux/rcupdate.h>
#include <linux/spinlock.h>
#include <linux/types.h>
#include <vk/host.h>
#include <vk/task.h>

#define TASK_RUNNING 0x0000
#define TASK_INTERRUPTIBLE 0x0001
#define TASK_UNINTERRUPTIBLE 0x0002
#define TASK_WAKEKILL 0x0100
#define TASK_KILLABLE (TASK_WAKEKILL | TASK_UNINTERRUPTIBLE)
#define TASK_NORMAL (TASK_INTERRUPTIBLE | TASK_UNINTERRUPTIBLE)
#define EXIT_DEAD 0x0010
#define EXIT_ZOMBIE 0x0020
#define PF_EXITING 0x00000004
#define PF_KTHREAD 0x00200000
#define MAX_SCHEDULE_TIMEOUT LONG_MAX

#define SIGHUP 1
#define SIGINT 2
#define SIGABRT 6
#define SIGBUS 7
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGTERM 15
#define SIGCHLD 17
#define _NSIG 64

typedef vk_sigset_t sigset_t;

#define current (vk_current())

static inline int sigismember(sigset_t *set, int sig)
{
	return 1 & (set->sig[0] >> (sig - 1));
}

static inline void sigaddset(sigset_t *set, int sig)
{
	set->sig[0] |= 1UL << (sig - 1);
}

static inline void sigdelset(sigset_t *set, int sig)
{
	set->sig[0] &= ~(1UL << (sig - 1));
}

static inline int signal_pending(struct task_struct *task)
{
	return unlikely((task->pending.signal.sig[0] |
			 (task->signal ? task->signal->shared_pending.signal.sig[0] : 0)) != 0);
}

static inline int fatal_signal_pending(struct task_struct *task)
{
	return signal_pending(task) && sigismember(&task->pending.signal, SIGKILL);
}

#define set_current_state(value) smp_store_release(&current->__state, (value))
#define __set_current_state(value) (current->__state = (value))
#define task_state_to_char(task) ((task)->__state == TASK_RUNNING ? 'R' : 'S')

/* In TASK_RUNNING state: gives way until the next jiffy edge; else sleeps until woken. */
void schedule(void);
void yield(void);
int _cond_resched(void);
#define cond_resched() _cond_resched()
/* Remaining jiffies, 0 if the whole time has passed. */
long schedule_timeout(long timeout);
long schedule_timeout_interruptible(long timeout);
long schedule_timeout_uninterruptible(long timeout);
long schedule_timeout_killable(long timeout);
int wake_up_process(struct task_struct *task);
int vk_try_to_wake(struct task_struct *task, unsigned int states);
void vk_might_sleep(const char *what, const char *where);
#define might_sleep() vk_might_sleep("might_sleep", VK_HERE)
#define need_resched() 0
int send_sig(int sig, struct task_struct *task, int priv);
#define allow_signal(sig) ((void)(sig))

static inline pid_t task_pid_nr(struct task_struct *task)
{
	return task->pid;
}

static inline pid_t task_tgid_nr(struct task_struct *task)
{
	return task->tgid;
}

#define task_pid_vnr(task) task_pid_nr(task)
#define task_tgid_vnr(task) task_tgid_nr(task)
#define get_task_comm(to, task) strscpy(to, (task)->comm, sizeof(to))

enum pid_type { PIDTYPE_PID, PIDTYPE_TGID, PIDTYPE_PGID, PIDTYPE_SID, PIDTYPE_MAX };
struct pid;
/* A process's number as an object; null if nobody has it. The task lives as long as the platform. */
struct pid *find_vpid(int nr);
struct pid *find_get_pid(int nr);
struct pid *task_pid(struct task_struct *task);
struct pid *task_tgid(struct task_struct *task);
pid_t pid_nr(struct pid *pid);
#define pid_vnr(pid) pid_nr(pid)
#define put_pid(pid) ((void)(pid))
#define get_pid(pid) (pid)
struct task_struct *get_pid_task(struct pid *pid, enum pid_type type);
struct task_struct *pid_task(struct pid *pid, enum pid_type type);
#define get_task_struct(task) (task)
#define put_task_struct(task) ((void)(task))

#endif /* _VK_LINUX_SCHED_H */
