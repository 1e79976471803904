/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NEURON_VP_MODEL_FIRMWARE_FIRMWARE_H_
#define NEURON_VP_MODEL_FIRMWARE_FIRMWARE_H_

/* The reference firmware's parts and the state they share (docs/reference/42-firmware.md,
 * "Duties"). */
#include <stdbool.h>
#include <stdint.h>

#include "gen/model/regs/neuron_regs.h"
#include "model/firmware/config.h"
#include "model/firmware/hal.h"

enum {
	ECC_SOURCES = 1 + MISCRAM_HBM_ECC_COUNT, /* SRAM, HBM stacks */
	MAX_PAYLOAD = 128,
	REQUEST_HEADER = 8,
	LEGACY_ANSWER_HEADER = 4,
	NEW_ANSWER_HEADER = 8,
	FRAME_PAYLOAD = FW_BUFFER + REQUEST_HEADER,
	ANSWER_PAYLOAD =
		FW_BUFFER + LEGACY_ANSWER_HEADER, /* overwrites the request as it is used up */
};

enum reset_type { RESET_NONE = 0, RESET_DEVICE = 1, RESET_TPB = 2 };

struct ecc_counts {
	uint32_t corrected, uncorrectable, repairable;
};

struct reset_state {
	enum reset_type running;
	bool blocks_done; /* the reset controller has released the blocks */
	bool time_over;
	bool dead; /* READY is 0 */
	uint64_t end; /* of t_reset, hal_now */
};

struct firmware {
	uint32_t api_version;
	uint32_t enabled; /* interrupts */
	uint16_t sample; /* number of the last power sample */
	uint32_t profile; /* bytes: profile, voltage margin, frequency, ocw */
	uint8_t features;
	struct ecc_counts ecc[ECC_SOURCES];
	struct reset_state reset;
};

/* A request whose frame lies in the buffer, and what is to be answered. */
struct exchange {
	uint32_t sequence, command, size; /* size: of the whole frame */
	uint32_t code; /* answer */
	uint32_t answer_size; /* bytes at ANSWER_PAYLOAD */
};

enum answer_code { CODE_SUCCESS = 0, CODE_FAIL = 1, CODE_UNKNOWN_COMMAND = 2 };

/* board.c: short words for the bus */
uint32_t config32(unsigned int word);
uint64_t config64(unsigned int word);
uint32_t miscram_read(uint32_t offset);
void miscram_write(uint32_t offset, uint32_t value);
void count(unsigned int word, uint32_t by);
void enable_interrupts(struct firmware *fw, uint32_t inputs);
void set_timer(uint64_t compare); /* 0 stops it */
void print(const char *text);

/* boot.c */
void boot(struct firmware *fw);

/* mailbox.c */
void mailbox_service(struct firmware *fw);

/* commands.c: executes the request in the buffer; its CRC is checked there too */
void execute(struct firmware *fw, struct exchange *x, uint32_t crc);

/* crc.c: CRC32C of header dword 0, four zero bytes, and `size` bytes at bus address `payload` */
uint32_t frame_crc(uint32_t dword0, uint32_t payload, uint32_t size);

/* ecc.c */
void ecc_service(struct firmware *fw);

/* power.c */
void power_service(struct firmware *fw);

/* reset.c */
void reset_accept(struct firmware *fw, enum reset_type type);
void reset_service(struct firmware *fw, uint32_t pending);

#endif /* NEURON_VP_MODEL_FIRMWARE_FIRMWARE_H_ */
