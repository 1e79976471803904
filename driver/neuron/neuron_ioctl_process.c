// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* What processes do and say: attached processes, datastore, kernel log (chapter 23, 6.1, 6.4, 6.5).
 */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/pid.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "neuron_device.h"
#include "neuron_dhal.h"
#include "neuron_ioctl_internal.h"
#include "neuron_pci.h"

#define APP_INFO_CORES 4

NIOCTL_HANDLER(device_app_pid)
{
	const s32 pid = call->nd->npid.slot[0].pid;

	return nioctl_copy_out(call->arg, &pid, sizeof(pid));
}

static void fill_app_info(struct neuron_device *nd, const struct neuron_pid_slot *slot, u16 flags,
			  struct neuron_ioctl_app_info *app)
{
	u32 nc;

	app->pid = slot->pid;
	if (flags & NEURON_APPS_INFO_LOCKS)
		for (nc = 0; nc < APP_INFO_CORES; nc++)
			if (ncrwl_is_locked_by(nd, nc, slot->pid, app->uuid_data[nc]))
				app->nc_lock_map |= 1 << nc;
	if (flags & NEURON_APPS_INFO_MEMORY) {
		app->host_mem_size = slot->memory_used[NEURON_PID_MEMORY_HOST];
		app->device_mem_size = slot->memory_used[NEURON_PID_MEMORY_DEVICE];
	}
}

NIOCTL_HANDLER(get_all_apps_info)
{
	struct neuron_ioctl_get_all_apps_info header;
	struct neuron_ioctl_app_info *apps;
	struct neuron_device *nd = call->nd;
	u32 i;
	long ret;

	ret = nioctl_copy_in(&header, call->arg, sizeof(header));
	if (ret)
		return ret;
	apps = kcalloc(NEURON_MAX_PROCESS_PER_DEVICE, sizeof(*apps), GFP_KERNEL);
	if (!apps)
		return -ENOMEM;
	header.size = 0;
	for (i = 0; i < NEURON_MAX_PROCESS_PER_DEVICE && header.size < header.capacity; i++)
		if (nd->npid.slot[i].pid != 0)
			fill_app_info(nd, &nd->npid.slot[i], header.apps_info_flags,
				      &apps[header.size++]);
	ret = nioctl_copy_out(call->arg, &header, sizeof(header));
	if (!ret)
		ret = nioctl_copy_out(call->arg + sizeof(header), apps,
				      header.size * sizeof(*apps));
	kfree(apps);
	return ret;
}

NIOCTL_HANDLER(acquire_neuron_ds)
{
	struct neuron_ioctl_neuron_ds_info info;
	struct mem_chunk *mc;
	long ret;

	ret = nioctl_copy_in(&info, call->arg, sizeof(info));
	if (ret)
		return ret;
	ret = neuron_ds_acquire(&call->nd->datastore, info.pid, &mc);
	if (ret)
		return ret;
	info.mmap_offset = mc->pa;
	info.size = mc->size;
	return nioctl_copy_out(call->arg, &info, sizeof(info));
}

NIOCTL_HANDLER(release_neuron_ds)
{
	struct neuron_ioctl_neuron_ds_info info;
	long ret;

	ret = nioctl_copy_in(&info, call->arg, sizeof(info));
	if (ret)
		return ret;
	neuron_ds_release(&call->nd->datastore, info.pid);
	return 0;
}

NIOCTL_HANDLER(printk)
{
	struct neuron_ioctl_printk request;
	char *text;
	long ret;

	ret = nioctl_copy_in(&request, call->arg, sizeof(request));
	if (ret)
		return ret;
	if (request.size > NEURON_PRINTK_MAX_SIZE)
		return -EFAULT;
	if (request.size == 0)
		return -EINVAL;
	ret = nioctl_copy_array_in((void **)&text, request.buffer, request.size, 1);
	if (ret)
		return ret;
	if (text[request.size - 1] == '\0')
		printk(KERN_ERR "%s\n", text);
	else
		ret = -EBADMSG;
	kfree(text);
	return ret;
}

static void print_task_state(s32 pid)
{
	struct task_struct *task;

	rcu_read_lock();
	task = pid_task(find_vpid(pid), PIDTYPE_TGID);
	if (task)
		pr_info("process %d: state %u, exit state %d, exit code %d, exit signal %d\n", pid,
			task->__state, task->exit_state, task->exit_code, task->exit_signal);
	else
		pr_info("process %d: not found\n", pid);
	rcu_read_unlock();
}

NIOCTL_HANDLER(nc_pid_state_dump)
{
	struct neuron_ioctl_nc_pid_state_dump request;
	struct neuron_device *nd;
	s32 owner;
	long ret;

	ret = nioctl_copy_in(&request, call->arg, sizeof(request));
	if (ret)
		return ret;
	if (request.nc_id >= NEURON_MAX_NC_COUNT)
		return -ENOENT;
	owner = ncrwl_range_owner(request.nc_id);
	if (owner == 0)
		return 0;
	print_task_state(owner);
	nd = neuron_pci_device_get(request.nc_id / ndhal->data.nc_per_device);
	if (!nd)
		return -1;
	return neuron_log_dump(nd, request.filter_log_owner ? owner : 0, request.log_dump_limit);
}
