/* SPDX-License-Identifier: Apache-2.0 */
/* Boot and main loop (docs/reference/42-firmware.md, duties 1 and 7). */
#include "model/firmware/firmware.h"

static const uint32_t at_work =
	IRQ_CTRL_ENABLE_DOORBELL_MASK | IRQ_CTRL_ENABLE_ECC_MASK | IRQ_CTRL_ENABLE_POWER_MASK;

static void publish_identity(const struct firmware *fw)
{
	miscram_write(MISCRAM_API_VERSION, fw->api_version);
	miscram_write(MISCRAM_DEVICE_ID, config32(FW_CONFIG_DEVICE_ID));
	miscram_write(MISCRAM_INSTANCE_PARTITION_SZ, config32(FW_CONFIG_INSTANCE_PARTITION));
	miscram_write(MISCRAM_SERIAL_NUMBER_LO, config32(FW_CONFIG_SERIAL));
	miscram_write(MISCRAM_SERIAL_NUMBER_HI, config32(FW_CONFIG_SERIAL + 1));
	miscram_write(MISCRAM_SERVER_RACK_ID, config32(FW_CONFIG_SERVER_RACK));
	miscram_write(MISCRAM_RESERVATION_ID_HI, config32(FW_CONFIG_RESERVATION + 1));
	miscram_write(MISCRAM_RESERVATION_ID_LO, config32(FW_CONFIG_RESERVATION));
}

static void clear_telemetry(void)
{
	miscram_write(MISCRAM_SRAM_ECC, 0);
	for (unsigned int stack = 0; stack < MISCRAM_HBM_ECC_COUNT; stack++)
		miscram_write(MISCRAM_HBM_ECC(stack), 0);
	for (unsigned int die = 0; die < MISCRAM_POWER_UTIL_COUNT; die++)
		miscram_write(MISCRAM_POWER_UTIL(die), 0);
	miscram_write(MISCRAM_HBM_REPAIR_STATE, 0);
}

static void enable_ecc_sources(void)
{
	unsigned int sources = 1 + config32(FW_CONFIG_HBM_STACKS);

	for (unsigned int s = 0; s < sources; s++)
		hal_write32(MGMT_ECC_CTRL_BASE + ECC_CTRL_ENABLE(s), ECC_CTRL_ENABLE_IRQ_MASK);
}

void boot(struct firmware *fw)
{
	miscram_write(MISCRAM_FW_STATUS, MISCRAM_FW_STATUS_BUSY_MASK);

	set_timer(config64(FW_CONFIG_BOOT_CYCLES)); /* the count began with this boot; 0: no wait */
	enable_interrupts(fw, IRQ_CTRL_ENABLE_TIMER_MASK);
	if (config64(FW_CONFIG_BOOT_CYCLES))
		hal_wait();
	set_timer(0);

	fw->api_version = config32(FW_CONFIG_API_VERSION);
	publish_identity(fw);
	clear_telemetry();
	enable_ecc_sources();
	miscram_write(MISCRAM_FW_STATUS, 0);
	enable_interrupts(fw, at_work);
	miscram_write(MISCRAM_CTRL, MISCRAM_CTRL_READY_MASK);
}

void firmware_main(void)
{
	struct firmware fw = {0};

	boot(&fw);
	for (;;) {
		uint32_t pending = hal_wait();

		if (pending & IRQ_CTRL_PENDING_ECC_MASK)
			ecc_service(&fw);
		if (pending & IRQ_CTRL_PENDING_POWER_MASK)
			power_service(&fw);
		if (pending & (IRQ_CTRL_PENDING_RESET_DONE_MASK | IRQ_CTRL_PENDING_TIMER_MASK))
			reset_service(&fw, pending);
		if (pending & IRQ_CTRL_PENDING_DOORBELL_MASK)
			mailbox_service(&fw);
	}
}
