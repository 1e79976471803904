// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* Trainium 1 and Inferentia 2. */
#include <linux/bits.h>
#include <linux/kernel.h>

#include "neuron_device.h"
#include "neuron_dhal.h"
#include "neuron_dma.h"
#include "neuron_ecc.h"
#include "neuron_pci.h"
#include "neuron_reg_access.h"
#include "neuron_regs.h"

#define V2_FIRST_HOST_ENGINE 32
#define V2_TS_PER_NC 3

static const struct ndhal_data v2_data = {
	.arch = NEURON_ARCH_V2,
	.nc_suffix = "v2",
	.nc_per_device = V2_TPB_COUNT,
	.nc_per_seng = 1,
	.dice_per_device = 1,
	.ts_per_device = V2_TOP_SP_COUNT,
	.ts_per_nc = V2_TS_PER_NC,
	.dma_eng_per_device = V2_UDMA_COUNT,
	.seng_dma_eng = V2_FIRST_HOST_ENGINE,
	.num_hbms = V2_DEVICE_HBM_COUNT,
	.nq_types = 6,
	.compat_min = 5,
	.compat_max = 7,
	.bar0_index = 0,
	.bar2_index = -1,
	.bar4_index = 4,
	.misc_ram_offset = V2_MISCRAM_BASE,
	.pci_host_base = BIT_ULL(44),
	.hbm_base = { V2_DEVICE_HBM(0), V2_DEVICE_HBM(1) },
	.hbm_bytes = V2_DEVICE_HBM_BYTES,
	.hbm_bar4_stride = V2_DEVICE_HBM_BAR4(1),
	.readless_base = V2_DEVICE_BAR0,
	.readless_bytes = 0,
	.reset_max_wait_ms = 120000,
	.reset_retry_count = NR_RESET_RETRY_COUNT,
	.qemu_doorbell = V2_QEMU_RESET_BASE,
	.qemu_rings_firmware = true,
};

/* Routing ids of Trn1 to device indexes; every further 16 ids are 16 devices more (chapter 10.8.1). */
static const u8 trn1_index[16] = { 0, 4, 1, 5, 3, 7, 2, 6, 12, 8, 13, 9, 15, 11, 14, 10 };

static const struct ndhal_mmap_range v2_mmap_ranges[] = {
	{
		.block = NDHAL_BLOCK_TPB,
		.resource = NDHAL_RESOURCE_SEMAPHORE,
		.count = V2_TPB_COUNT,
		.cookie = V2_DEVICE_BAR0 + TPB_EVENT(0),
		.cookie_stride = V2_TPB_BYTES,
		.offset = V2_TPB_BASE(0) + TPB_EVENT(0),
		.offset_stride = V2_TPB_BYTES,
		.size = NDHAL_SEMAPHORE_REGION_BYTES,
	},
	{
		.block = NDHAL_BLOCK_TPB,
		.resource = NDHAL_RESOURCE_SBUF,
		.count = V2_TPB_COUNT,
		.cookie = V2_DEVICE_BAR0,
		.cookie_stride = V2_TPB_BYTES,
		.offset = V2_TPB_BASE(0),
		.offset_stride = V2_TPB_BYTES,
		.size = TPB_SBUF_BYTES,
	},
	{
		.block = NDHAL_BLOCK_TOPSP,
		.resource = NDHAL_RESOURCE_SEMAPHORE,
		.count = V2_TOP_SP_COUNT,
		.cookie = V2_DEVICE_BAR0 + V2_TOP_SP_BASE(0),
		.cookie_stride = V2_TOP_SP_BYTES,
		.offset = V2_TOP_SP_BASE(0),
		.offset_stride = V2_TOP_SP_BYTES,
		.size = NDHAL_SEMAPHORE_REGION_BYTES,
	},
	{
		.block = NDHAL_BLOCK_TOPSP,
		.resource = NDHAL_RESOURCE_ALL,
		.count = V2_TOP_SP_COUNT,
		.read_only = true,
		.cookie = V2_DEVICE_BAR0 + V2_TOP_SP_BASE(0),
		.cookie_stride = V2_TOP_SP_BYTES,
		.offset = V2_TOP_SP_BASE(0),
		.offset_stride = V2_TOP_SP_BYTES,
		.size = V2_TOP_SP_BYTES,
	},
	{},
};

static u64 nc_window_v2(u32 nc)
{
	return V2_TPB_BASE((u64)nc);
}

static u64 ts_window_v2(u32 ts)
{
	return V2_TOP_SP_BASE(ts);
}

static u64 nc_nq_block_v2(u32 nc)
{
	return V2_NC_NOTIFICATION_BASE(nc);
}

static u64 ts_nq_block_v2(u32 ts)
{
	return V2_TOP_SP_NOTIFICATION_BASE(ts);
}

static u64 dma_nq_block_v2(u32 eng)
{
	return V2_ENGINE_NOTIFICATION_BASE(eng);
}

static u64 udma_base_v2(u32 eng)
{
	return V2_UDMA_BASE(eng);
}

