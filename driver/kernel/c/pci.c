// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* The PCI core (docs/reference/50-kernel-api-surface.md, 4.9). */
#include <linux/pci.h>

#include <linux/dma-mapping.h>
#include <linux/string.h>
#include <vk/upcalls.h>

#include "kernfs.h"

static LIST_HEAD(devices);
static LIST_HEAD(drivers);

struct registered {
	struct list_head entry;
	struct pci_driver *driver;
};

static struct bus_type pci_bus_type = {.name = "pci"};

static const struct pci_device_id *match(const struct pci_driver *driver, const struct pci_dev *dev)
{
	const struct pci_device_id *id;

	for (id = driver->id_table; id->vendor; id++) {
		bool vendor = id->vendor == (u32)PCI_ANY_ID || id->vendor == dev->vendor;

		if (vendor && (id->device == (u32)PCI_ANY_ID || id->device == dev->device))
			return id;
	}
	return NULL;
}

static void bind(struct pci_driver *driver, struct pci_dev *dev)
{
	const struct pci_device_id *id = dev->driver ? NULL : match(driver, dev);
	int error;

	if (!id)
		return;
	dev->driver = driver;
	dev->dev.driver = &driver->driver;
	error = driver->probe(dev, id);
	if (error > 0)
		pci_warn(dev, "Driver probe function unexpectedly returned %d\n", error);
	if (error >= 0)
		return;
	if (error != -ENODEV && error != -ENXIO)
		printk(KERN_WARNING "%s: probe of %s failed with error %d\n", driver->name,
		       pci_name(dev), error);
	dev->driver = NULL;
	dev->dev.driver = NULL;
	dev->dev.driver_data = NULL;
}

static void unbind(struct pci_dev *dev)
{
	struct pci_driver *driver = dev->driver;

	if (!driver)
		return;
	if (driver->remove)
		driver->remove(dev);
	dev->driver = NULL;
	dev->dev.driver = NULL;
	dev->dev.driver_data = NULL;
}

int __pci_register_driver(struct pci_driver *driver, struct module *owner, const char *mod_name)
{
	struct registered *registered = vk_alloc(sizeof(*registered));
	struct pci_dev *dev;

	vk_enter();
	driver->driver.name = driver->name;
	driver->driver.owner = owner;
	registered->driver = driver;
	list_add_tail(&registered->entry, &drivers);
	list_for_each_entry(dev, &devices, vk_entry) bind(driver, dev);
	return 0;
}

void pci_unregister_driver(struct pci_driver *driver)
{
	struct registered *registered, *next;
	struct pci_dev *dev;

	vk_enter();
	list_for_each_entry(dev, &devices, vk_entry) if (dev->driver == driver) unbind(dev);
	list_for_each_entry_safe(registered, next, &drivers, entry)
	{
		if (registered->driver != driver)
			continue;
		list_del(&registered->entry);
		vk_free(registered);
	}
}

static void fill(struct pci_dev *dev, const struct vk_pci_identity *id)
{
	int bar;

	dev->vk_index = id->index;
	dev->vk_bus.number = id->bus;
	dev->vk_bus.domain_nr = id->domain;
	dev->bus = &dev->vk_bus;
	dev->devfn = PCI_DEVFN(id->slot, id->function);
	dev->vendor = id->vendor;
	dev->device = id->device;
	dev->revision = id->revision;
	dev->dma_mask = DMA_BIT_MASK(32);
	dev->dev.dma_mask = &dev->dma_mask;
	dev->dev.coherent_dma_mask = DMA_BIT_MASK(32);
	dev->dev.bus = &pci_bus_type;
	snprintf(dev->vk_name, sizeof(dev->vk_name), "%04x:%02x:%02x.%d", id->domain, id->bus,
		 id->slot, id->function);
	dev->dev.init_name = dev->vk_name;
	for (bar = 0; bar < PCI_STD_NUM_BARS; bar++) {
		if (!id->bar_size[bar])
			continue;
		dev->resource[bar].start = id->bar_base[bar];
		dev->resource[bar].end = id->bar_base[bar] + id->bar_size[bar] - 1;
		dev->resource[bar].flags = IORESOURCE_MEM | IORESOURCE_MEM_64;
	}
}

static void add_directory(struct pci_dev *dev)
{
	char root[24];

	snprintf(root, sizeof(root), "pci%04x:%02x", dev->bus->domain_nr, dev->bus->number);
	dev->dev.kobj.name = dev->vk_name;
	dev->dev.kobj.sd =
		vk_kernfs_dir(vk_kernfs_dir(vk_kernfs_path("devices"), root), dev->vk_name);
	kref_init(&dev->dev.kobj.kref);
}

void vk_pci_add(const struct vk_pci_identity *identity)
{
	struct pci_dev *dev = vk_alloc(sizeof(*dev));
	struct registered *registered;

	fill(dev, identity);
	add_directory(dev);
	list_add_tail(&dev->vk_entry, &devices);
	list_for_each_entry(registered, &drivers, entry) bind(registered->driver, dev);
}

