/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NEURON_VP_MODEL_FIRMWARE_CONFIG_H_
#define NEURON_VP_MODEL_FIRMWARE_CONFIG_H_

/*
 * Firmware RAM, 128 KiB from address 0 (docs/reference/41-rtl-blocks.md):
 *   0x00000  image, data and stack of a cross-compiled firmware
 *   0x0fe00  counters that firmware keeps for the platform's eyes
 *   0x0ff00  configuration, put there by the platform before each boot
 *   0x10000  buffer of the frame that is being served
 */
#define FW_COUNTERS 0x0fe00u
#define FW_CONFIG 0x0ff00u
#define FW_CONFIG_BYTES 0x100u
#define FW_BUFFER 0x10000u

/* Word offsets into the counters. */
enum {
	FW_COUNT_POSTS, /* blobs given to the telemetry stream */
	FW_COUNT_POST_BYTES, /* their bytes */
	FW_COUNT_CRC_ERRORS, /* requests with a wrong CRC */
	FW_COUNT_DROPPED, /* requests without an answer */
};

/* Word offsets into the configuration. 64-bit values: low word first. Durations in mgmt cycles. */
enum {
	FW_CONFIG_API_VERSION,
	FW_CONFIG_DEVICE_ID,
	FW_CONFIG_SERIAL,
	FW_CONFIG_INSTANCE_PARTITION = FW_CONFIG_SERIAL + 2,
	FW_CONFIG_SERVER_RACK,
	FW_CONFIG_RESERVATION,
	FW_CONFIG_BOOT_CYCLES = FW_CONFIG_RESERVATION + 2,
	FW_CONFIG_DEVICE_RESET_CYCLES = FW_CONFIG_BOOT_CYCLES + 2,
	FW_CONFIG_TPB_RESET_CYCLES = FW_CONFIG_DEVICE_RESET_CYCLES + 2,
	FW_CONFIG_DEAD_CYCLES = FW_CONFIG_TPB_RESET_CYCLES + 2,
	FW_CONFIG_HOST_WINDOW =
		FW_CONFIG_DEAD_CYCLES + 2, /* bit of device addresses in host memory */
	FW_CONFIG_MISCRAM_BASE = FW_CONFIG_HOST_WINDOW + 2, /* device address of MiscRAM */
	FW_CONFIG_DICE = FW_CONFIG_MISCRAM_BASE + 2,
	FW_CONFIG_HBM_STACKS,
	FW_CONFIG_DISPATCH_CYCLES,
	FW_CONFIG_DMA_SETUP_CYCLES,
	FW_CONFIG_PROFILES_ALL, /* bitmap of 256 profiles, 8 words */
	FW_CONFIG_PROFILES_HBM_7200 = FW_CONFIG_PROFILES_ALL + 8,
	FW_CONFIG_WORDS = FW_CONFIG_PROFILES_HBM_7200 + 8,
};

#endif /* NEURON_VP_MODEL_FIRMWARE_CONFIG_H_ */
