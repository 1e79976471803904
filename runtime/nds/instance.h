// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_RUNTIME_NDS_INSTANCE_H_
#define NEURON_VP_RUNTIME_NDS_INSTANCE_H_

#include <cstddef>
#include <cstdint>
#include <mutex>

#include "gen/driver/uapi/neuron_datastore.h"
#include "runtime/nds/nds.h"

/// Process-private handle on a slab (docs/reference/20-datastore.md, section 7).
struct nds_instance {
  std::int32_t pid = 0;  ///< 0: the producer's own slab
  int device = -1;
  std::size_t size = 0;
  unsigned char* slab = nullptr;
  std::mutex bitmap_lock;  ///< covers the allocation of model records only

  bool reader() const { return pid != 0; }
};

namespace nvp::nds {

/// Frees what a process that has ended held, without touching slab or driver. Null is allowed. @{
void forget(nds_instance_t* instance);
void forget(nds_obj_t* obj);
/// @}

/// Element index of a core's counter, in u64 from the slab's start; -1 if there is none (4.4).
constexpr std::int64_t nc_element(std::uint32_t nc, std::uint32_t counter) {
  if (nc >= NDS_MAX_NC || counter >= NDS_TOTAL_NC_COUNTER_COUNT) return -1;
  if (nc >= NDS_BASE_NC) {
    return NDS_EXT_NC_DATA_OFFSET / 8 + std::int64_t{NDS_EXT_NC_DATA_STRIDE} * (nc - NDS_BASE_NC) +
           counter;
  }
  if (counter < NDS_NC_COUNTER_COUNT) {
    return NDS_NC_COUNTERS_OFFSET / 8 + std::int64_t{NDS_NC_COUNTER_COUNT} * nc + counter;
  }
  return NDS_EXT_NC_COUNTERS_OFFSET / 8 + std::int64_t{NDS_EXT_NC_COUNTER_COUNT} * nc +
         (counter - NDS_NC_COUNTER_COUNT);
}

/// Element index of a device counter, -1 if there is none.
constexpr std::int64_t nd_element(std::uint32_t counter) {
  return counter < NDS_ND_COUNTER_COUNT ? NDS_ND_COUNTERS_OFFSET / 8 + std::int64_t{counter} : -1;
}

}  // namespace nvp::nds

#endif  // NEURON_VP_RUNTIME_NDS_INSTANCE_H_