void vk_pci_remove(unsigned int index)
{
	struct pci_dev *dev, *next;

	list_for_each_entry_safe(dev, next, &devices, vk_entry)
	{
		if (dev->vk_index != index)
			continue;
		unbind(dev);
		list_del(&dev->vk_entry);
		vk_kernfs_remove(dev->dev.kobj.sd);
	}
}

bool vk_pci_owns(phys_addr_t address, size_t size)
{
	struct pci_dev *dev;
	int bar;

	list_for_each_entry(
		dev, &devices,
		vk_entry) for (bar = 0; bar < PCI_STD_NUM_BARS;
			       bar++) if (address >= pci_resource_start(dev, bar) &&
					  address + size <=
						  pci_resource_start(dev, bar) +
							  pci_resource_len(dev, bar)) return true;
	return false;
}

int pci_enable_device(struct pci_dev *dev)
{
	vk_enter();
	dev->enable_cnt++;
	return 0;
}

int pci_enable_device_mem(struct pci_dev *dev)
{
	return pci_enable_device(dev);
}

void pci_disable_device(struct pci_dev *dev)
{
	vk_enter();
	if (dev->enable_cnt > 0)
		dev->enable_cnt--;
	dev->is_busmaster = 0;
}

void pci_set_master(struct pci_dev *dev)
{
	vk_enter();
	dev->is_busmaster = 1;
}

void pci_clear_master(struct pci_dev *dev)
{
	dev->is_busmaster = 0;
}

static bool has_bar(const struct pci_dev *dev, int bar)
{
	return bar >= 0 && bar < PCI_STD_NUM_BARS && pci_resource_len(dev, bar) > 0;
}

int pci_request_region(struct pci_dev *dev, int bar, const char *name)
{
	vk_enter();
	if (!has_bar(dev, bar))
		return 0; /* as Linux: nothing to reserve */
	if (dev->vk_region[bar]) {
		pci_warn(dev, "BAR %d: can't reserve [mem %#llx-%#llx]\n", bar,
			 pci_resource_start(dev, bar), pci_resource_end(dev, bar));
		return -EBUSY;
	}
	dev->vk_region[bar] = name;
	return 0;
}

void pci_release_region(struct pci_dev *dev, int bar)
{
	vk_enter();
	if (has_bar(dev, bar))
		dev->vk_region[bar] = NULL;
}

int pci_request_regions(struct pci_dev *dev, const char *name)
{
	int bar, error;

	for (bar = 0; bar < PCI_STD_NUM_BARS; bar++) {
		error = pci_request_region(dev, bar, name);
		if (!error)
			continue;
		while (--bar >= 0)
			pci_release_region(dev, bar);
		return error;
	}
	return 0;
}

void pci_release_regions(struct pci_dev *dev)
{
	int bar;

	for (bar = 0; bar < PCI_STD_NUM_BARS; bar++)
		pci_release_region(dev, bar);
}

void __iomem *pci_iomap(struct pci_dev *dev, int bar, unsigned long max)
{
	vk_enter();
	return has_bar(dev, bar) ? vk_iomap(dev->vk_index, bar, max) : NULL;
}

void __iomem *pci_iomap_wc(struct pci_dev *dev, int bar, unsigned long max)
{
	return pci_iomap(dev, bar, max);
}

void __iomem *pci_ioremap_bar(struct pci_dev *dev, int bar)
{
	return pci_iomap(dev, bar, 0);
}

void pci_iounmap(struct pci_dev *dev, void __iomem *address)
{
	vk_enter();
	vk_iounmap(address);
}

static u32 config_dword(const struct pci_dev *dev, int where)
{
	switch (where) {
	case PCI_VENDOR_ID:
		return dev->vendor | (u32)dev->device << 16;
	case PCI_COMMAND:
		return (dev->enable_cnt ? PCI_COMMAND_MEMORY : 0) |
		       (dev->is_busmaster ? PCI_COMMAND_MASTER : 0);
	case PCI_CLASS_REVISION:
		return dev->revision | dev->class << 8;
	case PCI_SUBSYSTEM_VENDOR_ID:
		return dev->subsystem_vendor | (u32)dev->subsystem_device << 16;
	default:
		return 0;
	}
}

int pci_read_config_dword(const struct pci_dev *dev, int where, u32 *value)
{
	vk_enter();
	*value = config_dword(dev, where & ~3);
	return 0;
}

int pci_read_config_word(const struct pci_dev *dev, int where, u16 *value)
{
	u32 word;

	pci_read_config_dword(dev, where, &word);
	*value = (u16)(word >> (8 * (where & 2)));
	return 0;
}

int pci_read_config_byte(const struct pci_dev *dev, int where, u8 *value)
{
	u32 word;

	pci_read_config_dword(dev, where, &word);
	*value = (u8)(word >> (8 * (where & 3)));
	return 0;
}

bool pci_device_is_present(struct pci_dev *dev)
{
	struct pci_dev *other;

	list_for_each_entry(other, &devices, vk_entry) if (other == dev) return true;
	return false;
}
