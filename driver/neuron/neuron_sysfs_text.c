// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* Text of the files that are computed on read (chapter 22.10, 22.11). */
#include <linux/kernel.h>
#include <linux/string.h>
#include <linux/sysfs.h>

#include "neuron_device.h"
#include "neuron_dhal.h"
#include "neuron_ecc.h"
#include "neuron_fw_io.h"
#include "neuron_reg_access.h"
#include "neuron_sysfs_internal.h"

#define WORK_BUFFER_SIZE 256

static ssize_t show_arch_type(struct neuron_device *nd, int nc, char *buf)
{
	return sysfs_emit(buf, "%s%s\n", nc < 0 ? "ND" : "NC",
			  nc < 0 ? ndhal->nd_suffix : ndhal->data.nc_suffix);
}

static ssize_t show_instance_type(struct neuron_device *nd, int nc, char *buf)
{
	return sysfs_emit(buf, "%.19s\n", ndhal->instance_suffix);
}

static ssize_t show_device_name(struct neuron_device *nd, int nc, char *buf)
{
	return sysfs_emit(buf, "%.19s\n", ndhal->device_name);
}

static ssize_t show_notify_delay(struct neuron_device *nd, int nc, char *buf)
{
	return sysfs_emit(buf, "%d\n", nsysfs_notify_on ? 0 : -1);
}

static ssize_t show_serial_number(struct neuron_device *nd, int nc, char *buf)
{
	u64 serial;

	if (fw_io_serial_number_read(nd->fw_io_ctx, &serial) || serial == 0 ||
	    upper_32_bits(serial) == FW_IO_NOT_POPULATED ||
	    lower_32_bits(serial) == FW_IO_NOT_POPULATED)
		return sysfs_emit(buf, "\n");
	return sysfs_emit(buf, "%016llx\n", serial);
}

static ssize_t show_sram_ecc(struct neuron_device *nd, int nc, char *buf)
{
	return sysfs_emit(buf, "%u\n", necc_sram_uncorrected(nd));
}

static ssize_t show_hbm_ecc(struct neuron_device *nd, int nc, char *buf)
{
	return sysfs_emit(buf, "%u\n", necc_get_hbm_error_count(nd, false));
}

static ssize_t show_hbm_repairable_ecc(struct neuron_device *nd, int nc, char *buf)
{
	return sysfs_emit(buf, "%u\n", necc_get_hbm_error_count(nd, true));
}

static ssize_t show_power_utilization(struct neuron_device *nd, int nc, char *buf)
{
	char text[WORK_BUFFER_SIZE];

	if (npower_format_stats(nd, text, sizeof(text)))
		pr_err("nd%d: sysfs: the power statistics were cut\n", nd->device_index);
	return sysfs_emit(buf, "%s", text);
}

static u64 read_pe_counter(struct neuron_device *nd, u32 nc, u32 row, enum ndhal_pe_counter counter,
			   u32 column)
{
	void __iomem *low = nd->npdev.bar0 + ndhal->ops.pe_counter(nc, row, counter, column);
	u64 high = reg_read32(low + 4);

	return high << 32 | reg_read32(low);
}

static int format_pe_row(struct neuron_device *nd, u32 nc, u32 row, char *text, size_t size)
{
	u64 matmul, weight_load = 0, idle;
	u32 column;

	matmul = read_pe_counter(nd, nc, row, NDHAL_PE_MATMUL_ACTIVE, 0);
	if (ndhal->ops.weight_load_counts)
		weight_load = read_pe_counter(nd, nc, row, NDHAL_PE_WEIGHT_LOAD, 0);
	for (column = 0; column < NDHAL_PE_COLUMN_GROUPS; column++)
		weight_load += read_pe_counter(nd, nc, row, NDHAL_PE_FAST_WEIGHT_LOAD, column);
	idle = read_pe_counter(nd, nc, row, NDHAL_PE_IDLE, 0);
	return snprintf(text, size, "%u,%llu,%llu,%llu\n", row, matmul, weight_load, idle);
}

static ssize_t show_pe_counters(struct neuron_device *nd, int nc, char *buf)
{
	char text[WORK_BUFFER_SIZE];
	size_t used = snprintf(text, sizeof(text), "xrow_grp,mm_active,wl_active,idle\n");
	u32 row;

	for (row = 0; row < NDHAL_PE_ROW_GROUPS; row++) {
		size_t room = used < sizeof(text) ? sizeof(text) - used : 0;

		used += format_pe_row(nd, nc, row, room ? text + used : text + sizeof(text), room);
	}
	if (used >= sizeof(text))
		pr_err("nd%d: sysfs: the PE counters were cut\n", nd->device_index);
	return sysfs_emit(buf, "%s", text);
}

typedef ssize_t (*show_fn)(struct neuron_device *nd, int nc, char *buf);

static const show_fn show_by_id[NSYSFS_NON_NDS_IDS] = {
	[NSYSFS_ECC_SRAM_UNCORRECTED] = show_sram_ecc,
	[NSYSFS_ECC_HBM_UNCORRECTED] = show_hbm_ecc,
	[NSYSFS_ECC_REPAIRABLE_HBM_UNCORRECTED] = show_hbm_repairable_ecc,
	[NSYSFS_PE_ARRAY_ACTIVITY] = show_pe_counters,
	[NSYSFS_ARCH_TYPE] = show_arch_type,
	[NSYSFS_INSTANCE_TYPE] = show_instance_type,
	[NSYSFS_DEVICE_NAME] = show_device_name,
	[NSYSFS_NOTIFY_DELAY] = show_notify_delay,
	[NSYSFS_SERIAL_NUMBER] = show_serial_number,
	[NSYSFS_POWER_UTILIZATION] = show_power_utilization,
};

ssize_t nsysfs_other_show(struct neuron_device *nd, int nc, u8 id, char *buf)
{
	if (id >= NSYSFS_NON_NDS_IDS || !show_by_id[id]) {
		pr_err("nd%d: sysfs: metric %u has no text\n", nd->device_index, id);
		return 0;
	}
	return show_by_id[id](nd, nc, buf);
}
