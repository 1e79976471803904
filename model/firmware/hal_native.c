/* SPDX-License-Identifier: Apache-2.0 */
/* The HAL's primitives in a native build: calls into the platform. */
#include "model/firmware/hal.h"

static const struct hal_ops *platform; /* the same for every device that runs this image */

void hal_bind(const struct hal_ops *ops)
{
	platform = ops;
}

uint32_t hal_read32(uint32_t addr)
{
	return platform->read32(addr);
}

void hal_write32(uint32_t addr, uint32_t value)
{
	platform->write32(addr, value);
}

uint32_t hal_wait(void)
{
	return platform->wait();
}

void hal_cycles(uint32_t n)
{
	platform->cycles(n);
}
