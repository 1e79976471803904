// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#include <linux/delay.h>
#include <linux/errno.h>
#include <linux/kernel.h>

#include "neuron_device.h"
#include "neuron_dhal.h"
#include "neuron_fw_io.h"
#include "neuron_pci.h"
#include "neuron_topology.h"

#define ROUTING_ID_COUNT 64
#define ROUTING_ID_COUNT_PDS 128
#define ROUTING_ID_ATTEMPTS 20
#define ROUTING_ID_PAUSE 1000 /* ms */
#define DEVICES_PER_NODE 16

static bool is_pds(void)
{
	return ndhal->platform_type == NEURON_PLATFORM_TYPE_PDS;
}

int ntopo_device_index(u32 routing_id)
{
	const u8 *table = ndhal->ops.index_of_routing_id;

	if (routing_id >= (is_pds() ? ROUTING_ID_COUNT_PDS : ROUTING_ID_COUNT))
		return -ENODEV;
	if (is_pds())
		return routing_id % DEVICES_PER_NODE;
	if (!table)
		return routing_id;
	return table[routing_id % DEVICES_PER_NODE] +
	       routing_id / DEVICES_PER_NODE * ndhal->ops.index_step;
}

void ntopo_routing_id_map(s32 *map, u32 total, int server_id)
{
	u32 i;

	for (i = 0; i < MAX_NEURON_DEVICE_COUNT; i++)
		map[i] = -1;
	for (i = 0; i < total; i++) {
		u32 routing_id = is_pds() ? i + server_id * total : i;
		int index = ntopo_device_index(routing_id);

		if (index >= 0)
			map[index] = routing_id;
	}
}

static int wait_for_routing_id(struct neuron_device *nd)
{
	int attempt;

	for (attempt = 0; attempt < ROUTING_ID_ATTEMPTS; attempt++) {
		if (fw_io_device_id_read(nd->fw_io_ctx, &nd->routing_id) == 0)
			return 0;
		msleep(ROUTING_ID_PAUSE);
	}
	pr_err("nd%d: firmware has published no routing id\n", nd->device_index);
	return -ENODEV;
}

static int read_server_id(struct neuron_device *nd)
{
	struct fw_io_server_rack ids;

	if (fw_io_server_rack_read(nd->fw_io_ctx, &ids) || ids.server_id == -1) {
		pr_err("nd%d: server id is not valid\n", nd->device_index);
		return -ENODEV;
	}
	ndhal->server_id = ids.server_id;
	return 0;
}

int ntopo_read_routing_id(struct neuron_device *nd)
{
	int index;

	if (ndhal->ops.has_fixed_routing_id())
		nd->routing_id = 0;
	else if (wait_for_routing_id(nd))
		return -ENODEV;
	if (is_pds() && read_server_id(nd))
		return -ENODEV;
	index = ntopo_device_index(nd->routing_id);
	if (index < 0) {
		pr_err("nd%d: routing id %u is out of range\n", nd->device_index, nd->routing_id);
		return index;
	}
	nd->device_index = index;
	return 0;
}

/* --- neighbours (chapter 10.8.3) ------------------------------------------------------------------- */

static const u8 trn1_neighbours[DEVICES_PER_NODE][NTOPO_MAX_CONNECTED] = {
	{ 12, 3, 4, 1 },  { 13, 0, 5, 2 },  { 14, 1, 6, 3 },   { 15, 2, 7, 0 },
	{ 0, 7, 8, 5 },	  { 1, 4, 9, 6 },   { 2, 5, 10, 7 },   { 3, 6, 11, 4 },
	{ 4, 11, 12, 9 }, { 5, 8, 13, 10 }, { 6, 9, 14, 11 },  { 7, 10, 15, 8 },
	{ 8, 15, 0, 13 }, { 9, 12, 1, 14 }, { 10, 13, 2, 15 }, { 11, 14, 3, 12 },
};

/* By SENG. */
static const u8 torus_neighbours[DEVICES_PER_NODE][NTOPO_MAX_CONNECTED] = {
	{ 12, 1, 3, 4 },  { 0, 13, 5, 2 },  { 14, 3, 1, 6 },   { 2, 15, 7, 0 },
	{ 8, 5, 7, 0 },	  { 4, 9, 1, 6 },   { 10, 7, 5, 2 },   { 6, 11, 3, 4 },
	{ 4, 9, 11, 12 }, { 8, 5, 13, 10 }, { 6, 11, 9, 14 },  { 10, 7, 15, 8 },
	{ 0, 13, 15, 8 }, { 12, 1, 9, 14 }, { 2, 15, 13, 10 }, { 14, 3, 11, 12 },
};

static int node_neighbours(const u8 (*table)[NTOPO_MAX_CONNECTED], u32 device, u32 *devices)
{
	int i;

	for (i = 0; i < NTOPO_MAX_CONNECTED; i++)
		devices[i] = table[device % DEVICES_PER_NODE][i] | (device & DEVICES_PER_NODE);
	return NTOPO_MAX_CONNECTED;
}

/* Inferentia 2: twelve in a ring or six in a chain. */
static int inf2_neighbours(u32 device, u32 total, u32 *devices)
{
	int count = 0;

	if (total == 12) {
		devices[count++] = (device + 11) % 12;
		devices[count++] = (device + 1) % 12;
	} else if (total == 6) {
		if (device > 0)
			devices[count++] = device - 1;
		if (device < 5)
			devices[count++] = device + 1;
	}
	return count;
}

int ntopo_connected_devices(u32 device_index, u32 pci_device_id, u32 total, u32 *devices)
{
	if (pci_device_id == INF2_DEVICE_ID0)
		return inf2_neighbours(device_index, total, devices);
	if (total == 0 || total % DEVICES_PER_NODE != 0)
		return 0;
	return node_neighbours(pci_device_id == TRN1_DEVICE_ID0 ? trn1_neighbours
								: torus_neighbours,
			       device_index, devices);
}
