// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_RUNTIME_NRT_CONFIG_H_
#define NEURON_VP_RUNTIME_NRT_CONFIG_H_

#include <cstdint>
#include <string>
#include <vector>

namespace nvp::nrt {

/// The environment, as far as the runtime uses it (32 section 8).
struct Config {
  bool coalescing = true;
  std::string visible_cores;
  bool has_visible_cores = false;
  unsigned num_cores = 0;  ///< 0: all
  unsigned lnc = 2;        ///< physical cores per logical core
  bool reset_cores = true;
  std::uint64_t exec_timeout_s = 30;
  unsigned queue_capacity = 8;  ///< unfinished requests per execution unit
  bool allow_legacy_neff = false;
  bool memory_metrics = true;
  std::string core_dump_directory = "/tmp/neuron-core-dump/dt-%d-cid-%c";
  std::string s3_core_dump_prefix;
  std::string process_tag;
};

/// Reads the environment of the calling process. `sunda` forces one physical core per logical core.
Config read_config(bool sunda);

/// Logical cores of a list such as "0,2-3": sorted, without repetition. False if it is no such
/// list.
bool parse_core_list(const std::string& text, std::vector<unsigned>* cores);

}  // namespace nvp::nrt

#endif  // NEURON_VP_RUNTIME_NRT_CONFIG_H_
