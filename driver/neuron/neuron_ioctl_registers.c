// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* Registers by address and by name: BAR0, semaphores, events, mappable blocks (chapter
 * 23, 6.6, 6.7, 13). */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "neuron_device.h"
#include "neuron_dhal.h"
#include "neuron_fidelity.h"
#include "neuron_fw_io.h"
#include "neuron_ioctl_internal.h"
#include "neuron_reg_access.h"

#define REGISTERS_BAR 0

/* Only BAR0 has more than one address per call; any other bar is refused, but reads one first. */
static long copy_bar_request(const struct nioctl_call *call, struct neuron_ioctl_bar_rw *request,
			     u64 **addresses)
{
	long ret = nioctl_copy_in(request, call->arg, sizeof(*request));

	if (ret)
		return ret;
	if (request->bar > U8_MAX)
		return -EINVAL;
	return nioctl_copy_array_in((void **)addresses, request->address,
				    request->bar == REGISTERS_BAR ? request->count : 1,
				    sizeof(u64));
}

static u64 bar0_offset(const struct neuron_device *nd, u64 address)
{
	return address - (u64)(unsigned long)nd->npdev.bar0;
}

static long read_registers(const struct nioctl_call *call,
			   const struct neuron_ioctl_bar_rw *request, const u64 *addresses)
{
	void __iomem *registers[FW_IO_MAX_READLESS_READ_REGISTER_COUNT];
	u32 values[FW_IO_MAX_READLESS_READ_REGISTER_COUNT];
	struct neuron_device *nd = call->nd;
	u32 i;
	long ret;

	if (request->bar != REGISTERS_BAR || request->count > ARRAY_SIZE(values))
		return -EINVAL;
	for (i = 0; i < request->count; i++) {
		if (bar0_offset(nd, addresses[i]) >= nd->npdev.bar0_size)
			return -EINVAL;
		registers[i] = nd->npdev.bar0 + bar0_offset(nd, addresses[i]);
	}
	ret = fw_io_read_csr_array(registers, values, request->count, true);
	return ret ? ret : nioctl_copy_out(request->data, values, request->count * sizeof(*values));
}

NIOCTL_HANDLER(bar_read)
{
	struct neuron_ioctl_bar_rw request;
	u64 *addresses;
	long ret;

	ret = copy_bar_request(call, &request, &addresses);
	if (ret)
		return ret;
	ret = read_registers(call, &request, addresses);
	kfree(addresses);
	return ret;
}

static bool may_write(const struct neuron_device *nd, u64 offset)
{
	/* The original lets one word behind the BAR pass. */
	if (offset > nd->npdev.bar0_size ||
	    (offset == nd->npdev.bar0_size && NEURON_FIDELITY(BAR_WRITE_AT_END, REFUSED)))
		return false;
	return !ndhal_bar0_write_blocked(offset);
}

static long write_registers(struct neuron_device *nd, const u64 *addresses, const u32 *values,
			    u32 count)
{
	u32 i;

	for (i = 0; i < count; i++) {
		u64 offset = bar0_offset(nd, addresses[i]);

		if (!may_write(nd, offset))
			return -EINVAL;
		if (offset < nd->npdev.bar0_size)
			reg_write32(nd->npdev.bar0 + offset, values[i]);
	}
	return 0;
}

NIOCTL_HANDLER(bar_write)
{
	struct neuron_ioctl_bar_rw request;
	u64 *addresses;
	void *values;
	long ret;

	ret = copy_bar_request(call, &request, &addresses);
	if (ret)
		return ret;
	ret = nioctl_copy_array_in(&values, request.data, request.count, sizeof(u32));
	if (!ret) {
		ret = request.bar == REGISTERS_BAR
			      ? write_registers(call->nd, addresses, values, request.count)
			      : -EINVAL;
		kfree(values);
	}
	kfree(addresses);
	return ret;
}

/* The original compares indexes after cutting them to 16 bits. */
static u32 compared_index(u32 index)
{
	return NEURON_FIDELITY(SEMAPHORE_INDEX, FULL_WIDTH) ? index : (u16)index;
}

static enum ndhal_semaphore_access semaphore_access(unsigned int cmd)
{
	switch (cmd) {
	case NEURON_IOCTL_SEMAPHORE_INCREMENT:
		return NDHAL_SEMAPHORE_INCREMENT;
	case NEURON_IOCTL_SEMAPHORE_DECREMENT:
		return NDHAL_SEMAPHORE_DECREMENT;
	case NEURON_IOCTL_SEMAPHORE_WRITE:
		return NDHAL_SEMAPHORE_SET;
	default:
		return NDHAL_SEMAPHORE_READ;
	}
}

NIOCTL_HANDLER(semaphore)
{
	const enum ndhal_semaphore_access access = semaphore_access(call->cmd);
	struct neuron_ioctl_semaphore request;
	void __iomem *address;
	u32 index;
	long ret;

	ret = nioctl_copy_in(&request, call->arg, sizeof(request));
	if (ret)
		return ret;
	if (request.nc_id >= ndhal->data.nc_per_device)
		return -E2BIG;
	index = compared_index(request.semaphore_index);
	if (index >= SEMAPHORES_PER_NC)
		return -EINVAL;
	address = call->nd->npdev.bar0 + ndhal_semaphore(request.nc_id, access, index);
	if (access != NDHAL_SEMAPHORE_READ) {
		reg_write32(address, request.value);
		return 0;
	}
	request.value = reg_read32(address);
	return nioctl_copy_out(call->arg, &request, sizeof(request));
}

NIOCTL_HANDLER(event)
{
	/* The original accepts one event more than there are. */
	const u32 last =
		NEURON_FIDELITY(SEMAPHORE_INDEX, FULL_WIDTH) ? EVENTS_PER_NC - 1 : EVENTS_PER_NC;
	struct neuron_ioctl_event request;
	void __iomem *address;
	u32 index, nc;
	long ret;

	ret = nioctl_copy_in(&request, call->arg, sizeof(request));
	if (ret)
		return ret;
	nc = (u8)request.nc_id;
	if (nc >= ndhal->data.nc_per_device)
		return -E2BIG;
	index = compared_index(request.event_index);
	if (index > last)
		return -EINVAL;
	address = call->nd->npdev.bar0 + ndhal_event(nc, index);
	if (call->cmd == NEURON_IOCTL_EVENT_SET) {
		reg_write32(address, request.value);
		return 0;
	}
	request.value = reg_read32(address);
	return nioctl_copy_out(call->arg, &request, sizeof(request));
}

NIOCTL_HANDLER(resource_mmap_info)
{
	struct neuron_ioctl_resource_mmap_info request;
	struct ndhal_mmap_entry entry;
	long ret;

	ret = nioctl_copy_in(&request, call->arg, sizeof(request));
	if (ret)
		return ret;
	if (ndhal_mmap_by_name(request.block, request.block_id, request.resource, &entry))
		return -EINVAL;
	request.offset = entry.cookie;
	request.size = entry.size;
	return nioctl_copy_out(call->arg, &request, sizeof(request));
}
