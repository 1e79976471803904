// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#include <linux/bug.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/slab.h>

#include "neuron_dhal.h"
#include "neuron_pci.h"
#include "neuron_regs.h"

/* Emulators have as many cores as their builders say (chapter 10.3). */
static int nc_per_dev_param = 1;
module_param(nc_per_dev_param, int, 0440);
MODULE_PARM_DESC(nc_per_dev_param, "number of cores (emulator only)");

static int dev_nc_map = 1;
module_param(dev_nc_map, int, 0440);
MODULE_PARM_DESC(dev_nc_map, "map of active cores (emulator only)");

struct neuron_dhal *ndhal;

/* A product: which generation it is, and what its files in sysfs call it (chapter 10.1.1). */
struct product {
	u16 pci_device_id;
	enum neuron_arch arch;
	const char *nd_suffix;
	const char *instance_suffix;
	const char *device_name;
};

static const struct product products[] = {
	{ TRN1_DEVICE_ID0, NEURON_ARCH_V2, "v2", "Trn1", "Trainium1" },
	{ INF2_DEVICE_ID0, NEURON_ARCH_V2, "v3", "Inf2", "Inferentia2" },
	{ TRN2_DEVICE_ID0, NEURON_ARCH_V3, "v3", "Trn2", "Trainium2" },
	{ TRN3_DEVICE_ID0, NEURON_ARCH_V4, "v4", "Trn3", "Trainium3" },
	{ TRN3_DEVICE_ID1, NEURON_ARCH_V4, "v4", "Trn3", "Trainium3" },
};

static const struct product *find_product(u16 pci_device_id)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(products); i++)
		if (products[i].pci_device_id == pci_device_id)
			return &products[i];
	return NULL;
}

enum neuron_arch ndhal_arch_of(u16 pci_device_id)
{
	const struct product *product = find_product(pci_device_id);

	BUG_ON(!product);
	return product->arch;
}

static void register_arch(struct neuron_dhal *dhal)
{
	switch (narch_get_arch()) {
	case NEURON_ARCH_V2:
		ndhal_register_v2(dhal);
		break;
	case NEURON_ARCH_V3:
		ndhal_register_v3(dhal);
		break;
	case NEURON_ARCH_V4:
		ndhal_register_v4(dhal);
		break;
	default:
		BUG();
	}
}

static int set_cores(struct neuron_dhal *dhal)
{
	dhal->dev_nc_map = (1u << dhal->data.nc_per_device) - 1;
	if (narch_is_emu()) {
		if (nc_per_dev_param < 1 || nc_per_dev_param > MAX_NC_PER_DEVICE || dev_nc_map < 0)
			return -EINVAL;
		dhal->data.nc_per_device = nc_per_dev_param;
		dhal->dev_nc_map = dev_nc_map;
	}
	return dhal->dev_nc_map >= 1u << dhal->data.nc_per_device ? -EINVAL : 0;
}

int neuron_dhal_init(u16 pci_device_id)
{
	const struct product *product = find_product(pci_device_id);
	struct neuron_dhal *dhal;
	int ret;

	if (ndhal)
		return 0;
	BUG_ON(!product);
	dhal = kzalloc(sizeof(*dhal), GFP_KERNEL);
	if (!dhal)
		return -ENOMEM;
	dhal->pci_device_id = pci_device_id;
	dhal->nd_suffix = product->nd_suffix;
	dhal->instance_suffix = product->instance_suffix;
	dhal->device_name = product->device_name;
	dhal->server_id = -1;
	register_arch(dhal);
	ret = set_cores(dhal);
	if (ret) {
		pr_err("core map 0x%x does not fit %u cores\n", dhal->dev_nc_map,
		       dhal->data.nc_per_device);
		kfree(dhal);
		return ret;
	}
	dhal->platform_type = dhal->ops.platform_type();
	ndhal = dhal;
	return 0;
}

void neuron_dhal_free(void)
{
	kfree(ndhal);
	ndhal = NULL;
}

bool ndhal_nc_enabled(u32 nc)
{
	return nc < ndhal->data.nc_per_device && (ndhal->dev_nc_map & (1u << nc));
}

/* --- semaphores and events (chapter 10.5.3) --------------------------------------------------------- */

u64 ndhal_semaphore(u32 nc, enum ndhal_semaphore_access access, u32 index)
{
	const u64 window = ndhal->ops.nc_window(nc);

	switch (access) {
	case NDHAL_SEMAPHORE_SET:
		return window + TPB_SEMAPHORE_SET(index);
	case NDHAL_SEMAPHORE_INCREMENT:
		return window + TPB_SEMAPHORE_INC(index);
	case NDHAL_SEMAPHORE_DECREMENT:
		return window + TPB_SEMAPHORE_DEC(index);
	default:
		return window + TPB_SEMAPHORE_READ(index);
	}
}

