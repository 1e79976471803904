/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NEURON_VP_TESTBENCH_TESTS_SUPPORT_METRICS_PROBE_H_
#define NEURON_VP_TESTBENCH_TESTS_SUPPORT_METRICS_PROBE_H_

/*
 * The metrics engine, its buffers and the datastore as tests see them; compiled as kernel C
 * (metrics_probe.c). For tests in C++; on a sim::Thread.
 */
#include <cstdint>

extern "C" {

struct neuron_device;

/* The engine, called directly (docs/reference/21-metrics.md, section 8) */
void nmetric_init_driver_metrics(neuron_device* nd);
void nmetric_begin(neuron_device* nd);
void nmetric_slow_tick(neuron_device* nd, std::uint8_t tick);
void nmetric_end_batch(neuron_device* nd, std::uint64_t slow_count);
void nmetric_init_constants(void);
void nmetric_set_reset_time_metrics(neuron_device* nd, long long ms, bool is_device);
void nmetric_increment_reset_failure_count(neuron_device* nd, bool is_device);

/* Only the walk over the slabs, and what it leaves behind. */
void mprobe_aggregate(neuron_device* nd, std::uint8_t tick);
void mprobe_set_sinks(unsigned sinks);
const char* mprobe_constant(neuron_device* nd, unsigned index);
std::uint64_t mprobe_freed(const neuron_device* nd, unsigned slot);
std::uint64_t mprobe_prev(const neuron_device* nd, unsigned slot);
std::uint64_t mprobe_freed_bitmap(const neuron_device* nd);
std::uint32_t mprobe_history(const neuron_device* nd, unsigned component, unsigned slot,
                             std::uint64_t* word);
std::uint32_t mprobe_last_used(const neuron_device* nd);
std::uint32_t mprobe_last_records(const neuron_device* nd);
int mprobe_last_result(const neuron_device* nd);
int mprobe_state(const neuron_device* nd);
std::uint64_t mprobe_jiffies(void);
void mprobe_set_last_jiffies(neuron_device* nd, std::uint64_t jiffies);
void mprobe_set_mailbox_errors(neuron_device* nd, std::uint64_t count);
/* A pod for every device from now on; type 0 takes it away again. */
void mprobe_set_pod(std::uint32_t type, std::uint32_t mode, std::uint32_t modes_supported);

/* Wipes the slabs as the last close of the device does. */
void mprobe_clear_all(neuron_device* nd);
std::uint64_t* mprobe_slab(neuron_device* nd, unsigned index);
int mprobe_owner(const neuron_device* nd, unsigned index);
/* Makes a slab look owned, without a process: for benchmarks. */
void mprobe_own(neuron_device* nd, unsigned index, int pid);
std::uint64_t mprobe_clear_tick(const neuron_device* nd, unsigned index);
/* A process's number changes hands: the slab of @index was another instance's. */
void mprobe_forget_instance(neuron_device* nd, unsigned index);
std::uint64_t neuron_ds_nc_counter(const std::uint64_t* words, std::uint32_t nc,
                                   std::uint32_t counter);
std::uint32_t mprobe_open_count(neuron_device* nd);
int nsysfsmetric_fold(int category, int id);
/* A NC counter's total, present and peak. */
void mprobe_sysfs(const neuron_device* nd, int metric, int nc, std::uint64_t* total,
                  std::uint64_t* present, std::uint64_t* peak);
int ncrwl_range_owner(std::uint32_t index);
unsigned mprobe_live_chunks(neuron_device* nd);
void nci_reset_state_nc(neuron_device* nd, std::uint32_t nc);
}

#endif  // NEURON_VP_TESTBENCH_TESTS_SUPPORT_METRICS_PROBE_H_
