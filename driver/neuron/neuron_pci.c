// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* Probe, remove and the registry of devices (chapters 10.10 to 10.12). */
#include <linux/atomic.h>
#include <linux/bug.h>
#include <linux/dma-mapping.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/pci.h>
#include <linux/slab.h>

#include "neuron_device.h"
#include "neuron_dhal.h"
#include "neuron_fw_io.h"
#include "neuron_pci.h"
#include "neuron_profile.h"
#include "neuron_topology.h"

static int wc_enable = 1;
module_param(wc_enable, int, 0440);
MODULE_PARM_DESC(wc_enable, "map BAR4 write-combining");

#define MEMSET_BUFFER_BYTES 0x10000

static const struct pci_device_id neuron_pci_ids[] = {
	{ PCI_DEVICE(AMZN_VENDOR_ID, TRN1_DEVICE_ID0) },
	{ PCI_DEVICE(AMZN_VENDOR_ID, INF2_DEVICE_ID0) },
	{ PCI_DEVICE(AMZN_VENDOR_ID, TRN2_DEVICE_ID0) },
	{ PCI_DEVICE(AMZN_VENDOR_ID, TRN3_DEVICE_ID0) },
	{ PCI_DEVICE(AMZN_VENDOR_ID, TRN3_DEVICE_ID1) },
	{},
};

static struct neuron_device *devices[MAX_NEURON_DEVICE_COUNT];
static atomic_t probed_count; /* functions whose probe came as far as the mailbox */
static u32 device_count; /* the same, when the driver's registration had finished */
static bool registered;

struct neuron_device *neuron_pci_device_get(u32 index)
{
	return index < MAX_NEURON_DEVICE_COUNT ? devices[index] : NULL;
}

u32 neuron_pci_device_count(void)
{
	return device_count;
}

bool neuron_pci_registered(void)
{
	return registered;
}

/* --- BARs (chapter 10.2) --------------------------------------------------------------------------- */

static int map_bar0(struct neuron_device *nd)
{
	const int bar = ndhal->data.bar0_index;
	struct neuron_bars *bars = &nd->npdev;

	if (pci_request_region(nd->pdev, bar, "neuron registers")) {
		dev_err(&nd->pdev->dev, "BAR %d is taken\n", bar);
		return -ENODEV;
	}
	bars->bar0_pa = pci_resource_start(nd->pdev, bar);
	bars->bar0_size = pci_resource_len(nd->pdev, bar);
	if (bars->bar0_pa && bars->bar0_size)
		bars->bar0 = pci_iomap(nd->pdev, bar, 0);
	if (!bars->bar0) {
		dev_err(&nd->pdev->dev, "BAR %d cannot be mapped\n", bar);
		pci_release_region(nd->pdev, bar);
		return -ENODEV;
	}
	return 0;
}

/* A device without memory window still works, only nothing of it can be mapped. */
static void map_bar4(struct neuron_device *nd)
{
	const int bar = ndhal->data.bar4_index;
	struct neuron_bars *bars = &nd->npdev;

	if (!pci_resource_len(nd->pdev, bar) || !pci_resource_start(nd->pdev, bar))
		return;
	if (pci_request_region(nd->pdev, bar, "neuron memory")) {
		dev_warn(&nd->pdev->dev, "BAR %d is taken\n", bar);
		return;
	}
	bars->bar4 = wc_enable ? pci_iomap_wc(nd->pdev, bar, 0) : pci_iomap(nd->pdev, bar, 0);
	if (!bars->bar4) {
		dev_warn(&nd->pdev->dev, "BAR %d cannot be mapped\n", bar);
		pci_release_region(nd->pdev, bar);
		return;
	}
	bars->bar4_pa = pci_resource_start(nd->pdev, bar);
	bars->bar4_size = pci_resource_len(nd->pdev, bar);
	ndhal_set_dram_bar_bytes(bars->bar4_size);
}

static void release_bars(struct neuron_device *nd)
{
	pci_release_region(nd->pdev, ndhal->data.bar0_index);
	if (nd->npdev.bar4)
		pci_release_region(nd->pdev, ndhal->data.bar4_index);
}

static void unmap_bars(struct neuron_device *nd)
{
	if (nd->npdev.bar4)
		pci_iounmap(nd->pdev, nd->npdev.bar4);
	pci_iounmap(nd->pdev, nd->npdev.bar0);
}

/* --- device (chapter 10.10.1, steps 3 to 9) -------------------------------------------------------- */

static int identify(struct pci_dev *pdev)
{
	u8 revision;
	int ret;

	pci_read_config_byte(pdev, PCI_REVISION_ID, &revision);
	narch_init(ndhal_arch_of(pdev->device), revision);
	if (ndhal)
		return 0;
	ret = neuron_dhal_init(pdev->device);
	if (ret)
		return ret;
	/* Which files the class has depends on the platform. */
	return ncdev_create_class_files();
}

static int create_mailbox(struct neuron_device *nd)
{
	int ret;

	nd->device_index = atomic_fetch_add(1, &probed_count);
	nd->fw_io_ctx = fw_io_setup(nd->device_index, nd->npdev.bar0, nd->npdev.bar0_size);
	if (!nd->fw_io_ctx)
		return -ENODEV;
	ret = ntopo_read_routing_id(nd);
	if (ret)
		return ret;
	nd->fw_io_ctx->device_index = nd->device_index;
	if (devices[nd->device_index]) {
		pr_err("nd%d: routing id %u is that of another device of this host\n",
		       nd->device_index, nd->routing_id);
		return -ENODEV;
	}
	return 0;
}

