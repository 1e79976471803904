/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_VK_HOST_H
#define _VK_VK_HOST_H

/*
 * What the headers and the C half of the simulated kernel ask of its C++ half: threads, time, memory,
 * the bus, the event stream. Plain C types only, so that both sides can include it.
 */
struct task_struct;

#ifdef __cplusplus
extern "C" {
#endif

/* --- time (docs/reference/05-timing.md, "Host software") */
extern int vk_hz;
unsigned long vk_jiffies(void);
unsigned long long vk_now_ps(void);
long long vk_epoch_ns(void); /* wall clock at time zero */
unsigned long long vk_jiffy_edge_ps(unsigned long jiffies); /* when the counter reaches it */
void vk_consume_ps(unsigned long long ps); /* busy: the caller's own time moves */
void vk_enter(void); /* charges cpu_ps_per_call */

/* --- threads */
struct task_struct *vk_current(void);
/* Gives way until the task's state is TASK_RUNNING or the time comes. */
void vk_sleep_until(unsigned long long ps);
void vk_wake(struct task_struct *task);
struct task_struct *vk_kthread_create(int (*body)(void *), void *data, const char *name);
int vk_kthread_stop(struct task_struct *task);
void vk_kthread_exit(long code) __attribute__((__noreturn__));
struct task_struct *vk_find_task(int pid);

/* --- memory; `where` is the calling place, for the leak report */
void *vk_kmalloc(unsigned long size, unsigned int flags, const char *where);
void *vk_krealloc(const void *p, unsigned long size, unsigned int flags, const char *where);
void vk_kfree(const void *p, const char *where);
unsigned long vk_ksize(const void *p);
unsigned long long vk_virt_to_phys(const volatile void *p);
unsigned long long vk_direct_phys(const void *p); /* the same, 0 if it is no kernel memory */
void *vk_phys_to_virt(unsigned long long phys);
void *vk_alloc(unsigned long size); /* zeroed; the platform's own: not counted, never fails */
void vk_free(void *p);

/* --- user memory: bytes that could not be copied */
unsigned long vk_copy_from_user(void *to, const void *from, unsigned long n);
unsigned long vk_copy_to_user(void *to, const void *from, unsigned long n);
void *vk_user_reserve(unsigned long length);
int vk_user_alias(void *at, unsigned long long phys, unsigned long length, int writable);
void vk_user_release(void *at, unsigned long length);

/* --- MMIO */
unsigned long long vk_mmio_read(const volatile void *address, unsigned int size);
void vk_mmio_write(volatile void *address, unsigned long long value, unsigned int size);
void *vk_iomap(unsigned int device, unsigned int bar, unsigned long long length);
void vk_iounmap(volatile void *address);

/* --- what the run tells */
void vk_log(int level, const char *line);
void vk_problem(const char *text);
void vk_bug(const char *where, const char *what) __attribute__((__noreturn__));
int vk_trace_wanted(void);
void vk_trace_event(const char *name, const char *text);
int vk_fault(const char *name, unsigned long size); /* should this call fail? */
/* Content of a host file, null if there is none. */
const char *vk_host_file(const char *path, unsigned long *length);

#ifdef __cplusplus
}
#endif

#endif /* _VK_VK_HOST_H */
