// SPDX-License-Identifier: Apache-2.0
/* Threads, waits, time and locks: docs/reference/50-kernel-api-surface.md, checks 2 to 4. */
#include <linux/delay.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/sched/signal.h>
#include <linux/spinlock.h>
#include <linux/wait.h>

#include "expect.h"
#include "ktest.h"

static DECLARE_WAIT_QUEUE_HEAD(queue);
static bool flag;
static int finished;

static int wait_for_stop(void *data)
{
	EXPECT(!strcmp(current->comm, "a-name-of-twent"));
	EXPECT(wait_event_interruptible(queue, kthread_should_stop()) == 0);
	msleep(5);
	finished++;
	return 42;
}

static int return_at_once(void *data)
{
	finished++;
	return *(int *)data;
}

/* 50 check 2 */
void ktest_kthread(void)
{
	struct task_struct *task = kthread_run(wait_for_stop, NULL, "a-name-of-%s-chars", "twenty");
	static int value = -7;

	EXPECT(!IS_ERR_OR_NULL(task) && strlen(task->comm) == 15);
	msleep(10);
	finished = 0;
	EXPECT(kthread_stop(task) == 42 && finished == 1);

	task = kthread_run(return_at_once, &value, "short");
	msleep(10);
	EXPECT(finished == 2);
	EXPECT(kthread_stop(task) == -7);

	task = kthread_create(return_at_once, &value, "never");
	EXPECT(kthread_stop(task) == -EINTR && finished == 2);
}

static int set_flag_after(void *data)
{
	msleep(*(unsigned int *)data - 1); /* ends at the given millisecond, at HZ 1000 */
	flag = true;
	wake_up(&queue);
	return 0;
}

/* 50 check 3; starts on a jiffy edge at HZ 1000 */
void ktest_wait_timeout(void)
{
	static unsigned int after = 20;
	ktime_t start = ktime_get();
	struct task_struct *task;

	EXPECT(wait_event_interruptible_timeout(queue, false, 50) == 0);
	EXPECT(ktime_get() - start == 50 * NSEC_PER_MSEC);
	flag = false;
	task = kthread_run(set_flag_after, &after, "setter");
	EXPECT(wait_event_interruptible_timeout(queue, flag, 50) == 30);
	EXPECT(kthread_stop(task) == 0);
	EXPECT(wait_event_interruptible_timeout(queue, flag, 0) == 1);
	EXPECT(wait_event_interruptible_timeout(queue, !flag, 0) == 0);
	send_sig(SIGTERM, current, 0);
	EXPECT(wait_event_interruptible_timeout(queue, false, 50) == -ERESTARTSYS);
	EXPECT(wait_event_interruptible(queue, false) == -ERESTARTSYS);
	sigdelset(&current->pending.signal, SIGTERM);
}

static unsigned int sent, taken;

static int sender(void *data)
{
	unsigned int rounds = *(unsigned int *)data;

	while (sent < rounds) {
		wait_event(queue, sent == taken);
		sent++;
		wake_up(&queue);
	}
	return 0;
}

/* 50 check 4 */
void ktest_wake_is_not_lost(unsigned int rounds)
{
	struct task_struct *task = kthread_run(sender, &rounds, "sender");

	while (taken < rounds) {
		EXPECT(wait_event_interruptible(queue, sent != taken) == 0);
		taken = sent;
		wake_up(&queue);
	}
	EXPECT(kthread_stop(task) == 0 && taken == rounds);
}

static int woken, tokens;

static int exclusive_waiter(void *data)
{
	wait_event_interruptible_exclusive(queue, tokens > 0 || kthread_should_stop());
	woken++;
	return 0;
}

void ktest_exclusive_wake(void)
{
	struct task_struct *tasks[3];
	int i;

	for (i = 0; i < 3; i++)
		tasks[i] = kthread_run(exclusive_waiter, NULL, "waiter%d", i);
	msleep(2);
	tokens = 1;
	wake_up(&queue);
	msleep(2);
	EXPECT(woken == 1);
	wake_up_all(&queue);
	msleep(2);
	EXPECT(woken == 3);
	for (i = 0; i < 3; i++)
		kthread_stop(tasks[i]);
}

void ktest_msleep(unsigned int ms)
{
	msleep(ms);
}

void ktest_sleep_jiffies(long n)
{
	EXPECT(schedule_timeout_interruptible(n) == 0);
}

void ktest_schedule(void)
{
	schedule();
}

void ktest_busy(void)
{
	ktime_t start = ktime_get();
	int i;

	udelay(3);
	EXPECT(ktime_get() - start == 3000);
	usleep_range(20, 40);
	EXPECT(ktime_get() - start == 23000);
	start = ktime_get();
	for (i = 0; i < 100; i++)
		cpu_relax();
	EXPECT(ktime_get() - start == 1000);
	i = 0;
	start = ktime_get();
	while (ktime_get() == start)
		i += cond_resched();
	EXPECT(i == 1 && jiffies != 0);
}

/* Simulated time 2.5 s, HZ 250 */
void ktest_clocks(void)
{
	struct timespec64 ts;

	EXPECT(ktime_get() == 2500 * NSEC_PER_MSEC);
	ktime_get_real_ts64(&ts);
	EXPECT(ts.tv_sec == 1767225602 && ts.tv_nsec == 500000000);
	EXPECT(jiffies == 0xfffedb08UL + 625 && get_jiffies_64() == jiffies);
}

static DEFINE_MUTEX(first);
static int order[4], entered;

static int lock_first(void *data)
{
	mutex_lock(&first);
	order[entered++] = (int)(long)data;
	mutex_unlock(&first);
	return 0;
}

void ktest_mutex_order(void)
{
	struct mutex zeroed;
	struct task_struct *tasks[4];
	long i;

	memset(&zeroed, 0, sizeof(zeroed));
	mutex_lock(&zeroed);
	EXPECT(mutex_is_locked(&zeroed) && !mutex_trylock(&zeroed));
	mutex_unlock(&zeroed);
	mutex_lock(&first);
	for (i = 0; i < 4; i++)
		tasks[i] = kthread_run(lock_first, (void *)i, "locker%ld", i);
	msleep(5);
	EXPECT(entered == 0);
	mutex_unlock(&first);
	EXPECT(mutex_is_locked(&first)); /* handed over */
	for (i = 0; i < 4; i++)
		kthread_stop(tasks[i]);
	EXPECT(entered == 4 && order[0] == 0 && order[1] == 1 && order[2] == 2 && order[3] == 3);
}

static rwlock_t rw;
static int readers, readers_seen, writes;

static int reader(void *data)
{
	read_lock(&rw);
	readers++;
	udelay(10);
	readers_seen = max(readers_seen, readers);
	udelay(10);
	readers--;
	read_unlock(&rw);
	return 0;
}

static int writer(void *data)
{
	write_lock(&rw);
	EXPECT(readers == 0);
	udelay(10);
	EXPECT(readers == 0);
	writes++;
	write_unlock(&rw);
	return 0;
}

void ktest_rwlock(void)
{
	struct task_struct *tasks[6];
	int i;

	for (i = 0; i < 6; i++)
		tasks[i] = kthread_run(i % 3 == 2 ? writer : reader, NULL, "rw%d", i);
	msleep(1);
	for (i = 0; i < 6; i++)
		EXPECT(kthread_stop(tasks[i]) == 0);
	EXPECT(readers_seen == 2 && writes == 2 && readers == 0);
}
