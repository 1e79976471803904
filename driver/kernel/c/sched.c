// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* Giving way, sleeping, waking, busy waiting (docs/reference/05-timing.md, "Host software"). */
#include <linux/delay.h>
#include <linux/jiffies.h>
#include <linux/kthread.h>
#include <linux/sched.h>
#include <linux/sprintf.h>
#include <vk/upcalls.h>

#include "checks.h"

#define PS_PER_NS 1000ULL
#define PS_PER_US 1000000ULL
#define CPU_RELAX_PS (10 * PS_PER_NS)

/* A CPU burst of cond_resched() calls that is taken for a polling loop. */
#define COND_RESCHED_BURST 1000

static bool signal_ends(unsigned int state, struct task_struct *task)
{
	if (state & TASK_INTERRUPTIBLE)
		return signal_pending(task);
	return (state & TASK_WAKEKILL) && fatal_signal_pending(task);
}

static void sleep_until_edge(unsigned long edge)
{
	vk_sleep_until(vk_jiffy_edge_ps(edge));
}

void schedule(void)
{
	struct task_struct *self = current;

	vk_enter();
	vk_might_sleep("schedule", NULL);
	if (self->__state == TASK_RUNNING) {
		self->__state = TASK_UNINTERRUPTIBLE;
		sleep_until_edge(vk_jiffies() + 1);
	} else if (signal_ends(self->__state, self)) {
		self->__state = TASK_RUNNING;
	} else {
		vk_sleep_until(~0ULL);
	}
}

void yield(void)
{
	current->__state = TASK_RUNNING;
	schedule();
}

int _cond_resched(void)
{
	static unsigned long long when;
	static unsigned int calls;
	unsigned long long now = vk_now_ps();

	if (now != when) {
		when = now;
		calls = 0;
	}
	if (++calls < COND_RESCHED_BURST)
		return 0;
	calls = 0;
	yield();
	return 1;
}

long schedule_timeout(long timeout)
{
	struct task_struct *self = current;
	unsigned long expire;
	long left;

	if (timeout == MAX_SCHEDULE_TIMEOUT) {
		schedule();
		return timeout;
	}
	vk_enter();
	vk_might_sleep("schedule_timeout", NULL);
	expire = vk_jiffies() + (timeout > 0 ? timeout : 1);
	if (signal_ends(self->__state, self))
		self->__state = TASK_RUNNING;
	else
		sleep_until_edge(expire);
	left = (long)(expire - vk_jiffies());
	return left > 0 ? left : 0;
}

static long timeout_in(unsigned int state, long timeout)
{
	current->__state = state;
	return schedule_timeout(timeout);
}

long schedule_timeout_interruptible(long timeout)
{
	return timeout_in(TASK_INTERRUPTIBLE, timeout);
}

long schedule_timeout_uninterruptible(long timeout)
{
	return timeout_in(TASK_UNINTERRUPTIBLE, timeout);
}

long schedule_timeout_killable(long timeout)
{
	return timeout_in(TASK_KILLABLE, timeout);
}

int vk_try_to_wake(struct task_struct *task, unsigned int states)
{
	if (!(task->__state & states))
		return 0;
	task->__state = TASK_RUNNING;
	vk_wake(task);
	return 1;
}

int wake_up_process(struct task_struct *task)
{
	return vk_try_to_wake(task, TASK_NORMAL);
}

int send_sig(int sig, struct task_struct *task, int priv)
{
	sigaddset(&task->pending.signal, sig);
	vk_try_to_wake(task, TASK_INTERRUPTIBLE | (sig == SIGKILL ? TASK_WAKEKILL : 0));
	return 0;
}

void msleep(unsigned int ms)
{
	long timeout = msecs_to_jiffies(ms) + 1;

	while (timeout)
		timeout = schedule_timeout_uninterruptible(timeout);
}

unsigned long msleep_interruptible(unsigned int ms)
{
	long timeout = msecs_to_jiffies(ms) + 1;

	while (timeout && !signal_pending(current))
		timeout = schedule_timeout_interruptible(timeout);
	return jiffies_to_msecs(timeout);
}

void ssleep(unsigned int seconds)
{
	msleep(seconds * 1000);
}

void usleep_range(unsigned long min_us, unsigned long max_us)
{
	unsigned long long until = vk_now_ps() + min_us * PS_PER_US;

	vk_enter();
	vk_might_sleep("usleep_range", NULL);
	while (vk_now_ps() < until) {
		current->__state = TASK_UNINTERRUPTIBLE;
		vk_sleep_until(until);
	}
}

void fsleep(unsigned long us)
{
	if (us <= 10)
		udelay(us);
	else if (us <= 20000)
		usleep_range(us, 2 * us);
	else
		msleep(DIV_ROUND_UP(us, 1000));
}

void udelay(unsigned long us)
{
	vk_consume_ps(us * PS_PER_US);
}

void ndelay(unsigned long ns)
{
	vk_consume_ps(ns * PS_PER_NS);
}

void mdelay(unsigned long ms)
{
	udelay(ms * 1000);
}

void cpu_relax(void)
{
	vk_consume_ps(CPU_RELAX_PS);
}

struct task_struct *kthread_create_on_node(int (*threadfn)(void *data), void *data, int node,
					   const char namefmt[], ...)
{
	char name[64];
	va_list args;

	vk_enter();
	va_start(args, namefmt);
	vsnprintf(name, sizeof(name), namefmt, args);
	va_end(args);
	return vk_kthread_create(threadfn, data, name);
}

int kthread_stop(struct task_struct *task)
{
	vk_enter();
	vk_might_sleep("kthread_stop", NULL);
	return vk_kthread_stop(task);
}

bool kthread_should_stop(void)
{
	return current->vk_should_stop;
}

/* A pid is the number itself, as a pointer: nothing to allocate, nothing to leak. */
struct pid *find_vpid(int nr)
{
	return vk_find_task(nr) ? (struct pid *)(unsigned long)nr : NULL;
}

struct pid *find_get_pid(int nr)
{
	return find_vpid(nr);
}

struct pid *task_pid(struct task_struct *task)
{
	return (struct pid *)(unsigned long)task->pid;
}

struct pid *task_tgid(struct task_struct *task)
{
	return (struct pid *)(unsigned long)task->tgid;
}

pid_t pid_nr(struct pid *pid)
{
	return (pid_t)(unsigned long)pid;
}

struct task_struct *pid_task(struct pid *pid, enum pid_type type)
{
	struct task_struct *task = pid ? vk_find_task(pid_nr(pid)) : NULL;

	/* An ended task has been reaped: nobody is found. */
	return task && !task->exit_state ? task : NULL;
}

struct task_struct *get_pid_task(struct pid *pid, enum pid_type type)
{
	return pid_task(pid, type);
}
