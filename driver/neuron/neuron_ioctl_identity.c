// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* Who the device is (chapter 23.6.1). */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/pci.h>
#include <linux/string.h>

#include "neuron_device.h"
#include "neuron_dhal.h"
#include "neuron_ioctl_internal.h"
#include "neuron_pci.h"
#include "neuron_topology.h"

NIOCTL_HANDLER(device_basic_info)
{
	const struct neuron_ioctl_device_basic_info info = {
		.architecture = narch_get_arch(),
		.revision = narch_get_revision(),
	};

	return nioctl_copy_out(call->arg, &info, sizeof(info));
}

NIOCTL_HANDLER(device_info)
{
	struct neuron_device *nd = call->nd;
	struct neuron_ioctl_device_info info;

	memset(&info, 0, sizeof(info)); /* the padding goes out as well */
	info.architecture = narch_get_arch();
	info.revision = narch_get_revision();
	info.connected_device_count =
		ntopo_connected_devices(nd->device_index, ndhal->pci_device_id,
					neuron_pci_device_count(), info.connected_devices);
	info.bar_address[0] = (u64)(unsigned long)nd->npdev.bar0;
	info.bar_size[0] = nd->npdev.bar0_size;
	return nioctl_copy_out(call->arg, &info, sizeof(info));
}

NIOCTL_HANDLER(device_bdf)
{
	struct pci_dev *pdev = call->nd->pdev;
	struct neuron_ioctl_device_bdf bdf;

	memset(&bdf, 0, sizeof(bdf));
	bdf.bus_number = pdev->bus->number;
	bdf.slot = PCI_SLOT(pdev->devfn);
	bdf.func = PCI_FUNC(pdev->devfn);
	return nioctl_copy_out(call->arg, &bdf, sizeof(bdf));
}

NIOCTL_HANDLER(device_bdf_ext)
{
	struct neuron_ioctl_device_bdf_ext bdf;
	struct neuron_device *other;
	long ret;

	ret = nioctl_copy_in(&bdf, call->arg, sizeof(bdf));
	if (ret)
		return ret;
	/* The index counts from the opened device: the first one of a container. */
	other = neuron_pci_device_get(bdf.nd_index + call->nd->device_index);
	if (!other)
		return -EINVAL;
	bdf.domain = pci_domain_nr(other->pdev->bus);
	bdf.bus_number = other->pdev->bus->number;
	bdf.slot = PCI_SLOT(other->pdev->devfn);
	bdf.func = PCI_FUNC(other->pdev->devfn);
	return nioctl_copy_out(call->arg, &bdf, sizeof(bdf));
}

NIOCTL_HANDLER(host_device_id)
{
	const struct neuron_ioctl_host_device_id id = {.host_device_id = call->nd->device_index};

	return nioctl_copy_out(call->arg, &id, sizeof(id));
}

NIOCTL_HANDLER(host_device_id_to_rid_map)
{
	struct neuron_ioctl_host_device_id_to_rid_map map;
	s32 rid[MAX_NEURON_DEVICE_COUNT];
	u32 i;

	if (_IOC_SIZE(call->cmd) != sizeof(map))
		return -EINVAL;
	memset(&map, 0, sizeof(map));
	map.count = neuron_pci_device_count();
	ntopo_routing_id_map(rid, map.count, ndhal->server_id);
	for (i = 0; i < MAX_NEURON_DEVICE_COUNT; i++)
		if (rid[i] >= 0)
			map.host_did_to_rid_map[i] = rid[i];
	return nioctl_copy_out(call->arg, &map, sizeof(map));
}

NIOCTL_HANDLER(compatible_version)
{
	const struct neuron_ioctl_compatible_version version = {
		.max = ndhal->data.compat_max,
		.min = ndhal->data.compat_min,
	};

	return nioctl_copy_out(call->arg, &version, sizeof(version));
}

NIOCTL_HANDLER(driver_info)
{
	const struct neuron_ioctl_driver_info info = {
		.architecture = narch_get_arch(),
		.revision = narch_get_revision(),
		.size = sizeof(info),
		.feature_flags1 = NEURON_DRIVER_FEATURES,
	};

	if (_IOC_DIR(call->cmd) == _IOC_WRITE)
		return -ENOTSUPP;
	if (_IOC_DIR(call->cmd) != _IOC_READ || _IOC_SIZE(call->cmd) < sizeof(info))
		return -EINVAL;
	return nioctl_copy_out(call->arg, &info, sizeof(info));
}
