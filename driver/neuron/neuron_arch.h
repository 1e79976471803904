/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef NEURON_ARCH_H
#define NEURON_ARCH_H

#include <linux/types.h>

/* Host-wide maxima over all generations (chapter 10.3). */
#define MAX_NEURON_DEVICE_COUNT 64
#define MAX_NC_PER_DEVICE 8
#define MAX_TS_PER_DEVICE 16
#define MAX_DMA_ENG_PER_DEVICE 132
#define MAX_DRAM_CHANNELS 4
#define MAX_DICE_PER_DEVICE 2

#define DMA_ENG_PER_NC 16
#define DMA_QUEUES_PER_ENG 16
#define SEMAPHORES_PER_NC 256
#define EVENTS_PER_NC 256

/* PCI revision ids that are not silicon (chapter 10.1.1). */
#define REVID_EMU 240
#define REVID_QEMU 255

enum neuron_arch {
	NEURON_ARCH_INVALID = 0,
	NEURON_ARCH_V2 = 2,
	NEURON_ARCH_V3 = 3,
	NEURON_ARCH_V4 = 4,
	NEURON_ARCH_NUM = 5,
};

enum neuron_platform_type {
	NEURON_PLATFORM_TYPE_STD = 0,
	NEURON_PLATFORM_TYPE_ULTRASERVER = 1,
	NEURON_PLATFORM_TYPE_PDS = 2,
	NEURON_PLATFORM_TYPE_INVALID = 3,
};

/**
 * narch_init() - latches architecture and revision of the host; only the first call counts, because a
 * host has one kind of chip (chapter 10.1.1).
 */
void narch_init(enum neuron_arch arch, u8 revision);
/** narch_exit() - forgets what narch_init() latched. */
void narch_exit(void);

/** narch_get_arch() - the latched architecture, NEURON_ARCH_INVALID before the first probe. */
enum neuron_arch narch_get_arch(void);
u8 narch_get_revision(void);
bool narch_is_qemu(void);
bool narch_is_emu(void);

/**
 * narch_read_product_name() - reads the DMI product name, without its newline, into @name.
 * Returns 0 or a negative errno.
 */
int narch_read_product_name(char *name, size_t size);

/** A DMI product name prefix and the platform it means (chapter 10.1.2). */
struct narch_platform_name {
	const char *prefix;
	enum neuron_platform_type type;
};

/**
 * narch_platform_type() - the platform of the product name by the first matching prefix of @names (ended
 * by a NULL prefix): STD if none matches, INVALID if the name cannot be read.
 */
enum neuron_platform_type narch_platform_type(const struct narch_platform_name *names);

#endif