u64 ndhal_event(u32 nc, u32 index)
{
	return ndhal->ops.nc_window(nc) + TPB_EVENT(index);
}

/* --- registers that user space may not write (chapter 10.7.2) -------------------------------------- */

static bool queue_register_blocked(u64 offset)
{
	const u64 queue_bytes = UDMA_M2S_Q_CFG(1) - UDMA_M2S_Q_CFG(0);
	const u64 first[] = { UDMA_M2S_Q_CFG(0) & ~(queue_bytes - 1),
			      UDMA_S2M_Q_CFG(0) & ~(queue_bytes - 1) };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(first); i++) {
		if (offset < first[i] || offset >= first[i] + DMA_QUEUES_PER_ENG * queue_bytes)
			continue;
		switch (UDMA_M2S_Q_CFG(0) - UDMA_M2S_Q_CFG(0) % queue_bytes +
			offset % queue_bytes) {
		case UDMA_M2S_Q_RING_BASE_LOW(0):
		case UDMA_M2S_Q_RING_BASE_HIGH(0):
		case UDMA_M2S_Q_TAIL_INCREMENT(0):
		case UDMA_M2S_Q_COMPLETION_BASE_LOW(0):
		case UDMA_M2S_Q_COMPLETION_BASE_HIGH(0):
			return true;
		}
	}
	return false;
}

static bool misc_ram_register_blocked(u64 offset)
{
	switch (offset) {
	case MISCRAM_REQUEST_BASE_ADDR_HIGH:
	case MISCRAM_REQUEST_BASE_ADDR_LOW:
	case MISCRAM_RESPONSE_BASE_ADDR_HIGH:
	case MISCRAM_RESPONSE_BASE_ADDR_LOW:
	case MISCRAM_TRIGGER:
		return true;
	}
	return false;
}

bool ndhal_bar0_write_blocked(u64 offset)
{
	u32 eng;

	for (eng = 0; eng < ndhal->data.dma_eng_per_device; eng++) {
		u64 base = ndhal->ops.udma_base(eng);

		if (offset >= base && offset < base + V2_UDMA_BYTES)
			return queue_register_blocked(offset - base);
	}
	return misc_ram_register_blocked(offset - ndhal->data.misc_ram_offset);
}

/* --- BAR4 (chapter 10.6) --------------------------------------------------------------------------- */

void ndhal_set_dram_bar_bytes(u64 bytes)
{
	if (!narch_is_qemu())
		return;
	ndhal->data.hbm_bytes = bytes / 4;
	ndhal->data.hbm_bar4_stride = bytes / 4;
}

int ndhal_bar4_offset(u64 start, u64 size, u64 *offset)
{
	u32 hbm;

	for (hbm = 0; hbm < ndhal->data.num_hbms; hbm++) {
		u64 base = ndhal->data.hbm_base[hbm];

		if (start < base || start - base > ndhal->data.hbm_bytes ||
		    size > ndhal->data.hbm_bytes - (start - base))
			continue;
		*offset = start - base + hbm * ndhal->data.hbm_bar4_stride;
		return 0;
	}
	return -EINVAL;
}

/* --- special mmap table (chapter 10.7.3) ----------------------------------------------------------- */

static void fill_entry(const struct ndhal_mmap_range *range, u32 k, struct ndhal_mmap_entry *entry)
{
	entry->cookie = range->cookie + k * range->cookie_stride;
	entry->offset = range->offset + k * range->offset_stride;
	entry->size = range->size;
	entry->bar = range->bar;
	entry->read_only = range->read_only;
}

int ndhal_mmap_by_name(u32 block, u32 id, u32 resource, struct ndhal_mmap_entry *entry)
{
	const struct ndhal_mmap_range *range;

	for (range = ndhal->ops.mmap_ranges; range->size; range++) {
		if (range->block != block || range->resource != resource || id < range->first_id ||
		    id - range->first_id >= range->count)
			continue;
		fill_entry(range, id - range->first_id, entry);
		return 0;
	}
	return -EINVAL;
}

int ndhal_mmap_by_cookie(u64 cookie, u64 size, struct ndhal_mmap_entry *entry)
{
	const struct ndhal_mmap_range *range;
	u32 k;

	for (range = ndhal->ops.mmap_ranges; range->size; range++) {
		for (k = 0; range->size == size && k < range->count; k++) {
			fill_entry(range, k, entry);
			if (entry->cookie == cookie)
				return 0;
		}
	}
	return -EINVAL;
}
