/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NEURON_VP_TESTBENCH_TESTS_SUPPORT_DRIVER_PROBE_H_
#define NEURON_VP_TESTBENCH_TESTS_SUPPORT_DRIVER_PROBE_H_

/*
 * What tests see of the driver's inside: its functions, as kernel C declares them, and its state
 * through accessors compiled as kernel C (driver_probe.c). For tests in C++ only; all of it runs on
 * a sim::Thread.
 */

#include <cstddef>
#include <cstdint>

extern "C" {

struct neuron_device;
struct fw_io_ctx;

/* Registry */
neuron_device* neuron_pci_device_get(std::uint32_t index);
std::uint32_t neuron_pci_device_count(void);

/* Mailbox */
int fw_io_post_metric(fw_io_ctx* ctx, std::uint8_t* data, std::uint32_t size);
int fw_io_read(fw_io_ctx* ctx, std::uint64_t* addr_in, std::uint32_t* values,
               std::uint32_t num_values);
std::uint64_t fw_io_get_err_count(fw_io_ctx* ctx);
int fw_io_set_power_profile(fw_io_ctx* ctx, std::uint8_t profile);
int fw_io_get_performance_profile(fw_io_ctx* ctx, std::uint8_t* profile);
int fw_io_get_available_profiles(fw_io_ctx* ctx, std::uint16_t operation,
                                 std::uint8_t* num_profiles, std::uint8_t* profiles_bitmap);
int fw_io_set_feature(fw_io_ctx* ctx, std::uint8_t features);
int fw_io_read_csr_array(void** addrs, std::uint32_t* values, std::uint32_t num_csrs,
                         bool operational);
int fw_io_device_id_read(fw_io_ctx* ctx, std::uint32_t* device_id);
void fw_io_device_id_write(fw_io_ctx* ctx, std::uint32_t device_id);
int fw_io_api_version_read(fw_io_ctx* ctx, std::uint32_t* version);
int fw_io_serial_number_read(fw_io_ctx* ctx, std::uint64_t* serial_number);
int fw_io_reservation_id_read(fw_io_ctx* ctx, std::uint64_t* reservation_id);
int fw_io_ecc_read(fw_io_ctx* ctx, std::uint32_t offset, std::uint32_t* value);
int fw_io_hbm_repair_state_read(fw_io_ctx* ctx, std::uint32_t* state);
int fw_io_power_util_read(fw_io_ctx* ctx, std::uint32_t die, std::uint32_t* value);

/* Reset, power, ECC, profiles */
int nr_start_ncs(neuron_device* nd, std::uint32_t nc_map, std::uint32_t request_id);
int nr_wait(neuron_device* nd, std::uint32_t request_id, bool check);
bool nr_op_in_reset_wnd(std::uint64_t op_start, neuron_device* nd);
void ndmar_close_ncs(neuron_device* nd, std::uint32_t nc_map);
int npower_sample_utilization(neuron_device* nd);
int npower_format_stats(neuron_device* nd, char* buf, std::size_t len);
std::uint32_t necc_get_hbm_error_count(neuron_device* nd, bool repairable);
std::uint32_t necc_sram_uncorrected(neuron_device* nd);
int npp_set_profile(neuron_device* nd, std::uint8_t profile);
int npp_get_profile(neuron_device* nd, std::uint8_t* profile);
int npp_get_available(neuron_device* nd, std::uint16_t operation, std::uint8_t* count,
                      std::uint8_t* bitmap);
int npp_set_throttling_notifications(neuron_device* nd, bool enable);
std::uint8_t npp_current_profile(neuron_device* nd);

/* Generation table and topology */
bool ndhal_bar0_write_blocked(std::uint64_t offset);
int ndhal_bar4_offset(std::uint64_t start, std::uint64_t size, std::uint64_t* offset);
int ntopo_device_index(std::uint32_t routing_id);
void ntopo_routing_id_map(std::int32_t* map, std::uint32_t total, int server_id);
int ntopo_connected_devices(std::uint32_t device_index, std::uint32_t pci_device_id,
                            std::uint32_t total, std::uint32_t* devices);

/* Log ring and process table */
int neuron_log_dump(neuron_device* nd, std::int32_t pid, std::uint32_t limit);
void neuron_log_rec_add(neuron_device* nd, int type, std::uint64_t data);
bool npid_attach(neuron_device* nd);
int npid_is_attached(neuron_device* nd);
int npid_detach(neuron_device* nd);
int npid_attached_process_count(neuron_device* nd);
int npid_add_allocated_memory(neuron_device* nd, int where, std::uint64_t bytes);
int npid_dec_allocated_memory(neuron_device* nd, int where, std::uint64_t bytes);
int npid_get_allocated_memory(neuron_device* nd, std::uint64_t* host, std::uint64_t* device);

/* CRC32C */
std::uint32_t probe_crc32c(const void* data, std::size_t size);

/* State of a device */
int probe_device_state(const neuron_device* nd);
int probe_device_index(const neuron_device* nd);
int probe_supports_hbm_7200(const neuron_device* nd);
void* probe_bar0(const neuron_device* nd);
bool probe_bar4_mapped(const neuron_device* nd);
bool probe_nc_initialised(const neuron_device* nd, std::uint32_t nc);
bool probe_metrics_thread(const neuron_device* nd);
std::uint32_t probe_reset_requests_queued(neuron_device* nd);

/* Mailbox of a device and its insides */
fw_io_ctx* probe_mailbox(const neuron_device* nd);
std::uint8_t probe_sequence(const fw_io_ctx* ctx);
void probe_set_sequence(fw_io_ctx* ctx, std::uint8_t last_used);
std::uint64_t probe_request_address(const fw_io_ctx* ctx);
std::uint64_t probe_response_address(const fw_io_ctx* ctx);
bool probe_mailbox_locked(fw_io_ctx* ctx);
int probe_execute_new(fw_io_ctx* ctx, std::uint8_t command, const void* req, std::uint32_t req_size,
                      void* resp, std::uint32_t resp_size);
int probe_execute_legacy(fw_io_ctx* ctx, std::uint8_t command, const void* req,
                         std::uint32_t req_size, void* resp, std::uint32_t resp_size);
int probe_server_rack(fw_io_ctx* ctx, int* server, int* rack);
int probe_instance_partition(fw_io_ctx* ctx, int* instance, int* partition);

/* Counters of resets: sysfs, by core, and the driver's metrics (docs/reference/12-reset.md, section
 * 8) */
std::uint64_t probe_reset_req_count(const neuron_device* nd, std::uint32_t nc);
std::uint64_t probe_reset_fail_count(const neuron_device* nd, std::uint32_t nc);
struct ProbeResetMetrics {
  std::uint64_t max_ms, total_ms, count, failures;
};
ProbeResetMetrics probe_reset_metrics(const neuron_device* nd, bool device);

/* Power: what was collected since the minute began */
struct ProbePowerSamples {
  std::uint32_t count;
  std::uint64_t total;
  std::uint32_t min, max, last_counter[2];
};
ProbePowerSamples probe_power_samples(const neuron_device* nd);

/* Generation table */
int probe_arch(void);
int probe_platform_type(void);
const char* probe_device_name(void);
std::uint64_t probe_nc_window(std::uint32_t nc);
std::uint64_t probe_ts_window(std::uint32_t ts);
std::uint64_t probe_nc_nq_block(std::uint32_t nc);
std::uint64_t probe_ts_nq_block(std::uint32_t ts);
std::uint64_t probe_dma_nq_block(std::uint32_t eng);
std::uint64_t probe_udma_base(std::uint32_t eng);
std::uint64_t probe_sdma_base(std::uint32_t eng);
std::uint64_t probe_pe_matmul(std::uint32_t nc, std::uint32_t row);
std::uint64_t probe_misc_ram(void);
std::uint64_t probe_host_base(void);
void probe_tpb_map(std::uint32_t nc_map, std::uint32_t* low, std::uint32_t* high);
struct ProbeMmap {
  std::uint64_t cookie, size, offset;
  int bar;
  bool read_only;
};
int probe_mmap(std::uint32_t block, std::uint32_t id, std::uint32_t resource, ProbeMmap* entry);
}

#endif  // NEURON_VP_TESTBENCH_TESTS_SUPPORT_DRIVER_PROBE_H_
