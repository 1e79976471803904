// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* A thermometer: one register at BAR 0 + 0x10, in degrees, published as a sysfs attribute. */
#include <linux/device.h>
#include <linux/module.h>
#include <linux/pci.h>

static struct class *class;

static ssize_t degrees_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	void __iomem *bar0 = dev_get_drvdata(dev);

	return sysfs_emit(buf, "%d\n", (int)readl(bar0 + 0x10));
}

static DEVICE_ATTR_RO(degrees);

static int thermo_probe(struct pci_dev *pdev, const struct pci_device_id *id)
{
	void __iomem *bar0;
	struct device *dev;

	if (pci_enable_device(pdev))
		return -ENODEV;
	bar0 = pci_iomap(pdev, 0, 0);
	if (!bar0)
		return -ENOMEM;
	dev = device_create(class, NULL, MKDEV(0, 1), bar0, "thermo0");
	if (IS_ERR(dev))
		return PTR_ERR(dev);
	pci_set_drvdata(pdev, bar0);
	pci_info(pdev, "a thermometer\n");
	return device_create_file(dev, &dev_attr_degrees);
}

static void thermo_remove(struct pci_dev *pdev)
{
	device_destroy(class, MKDEV(0, 1));
	pci_iounmap(pdev, pci_get_drvdata(pdev));
	pci_disable_device(pdev);
}

static const struct pci_device_id thermo_ids[] = {
	{ PCI_DEVICE(0x1d0f, 0x0042) },
	{},
};

static struct pci_driver thermo_driver = {
	.name = "thermo",
	.id_table = thermo_ids,
	.probe = thermo_probe,
	.remove = thermo_remove,
};

static int __init thermo_init(void)
{
	class = class_create(THIS_MODULE, "thermo");
	if (IS_ERR(class))
		return PTR_ERR(class);
	return pci_register_driver(&thermo_driver);
}

static void __exit thermo_exit(void)
{
	pci_unregister_driver(&thermo_driver);
	class_destroy(class);
}

module_init(thermo_init);
module_exit(thermo_exit);
MODULE_LICENSE("GPL");
