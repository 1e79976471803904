/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_PCI_IDS_H
#define _VK_LINUX_PCI_IDS_H

#define PCI_VENDOR_ID_AMAZON 0x1d0f

#endif /* _VK_LINUX_PCI_IDS_H */
