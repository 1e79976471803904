/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef NEURON_ECC_H
#define NEURON_ECC_H

#include <linux/types.h>

struct neuron_device;

/** HBM repair state word; anything else is undefined (chapter 13.1.1). */
enum necc_repair_state {
	NECC_REPAIR_NONE = 0,
	NECC_REPAIR_PENDING = 1,
	NECC_REPAIR_FAILED = 2,
};

/** Uncorrectable HBM errors of a device, as its ECC words say. */
struct necc_hbm_totals {
	u32 unrepairable;
	u32 repairable;
};

/** necc_read_hbm_totals() - sums the words of all stacks (chapter 13.1.2). */
void necc_read_hbm_totals(struct neuron_device *nd, struct necc_hbm_totals *totals);

/**
 * necc_get_hbm_error_count() - uncorrectable HBM errors as users see them (chapter 13.1.3): live reads, no
 * lock, whatever the state of the device.
 * @repairable: count the repairable ones instead of the unrepairable
 */
u32 necc_get_hbm_error_count(struct neuron_device *nd, bool repairable);

/** necc_sram_uncorrected() - uncorrected SRAM errors; 0 while the word is not published. */
u32 necc_sram_uncorrected(struct neuron_device *nd);

#endif
