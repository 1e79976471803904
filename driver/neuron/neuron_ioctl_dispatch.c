// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* From a command word to its handler (chapter 23.4). */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "neuron_device.h"
#include "neuron_fidelity.h"
#include "neuron_ioctl_internal.h"
#include "neuron_ioctl_rows.h"

/* Old commands that mean nothing any more. */
static NIOCTL_HANDLER(nothing)
{
	return 0;
}

static NIOCTL_HANDLER(gone)
{
	return -ENOIOCTLCMD;
}

static NIOCTL_HANDLER(refused)
{
	return -1;
}

/* Memory and DMA commands, which this release of the platform does not serve. */
static NIOCTL_HANDLER(unserved)
{
	return -EINVAL;
}

struct dispatch_row {
	unsigned int word;
	bool by_number; /* type, direction and size are the handler's business */
	bool misc; /* open on every descriptor */
	bool gated; /* exactly this word needs an attached process */
	long (*handler)(const struct nioctl_call *call);
};

#define ROW(word, by_number, misc, gated, handler) {word, by_number, misc, gated, nioctl_##handler},
static const struct dispatch_row rows[] = {NEURON_IOCTL_ROWS(ROW)};

static long copy_result(unsigned long missed)
{
	return missed != 0 && NEURON_FIDELITY(COPY_FAULT, EFAULT) ? -EFAULT : missed;
}

long nioctl_copy_in(void *to, const void __user *from, unsigned long size)
{
	return copy_result(copy_from_user(to, from, size));
}

long nioctl_copy_out(void __user *to, const void *from, unsigned long size)
{
	return copy_result(copy_to_user(to, from, size));
}

long nioctl_copy_array_in(void **to, const void __user *from, u32 count, u32 element_size)
{
	long ret;

	*to = kmalloc_array(count, element_size, GFP_KERNEL | __GFP_NOWARN);
	if (!*to)
		return -ENOMEM;
	ret = nioctl_copy_in(*to, from, (unsigned long)count * element_size);
	if (ret) {
		kfree(*to);
		*to = NULL;
	}
	return ret;
}

static bool is_gated(unsigned int cmd)
{
	const struct dispatch_row *row;

	for (row = rows; row < rows + ARRAY_SIZE(rows); row++)
		if (row->gated && row->word == cmd)
			return true;
	return false;
}

static const struct dispatch_row *find_row(unsigned int cmd, bool misc)
{
	const struct dispatch_row *row;

	for (row = rows; row < rows + ARRAY_SIZE(rows); row++)
		if (row->misc == misc &&
		    (row->by_number ? _IOC_NR(row->word) == _IOC_NR(cmd) : row->word == cmd))
			return row;
	return NULL;
}

long nioctl_dispatch(const struct nioctl_call *call, bool free_access)
{
	const struct dispatch_row *row = NULL;

	if (!free_access) {
		if (is_gated(call->cmd) && npid_is_attached(call->nd) == 0) {
			pr_err("nd%d: process %d is not attached, command 0x%08x refused\n",
			       call->nd->device_index, task_tgid_nr(current), call->cmd);
			npid_print_usage(call->nd);
			return -EACCES;
		}
		row = find_row(call->cmd, false);
	}
	if (!row)
		row = find_row(call->cmd, true);
	if (!row) {
		pr_err("nd%d: command 0x%08x is unknown%s\n", call->nd->device_index, call->cmd,
		       free_access ? " on a write-only descriptor" : "");
		return -EINVAL;
	}
	return row->handler(call);
}
