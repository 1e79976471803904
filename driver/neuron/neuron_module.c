// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#include <linux/init.h>
#include <linux/module.h>

#include "neuron_cdev.h"
#include "neuron_crwl.h"
#include "neuron_metrics.h"
#include "neuron_pci.h"
#include "neuron_version.h"

MODULE_DESCRIPTION("Neuron accelerator driver");
MODULE_LICENSE("Dual BSD/GPL");
MODULE_VERSION(NEURON_DRIVER_VERSION);
MODULE_ALIAS("pci:v00001d0fd00007064sv*sd*bc*sc*i*");

static int __init neuron_module_init(void)
{
	int ret;

	nmetric_init_constants();
	ncrwl_range_reset();
	ret = ncdev_module_init();
	if (ret)
		return ret;
	ret = neuron_pci_module_init();
	if (ret)
		ncdev_module_exit();
	return ret;
}

static void __exit neuron_module_exit(void)
{
	neuron_pci_module_exit();
	ncdev_module_exit();
}

module_init(neuron_module_init);
module_exit(neuron_module_exit);
