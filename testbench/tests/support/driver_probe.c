// SPDX-License-Identifier: Apache-2.0
/* Accessors of driver_probe.h, compiled as kernel C. */
#include <linux/mutex.h>

#include "neuron_crc32c.h"
#include "neuron_device.h"
#include "neuron_dhal.h"
#include "neuron_fw_io.h"

u32 probe_crc32c(const void *data, size_t size)
{
	return ncrc32c(data, size);
}

int probe_device_state(const struct neuron_device *nd)
{
	return nd->device_state;
}

int probe_device_index(const struct neuron_device *nd)
{
	return nd->device_index;
}

int probe_supports_hbm_7200(const struct neuron_device *nd)
{
	return nd->supports_hbm_7200;
}

void __iomem *probe_bar0(const struct neuron_device *nd)
{
	return nd->npdev.bar0;
}

bool probe_bar4_mapped(const struct neuron_device *nd)
{
	return nd->npdev.bar4 != NULL;
}

bool probe_nc_initialised(const struct neuron_device *nd, u32 nc)
{
	return nd->dma.nc_initialised[nc];
}

bool probe_metrics_thread(const struct neuron_device *nd)
{
	return nd->metrics.thread != NULL;
}

u32 probe_reset_requests_queued(struct neuron_device *nd)
{
	const struct neuron_reset_request *req;
	u32 count = 0;

	mutex_lock(&nd->nr.nr_lock);
	for (req = nd->nr.pending.head; req; req = req->next)
		count++;
	for (req = nd->nr.completed.head; req; req = req->next)
		count++;
	mutex_unlock(&nd->nr.nr_lock);
	return count;
}

struct fw_io_ctx *probe_mailbox(const struct neuron_device *nd)
{
	return nd->fw_io_ctx;
}

u8 probe_sequence(const struct fw_io_ctx *ctx)
{
	return ctx->next_seq_num;
}

void probe_set_sequence(struct fw_io_ctx *ctx, u8 last_used)
{
	ctx->next_seq_num = last_used;
}

u64 probe_request_address(const struct fw_io_ctx *ctx)
{
	return ctx->request_addr;
}

u64 probe_response_address(const struct fw_io_ctx *ctx)
{
	return ctx->response_addr;
}

bool probe_mailbox_locked(struct fw_io_ctx *ctx)
{
	return mutex_is_locked(&ctx->lock);
}

static struct fw_io_exchange exchange(u8 command, const void *req, u32 req_size, void *resp,
				      u32 resp_size)
{
	return (struct fw_io_exchange){
		.command_id = command,
		.req = req,
		.req_size = req_size,
		.resp = resp,
		.resp_size = resp_size,
	};
}

int probe_execute_new(struct fw_io_ctx *ctx, u8 command, const void *req, u32 req_size, void *resp,
		      u32 resp_size)
{
	const struct fw_io_exchange x = exchange(command, req, req_size, resp, resp_size);

	return fw_io_execute_request_new(ctx, &x);
}

int probe_execute_legacy(struct fw_io_ctx *ctx, u8 command, const void *req, u32 req_size,
			 void *resp, u32 resp_size)
{
	const struct fw_io_exchange x = exchange(command, req, req_size, resp, resp_size);

	return fw_io_execute_request(ctx, &x);
}

int probe_server_rack(struct fw_io_ctx *ctx, int *server, int *rack)
{
	struct fw_io_server_rack ids;
	int ret = fw_io_server_rack_read(ctx, &ids);

	*server = ids.server_id;
	*rack = ids.rack_id;
	return ret;
}

int probe_instance_partition(struct fw_io_ctx *ctx, int *instance, int *partition)
{
	struct fw_io_instance_partition sizes;
	int ret = fw_io_instance_partition_read(ctx, &sizes);

	*instance = sizes.instance_size;
	*partition = sizes.partition_size;
	return ret;
}

