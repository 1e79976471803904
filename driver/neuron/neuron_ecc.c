// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#include <linux/kernel.h>

#include "neuron_device.h"
#include "neuron_dhal.h"
#include "neuron_ecc.h"
#include "neuron_fw_io.h"
#include "neuron_regs.h"

/* Firmware before the split counts all of them as unrepairable, in a wider field. */
static void add_word(struct necc_hbm_totals *totals, u32 word, bool split)
{
	if (!split) {
		totals->unrepairable += word & 0xffff;
		return;
	}
	totals->unrepairable +=
		(word & MISCRAM_HBM_ECC_UNREPAIRABLE_MASK) >> MISCRAM_HBM_ECC_UNREPAIRABLE_SHIFT;
	totals->repairable += word & MISCRAM_HBM_ECC_REPAIRABLE_MASK;
}

void necc_read_hbm_totals(struct neuron_device *nd, struct necc_hbm_totals *totals)
{
	u32 version, word, hbm;

	totals->unrepairable = 0;
	totals->repairable = 0;
	if (fw_io_api_version_read(nd->fw_io_ctx, &version))
		return;
	for (hbm = 0; hbm < ndhal->data.num_hbms; hbm++) {
		if (fw_io_ecc_read(nd->fw_io_ctx, MISCRAM_HBM_ECC(hbm), &word) ||
		    word == FW_IO_NOT_POPULATED)
			continue;
		add_word(totals, word, version >= FW_IO_MIN_API_VERSION_ECC_SPLIT);
	}
}

u32 necc_get_hbm_error_count(struct neuron_device *nd, bool repairable)
{
	return ndhal->ops.hbm_error_count(nd, repairable);
}

u32 necc_sram_uncorrected(struct neuron_device *nd)
{
	u32 word;

	if (fw_io_ecc_read(nd->fw_io_ctx, MISCRAM_SRAM_ECC, &word) || word == FW_IO_NOT_POPULATED)
		return 0;
	return word & MISCRAM_SRAM_ECC_UNCORRECTED_MASK;
}
