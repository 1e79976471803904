// SPDX-License-Identifier: Apache-2.0
// What the runtime publishes in the datastore (docs/reference/32-runtime-api.md, section 4).
#include <cstdlib>

#include "gen/driver/uapi/neuron_datastore.h"
#include "runtime/nrt/internal.h"

namespace nvp::nrt {
namespace {

/// Up to four numbers of a version text; what is missing or no number is 0.
struct Numbers {
  unsigned long major = 0, minor = 0, build = 0;
};

Numbers numbers_of(const std::string& text) {
  Numbers numbers;
  unsigned long* const fields[] = {&numbers.major, &numbers.minor, &numbers.build};
  const char* at = text.c_str();
  for (unsigned long* field : fields) {
    char* end = nullptr;
    *field = std::strtoul(at, &end, 10);
    if (*end != '.') break;
    at = end + 1;
  }
  return numbers;
}

}  // namespace

std::uint64_t version_word(const std::string& text, std::uint16_t reserved) {
  const Numbers n = numbers_of(text);
  return nds_version_word(static_cast<std::uint8_t>(n.major), static_cast<std::uint8_t>(n.minor),
                          static_cast<std::uint32_t>(n.build), reserved);
}

nds_version_t version_triple(const std::string& text) {
  const Numbers n = numbers_of(text);
  nds_version_t triple = {};
  triple.major_ver = static_cast<std::uint8_t>(n.major);
  triple.minor_ver = static_cast<std::uint8_t>(n.minor);
  triple.build_num = static_cast<std::uint32_t>(n.build);
  return triple;
}

void publish_generic_status(nds_instance_t* nds, unsigned core, NRT_STATUS status) {
  const nrt_status_row* row = nrt_status_row_of(status);
  if (!row || row->publisher != NRT_PUBLISH_GENERIC) return;
  nds_increment_nc_counter(nds, core, static_cast<std::uint32_t>(row->counter), 1);
}

void publish_error_stats(nds_instance_t* nds, unsigned core, std::uint32_t subtypes) {
  if (!subtypes) return;
  for (unsigned subtype = 0; subtype < NRT_ERROR_SUBTYPES; subtype++) {
    const int counter = nrt_subtype_counter[subtype];
    if (!(subtypes >> subtype & 1) || counter < 0) continue;
    nds_increment_nc_counter(nds, core, static_cast<std::uint32_t>(counter), 1);
  }
}

void publish_latencies(nds_instance_t* nds, unsigned core, const Latencies& latencies) {
  nds_set_nc_counter(nds, core, NDS_NC_COUNTER_LATENCY_DEVICE, &latencies.device_us);
  nds_set_nc_counter(nds, core, NDS_NC_COUNTER_LATENCY_TOTAL, &latencies.total_us);
  nds_set_nc_counter(nds, core, NDS_NC_COUNTER_NC_TIME, &latencies.core_us);
  nds_set_nc_counter(nds, core, NDS_NC_COUNTER_CC_TIME, &latencies.collectives_us);
}

void publish_exec_stats(nds_instance_t* nds, unsigned core, NRT_STATUS status, std::uint64_t macs,
                        std::uint64_t busy_ps) {
  const nrt_status_row* row = nrt_status_row_of(status);
  if (row && row->publisher == NRT_PUBLISH_EXEC) {
    nds_increment_nc_counter(nds, core, static_cast<std::uint32_t>(row->counter), 1);
  }
  if (status == NRT_SUCCESS) {
    nds_increment_nc_counter(nds, core, NDS_NC_COUNTER_INFERENCE_COUNT, 1);
    if (macs) nds_increment_nc_counter(nds, core, NDS_NC_COUNTER_MAC_COUNT, macs);
  }
  if (busy_ps) nds_increment_nc_counter(nds, core, NDS_NC_COUNTER_TIME_IN_USE, busy_ps);
}

}  // namespace nvp::nrt
