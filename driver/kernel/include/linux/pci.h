/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_PCI_H
#define _VK_LINUX_PCI_H

/* The PCI core (4.9): functions that the platform plugged in, in probe order. */
#include <linux/device.h>
#include <linux/errno.h>
#include <linux/io.h>
#include <linux/ioport.h>
#include <linux/mod_devicetable.h>
#include <linux/pci_ids.h>
#include <linux/pci_regs.h>
#include <linux/types.h>

#define PCI_DEVFN(slot, func) ((((slot)&0x1f) << 3) | ((func)&0x07))
#define PCI_SLOT(devfn) (((devfn) >> 3) & 0x1f)
#define PCI_FUNC(devfn) ((devfn)&0x07)
#define PCI_ANY_ID (~0)
#define PCI_STD_NUM_BARS 6
#define PCI_DEVICE(vend, dev)                                                                      \
	.vendor = (vend), .device = (dev), .subvendor = PCI_ANY_ID, .subdevice = PCI_ANY_ID
#define PCI_VDEVICE(vend, dev) PCI_DEVICE(PCI_VENDOR_ID_##vend, dev)

struct pci_driver;

struct pci_bus {
	unsigned char number;
	int domain_nr;
	char name[16];
};

struct pci_dev {
	struct pci_bus *bus;
	unsigned int devfn;
	unsigned short vendor, device, subsystem_vendor, subsystem_device;
	unsigned int class;
	u8 revision;
	struct pci_driver *driver;
	u64 dma_mask;
	struct device dev;
	unsigned int irq;
	struct resource resource[PCI_STD_NUM_BARS];
	unsigned int is_busmaster : 1;
	int enable_cnt;
	/* the platform's */
	unsigned int vk_index;
	const char *vk_region[PCI_STD_NUM_BARS];
	struct pci_bus vk_bus;
	char vk_name[16];
	struct list_head vk_entry;
};

struct pci_driver {
	const char *name;
	const struct pci_device_id *id_table;
	int (*probe)(struct pci_dev *dev, const struct pci_device_id *id);
	void (*remove)(struct pci_dev *dev);
	void (*shutdown)(struct pci_dev *dev);
	struct device_driver driver;
};

#define to_pci_dev(n) container_of(n, struct pci_dev, dev)

int __must_check __pci_register_driver(struct pci_driver *driver, struct module *owner,
				       const char *mod_name);
#define pci_register_driver(driver) __pci_register_driver(driver, THIS_MODULE, KBUILD_MODNAME)
void pci_unregister_driver(struct pci_driver *driver);
#define module_pci_driver(driver_)                                                                 \
	static int __init driver_##_init(void)                                                     \
	{                                                                                          \
		return pci_register_driver(&(driver_));                                            \
	}                                                                                          \
	module_init(driver_##_init);                                                               \
	static void __exit driver_##_exit(void)                                                    \
	{                                                                                          \
		pci_unregister_driver(&(driver_));                                                 \
	}                                                                                          \
	module_exit(driver_##_exit)

int __must_check pci_enable_device(struct pci_dev *dev);
int __must_check pci_enable_device_mem(struct pci_dev *dev);
void pci_disable_device(struct pci_dev *dev);
void pci_set_master(struct pci_dev *dev);
void pci_clear_master(struct pci_dev *dev);
int __must_check pci_request_region(struct pci_dev *dev, int bar, const char *name);
void pci_release_region(struct pci_dev *dev, int bar);
int __must_check pci_request_regions(struct pci_dev *dev, const char *name);
void pci_release_regions(struct pci_dev *dev);
void __iomem *pci_iomap(struct pci_dev *dev, int bar, unsigned long max);
void __iomem *pci_iomap_wc(struct pci_dev *dev, int bar, unsigned long max);
void __iomem *pci_ioremap_bar(struct pci_dev *dev, int bar);
void pci_iounmap(struct pci_dev *dev, void __iomem *address);
int pci_read_config_byte(const struct pci_dev *dev, int where, u8 *value);
int pci_read_config_word(const struct pci_dev *dev, int where, u16 *value);
int pci_read_config_dword(const struct pci_dev *dev, int where, u32 *value);
bool pci_device_is_present(struct pci_dev *dev);

#define pci_resource_start(dev, bar) ((dev)->resource[(bar)].start)
#define pci_resource_end(dev, bar) ((dev)->resource[(bar)].end)
#define pci_resource_flags(dev, bar) ((dev)->resource[(bar)].flags)
#define pci_resource_len(dev, bar)                                                                 \
	(pci_resource_end((dev), (bar)) == 0 ?                                                     \
		 (resource_size_t)0 :                                                              \
		 (pci_resource_end((dev), (bar)) - pci_resource_start((dev), (bar)) + 1))

static inline void *pci_get_drvdata(struct pci_dev *dev)
{
	return dev_get_drvdata(&dev->dev);
}

static inline void pci_set_drvdata(struct pci_dev *dev, void *data)
{
	dev_set_drvdata(&dev->dev, data);
}

static inline const char *pci_name(const struct pci_dev *dev)
{
	return dev_name(&dev->dev);
}

static inline int pci_domain_nr(struct pci_bus *bus)
{
	return bus->domain_nr;
}

#define pci_err(pdev, fmt, arg...) dev_err(&(pdev)->dev, fmt, ##arg)
#define pci_warn(pdev, fmt, arg...) dev_warn(&(pdev)->dev, fmt, ##arg)
#define pci_notice(pdev, fmt, arg...) dev_notice(&(pdev)->dev, fmt, ##arg)
#define pci_info(pdev, fmt, arg...) dev_info(&(pdev)->dev, fmt, ##arg)
#define pci_dbg(pdev, fmt, arg...) dev_dbg(&(pdev)->dev, fmt, ##arg)

#endif /* _VK_LINUX_PCI_H */
