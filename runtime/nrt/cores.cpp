// SPDX-License-Identifier: Apache-2.0
// Which cores a process uses, and their reservation (docs/reference/32-runtime-api.md,
// section 5.2).
#include <cerrno>

#include "runtime/nrt/api.h"

namespace nvp::nrt {
namespace {

/// `count` consecutive physical cores within [first, last], host-wide.
struct Span {
  unsigned first, last, count;
};

unsigned total_cores(const Runtime& rt) {
  return rt.device_count * rt.cores_per_device;
}

/// What NEURON_RT_VISIBLE_CORES asks for.
NRT_STATUS listed_span(const Runtime& rt, Span* span) {
  std::vector<unsigned> cores;
  if (!parse_core_list(rt.config.visible_cores, &cores)) {
    NRT_ERROR_LINE("NEURON_RT_VISIBLE_CORES=%s is no list of cores such as 0,2-3",
                   rt.config.visible_cores.c_str());
    return NRT_INVALID;
  }
  if (cores.back() - cores.front() + 1 != cores.size()) {
    NRT_ERROR_LINE("Logical Neuron cores are not contiguous");
    return NRT_INVALID;
  }
  const unsigned lnc = rt.config.lnc;
  span->first = cores.front() * lnc;
  span->last = (cores.back() + 1) * lnc - 1;
  span->count = span->last - span->first + 1;
  if (span->last < total_cores(rt)) return NRT_SUCCESS;
  NRT_ERROR_LINE("Logical Neuron core %u does not exist, there are %u", cores.back(),
                 total_cores(rt) / lnc);
  return NRT_INVALID;
}

/// What NEURON_RT_NUM_CORES asks for.
NRT_STATUS counted_span(const Runtime& rt, Span* span) {
  constexpr unsigned kSunda = 2;
  const unsigned lnc = rt.config.lnc, total = total_cores(rt);
  const unsigned physical = rt.config.num_cores ? rt.config.num_cores * lnc : total;
  *span = {0, total - 1, physical};
  if (physical > total) {
    NRT_ERROR_LINE("%u Neuron cores are asked for, there are %u", physical, total);
    return NRT_INVALID;
  }
  if (rt.architecture > kSunda && physical != lnc && physical % rt.cores_per_device != 0) {
    NRT_ERROR_LINE("%u physical Neuron cores are neither one logical core nor whole devices",
                   physical);
    return NRT_INVALID;
  }
  return NRT_SUCCESS;
}

NRT_STATUS wanted_span(const Runtime& rt, Span* span) {
  return rt.config.has_visible_cores ? listed_span(rt, span) : counted_span(rt, span);
}

int lowest_core(const ndl::CoreMap& map) {
  for (int word = 0; word < 8; word++) {
    if (map.words[word]) return word * 64 + __builtin_ctzll(map.words[word]);
  }
  return -1;
}

}  // namespace

unsigned cores_per_device(std::uint32_t architecture) {
  switch (architecture) {
    case 2:
      return 2;
    case 3:
    case 4:
      return 8;
    default:
      return 0;
  }
}

unsigned visible_vnc_count(const Runtime& rt) {
  const unsigned total = total_cores(rt) / rt.config.lnc;
  std::vector<unsigned> cores;
  if (rt.config.has_visible_cores) {
    return parse_core_list(rt.config.visible_cores, &cores) ? static_cast<unsigned>(cores.size())
                                                            : 0;
  }
  return rt.config.num_cores ? rt.config.num_cores : total;
}

NRT_STATUS reserve_cores(Runtime& rt) {
  Span span;
  if (const NRT_STATUS status = wanted_span(rt, &span)) return status;
  unsigned longest = 0;
  const int error = ndl::mark_cores(rt.control, rt.wide_maps, span.count, span.first, span.last,
                                    &rt.marks, &longest);
  if (error == -EBUSY) {
    NRT_ERROR_LINE("Neuron cores %u-%u are in use, at most %u consecutive ones are free",
                   span.first, span.last, longest);
    ndl::dump_core_owner(rt.control, span.first);
    return NRT_FAILURE;
  }
  if (error) {
    NRT_ERROR_LINE("Failed to reserve Neuron cores %u-%u, error:%d", span.first, span.last, error);
    return status_of_errno(error);
  }
  rt.marked = true;
  const int first = lowest_core(rt.marks);
  if (first < 0 || static_cast<unsigned>(first) % rt.config.lnc != 0) {
    NRT_ERROR_LINE("first reserved Neuron core %d is not a multiple of the logical core size %u",
                   first, rt.config.lnc);
    release_cores(rt);
    return NRT_INVALID;
  }
  rt.first_core = static_cast<unsigned>(first);
  rt.core_count = span.count;
  return NRT_SUCCESS;
}

void release_cores(Runtime& rt) {
  if (!rt.marked) return;
  ndl::unmark_cores(rt.control, rt.wide_maps, rt.marks);
  rt.marked = false;
}

}  // namespace nvp::nrt
