/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef NEURON_PROFILE_H
#define NEURON_PROFILE_H

#include <linux/types.h>

struct neuron_device;

/** Performance profiles and throttling notifications of a device (chapter 13.5). */

#define NEURON_PROFILE_BITMAP_BYTES 32

/**
 * npp_set_profile() - sends the profile to firmware and remembers it on success, for the host and for the
 * metrics. V2: does nothing and returns 0. Returns the result of the exchange.
 */
int npp_set_profile(struct neuron_device *nd, u8 profile);

/** npp_get_profile() - asks firmware; V2: 0 without asking. */
int npp_get_profile(struct neuron_device *nd, u8 *profile);

/**
 * npp_get_available() - profiles that firmware offers.
 * @operation: FW_IO_PROFILES_ALL or FW_IO_PROFILES_HBM_7200
 * @count: number of profiles
 * @bitmap: NEURON_PROFILE_BITMAP_BYTES bytes, bit p % 8 of byte p / 8 is profile p
 */
int npp_get_available(struct neuron_device *nd, u16 operation, u8 *count, u8 *bitmap);

/** npp_set_throttling_notifications() - switches the notifications of the whole feature mask on or off. */
int npp_set_throttling_notifications(struct neuron_device *nd, bool enable);

/** npp_module_init() - the host has no profile yet; called when the module is loaded. */
void npp_module_init(void);

/** npp_current_profile() - the host's profile (metric 56), or the device's own in mode fixed. */
u8 npp_current_profile(struct neuron_device *nd);

/** npp_query_hbm_7200() - 1 if firmware offers a profile with HBM 7200, else 0 (also on error). */
int npp_query_hbm_7200(struct neuron_device *nd);

#endif
