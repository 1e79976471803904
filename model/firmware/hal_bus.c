/* SPDX-License-Identifier: Apache-2.0 */
/* The HAL's calls that are sequences of bus accesses, alike in every build. */
#include "gen/model/regs/neuron_regs.h"
#include "model/firmware/hal.h"

enum { DMA_FROM_HOST = 1, DMA_TO_HOST = 2 };

uint64_t hal_now(void)
{
	uint32_t lo =
		hal_read32(MGMT_IRQ_CTRL_BASE + IRQ_CTRL_COUNT_LO); /* latches the high word */

	return (uint64_t)hal_read32(MGMT_IRQ_CTRL_BASE + IRQ_CTRL_COUNT_HI) << 32 | lo;
}

int hal_dma(uint64_t host, uint32_t local, uint32_t len, int to_host)
{
	uint32_t enabled = hal_read32(MGMT_IRQ_CTRL_BASE + IRQ_CTRL_ENABLE);
	uint32_t status;

	hal_write32(MGMT_HOST_DMA_BASE + HOST_DMA_HOST_LO, (uint32_t)host);
	hal_write32(MGMT_HOST_DMA_BASE + HOST_DMA_HOST_HI, (uint32_t)(host >> 32));
	hal_write32(MGMT_HOST_DMA_BASE + HOST_DMA_LOCAL, local);
	hal_write32(MGMT_HOST_DMA_BASE + HOST_DMA_LEN, len);
	hal_write32(MGMT_HOST_DMA_BASE + HOST_DMA_CMD, to_host ? DMA_TO_HOST : DMA_FROM_HOST);

	/* Nothing else may end the wait. */
	hal_write32(MGMT_IRQ_CTRL_BASE + IRQ_CTRL_ENABLE, IRQ_CTRL_ENABLE_DMA_MASK);
	hal_wait();
	status = hal_read32(MGMT_HOST_DMA_BASE + HOST_DMA_STATUS);
	hal_write32(MGMT_HOST_DMA_BASE + HOST_DMA_STATUS, status);
	hal_write32(MGMT_IRQ_CTRL_BASE + IRQ_CTRL_ENABLE, enabled);
	return (status & HOST_DMA_STATUS_ERROR_MASK) ? -1 : 0;
}

void hal_cw(const void *p, uint32_t len)
{
	const uint8_t *bytes = p;

	for (uint32_t i = 0; i < len; i++)
		hal_write32(MGMT_PLATFORM_PORT_BASE + PLATFORM_PORT_CW_DATA, bytes[i]);
	hal_write32(MGMT_PLATFORM_PORT_BASE + PLATFORM_PORT_CW_END, 0);
}

void hal_putc(int c)
{
	hal_write32(MGMT_PLATFORM_PORT_BASE + PLATFORM_PORT_CONSOLE, (uint32_t)c);
}

void hal_exit(int code)
{
	hal_write32(MGMT_PLATFORM_PORT_BASE + PLATFORM_PORT_EXIT, (uint32_t)code);
	for (;;) /* the processor has stopped */
		hal_wait();
}
