/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef NEURON_DHAL_H
#define NEURON_DHAL_H

#include <linux/types.h>

#include "neuron_arch.h"

/**
 * The one table of everything in which generations differ. It is built when the first device is probed and
 * is the same for every device of the host.
 */

struct neuron_device;
struct pci_dev;

/** What a generation has, as data (chapter 10, sections 1 to 6 and 10.3). */
struct ndhal_data {
	enum neuron_arch arch;
	const char *nc_suffix;

	/* counts */
	u32 nc_per_device;
	u32 nc_per_seng;
	u32 dice_per_device;
	u32 ts_per_device;
	u32 ts_per_nc;
	u32 dma_eng_per_device;
	u32 seng_dma_eng; /* engines below this id belong to a SENG */
	u32 num_hbms;
	u32 nq_types;

	/* runtime compatibility window */
	u32 compat_min;
	u32 compat_max;

	/* BARs; -1: not used */
	int bar0_index;
	int bar2_index;
	int bar4_index;

	/* addresses */
	u64 misc_ram_offset; /* in BAR0 */
	u64 pci_host_base; /* ORed into host addresses */
	u64 hbm_base[MAX_DRAM_CHANNELS];
	u64 hbm_bytes; /* usable per stack */
	u64 hbm_bar4_stride;
	u64 readless_base; /* device address of BAR0 offset 0 */
	u64 readless_bytes; /* 0: all of BAR0 */

	/* reset (chapter 12.1) */
	u32 reset_max_wait_ms;
	u32 reset_retry_count;
	u64 qemu_doorbell; /* in BAR0 */
	bool qemu_rings_firmware; /* the doorbell comes before the firmware's, not in its place */
};

/** A range of equally spaced entries of the special mmap table (chapter 10.7.3). */
struct ndhal_mmap_range {
	u8 block; /* enum ndhal_block */
	u8 resource; /* enum ndhal_resource */
	u8 first_id;
	u8 count;
	u8 bar;
	bool read_only;
	u64 cookie, cookie_stride;
	u64 offset, offset_stride; /* in the BAR */
	u64 size;
};

/* Events and semaphores at the start of a TOP_SP window, or at TPB_EVENT(0) of a core's. */
#define NDHAL_SEMAPHORE_REGION_BYTES 0x2000

enum ndhal_block {
	NDHAL_BLOCK_TPB = 0,
	NDHAL_BLOCK_TOPSP = 1,
	NDHAL_BLOCK_HBM = 2,
};

enum ndhal_resource {
	NDHAL_RESOURCE_SEMAPHORE = 0,
	NDHAL_RESOURCE_ALL = 1,
	NDHAL_RESOURCE_SBUF = 2,
	NDHAL_RESOURCE_DMEM = 3,
};

/** One entry of the special mmap table. */
struct ndhal_mmap_entry {
	u64 cookie;
	u64 size;
	u64 offset;
	u8 bar;
	bool read_only;
};

/*
 * PE activity counters of a core (chapter 10.5.7): BAR0 offset of the low word; the high word is behind it and
 * is read first.
 */
enum ndhal_pe_counter {
	NDHAL_PE_MATMUL_ACTIVE,
	NDHAL_PE_IDLE,
	NDHAL_PE_WEIGHT_LOAD,
	NDHAL_PE_FAST_WEIGHT_LOAD, /* of column @column */
};
#define NDHAL_PE_ROW_GROUPS 4
#define NDHAL_PE_COLUMN_GROUPS 4

/** How a generation does what data cannot say. */
struct ndhal_ops {
	/*
	 * BAR0 offsets of blocks. Registers of a notification block: NOTIFICATION_BASE_HIGH(slot) and so on of
	 * neuron_regs.h.
	 */
	u64 (*nc_window)(u32 nc);
	u64 (*ts_window)(u32 ts);
	u64 (*nc_nq_block)(u32 nc);
	u64 (*ts_nq_block)(u32 ts);
	u64 (*dma_nq_block)(u32 eng); /* engines of SENGs */
	u64 (*udma_base)(u32 eng);
	u64 (*sdma_base)(u32 eng);
	u32 (*h2t_engine)(u32 nc);
	u32 (*h2t_queue)(u32 nc);

