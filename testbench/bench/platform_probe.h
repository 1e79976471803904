/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NEURON_VP_TESTBENCH_BENCH_PLATFORM_PROBE_H_
#define NEURON_VP_TESTBENCH_BENCH_PLATFORM_PROBE_H_

/*
 * What the benchmarks of the whole platform run as kernel C (platform_probe.c), on a sim::Thread.
 */
#include <cstdint>

extern "C" {

struct neuron_device;

neuron_device* neuron_pci_device_get(std::uint32_t index);

/* The module parameter nmetric_log_posts. With 0 at probe there is no metrics thread. */
void pbench_set_sinks(std::uint32_t sinks);
bool pbench_ready(const neuron_device* nd);

/* readl() of MiscRAM registers, @count times; their sum. */
std::uint32_t pbench_readl(neuron_device* nd, std::uint32_t count);

/*
 * @count turns of the metrics thread's loop with nothing due: the timed wait, the power readings,
 * the question whether a post is due. The wait is of one jiffy instead of 13, so that little else
 * happens in between.
 */
std::uint32_t pbench_fast_ticks(neuron_device* nd, std::uint32_t count);
}

#endif  // NEURON_VP_TESTBENCH_BENCH_PLATFORM_PROBE_H_
