/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef NEURON_CINIT_H
#define NEURON_CINIT_H

#include <linux/mutex.h>
#include <linux/types.h>

struct neuron_device;

/** How far a process has initialised a core (chapter 23.10). */
struct neuron_cinit {
	struct mutex lock;
	volatile u32 state; /* NEURON_CINIT_STATE_... */
};

/** nci_reset_state() - initialises the state of every core to INVALID; called once by probe. */
void nci_reset_state(struct neuron_device *nd);
/** nci_reset_state_nc() - sets INVALID after a reset of the core. */
void nci_reset_state_nc(struct neuron_device *nd, u32 nc);

/**
 * nci_set_state() - asks for a state change.
 * @new_state: the state afterwards; COMPLETED may be waited for, up to ten times 500 ms
 *
 * Returns 0, or -E2BIG if there is no such core.
 */
int nci_set_state(struct neuron_device *nd, u32 nc, u32 state, u32 *new_state);

#endif
