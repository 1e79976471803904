// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* sysfs files of the device and of the class (chapter 22.2, 22.3). */
#include <linux/device.h>
#include <linux/kernel.h>
#include <linux/string.h>
#include <linux/sysfs.h>

#include "neuron_cdev_internal.h"
#include "neuron_device.h"
#include "neuron_dhal.h"
#include "neuron_fw_io.h"
#include "neuron_pci.h"
#include "neuron_topology.h"

#define CONNECTED_TEXT_MAX 20 /* with its terminator */

static struct ncdev_node *node_of(struct device *dev)
{
	return dev_get_drvdata(dev);
}

static ssize_t reset_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "%d\n", node_of(dev)->nd->device_state);
}

static ssize_t reset_store(struct device *dev, struct device_attribute *attr, const char *buf,
			   size_t count)
{
	struct ncdev_node *node = node_of(dev);

	mutex_lock(&node->lock);
	if (node->open_count == 0) {
		/* The original leaves DMA open, so the reset thread does not set it up again
		 * (12.3.3). */
		ndmar_close(node->nd);
		nr_start_ncs(node->nd, NEURON_NC_MAP_DEVICE, NEURON_RESET_REQUEST_ALL);
	}
	mutex_unlock(&node->lock);
	return count;
}

static ssize_t core_count_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "%u", ndhal->data.nc_per_device);
}

static ssize_t connected_devices_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	struct neuron_device *nd = node_of(dev)->nd;
	u32 devices[NTOPO_MAX_CONNECTED];
	int count = ntopo_connected_devices(nd->device_index, ndhal->pci_device_id,
					    neuron_pci_device_count(), devices);
	char text[CONNECTED_TEXT_MAX];
	int length = 0, i;

	text[0] = '\0';
	for (i = 0; i < count; i++) {
		length += snprintf(text + length, sizeof(text) - length, i ? ", %u" : "%u",
				   devices[i]);
		if (length >= CONNECTED_TEXT_MAX - 1) {
			pr_err("nd%d: the connected devices do not fit\n", nd->device_index);
			return 0;
		}
	}
	return sysfs_emit(buf, "%s\n", text);
}

static ssize_t fw_api_version_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	u32 version;

	fw_io_api_version_read(node_of(dev)->nd->fw_io_ctx, &version);
	if (version == FW_IO_NOT_POPULATED)
		return sysfs_emit(buf, "busy\n");
	return sysfs_emit(buf, "%u\n", version);
}

static DEVICE_ATTR(reset, 0600, reset_show, reset_store);
static DEVICE_ATTR(core_count, 0400, core_count_show, NULL);
static DEVICE_ATTR(connected_devices, 0400, connected_devices_show, NULL);
static DEVICE_ATTR(fw_api_version, 0444, fw_api_version_show, NULL);

static struct attribute *device_attributes[] = {
	&dev_attr_reset.attr,
	&dev_attr_core_count.attr,
	&dev_attr_connected_devices.attr,
	&dev_attr_fw_api_version.attr,
	NULL,
};

const struct attribute_group ncdev_attribute_group = {.attrs = device_attributes};

/* --- the class: what all devices have in common */

/* Calls @value for every device; false as soon as one is not known (negative). */
static bool collect(int (*value)(struct neuron_device *nd), int *lowest, int *highest)
{
	u32 i;

	*lowest = INT_MAX;
	*highest = 0;
	for (i = 0; i < MAX_NEURON_DEVICE_COUNT; i++) {
		struct neuron_device *nd = neuron_pci_device_get(i);
		int v = nd ? value(nd) : 0;

		if (v < 0)
			return false;
		if (nd) {
			*lowest = min(*lowest, v);
			*highest = max(*highest, v);
		}
	}
	return neuron_pci_registered() && *lowest != INT_MAX;
}

static int hbm_7200_value(struct neuron_device *nd)
{
	return nd->supports_hbm_7200;
}

static int profile_value(struct neuron_device *nd)
{
	return nd->current_perf_profile;
}

static ssize_t hbm_7200_capable_show(struct class *cls, struct class_attribute *attr, char *buf)
{
	int lowest, highest;

	if (!collect(hbm_7200_value, &lowest, &highest))
		return sysfs_emit(buf, "busy\n");
	return sysfs_emit(buf, "%d\n", lowest == 1);
}

static ssize_t current_perf_profile_show(struct class *cls, struct class_attribute *attr, char *buf)
{
	int lowest, highest;

	if (!collect(profile_value, &lowest, &highest))
		return sysfs_emit(buf, "busy\n");
	return sysfs_emit(buf, "%d\n", lowest == highest ? lowest : -1);
}

static CLASS_ATTR_RO(hbm_7200_capable);
static CLASS_ATTR_RO(current_perf_profile);

static const struct class_attribute *const class_files[] = {
	&class_attr_hbm_7200_capable,
	&class_attr_current_perf_profile,
};

static u32 class_file_count;

void ncdev_remove_class_files(struct class *device_class)
{
	while (class_file_count > 0)
		class_remove_file(device_class, class_files[--class_file_count]);
}

int ncdev_add_class_files(struct class *device_class)
{
	int ret;

	if (ndhal->platform_type == NEURON_PLATFORM_TYPE_INVALID)
		return 0;
	while (class_file_count < ARRAY_SIZE(class_files)) {
		ret = class_create_file(device_class, class_files[class_file_count]);
		if (ret)
			return ret;
		class_file_count++;
	}
	return 0;
}
