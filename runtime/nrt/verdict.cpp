// SPDX-License-Identifier: Apache-2.0
// From evidence to a status (docs/reference/32-runtime-api.md, sections 1.2, 2 and 3.4).
#include <cerrno>

#include "runtime/nrt/internal.h"

namespace nvp::nrt {
namespace {

constexpr std::uint32_t bit(unsigned subtype) {
  return 1u << subtype;
}

constexpr std::uint32_t kSbufError = 0x16;

/// Evidence of each outcome, in the order of os::JobOutcome (40 section 11).
struct OutcomeRow {
  NRT_STATUS code = NRT_SUCCESS;
  std::uint32_t subtypes = 0;
  bool completes = true;
  bool Evidence::*sign = nullptr;
};

const OutcomeRow kOutcomes[] = {
    /* success */ {},
    /* numerical_error */ {NRT_SUCCESS, bit(NRT_ERROR_NUMERICAL), true, nullptr},
    /* completed_with_error */ {NRT_SUCCESS, bit(NRT_ERROR_TRANSIENT), true, nullptr},
    /* semaphore_error */ {NRT_SUCCESS, bit(NRT_ERROR_SW_SEMAPHORE), true, nullptr},
    /* event_error */ {NRT_SUCCESS, bit(NRT_ERROR_SW_EVENT), true, nullptr},
    /* psum_collision */ {NRT_SUCCESS, bit(NRT_ERROR_SW_PSUM_COLLISION), true, nullptr},
    /* out_of_bounds */ {NRT_EXEC_OOB, 0, true, nullptr},
    /* sequencer_fatal */ {NRT_SUCCESS, bit(NRT_ERROR_SW_SEQUENCER), false, nullptr},
    /* sram_uncorrectable */
    {NRT_SUCCESS, bit(NRT_ERROR_MEMORY), false, &Evidence::memory_uncorrectable},
    /* hbm_uncorrectable */ {NRT_SUCCESS, 0, false, &Evidence::hbm_uncorrectable},
    /* hbm_repairable */ {NRT_SUCCESS, 0, false, &Evidence::hbm_repairable},
    /* dma_abort */ {NRT_SUCCESS, 0, false, &Evidence::dma_abort},
    /* collectives_hang */ {NRT_SUCCESS, 0, false, &Evidence::collectives_pending},
    /* hang */ {NRT_SUCCESS, 0, false, nullptr},
};
static_assert(sizeof kOutcomes / sizeof *kOutcomes ==
              static_cast<std::size_t>(os::JobOutcome::count_));

/// The first match of section 3.4 wins.
NRT_STATUS first_match(const Evidence& e) {
  if (e.poisoned) return NRT_EXEC_UNIT_UNRECOVERABLE;
  if (e.code != NRT_SUCCESS) return e.code;
  if (e.hbm_uncorrectable) return NRT_EXEC_HW_ERR_HBM_UE;
  if (e.hbm_repairable) return NRT_EXEC_HW_ERR_REPAIRABLE_HBM_UE;
  if (e.memory_uncorrectable) return NRT_EXEC_HW_ERR_NC_UE;
  if (e.dma_abort) return NRT_EXEC_HW_ERR_DMA_ABORT;
  if (!e.completed && e.subtypes & bit(NRT_ERROR_SW_SEQUENCER)) {
    return NRT_EXEC_COMPLETED_WITH_ERR;
  }
  if (e.collectives_pending) return NRT_EXEC_HW_ERR_COLLECTIVES;
  if (e.proxy_fault) return NRT_NETWORK_PROXY_FAILURE;
  if (!e.completed) return NRT_TIMEOUT;
  if (e.subtypes >> NRT_ERROR_TRANSIENT) return NRT_EXEC_COMPLETED_WITH_ERR;
  if (e.subtypes & bit(NRT_ERROR_NUMERICAL)) return NRT_EXEC_COMPLETED_WITH_NUM_ERR;
  return NRT_SUCCESS;
}

}  // namespace

Verdict finalise(const Evidence& evidence) {
  const NRT_STATUS status = first_match(evidence);
  const nrt_status_row* row = nrt_status_row_of(status);
  // A halted engine is the one error that is fatal although its status is not.
  const bool halted = status == NRT_EXEC_COMPLETED_WITH_ERR && !evidence.completed;
  return {status, halted || (row && row->fatal)};
}

Evidence evidence_of(os::JobOutcome outcome) {
  const OutcomeRow& row = kOutcomes[static_cast<unsigned>(outcome)];
  Evidence evidence;
  evidence.code = row.code;
  evidence.subtypes = row.subtypes;
  evidence.completed = row.completes;
  if (row.sign) evidence.*row.sign = true;
  if (evidence.memory_uncorrectable) evidence.memory_record = kSbufError;
  return evidence;
}

NRT_STATUS worse(NRT_STATUS first, NRT_STATUS next) {
  return nrt_get_status_priority(next) > nrt_get_status_priority(first) ? next : first;
}

NRT_STATUS status_of_notification(unsigned type, bool uncorrectable) {
  const unsigned subtype = nrt_error_subtype(type);
  if (subtype == NRT_ERROR_MEMORY && uncorrectable) return NRT_EXEC_HW_ERR_NC_UE;
  return nrt_subtype_status[subtype];
}

NRT_STATUS status_of_errno(int error) {
  switch (error < 0 ? -error : error) {
    case 0:
      return NRT_SUCCESS;
    case ENOMEM:
      return NRT_RESOURCE;
    case EINVAL:
      return NRT_INVALID;
    case EBUSY:
      return NRT_EXEC_NC_BUSY;
    case ETIMEDOUT:
      return NRT_TIMEOUT;
    default:
      return NRT_FAILURE;
  }
}

Compatibility compatible(unsigned architecture, std::uint32_t min, std::uint32_t max) {
  constexpr unsigned kSunda = 2;
  const std::uint32_t vtpb = architecture == kSunda ? 6 : 10;
  const std::uint32_t v25 = architecture == kSunda ? 6 : 11;
  if (vtpb < min) return Compatibility::runtime_too_old;
  if (max < v25) return Compatibility::driver_too_old;
  return Compatibility::ok;
}

}  // namespace nvp::nrt
