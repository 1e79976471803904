// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_BENCH_CPU_TIME_H_
#define NEURON_VP_TESTBENCH_BENCH_CPU_TIME_H_

#include <ctime>

namespace nvp {

/// CPU time of this thread in s: other load on the machine does not count.
inline double cpu_seconds() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

}  // namespace nvp

#endif  // NEURON_VP_TESTBENCH_BENCH_CPU_TIME_H_
