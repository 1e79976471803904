// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* Constant strings: instance id, driver version, performance profile (chapter 21.5.2). */
#include <linux/bug.h>
#include <linux/ctype.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "neuron_device.h"
#include "neuron_fidelity.h"
#include "neuron_metrics_internal.h"
#include "neuron_profile.h"
#include "neuron_version.h"

#define INSTANCE_ID_PATH "/sys/devices/virtual/dmi/id/board_asset_tag"

enum { INSTANCE_ID, DRIVER_VERSION, PROFILE };

static_assert(sizeof(NEURON_DRIVER_VERSION) <= NMETRIC_CONSTANT_SLOT_SIZE);

/* One set for all devices. */
static char constants[NMETRIC_CONSTANTS_COUNT][NMETRIC_CONSTANT_SLOT_SIZE];

/* Bytes read, or an error. */
static ssize_t read_instance_id(char *text, size_t size)
{
	struct file *file = filp_open(INSTANCE_ID_PATH, O_RDONLY, 0);
	loff_t position = 0;
	ssize_t length;

	if (IS_ERR_OR_NULL(file))
		return -ENOENT;
	length = kernel_read(file, text, size, &position);
	filp_close(file, NULL);
	return length;
}

void nmetric_init_constants(void)
{
	char *id = constants[INSTANCE_ID];
	ssize_t length;

	memset(constants, 0, sizeof(constants));
	length = read_instance_id(id, NMETRIC_CONSTANT_SLOT_SIZE - 1);
	if (length <= 0)
		snprintf(id, NMETRIC_CONSTANT_SLOT_SIZE, "0");
	else if (isspace((unsigned char)id[length - 1]))
		id[length - 1] = '\0';
	snprintf(constants[DRIVER_VERSION], NMETRIC_CONSTANT_SLOT_SIZE, "%s",
		 NEURON_DRIVER_VERSION);
	snprintf(constants[PROFILE], NMETRIC_CONSTANT_SLOT_SIZE, "0");
}

static bool profile_is_devices_own(void)
{
	return NEURON_FIDELITY(PROFILE_SCOPE, DEVICE);
}

void nmetric_set_performance_profile(struct neuron_device *nd, u32 profile)
{
	char *slot = profile_is_devices_own() ? nd->metrics.profile : constants[PROFILE];

	snprintf(slot, NMETRIC_CONSTANT_SLOT_SIZE, "%u", npp_current_profile(nd));
}

const char *nmetric_constant(struct neuron_device *nd, u8 index)
{
	if (index == PROFILE && profile_is_devices_own())
		return nd->metrics.profile;
	return constants[index];
}