	u64 (*pe_counter)(u32 nc, u32 row, enum ndhal_pe_counter counter, u32 column);
	bool weight_load_counts; /* in what users see, beside the four fast columns */

	/* platform and identity */
	enum neuron_platform_type (*platform_type)(void);
	bool (*has_fixed_routing_id)(void);

	/* DMA engines (chapters 10.5.5, 10.5.6, 12.5.5) */
	void (*init_dma_engine)(struct neuron_device *nd, u32 eng);
	bool (*inits_h2t_engine)(u32 nc, u32 nc_map);

	/* reset (chapter 12.5) */
	void (*tpb_map)(u32 nc_map, u32 *low, u32 *high);
	int (*post_reset)(struct neuron_device *nd, bool success, bool no_reset);
	bool reset_window_retry; /* a DMA copy that times out in a reset window is issued again */

	/* ECC and profiles (chapters 13.1.3, 13.5.3) */
	u32 (*hbm_error_count)(struct neuron_device *nd, bool repairable);
	bool has_profiles;

	/* topology (chapter 10.8) */
	const u8 *index_of_routing_id; /* 16 entries; NULL: the id itself */
	u32 index_step; /* added per 16 routing ids */

	const struct ndhal_mmap_range *mmap_ranges; /* ended by size 0 */
};

struct neuron_dhal {
	struct ndhal_data data; /* adjusted to emulators */
	struct ndhal_ops ops;
	u32 dev_nc_map; /* enabled cores */
	u16 pci_device_id; /* of the first device */
	enum neuron_platform_type platform_type;
	int server_id; /* PDS: of this node, read with the routing id */

	const char *nd_suffix;
	const char *instance_suffix;
	const char *device_name;
};

/** The table; NULL before the first probe and after the module's end. */
extern struct neuron_dhal *ndhal;

/**
 * neuron_dhal_init() - builds the table for the first device, from its PCI device id.
 *
 * Returns 0, -ENOMEM, or -EINVAL if the core map does not fit the device. An id that is in no table stops the
 * process: the id table of the PCI driver lets none through.
 */
int neuron_dhal_init(u16 pci_device_id);

/** ndhal_arch_of() - the generation of a product; stops the process for an id that is in no table. */
enum neuron_arch ndhal_arch_of(u16 pci_device_id);

void neuron_dhal_free(void);

/* Fill data and ops for a generation; V4 starts from V3. */
void ndhal_register_v2(struct neuron_dhal *dhal);
void ndhal_register_v3(struct neuron_dhal *dhal);
void ndhal_register_v4(struct neuron_dhal *dhal);

/* --- what follows from the table ------------------------------------------------------------------ */

/** True if core @nc exists and is enabled. */
bool ndhal_nc_enabled(u32 nc);

/* Registers of a core's window (chapter 10.5.3). Indexes are the caller's to check. */
enum ndhal_semaphore_access {
	NDHAL_SEMAPHORE_READ,
	NDHAL_SEMAPHORE_SET,
	NDHAL_SEMAPHORE_INCREMENT,
	NDHAL_SEMAPHORE_DECREMENT,
};
u64 ndhal_semaphore(u32 nc, enum ndhal_semaphore_access access, u32 index);
u64 ndhal_event(u32 nc, u32 index);

/** True if user space may not write this BAR0 offset (chapter 10.7.2). */
bool ndhal_bar0_write_blocked(u64 offset);

/** ndhal_set_dram_bar_bytes() - on QEMU the length of BAR4 says how large the stacks are. */
void ndhal_set_dram_bar_bytes(u64 bytes);

/** BAR4 offset of [@start, + @size) of device memory; -EINVAL if it is in no stack (chapter 10.6). */
int ndhal_bar4_offset(u64 start, u64 size, u64 *offset);

/** Special mmap table by name: 0 or -EINVAL (chapter 10.7.3). */
int ndhal_mmap_by_name(u32 block, u32 id, u32 resource, struct ndhal_mmap_entry *entry);
/** Special mmap table by mmap offset and length: 0 or -EINVAL. The lengths must agree. */
int ndhal_mmap_by_cookie(u64 cookie, u64 size, struct ndhal_mmap_entry *entry);

#endif
