/* SPDX-License-Identifier: Apache-2.0 */
/* A user's firmware as a shared object (docs/reference/42-firmware.md, "Two ways to run"). */
#include "gen/model/regs/neuron_regs.h"
#include "model/firmware/hal.h"

void firmware_main(void)
{
	for (const char *c = "sample firmware\n"; *c; c++)
		hal_putc(*c);
	hal_write32(MGMT_MISCRAM_BASE + MISCRAM_FW_BUILD, 0x600d);
	hal_exit(5);
}