static u64 sdma_base_v2(u32 eng)
{
	return V2_SDMA_BASE(eng);
}

static u32 h2t_engine_v2(u32 nc)
{
	return V2_FIRST_HOST_ENGINE + nc;
}

static u32 h2t_queue_v2(u32 nc)
{
	return 0;
}

static u64 pe_counter_v2(u32 nc, u32 row, enum ndhal_pe_counter counter, u32 column)
{
	const u64 base = V2_PE_COUNTERS_BASE(nc);

	switch (counter) {
	case NDHAL_PE_MATMUL_ACTIVE:
		return base + V2_PE_MATMUL_ACTIVE_LO(row);
	case NDHAL_PE_IDLE:
		return base + V2_PE_IDLE_LO(row);
	case NDHAL_PE_WEIGHT_LOAD: /* the same register as fast column 1 */
		return base + V2_PE_FAST_WEIGHT_LOAD_LO(row, 1);
	default:
		return base + V2_PE_FAST_WEIGHT_LOAD_LO(row, column);
	}
}

static enum neuron_platform_type platform_type_v2(void)
{
	return NEURON_PLATFORM_TYPE_STD;
}

static bool has_fixed_routing_id_v2(void)
{
	return false;
}

static bool inits_h2t_engine_v2(u32 nc, u32 nc_map)
{
	return true;
}

/* Which of the 16 engines of a SENG hear a broadcast, and where a broadcast ends (chapter 10.5.5). */
static void init_broadcast(void __iomem *sdma, u32 e)
{
	const u32 last_nodes = BIT(0) | BIT(3) | BIT(6) | BIT(9) | BIT(15);
	u32 group = 0xffff, i;

	for (i = 0; i <= e; i++)
		group &= ~BIT(16 - i);
	reg_write32(sdma + SDMA_BROADCAST_GROUP, group);
	reg_write32(sdma + SDMA_BROADCAST_LAST, last_nodes & BIT(e) ? 0xffff : 0);
}

static void init_dma_engine_v2(struct neuron_device *nd, u32 eng)
{
	void __iomem *sdma = nd->npdev.bar0 + sdma_base_v2(eng);
	void __iomem *udma = nd->npdev.bar0 + udma_base_v2(eng);

	if (eng < V2_FIRST_HOST_ENGINE)
		init_broadcast(sdma, eng % DMA_ENG_PER_NC);
	ndma_init_udma(udma);
	ndma_enable_sdma(sdma);
	/* AXI errors: detect all and act on all. */
	reg_write32(udma + UDMA_ERROR_DETECTION, U32_MAX);
	reg_write32(udma + UDMA_ERROR_CONTROL, U32_MAX);
}

/* A core and its three TOP_SPs (chapter 12.5.1). */
static void tpb_map_v2(u32 nc_map, u32 *low, u32 *high)
{
	u32 nc;

	*low = 0;
	*high = 0;
	for (nc = 0; nc < MAX_NC_PER_DEVICE; nc++)
		if (nc_map & BIT(nc))
			*low |= BIT(nc) | (u32)(0x7ull << (8 + V2_TS_PER_NC * nc));
}

static int post_reset_v2(struct neuron_device *nd, bool success, bool no_reset)
{
	nd->supports_hbm_7200 = 0;
	return 0;
}

static u32 hbm_error_count_v2(struct neuron_device *nd, bool repairable)
{
	struct necc_hbm_totals totals;

	if (repairable)
		return 0;
	necc_read_hbm_totals(nd, &totals);
	return totals.unrepairable;
}

static const struct ndhal_ops v2_ops = {
	.nc_window = nc_window_v2,
	.ts_window = ts_window_v2,
	.nc_nq_block = nc_nq_block_v2,
	.ts_nq_block = ts_nq_block_v2,
	.dma_nq_block = dma_nq_block_v2,
	.udma_base = udma_base_v2,
	.sdma_base = sdma_base_v2,
	.h2t_engine = h2t_engine_v2,
	.h2t_queue = h2t_queue_v2,
	.pe_counter = pe_counter_v2,
	.weight_load_counts = false,
	.platform_type = platform_type_v2,
	.has_fixed_routing_id = has_fixed_routing_id_v2,
	.init_dma_engine = init_dma_engine_v2,
	.inits_h2t_engine = inits_h2t_engine_v2,
	.tpb_map = tpb_map_v2,
	.post_reset = post_reset_v2,
	.reset_window_retry = true,
	.hbm_error_count = hbm_error_count_v2,
	.has_profiles = false,
	.index_of_routing_id = trn1_index,
	.index_step = 16,
	.mmap_ranges = v2_mmap_ranges,
};

void ndhal_register_v2(struct neuron_dhal *dhal)
{
	dhal->data = v2_data;
	dhal->ops = v2_ops;
	if (dhal->pci_device_id == INF2_DEVICE_ID0)
		dhal->ops.index_of_routing_id = NULL;
	if (narch_is_qemu())
		dhal->data.bar0_index = 2;
	if (narch_is_emu())
		dhal->data.reset_retry_count *= NR_EMU_RETRY_FACTOR;
}
