// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#ifndef NEURON_VP_DRIVER_KERNEL_C_PCI_H_
#define NEURON_VP_DRIVER_KERNEL_C_PCI_H_

#include <linux/types.h>

/* True if the range lies in a BAR of a device that is plugged in. */
bool vk_pci_owns(phys_addr_t address, size_t size);

#endif /* NEURON_VP_DRIVER_KERNEL_C_PCI_H_ */
