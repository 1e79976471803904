/* SPDX-License-Identifier: Apache-2.0 */
/* ECC telemetry (docs/reference/13-ecc-power-pod.md, 1.5). */
#include "model/firmware/firmware.h"

enum { API_SPLIT_HBM_WORD = 6, REPAIR_NONE = 0, REPAIR_PENDING = 1 };

static uint32_t limited(uint32_t value, uint32_t limit)
{
	return value < limit ? value : limit;
}

static uint32_t add(uint32_t sum, uint32_t more)
{
	return sum + more < sum ? UINT32_MAX : sum + more;
}

static uint32_t published(const struct firmware *fw, unsigned int source)
{
	const struct ecc_counts *c = &fw->ecc[source];
	uint32_t corrected = limited(c->corrected, 0xffff) << 16;

	if (source == 0 || fw->api_version < API_SPLIT_HBM_WORD)
		return corrected | limited(add(c->uncorrectable, c->repairable), 0xffff);
	return corrected | limited(c->uncorrectable, 15) << 12 | limited(c->repairable, 4095);
}

static void service_source(struct firmware *fw, unsigned int source)
{
	uint32_t ce = hal_read32(MGMT_ECC_CTRL_BASE + ECC_CTRL_CE(source));
	uint32_t ue = hal_read32(MGMT_ECC_CTRL_BASE + ECC_CTRL_UE(source));
	uint32_t rue = hal_read32(MGMT_ECC_CTRL_BASE + ECC_CTRL_RUE(source));
	struct ecc_counts *c = &fw->ecc[source];

	c->corrected = add(c->corrected, ce);
	c->uncorrectable = add(c->uncorrectable, ue);
	c->repairable = add(c->repairable, rue);
	miscram_write(source == 0 ? MISCRAM_SRAM_ECC : MISCRAM_HBM_ECC(source - 1),
		      published(fw, source));
	if (source != 0 && rue != 0) {
		uint32_t repair = miscram_read(MISCRAM_HBM_REPAIR_STATE);

		if ((repair & MISCRAM_HBM_REPAIR_STATE_STATE_MASK) == REPAIR_NONE)
			miscram_write(MISCRAM_HBM_REPAIR_STATE, repair | REPAIR_PENDING);
	}

	/* A write takes that much off: events that came since the read stay counted. */
	hal_write32(MGMT_ECC_CTRL_BASE + ECC_CTRL_CE(source), ce);
	hal_write32(MGMT_ECC_CTRL_BASE + ECC_CTRL_UE(source), ue);
	hal_write32(MGMT_ECC_CTRL_BASE + ECC_CTRL_RUE(source), rue);
}

void ecc_service(struct firmware *fw)
{
	uint32_t pending = hal_read32(MGMT_ECC_CTRL_BASE + ECC_CTRL_PENDING);

	for (unsigned int source = 0; source < ECC_SOURCES; source++)
		if (pending >> source & 1)
			service_source(fw, source);
}
