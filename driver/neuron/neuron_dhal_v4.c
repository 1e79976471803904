// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* Trainium 3: V3 with larger stacks and another firmware. */
#include <linux/kernel.h>
#include <linux/string.h>

#include "neuron_device.h"
#include "neuron_dhal.h"
#include "neuron_dhal_v3.h"
#include "neuron_dma.h"
#include "neuron_reg_access.h"
#include "neuron_regs.h"

#define SINGLE_DEVICE_PRODUCT "trn3pd98.3xlarge"

static const struct ndhal_mmap_range v4_mmap_ranges[] = { V3_MMAP_RANGES(V4_DEVICE_HBM_BYTES) };

static const struct narch_platform_name v4_platforms[] = {
	{ "trn3s.48xlarge", NEURON_PLATFORM_TYPE_PDS },
	{ "trn3-dev0.48xlarge", NEURON_PLATFORM_TYPE_PDS },
	{ "trn3p.48xlarge", NEURON_PLATFORM_TYPE_ULTRASERVER },
	{},
};

static enum neuron_platform_type platform_type_v4(void)
{
	return narch_platform_type(v4_platforms);
}

/* The single-device type has no routing id to read (chapter 10.8.2). */
static bool has_fixed_routing_id_v4(void)
{
	char name[64];

	return narch_read_product_name(name, sizeof(name)) == 0 &&
	       strncmp(name, SINGLE_DEVICE_PRODUCT, strlen(SINGLE_DEVICE_PRODUCT)) == 0;
}

static void (*init_dma_engine_v3)(struct neuron_device *nd, u32 eng);

static void init_dma_engine_v4(struct neuron_device *nd, u32 eng)
{
	void __iomem *udma = nd->npdev.bar0 + ndhal->ops.udma_base(eng);

	ndma_keep_outstanding_writes(udma);
	init_dma_engine_v3(nd, eng);
}

static int post_reset_v4(struct neuron_device *nd, bool success, bool no_reset)
{
	nd->supports_hbm_7200 = 0;
	return 0;
}

void ndhal_register_v4(struct neuron_dhal *dhal)
{
	ndhal_register_v3(dhal);
	init_dma_engine_v3 = dhal->ops.init_dma_engine;
	dhal->data.arch = NEURON_ARCH_V4;
	dhal->data.nc_suffix = "v4";
	dhal->data.hbm_bytes = V4_DEVICE_HBM_BYTES;
	dhal->ops.platform_type = platform_type_v4;
	dhal->ops.has_fixed_routing_id = has_fixed_routing_id_v4;
	dhal->ops.init_dma_engine = init_dma_engine_v4;
	dhal->ops.post_reset = post_reset_v4;
	dhal->ops.mmap_ranges = v4_mmap_ranges;
	if (narch_is_emu())
		nr_disable_hardware_reset();
}
