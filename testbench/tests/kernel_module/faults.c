// SPDX-License-Identifier: Apache-2.0
/* What the kernel's checks must find, and what kernel code tells the run. */
#define pr_fmt(fmt) KBUILD_MODNAME ":%s: " fmt, __func__

#include <linux/delay.h>
#include <linux/fault-inject.h>
#include <linux/fs.h>
#include <linux/io.h>
#include <linux/kernel_read_file.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/vmalloc.h>

#include "expect.h"
#include "ktest.h"

#define CREATE_TRACE_POINTS
#include "ktest_trace.h"

static DEFINE_SPINLOCK(spin);
static DEFINE_MUTEX(alpha);
static DEFINE_MUTEX(beta);

void ktest_sleep_under_lock(void)
{
	spin_lock(&spin);
	msleep(1);
	spin_unlock(&spin);
	pagefault_disable();
	mutex_lock(&alpha);
	mutex_unlock(&alpha);
	pagefault_enable();
	kfree(kmalloc(8, GFP_ATOMIC));
}

static int hold_alpha(void *data)
{
	mutex_lock(&alpha);
	msleep(20);
	mutex_unlock(&alpha);
	return 0;
}

void ktest_unlock_foreign(void)
{
	struct task_struct *task = kthread_run(hold_alpha, NULL, "holder");

	msleep(5);
	mutex_unlock(&alpha);
	kthread_stop(task);
	mutex_unlock(&beta);
}

void ktest_lock_twice_by(void)
{
	mutex_lock(&beta);
	mutex_lock(&beta);
}

static int leave_lock(void *data)
{
	mutex_lock(&beta);
	return 0;
}

void ktest_leave_lock(void)
{
	struct task_struct *task = kthread_run(leave_lock, NULL, "leaver");

	msleep(1);
	EXPECT(kthread_stop(task) == 0);
}

void ktest_wrong_order(void)
{
	mutex_lock(&alpha);
	mutex_lock(&beta);
	mutex_unlock(&beta);
	mutex_unlock(&alpha);
	mutex_lock(&beta);
	mutex_lock(&alpha);
	mutex_unlock(&alpha);
	mutex_unlock(&beta);
}

void ktest_double_free(void)
{
	void *p = kmalloc(100, GFP_KERNEL);

	kfree(p);
	kfree(p);
	kfree(NULL);
	kfree(kmalloc(0, GFP_KERNEL));
}

void ktest_bug(void)
{
	BUG_ON(1 + 1 == 2);
}

void ktest_log(void)
{
	int i;

	pr_err("first %d\n", 1);
	pr_info("two\nlines\n");
	for (i = 0; i < 3; i++)
		pr_warn_once("once\n");
	printk(KERN_ERR "plain");
	printk("no level\n");
	pr_debug("never %d\n", i);
	for (i = 0; i < 2; i++)
		EXPECT(WARN_ONCE(i >= 0, "warned\n"));
}

void ktest_trace(int id)
{
	trace_metrics_post(id, "0123456789abcdef");
	trace_ktest_note("something");
}

static DECLARE_FAULT_ATTR(fail_fwio_read);

int ktest_should_fail(void)
{
	return should_fail(&fail_fwio_read, 1);
}

void *ktest_alloc(unsigned long size)
{
	return kmalloc(size, GFP_KERNEL);
}

void ktest_free(void *p)
{
	kfree(p);
}

unsigned long long ktest_phys(const void *p)
{
	return virt_to_phys((void *)p);
}

unsigned int ktest_read_dma(const void *p)
{
	dma_rmb();
	return READ_ONCE(*(const u32 *)p);
}

void ktest_files(void)
{
	struct file *file = filp_open("/etc/answer", O_RDONLY, 0);
	void *content = NULL;
	loff_t pos = 1;
	char text[16] = "";

	EXPECT(!IS_ERR(file));
	EXPECT(kernel_read(file, text, sizeof(text), &pos) == 2 && pos == 3 && !strcmp(text, "2\n"));
	EXPECT(filp_close(file, NULL) == 0);
	EXPECT(PTR_ERR(filp_open("/nowhere", O_RDONLY, 0)) == -ENOENT);
	EXPECT(kernel_read_file_from_path("/etc/answer", 0, &content, 64, NULL, READING_UNKNOWN) == 3);
	EXPECT(!memcmp(content, "42\n", 3));
	vfree(content);
	EXPECT(kernel_read_file_from_path("/nowhere", 0, &content, 64, NULL, READING_UNKNOWN) ==
	       -ENOENT);
}
