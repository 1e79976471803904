/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NEURON_VP_TESTBENCH_TESTS_KERNEL_MODULE_KTEST_H_
#define NEURON_VP_TESTBENCH_TESTS_KERNEL_MODULE_KTEST_H_

/* What the tests call in the test module. Plain C types: included by kernel C and by C++. */
#ifdef __cplusplus
extern "C" {
#endif

/* basics.c */
void ktest_jiffies_1000(void);
void ktest_jiffies_250(void);
void ktest_strings(void);
void ktest_numbers(void);
void ktest_atomics(void);
void ktest_bits(void);
void ktest_time_arithmetic(void);
void ktest_error_pointers(void);
void ktest_genpool(void);
void ktest_rbtree(void);
void ktest_user_copies(void *good, void *hole);

/* threads.c */
void ktest_kthread(void);
void ktest_wait_timeout(void);
void ktest_wake_is_not_lost(unsigned int rounds);
void ktest_exclusive_wake(void);
void ktest_msleep(unsigned int ms);
void ktest_sleep_jiffies(long n);
void ktest_schedule(void);
void ktest_busy(void);
void ktest_clocks(void);
void ktest_mutex_order(void);
void ktest_rwlock(void);

/* faults.c: each does what a check must find */
void ktest_sleep_under_lock(void);
void ktest_unlock_foreign(void);
void ktest_lock_twice_by(void);
void ktest_leave_lock(void);
void ktest_wrong_order(void);
void ktest_double_free(void);
void ktest_bug(void);
void ktest_log(void);
void ktest_trace(int id);
int ktest_should_fail(void);
void *ktest_alloc(unsigned long size);
void ktest_free(void *p);
unsigned long long ktest_phys(const void *p);
unsigned int ktest_read_dma(const void *p);
unsigned int ktest_readl(int device, unsigned int offset);
void ktest_writel(int device, unsigned int value, unsigned int offset);
unsigned int ktest_deref(int device, unsigned int offset);
void ktest_unmap(int device);
void ktest_files(void);

/* device.c */
extern int ktest_probed, ktest_removed, ktest_flushed, ktest_released, ktest_kobject_released;
extern int ktest_leak_at_exit, ktest_lock_at_exit;
void ktest_notify(void);

#define KTEST_IOCTL_COPY 0x4b01u	/* copies 16 bytes to the argument */
#define KTEST_IOCTL_RETURN 0x4b02u	/* returns the argument */
#define KTEST_IOCTL_SLEEP 0x4b03u	/* msleep(argument) */
#define KTEST_IOCTL_WAIT 0x4b04u	/* interruptible wait for ever */
#define KTEST_IOCTL_LEAVE_LOCK 0x4b05u	/* returns with a mutex held */

#ifdef __cplusplus
}
#endif

#endif /* NEURON_VP_TESTBENCH_TESTS_KERNEL_MODULE_KTEST_H_ */
