/* SPDX-License-Identifier: Apache-2.0 */
/* Power telemetry (docs/reference/13-ecc-power-pod.md, 2.7). */
#include "model/firmware/firmware.h"

void power_service(struct firmware *fw)
{
	unsigned int dice = config32(FW_CONFIG_DICE);

	fw->sample++;
	for (unsigned int die = 0; die < dice; die++) {
		uint32_t util = hal_read32(MGMT_POWER_SAMPLER_BASE + POWER_SAMPLER_UTIL(die));

		miscram_write(MISCRAM_POWER_UTIL(die),
			      (uint32_t)fw->sample << MISCRAM_POWER_UTIL_SAMPLE_SHIFT |
				      (util & MISCRAM_POWER_UTIL_BASIS_POINTS_MASK));
	}
	hal_write32(MGMT_POWER_SAMPLER_BASE + POWER_SAMPLER_STATUS, POWER_SAMPLER_STATUS_NEW_MASK);
}
