/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef NEURON_DEVICE_H
#define NEURON_DEVICE_H

#include <linux/pci.h>
#include <linux/types.h>

#include "neuron_arch.h"
#include "neuron_cdev.h"
#include "neuron_cinit.h"
#include "neuron_crwl.h"
#include "neuron_dma.h"
#include "neuron_ds.h"
#include "neuron_log.h"
#include "neuron_mempool.h"
#include "neuron_metrics.h"
#include "neuron_mmap.h"
#include "neuron_nq.h"
#include "neuron_pid.h"
#include "neuron_power.h"
#include "neuron_reset.h"
#include "neuron_sysfs_metrics.h"

struct fw_io_ctx;

/** Life of a device as open() and the metrics thread see it (chapter 10.11). */
enum neuron_device_state {
	NEURON_DEVICE_STATE_RESET = 0,
	NEURON_DEVICE_STATE_READY = 1,
	NEURON_DEVICE_STATE_INVALID = 2,
};

/** Mapped windows of the PCI function (chapter 10.2). BAR2 is never mapped. */
struct neuron_bars {
	void __iomem *bar0;
	phys_addr_t bar0_pa;
	u64 bar0_size;
	void __iomem *bar2;
	phys_addr_t bar2_pa;
	u64 bar2_size;
	void __iomem *bar4; /* NULL when the function has no usable BAR4 */
	phys_addr_t bar4_pa;
	u64 bar4_size;
};

/** One accelerator. Allocated zeroed by probe, so that it starts in state RESET. */
struct neuron_device {
	struct pci_dev *pdev;
	int device_index; /* slot in the registry, minor, N of /dev/neuronN */
	u32 routing_id;
	volatile enum neuron_device_state device_state;
	struct neuron_bars npdev;

	void *ncdev; /* node record of neuron_cdev.c, NULL without a node */
	struct fw_io_ctx *fw_io_ctx;
	struct neuron_log_obj log_obj;

	struct neuron_reset nr;
	struct neuron_power power;
	struct neuron_dma dma;
	struct neuron_pid_table npid;

	struct neuron_datastore datastore;
	struct neuron_metrics metrics;
	struct neuron_mempool mempool;
	struct neuron_mmap mmap;
	struct neuron_nq nq;
	struct neuron_cinit cinit[MAX_NC_PER_DEVICE];
	struct neuron_crwl crwl[MAX_NC_PER_DEVICE];
	struct neuron_sysfs_metrics sysfs_metrics;

	/* Models started per core since its last reset (chapter 12.3.1). */
	u64 nc_model_started_count[MAX_NC_PER_DEVICE];

	struct mem_chunk *dummy_mc; /* host page that idle DMA queues point at */
	struct mem_chunk *memset_mc; /* host buffer of zeroes for device memset */

	int supports_hbm_7200; /* -1 unknown, 0, 1 (chapter 13.5.1) */
	u8 current_perf_profile;
};

#endif
