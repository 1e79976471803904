/* SPDX-License-Identifier: Apache-2.0 */
/* Resets (docs/reference/12-reset.md, section 10). */
#include "model/firmware/firmware.h"

/* Holds and clears the blocks of the map, now; an empty map starts nothing. */
static bool start_controller(enum reset_type type)
{
	uint32_t lo = UINT32_MAX, hi = UINT32_MAX;

	if (type == RESET_TPB) {
		lo = miscram_read(MISCRAM_RESET_TPB_MAP_LO);
		hi = miscram_read(MISCRAM_RESET_TPB_MAP_HI);
	}
	if (!lo && !hi)
		return false;
	hal_write32(MGMT_RESET_CTRL_BASE + RESET_CTRL_MAP_LO, lo);
	hal_write32(MGMT_RESET_CTRL_BASE + RESET_CTRL_MAP_HI, hi);
	hal_write32(MGMT_RESET_CTRL_BASE + RESET_CTRL_CMD, RESET_CTRL_CMD_START_MASK);
	return true;
}

void reset_accept(struct firmware *fw, enum reset_type type)
{
	struct reset_state *r = &fw->reset;
	uint64_t dead = config64(FW_CONFIG_DEAD_CYCLES);
	uint64_t accepted, timer;

	miscram_write(MISCRAM_FW_STATUS, MISCRAM_FW_STATUS_BUSY_MASK);
	accepted = hal_now();
	r->running = type;
	r->time_over = false;
	r->end = accepted + config64(type == RESET_DEVICE ? FW_CONFIG_DEVICE_RESET_CYCLES
							  : FW_CONFIG_TPB_RESET_CYCLES);
	r->dead = dead != 0;
	if (r->dead)
		miscram_write(MISCRAM_CTRL, 0);
	r->blocks_done = !start_controller(type);

	timer = accepted + dead;
	set_timer(r->dead && timer < r->end ? timer : r->end);
	enable_interrupts(fw, (fw->enabled & ~IRQ_CTRL_ENABLE_DOORBELL_MASK) |
				      IRQ_CTRL_ENABLE_RESET_DONE_MASK | IRQ_CTRL_ENABLE_TIMER_MASK);
}

static void revive(struct reset_state *r)
{
	if (!r->dead)
		return;
	miscram_write(MISCRAM_CTRL, MISCRAM_CTRL_READY_MASK);
	r->dead = false;
}

static void complete(struct firmware *fw)
{
	revive(&fw->reset);
	if (fw->reset.running == RESET_DEVICE) {
		fw->profile = 0;
		fw->features = 0;
	}
	fw->reset.running = RESET_NONE;
	miscram_write(MISCRAM_FW_STATUS, 0);
	miscram_write(MISCRAM_ACK, 0);
	miscram_write(MISCRAM_TRIGGER, 0);
	miscram_write(MISCRAM_RESET, 0); /* last: tells the host that all of it is done */
	enable_interrupts(fw,
			  (fw->enabled | IRQ_CTRL_ENABLE_DOORBELL_MASK) &
				  ~(IRQ_CTRL_ENABLE_RESET_DONE_MASK | IRQ_CTRL_ENABLE_TIMER_MASK));
}

static void timer_ended(struct reset_state *r)
{
	if (hal_now() >= r->end) {
		r->time_over = true;
		set_timer(0);
	} else {
		revive(r);
		set_timer(r->end);
	}
}

void reset_service(struct firmware *fw, uint32_t pending)
{
	struct reset_state *r = &fw->reset;

	if (pending & IRQ_CTRL_PENDING_RESET_DONE_MASK) {
		hal_write32(MGMT_RESET_CTRL_BASE + RESET_CTRL_CLEAR, RESET_CTRL_CLEAR_DONE_MASK);
		r->blocks_done = true;
	}
	if (pending & IRQ_CTRL_PENDING_TIMER_MASK)
		timer_ended(r);
	if (r->running != RESET_NONE && r->blocks_done && r->time_over)
		complete(fw);
}
