/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef NEURON_VERSION_H
#define NEURON_VERSION_H

/** The release whose behaviour this driver has (docs/reference/00-overview.md). */
#define NEURON_DRIVER_VERSION "2.27.4.0"

#endif
