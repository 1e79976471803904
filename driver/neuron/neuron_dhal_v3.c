// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* Trainium 2; Trainium 3 starts from it. */
#include <linux/bits.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/moduleparam.h>

#include "neuron_device.h"
#include "neuron_dhal.h"
#include "neuron_dhal_v3.h"
#include "neuron_dma.h"
#include "neuron_ecc.h"
#include "neuron_fw_io.h"
#include "neuron_profile.h"
#include "neuron_reg_access.h"
#include "neuron_regs.h"

#define V3_FIRST_HOST_ENGINE 128
#define V3_NC_PER_SENG 2
#define V3_SENG_COUNT 4
#define V3_SDMA_OVERHEAD_BEATS 0x26

static int force_userver;
module_param(force_userver, int, 0440);
MODULE_PARM_DESC(force_userver, "treat the host as an UltraServer");

static int reset_top_dma;
module_param(reset_top_dma, int, 0660);
MODULE_PARM_DESC(reset_top_dma, "partial resets include the top-level DMA engines of whole SENGs");

static const struct ndhal_data v3_data = {
	.arch = NEURON_ARCH_V3,
	.nc_suffix = "v3",
	.nc_per_device = V3_TPB_COUNT,
	.nc_per_seng = V3_NC_PER_SENG,
	.dice_per_device = 2,
	.ts_per_device = V3_TOP_SP_NOTIFICATION_COUNT,
	.ts_per_nc = 2,
	.dma_eng_per_device = V3_UDMA_COUNT,
	.seng_dma_eng = V3_FIRST_HOST_ENGINE,
	.num_hbms = V3_DEVICE_HBM_COUNT,
	.nq_types = 5,
	.compat_min = 10,
	.compat_max = 11,
	.bar0_index = 0,
	.bar2_index = -1,
	.bar4_index = 4,
	.misc_ram_offset = V3_MISCRAM_BASE,
	.pci_host_base = BIT_ULL(46),
	.hbm_base = { V3_DEVICE_HBM(0), V3_DEVICE_HBM(1), V3_DEVICE_HBM(2), V3_DEVICE_HBM(3) },
	.hbm_bytes = V3_DEVICE_HBM_BYTES,
	.hbm_bar4_stride = V3_DEVICE_HBM_BAR4(1),
	.readless_base = V3_DEVICE_IO(0),
	.readless_bytes = V3_DEVICE_IO_BYTES,
	.reset_max_wait_ms = 480000,
	.reset_retry_count = NR_RESET_RETRY_COUNT,
	.qemu_doorbell = V3_QEMU_RESET_BASE,
	.qemu_rings_firmware = false,
};

/* Routing ids of the torus to device indexes (chapter 10.8.1). */
static const u8 torus_index[16] = { 0, 3, 4, 7, 12, 15, 8, 11, 1, 2, 5, 6, 13, 14, 9, 10 };

static const struct ndhal_mmap_range v3_mmap_ranges[] = { V3_MMAP_RANGES(V3_DEVICE_HBM_BYTES) };

static u64 nc_window_v3(u32 nc)
{
	return V3_TPB_BASE(nc);
}

static u64 ts_window_v3(u32 ts)
{
	return V3_TOP_SP_BASE(V3_TS_PHYSICAL(ts));
}

static u64 nc_nq_block_v3(u32 nc)
{
	return V3_NC_NOTIFICATION_BASE(nc);
}

static u64 ts_nq_block_v3(u32 ts)
{
	return V3_TOP_SP_NOTIFICATION_BASE(ts);
}

static u64 dma_nq_block_v3(u32 eng)
{
	return V3_ENGINE_NOTIFICATION_BASE(eng);
}

static u64 udma_base_v3(u32 eng)
{
	return V3_UDMA_BASE(eng);
}

static u64 sdma_base_v3(u32 eng)
{
	return V3_SDMA_BASE(eng);
}

static u32 h2t_engine_v3(u32 nc)
{
	return V3_FIRST_HOST_ENGINE + nc / V3_NC_PER_SENG;
}

static u32 h2t_queue_v3(u32 nc)
{
	return nc % V3_NC_PER_SENG;
}

static u64 pe_counter_v3(u32 nc, u32 row, enum ndhal_pe_counter counter, u32 column)
{
	const u64 base = V3_PE_COUNTERS_BASE(nc);

	switch (counter) {
	case NDHAL_PE_MATMUL_ACTIVE:
		return base + V3_PE_MATMUL_ACTIVE_LO(row);
	case NDHAL_PE_IDLE:
		return base + V3_PE_IDLE_LO(row);
	case NDHAL_PE_WEIGHT_LOAD:
		return base + V3_PE_WEIGHT_LOAD_LO(row);
	default:
		return base + V3_PE_FAST_WEIGHT_LOAD_LO(row, column);
	}
}

static const struct narch_platform_name v3_platforms[] = {
	{ "trn2p.48xlarge", NEURON_PLATFORM_TYPE_ULTRASERVER },
	{ "trn2eu.48xlarge", NEURON_PLATFORM_TYPE_ULTRASERVER },
	{ "trn2u.48xlarge", NEURON_PLATFORM_TYPE_ULTRASERVER },
	{ "trn2u-ac.24xlarge", NEURON_PLATFORM_TYPE_ULTRASERVER },
	{ "trn2es.48xlarge", NEURON_PLATFORM_TYPE_PDS },
	{},
};

static enum neuron_platform_type platform_type_v3(void)
{
	return force_userver ? NEURON_PLATFORM_TYPE_ULTRASERVER : narch_platform_type(v3_platforms);
}

static bool has_fixed_routing_id_v3(void)
{
	return false;
}

