/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef NEURON_PCI_H
#define NEURON_PCI_H

#include <linux/types.h>

struct neuron_device;

/** PCI ids of the products (chapter 10.1.1). */
#define AMZN_VENDOR_ID 0x1d0f
#define TRN1_DEVICE_ID0 0x7164
#define INF2_DEVICE_ID0 0x7264
#define TRN2_DEVICE_ID0 0x7364
#define TRN3_DEVICE_ID0 0x7564
#define TRN3_DEVICE_ID1 0x7565

/** neuron_pci_module_init() - registers the PCI driver, which probes every device. 0 or -errno. */
int neuron_pci_module_init(void);
void neuron_pci_module_exit(void);

/** neuron_pci_device_get() - the device at that index, NULL if there is none. */
struct neuron_device *neuron_pci_device_get(u32 index);

/**
 * neuron_pci_device_count() - devices found by the time the driver was registered; 0 before. A function
 * whose probe failed late is counted (chapter 10.10.1).
 */
u32 neuron_pci_device_count(void);

/** neuron_pci_registered() - true once the driver registration has finished. */
bool neuron_pci_registered(void);

#endif
