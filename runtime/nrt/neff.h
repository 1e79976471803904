// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_RUNTIME_NRT_NEFF_H_
#define NEURON_VP_RUNTIME_NRT_NEFF_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "gen/runtime/nrt/nrt_status.h"
#include "runtime/os/job.h"

namespace nvp::nrt {

/// Memory categories, in the order of the datastore's counters (20 section 4).
enum MemoryCategory { kCode, kTensors, kConstants, kScratchpad, kMisc, kMemoryCategories };

/// What a NEFF says. Its file is text: the first line is "neuron-vp-neff", then one "key value" a
/// line; `#` starts a comment. Keys, all optional:
///
///   name TEXT                  model name (at most 255 characters)
///   id N                       NEFF id for the datastore; default: 64-bit FNV-1a of the name
///   version MAJOR.MINOR        NEFF version; 1.x and 2.x are accepted, others give status 10
///   arch v2|v3|v4              target; another one than the device's: status 2, error cause 0
///   cores N                    logical cores it needs, default 1; more than there are: status 9
///   duration N[ps|ns|us|ms|s]  busy time of one execution; default 1 ms
///   cycles N, engine NAME      the same in cycles of pe (default), act, pool, dve or sp
///   macs N                     multiply-accumulates of one execution
///   memory.CATEGORY N          device bytes per core; host.CATEGORY N: host bytes
///                              (code, tensors, constants, scratchpad, misc)
///   memory.limit N             more device bytes than this: status 4; default: no limit
struct Neff {
  std::string name = "model";
  std::uint64_t id = 0;
  unsigned version_major = 2, version_minor = 0;
  unsigned arch = 0;  ///< 2, 3, 4; 0: any
  unsigned cores = 1;
  os::Job job;
  std::array<std::uint64_t, kMemoryCategories> device_bytes{}, host_bytes{};
  std::uint64_t device_limit = ~std::uint64_t{0};
};

/// Reads a NEFF. NRT_INVALID, with *problem saying what is wrong and what is accepted, or 0.
NRT_STATUS parse_neff(const void* data, std::size_t size, Neff* neff, std::string* problem);

}  // namespace nvp::nrt

#endif  // NEURON_VP_RUNTIME_NRT_NEFF_H_