/* Both cores of the SENG of @nc are in the map. */
static bool whole_seng(u32 nc, u32 nc_map)
{
	const u32 seng = 0x3u << (nc & ~1u);

	return (nc_map & seng) == seng;
}

/* A host engine serves a SENG, so it is set up by the even core and only if the other one is reset too. */
static bool inits_h2t_engine_v3(u32 nc, u32 nc_map)
{
	return nc % V3_NC_PER_SENG == 0 && whole_seng(nc, nc_map);
}

/* No interrupt is ever taken, so the engine's are masked (chapter 10.5.6). */
static void mask_interrupts(struct neuron_device *nd, void __iomem *udma, u32 eng)
{
	void __iomem *errors = nd->npdev.bar0 + V3_ERROR_TRIGGER_BASE(eng);
	void __iomem *masks[] = {
		udma + UDMA_SEC_INT_MASK(0),	udma + UDMA_SEC_INT_MASK(1),
		udma + UDMA_M2S_ERR_LOG_MASK,	udma + UDMA_S2M_ERR_LOG_MASK,
		errors + ERROR_TRIGGER_MASK(2), errors + ERROR_TRIGGER_MASK(3),
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(masks); i++)
		reg_write32_masked(masks[i], NDMA_INTERRUPT_BITS, NDMA_INTERRUPT_BITS);
}

static void init_dma_engine_v3(struct neuron_device *nd, u32 eng)
{
	void __iomem *udma = nd->npdev.bar0 + udma_base_v3(eng);
	void __iomem *sdma = nd->npdev.bar0 + sdma_base_v3(eng);

	ndma_init_udma(udma);
	ndma_enable_sdma(sdma);
	reg_write32(sdma + SDMA_OVERHEAD, V3_SDMA_OVERHEAD_BEATS);
	if (eng < V3_FIRST_HOST_ENGINE)
		mask_interrupts(nd, udma, eng);
}

/* A core, its SDMA group and its TOP_SP group; optionally the host engines of whole SENGs (chapter 12.5.1). */
static void tpb_map_v3(u32 nc_map, u32 *low, u32 *high)
{
	u32 nc;

	*low = 0;
	*high = 0;
	for (nc = 0; nc < MAX_NC_PER_DEVICE; nc++) {
		if (!(nc_map & BIT(nc)))
			continue;
		*low |= BIT(nc) | BIT(nc + 8) | BIT(nc + 16);
		if (reset_top_dma && whole_seng(nc, nc_map))
			*high |= BIT(nc / V3_NC_PER_SENG);
	}
}

static int post_reset_v3(struct neuron_device *nd, bool success, bool no_reset)
{
	if (!success || no_reset)
		nd->supports_hbm_7200 = 0;
	else if (nd->supports_hbm_7200 == -1)
		nd->supports_hbm_7200 = npp_query_hbm_7200(nd);
	return 0;
}

/* The repair state corrects the counts, which may come up to 5 s apart (chapter 13.1.3). */
static u32 hbm_error_count_v3(struct neuron_device *nd, bool repairable)
{
	struct necc_hbm_totals totals;
	u32 state;

	necc_read_hbm_totals(nd, &totals);
	if (fw_io_hbm_repair_state_read(nd->fw_io_ctx, &state))
		return 0;
	if (state > NECC_REPAIR_FAILED) {
		pr_warn_once("nd%d: HBM repair state %u is unknown\n", nd->device_index, state);
	} else if (state == NECC_REPAIR_FAILED) {
		totals.unrepairable++;
	} else if (state == NECC_REPAIR_PENDING && totals.repairable == 0) {
		totals.repairable++;
		pr_warn_once("nd%d: HBM repair is pending without an error counted\n",
			     nd->device_index);
	} else if (state == NECC_REPAIR_NONE && totals.repairable > 0) {
		pr_warn_once("nd%d: %u repairable HBM errors without a repair pending\n",
			     nd->device_index, totals.repairable);
	}
	return repairable ? totals.repairable : totals.unrepairable;
}

static const struct ndhal_ops v3_ops = {
	.nc_window = nc_window_v3,
	.ts_window = ts_window_v3,
	.nc_nq_block = nc_nq_block_v3,
	.ts_nq_block = ts_nq_block_v3,
	.dma_nq_block = dma_nq_block_v3,
	.udma_base = udma_base_v3,
	.sdma_base = sdma_base_v3,
	.h2t_engine = h2t_engine_v3,
	.h2t_queue = h2t_queue_v3,
	.pe_counter = pe_counter_v3,
	.weight_load_counts = true,
	.platform_type = platform_type_v3,
	.has_fixed_routing_id = has_fixed_routing_id_v3,
	.init_dma_engine = init_dma_engine_v3,
	.inits_h2t_engine = inits_h2t_engine_v3,
	.tpb_map = tpb_map_v3,
	.post_reset = post_reset_v3,
	.reset_window_retry = false,
	.hbm_error_count = hbm_error_count_v3,
	.has_profiles = true,
	.index_of_routing_id = torus_index,
	.index_step = 0,
	.mmap_ranges = v3_mmap_ranges,
};

void ndhal_v3_tune_emulators(struct neuron_dhal *dhal)
{
	if (!narch_is_qemu() && !narch_is_emu())
		return;
	nmetric_log_posts = 0;
	dhal->data.dice_per_device = 1;
	dhal->data.reset_retry_count *= NR_EMU_RETRY_FACTOR;
}

void ndhal_register_v3(struct neuron_dhal *dhal)
{
	dhal->data = v3_data;
	dhal->ops = v3_ops;
	ndhal_v3_tune_emulators(dhal);
}
