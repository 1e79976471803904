/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef NEURON_TOPOLOGY_H
#define NEURON_TOPOLOGY_H

#include <linux/types.h>

struct neuron_device;

#define NTOPO_MAX_CONNECTED 4

/**
 * ntopo_device_index() - device index of a routing id on this host (chapter 10.8.1), or -ENODEV if the id
 * is out of range.
 */
int ntopo_device_index(u32 routing_id);

/**
 * ntopo_routing_id_map() - for each device index the routing id, -1 where there is none.
 * @map: MAX_NEURON_DEVICE_COUNT entries
 * @total: devices of the host
 */
void ntopo_routing_id_map(s32 *map, u32 total, int server_id);

/**
 * ntopo_connected_devices() - neighbours of a device (chapter 10.8.3).
 * @total: devices of the host; other counts than whole topologies have no neighbours
 * @devices: NTOPO_MAX_CONNECTED entries
 *
 * Returns how many there are.
 */
int ntopo_connected_devices(u32 device_index, u32 pci_device_id, u32 total, u32 *devices);

/**
 * ntopo_read_routing_id() - reads the routing id, waiting for a device that boots, and the server id on PDS
 * (chapter 10.8.2). Sets routing_id and device_index of @nd. Returns 0 or -ENODEV.
 */
int ntopo_read_routing_id(struct neuron_device *nd);

#endif
