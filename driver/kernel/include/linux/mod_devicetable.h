/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_MOD_DEVICETABLE_H
#define _VK_LINUX_MOD_DEVICETABLE_H

#include <linux/types.h>
struct pci_device_id {
	__u32 vendor, device, subvendor, subdevice, class, class_mask;
	unsigned long driver_data;
};

#endif /* _VK_LINUX_MOD_DEVICETABLE_H */
