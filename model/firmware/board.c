/* SPDX-License-Identifier: Apache-2.0 */
#include "model/firmware/firmware.h"

uint32_t config32(unsigned int word)
{
	return hal_read32(FW_CONFIG + 4 * word);
}

uint64_t config64(unsigned int word)
{
	uint32_t lo = config32(word);

	return (uint64_t)config32(word + 1) << 32 | lo;
}

uint32_t miscram_read(uint32_t offset)
{
	return hal_read32(MGMT_MISCRAM_BASE + offset);
}

void miscram_write(uint32_t offset, uint32_t value)
{
	hal_write32(MGMT_MISCRAM_BASE + offset, value);
}

void count(unsigned int word, uint32_t by)
{
	uint32_t addr = FW_COUNTERS + 4 * word;

	hal_write32(addr, hal_read32(addr) + by);
}

void enable_interrupts(struct firmware *fw, uint32_t inputs)
{
	fw->enabled = inputs;
	hal_write32(MGMT_IRQ_CTRL_BASE + IRQ_CTRL_ENABLE, inputs);
}

void set_timer(uint64_t compare)
{
	hal_write32(MGMT_IRQ_CTRL_BASE + IRQ_CTRL_TIMER_LO, (uint32_t)compare);
	hal_write32(MGMT_IRQ_CTRL_BASE + IRQ_CTRL_TIMER_HI, (uint32_t)(compare >> 32));
}

void print(const char *text)
{
	for (; *text; text++)
		hal_putc(*text);
}
