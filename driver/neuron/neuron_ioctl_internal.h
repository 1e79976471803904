/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef NEURON_IOCTL_INTERNAL_H
#define NEURON_IOCTL_INTERNAL_H

#include <linux/types.h>

#include "neuron_ioctl.h"

struct neuron_device;

/** One ioctl as its handler sees it. */
struct nioctl_call {
	struct neuron_device *nd;
	unsigned int cmd;
	void __user *arg;
};

/**
 * nioctl_copy_in() - copies from user memory. Returns 0, or what the ioctl returns then: the number
 * of bytes that were not copied, or -EFAULT in mode fixed (chapter 23.4.2).
 */
long nioctl_copy_in(void *to, const void __user *from, unsigned long size);
long nioctl_copy_out(void __user *to, const void *from, unsigned long size);

/** nioctl_copy_array_in() - @count elements into new memory, to be kfree()d; -ENOMEM if there is
 * none. */
long nioctl_copy_array_in(void **to, const void __user *from, u32 count, u32 element_size);

/**
 * nioctl_dispatch() - gates, main lane, misc lane (chapter 23.4).
 * @free_access: the descriptor is write-only, so only the misc lane is open
 */
long nioctl_dispatch(const struct nioctl_call *call, bool free_access);

/*
 * The handlers. Each copies its argument in and, where chapter 23 says so, out; the result is the
 * ioctl's.
 */
#define NIOCTL_HANDLER(name) long nioctl_##name(const struct nioctl_call *call)

/* neuron_ioctl_identity.c */
NIOCTL_HANDLER(device_basic_info);
NIOCTL_HANDLER(device_info);
NIOCTL_HANDLER(device_bdf);
NIOCTL_HANDLER(device_bdf_ext);
NIOCTL_HANDLER(host_device_id);
NIOCTL_HANDLER(host_device_id_to_rid_map);
NIOCTL_HANDLER(compatible_version);
NIOCTL_HANDLER(driver_info);

/* neuron_ioctl_process.c */
NIOCTL_HANDLER(device_app_pid);
NIOCTL_HANDLER(get_all_apps_info);
NIOCTL_HANDLER(acquire_neuron_ds);
NIOCTL_HANDLER(release_neuron_ds);
NIOCTL_HANDLER(printk);
NIOCTL_HANDLER(nc_pid_state_dump);

/* neuron_ioctl_reset.c */
NIOCTL_HANDLER(device_reset);
NIOCTL_HANDLER(device_ready);
NIOCTL_HANDLER(device_reset_status);
NIOCTL_HANDLER(nc_reset);
NIOCTL_HANDLER(nc_reset_ready);
NIOCTL_HANDLER(nc_model_started_count);
NIOCTL_HANDLER(cinit_set_state);

/* neuron_ioctl_telemetry.c */
NIOCTL_HANDLER(post_metric);
NIOCTL_HANDLER(metrics_ctrl);
NIOCTL_HANDLER(read_hw_counters);
NIOCTL_HANDLER(power_profile);
NIOCTL_HANDLER(get_performance_profile);
NIOCTL_HANDLER(available_perf_profiles);
NIOCTL_HANDLER(throttling_notifications);

/* neuron_ioctl_registers.c */
NIOCTL_HANDLER(bar_read);
NIOCTL_HANDLER(bar_write);
NIOCTL_HANDLER(semaphore);
NIOCTL_HANDLER(event);
NIOCTL_HANDLER(resource_mmap_info);

/* neuron_ioctl_core.c */
NIOCTL_HANDLER(crwl);
NIOCTL_HANDLER(crwl_nc_range_mark);
NIOCTL_HANDLER(crwl_nc_range_unmark);
NIOCTL_HANDLER(notifications_init_v1);
NIOCTL_HANDLER(notifications_init_v2);
NIOCTL_HANDLER(notifications_init_realloc);

/* neuron_ioctl_memory.c */
NIOCTL_HANDLER(mem_get_extended_info);

/* neuron_ioctl_pod.c */
NIOCTL_HANDLER(logical_to_physical_nc_map);
NIOCTL_HANDLER(pod_info);
NIOCTL_HANDLER(pod_status);
NIOCTL_HANDLER(pod_ctrl);

#endif