static int set_dma_mask(struct neuron_device *nd)
{
	struct device *dev = &nd->pdev->dev;

	if (!dma_set_mask(dev, DMA_BIT_MASK(64)))
		return dma_set_coherent_mask(dev, DMA_BIT_MASK(64));
	if (!dma_set_mask(dev, DMA_BIT_MASK(32)))
		return dma_set_coherent_mask(dev, DMA_BIT_MASK(32));
	dev_err(dev, "no DMA mask suits\n");
	return -ENODEV;
}

static void init_state(struct neuron_device *nd)
{
	nd->supports_hbm_7200 = -1;
	npower_init(nd);
	nci_reset_state(nd);
	ndmar_preinit(nd);
	mpset_init(nd);
	nnq_init(nd);
	ncrwl_init(nd);
	nmmap_init(nd);
	nsysfsmetric_init(nd);
}

/* Everything that lives only as long as the device answers, but its two threads. */
static void close_device(struct neuron_device *nd)
{
	ncdev_delete_device_node(nd);
	nnq_destroy_all(nd);
	ndmar_close(nd);
	neuron_ds_destroy(&nd->datastore);
	mc_free(&nd->memset_mc);
	mc_free(&nd->dummy_mc);
	nmmap_destroy(nd);
	mpset_destroy(nd);
	npower_destroy(nd);
}

static int alloc_driver_memory(struct neuron_device *nd, u64 bytes, struct mem_chunk **mc)
{
	return mc_alloc_host(nd, MC_LIFESPAN_DEVICE, bytes, 0, NEURON_MEMALLOC_TYPE_NCDEV_HOST, mc);
}

static int open_device(struct neuron_device *nd)
{
	int ret;

	init_state(nd);
	ret = nr_create_thread(nd);
	if (ret)
		goto fail;
	ret = ncdev_create_device_node(nd);
	if (ret)
		goto fail;
	/* Probe does not wait for the reset; open does. */
	if (nr_start_ncs(nd, NEURON_NC_MAP_DEVICE, NEURON_RESET_REQUEST_ALL)) {
		ret = -ENOMEM;
		goto fail;
	}
	ret = neuron_ds_init(&nd->datastore, nd);
	if (!ret)
		ret = alloc_driver_memory(nd, PAGE_SIZE, &nd->dummy_mc);
	if (!ret)
		ret = alloc_driver_memory(nd, MEMSET_BUFFER_BYTES, &nd->memset_mc);
	if (!ret)
		ret = nmetric_start_thread(nd);
	if (!ret)
		return 0;
fail:
	nr_stop_thread(nd);
	close_device(nd);
	return ret;
}

/* --- PCI driver ------------------------------------------------------------------------------------ */

static struct neuron_device *alloc_device(struct pci_dev *pdev)
{
	struct neuron_device *nd = kzalloc(sizeof(*nd), GFP_KERNEL);

	if (!nd)
		return NULL;
	nd->pdev = pdev;
	nmetric_init_driver_metrics(nd);
	if (neuron_log_init(nd))
		dev_warn(&pdev->dev, "no memory for the log ring\n");
	return nd;
}

static void free_device(struct neuron_device *nd)
{
	neuron_log_destroy(nd);
	kfree(nd);
}

static int neuron_pci_probe(struct pci_dev *pdev, const struct pci_device_id *id)
{
	struct neuron_device *nd = alloc_device(pdev);
	int ret;

	if (!nd)
		return -ENOMEM;
	ret = pci_enable_device(pdev);
	if (ret)
		goto fail_enable;
	pci_set_master(pdev);
	ret = identify(pdev);
	if (ret)
		goto fail_map;
	ret = map_bar0(nd);
	if (ret)
		goto fail_map;
	map_bar4(nd);
	ret = create_mailbox(nd);
	if (ret)
		goto fail_device;
	ret = set_dma_mask(nd);
	if (ret)
		goto fail_device;
	ret = open_device(nd);
	if (ret)
		goto fail_device;

	BUG_ON(devices[nd->device_index]);
	devices[nd->device_index] = nd;
	pci_set_drvdata(pdev, nd);
	return 0;

fail_device:
	fw_io_destroy(nd->fw_io_ctx);
	unmap_bars(nd);
	release_bars(nd);
fail_map:
	pci_disable_device(pdev);
fail_enable:
	free_device(nd);
	return ret;
}

static void neuron_pci_remove(struct pci_dev *pdev)
{
	struct neuron_device *nd = pci_get_drvdata(pdev);

	if (!nd)
		return;
	nr_stop_thread(nd);
	nmetric_stop_thread(nd);
	release_bars(nd);
	pci_disable_device(pdev);
	devices[nd->device_index] = NULL;
	close_device(nd);
	fw_io_destroy(nd->fw_io_ctx);
	unmap_bars(nd);
	pci_set_drvdata(pdev, NULL);
	free_device(nd);
}

static struct pci_driver neuron_pci_driver = {
	.name = "neuron-driver",
	.id_table = neuron_pci_ids,
	.probe = neuron_pci_probe,
	.remove = neuron_pci_remove,
};

int neuron_pci_module_init(void)
{
	int ret;

	atomic_set(&probed_count, 0);
	device_count = 0;
	registered = false;
	fw_io_readless_reset();
	npp_module_init();
	ret = pci_register_driver(&neuron_pci_driver);
	if (ret)
		return ret;
	device_count = atomic_read(&probed_count);
	registered = true;
	return 0;
}

void neuron_pci_module_exit(void)
{
	pci_unregister_driver(&neuron_pci_driver);
	neuron_dhal_free();
	narch_exit();
}
