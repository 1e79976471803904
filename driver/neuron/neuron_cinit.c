// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* Core-init state: which process initialises a core, and who waits for it (chapter 23.10). */
#include <linux/delay.h>
#include <linux/errno.h>
#include <linux/kernel.h>

#include "neuron_device.h"
#include "neuron_dhal.h"
#include "neuron_ioctl.h"

#define WAIT_COUNT 10
#define WAIT_MS 500

void nci_reset_state(struct neuron_device *nd)
{
	u32 nc;

	for (nc = 0; nc < MAX_NC_PER_DEVICE; nc++) {
		mutex_init(&nd->cinit[nc].lock);
		nd->cinit[nc].state = NEURON_CINIT_STATE_INVALID;
	}
}

void nci_reset_state_nc(struct neuron_device *nd, u32 nc)
{
	nd->cinit[nc].state = NEURON_CINIT_STATE_INVALID;
}

/* The mutex is free while the caller sleeps, so that the one it waits for can say COMPLETED. */
static void wait_for_completion_of_other(struct neuron_cinit *core)
{
	int i;

	for (i = 0; i < WAIT_COUNT && core->state != NEURON_CINIT_STATE_COMPLETED; i++) {
		mutex_unlock(&core->lock);
		msleep(WAIT_MS);
		mutex_lock(&core->lock);
	}
}

static bool start(struct neuron_cinit *core)
{
	if (core->state == NEURON_CINIT_STATE_INVALID)
		core->state = NEURON_CINIT_STATE_STARTED;
	else if (core->state == NEURON_CINIT_STATE_STARTED)
		wait_for_completion_of_other(core);
	return true;
}

static bool complete_start(struct neuron_cinit *core)
{
	if (core->state != NEURON_CINIT_STATE_STARTED)
		return false;
	core->state = NEURON_CINIT_STATE_COMPLETED;
	return true;
}

static bool change_state(struct neuron_cinit *core, u32 state)
{
	switch (state) {
	case NEURON_CINIT_STATE_STARTED:
		return start(core);
	case NEURON_CINIT_STATE_COMPLETED:
		return complete_start(core);
	default:
		return false;
	}
}

int nci_set_state(struct neuron_device *nd, u32 nc, u32 state, u32 *new_state)
{
	struct neuron_cinit *core;

	if (nc >= ndhal->data.nc_per_device)
		return -E2BIG;
	core = &nd->cinit[nc];
	mutex_lock(&core->lock);
	if (!change_state(core, state))
		pr_err("nd%d: core %u: state %u cannot follow state %u\n", nd->device_index, nc,
		       state, core->state);
	mutex_unlock(&core->lock);
	*new_state = core->state;
	return 0;
}
