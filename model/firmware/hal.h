/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NEURON_VP_MODEL_FIRMWARE_HAL_H_
#define NEURON_VP_MODEL_FIRMWARE_HAL_H_

/*
 * The one interface that management firmware is written against (docs/reference/42-firmware.md,
 * "HAL"). Freestanding C11. Addresses are those of the management bus
 * (docs/reference/41-rtl-blocks.md). One image may run on many devices at once: keep all state in
 * firmware_main's frame or in firmware RAM, none in static variables.
 */
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* 32-bit access to the management bus. A bus error crashes the processor: the call does not return.
 */
uint32_t hal_read32(uint32_t addr);
void hal_write32(uint32_t addr, uint32_t value);

/* Sleeps until the interrupt controller's PENDING is non-zero; returns PENDING. */
uint32_t hal_wait(void);

/* Charges n cycles of computation; nothing on an instruction-set simulator. */
void hal_cycles(uint32_t n);

/* Management cycles since reset. */
uint64_t hal_now(void);

/*
 * Moves len bytes between host memory and firmware RAM or MiscRAM (address `local`) and waits for
 * the end. `host` has no host window bit. 0, or -1 on a bus error.
 */
int hal_dma(uint64_t host, uint32_t local, uint32_t len, int to_host);

/* Hands a telemetry blob to the platform, which time-stamps it. */
void hal_cw(const void *p, uint32_t len);

/* Console; a line appears in the event stream when it ends. */
void hal_putc(int c);

/* The end: the device stops answering. */
void hal_exit(int code) __attribute__((noreturn));

/* What firmware provides: runs from reset. */
void firmware_main(void);

/*
 * Native builds reach the platform through a table that it binds before the first firmware_main
 * (hal_native.c). A firmware in a shared object exports hal_bind and firmware_main; link it with
 * -Wl,-Bsymbolic, so that its names never meet those of the platform, and compile it with
 * -fexceptions, because a processor that stops unwinds through its frames.
 */
struct hal_ops {
	uint32_t (*read32)(uint32_t addr);
	void (*write32)(uint32_t addr, uint32_t value);
	uint32_t (*wait)(void);
	void (*cycles)(uint32_t n);
};
void hal_bind(const struct hal_ops *ops);

#ifdef __cplusplus
}
#endif

#endif /* NEURON_VP_MODEL_FIRMWARE_HAL_H_ */