static u64 counter_total(const struct neuron_device *nd, int id, u32 nc)
{
	return nd->sysfs_metrics.nc[nsysfsmetric_fold(NSYSFS_NON_NDS_METRIC, id)][nc].total;
}

u64 probe_reset_req_count(const struct neuron_device *nd, u32 nc)
{
	return counter_total(nd, NSYSFS_RESET_REQ_COUNT, nc);
}

u64 probe_reset_fail_count(const struct neuron_device *nd, u32 nc)
{
	return counter_total(nd, NSYSFS_RESET_FAIL_COUNT, nc);
}

struct ProbeResetMetrics {
	u64 max_ms, total_ms, count, failures;
};

struct ProbeResetMetrics probe_reset_metrics(const struct neuron_device *nd, bool device)
{
	const struct nmetric_reset_report *reset = &nd->metrics.reset;
	const int kind = device ? 0 : 1;

	return (struct ProbeResetMetrics){
		.max_ms = atomic64_read(&reset->final[kind]),
		.total_ms = atomic64_read(&reset->total_ms[kind]),
		.count = atomic64_read(&reset->count[kind]),
		.failures = atomic64_read(&reset->final[4 + kind]),
	};
}

struct ProbePowerSamples {
	u32 count;
	u64 total;
	u32 min, max, last_counter[2];
};

struct ProbePowerSamples probe_power_samples(const struct neuron_device *nd)
{
	const struct neuron_power_samples *samples = &nd->power.samples;

	return (struct ProbePowerSamples){
		.count = samples->num_data_points,
		.total = samples->total,
		.min = samples->min,
		.max = samples->max,
		.last_counter = {samples->last_counter[0], samples->last_counter[1]},
	};
}

int probe_arch(void)
{
	return ndhal->data.arch;
}

int probe_platform_type(void)
{
	return ndhal->platform_type;
}

const char *probe_device_name(void)
{
	return ndhal->device_name;
}

u64 probe_nc_window(u32 nc)
{
	return ndhal->ops.nc_window(nc);
}

u64 probe_ts_window(u32 ts)
{
	return ndhal->ops.ts_window(ts);
}

u64 probe_nc_nq_block(u32 nc)
{
	return ndhal->ops.nc_nq_block(nc);
}

u64 probe_ts_nq_block(u32 ts)
{
	return ndhal->ops.ts_nq_block(ts);
}

u64 probe_dma_nq_block(u32 eng)
{
	return ndhal->ops.dma_nq_block(eng);
}

u64 probe_udma_base(u32 eng)
{
	return ndhal->ops.udma_base(eng);
}

u64 probe_sdma_base(u32 eng)
{
	return ndhal->ops.sdma_base(eng);
}

u64 probe_pe_matmul(u32 nc, u32 row)
{
	return ndhal->ops.pe_counter(nc, row, NDHAL_PE_MATMUL_ACTIVE, 0);
}

u64 probe_misc_ram(void)
{
	return ndhal->data.misc_ram_offset;
}

u64 probe_host_base(void)
{
	return ndhal->data.pci_host_base;
}

void probe_tpb_map(u32 nc_map, u32 *low, u32 *high)
{
	ndhal->ops.tpb_map(nc_map, low, high);
}

struct ProbeMmap {
	u64 cookie, size, offset;
	int bar;
	bool read_only;
};

int probe_mmap(u32 block, u32 id, u32 resource, struct ProbeMmap *entry)
{
	struct ndhal_mmap_entry found, again;
	int ret = ndhal_mmap_by_name(block, id, resource, &found);

	if (ret)
		return ret;
	ret = ndhal_mmap_by_cookie(found.cookie, found.size, &again);
	if (ret)
		return ret;
	*entry = (struct ProbeMmap){
		.cookie = again.cookie,
		.size = again.size,
		.offset = again.offset,
		.bar = again.bar,
		.read_only = again.read_only,
	};
	return 0;
}
