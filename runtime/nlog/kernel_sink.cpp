// SPDX-License-Identifier: Apache-2.0
// The kernel sink and the hardware-error line (docs/reference/30-nlog.md, sections 10, 13 B7, 15).
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include "gen/driver/uapi/neuron_fidelity.h"
#include "runtime/nlog/nlog.h"
#include "runtime/nlog/state.h"
#include "runtime/os/ndl.h"

namespace nvp::nlog {
namespace {

constexpr std::size_t kKernelText = 511;  // the kernel's buffer without the NUL

std::atomic<std::uint32_t> printk_max_level{NRT_LOG_LEVEL_TRACE};

/// Where a text of more than 511 characters is cut: at the last newline that leaves a piece, or
/// hard.
struct Cut {
  std::size_t at, next;
};

Cut find_cut(const char* text) {
  for (std::size_t i = kKernelText; i >= 1; i--) {
    if (text[i] == '\n') return {i, i + 1};
  }
  return {kKernelText, kKernelText};
}

void in_pieces(const char* text, std::size_t n) {
  char piece[kKernelText + 1];
  while (n > kKernelText) {
    const Cut cut = find_cut(text);
    std::memcpy(piece, text, cut.at);
    piece[cut.at] = 0;
    ndl_printk(piece, static_cast<std::uint32_t>(cut.at) + 1, 0);
    text += cut.next;
    n -= cut.next;
  }
  ndl_printk(text, static_cast<std::uint32_t>(n) + 1, 0);
}

}  // namespace

void to_kernel(const char* text, std::size_t n, std::uint32_t level) {
  if (NEURON_FIDELITY(NLOG_PRINTK_LEVEL, LIMITED) && level > printk_max_level) return;
  if (NEURON_FIDELITY(NLOG_PRINTK_LENGTH, SPLIT)) {
    in_pieces(text, n);
  } else {
    ndl_printk(text, static_cast<std::uint32_t>(n) + 1, 0);
  }
}

}  // namespace nvp::nlog

extern "C" {

int ndl_printk(const char* str, uint32_t size, uint32_t action) {
  const int error = nvp::ndl::printk(str, size, action);
  if (error == 0) return 0;
  errno = -error;
  return -1;
}

void nlog_set_printk_max_level(uint32_t level) {
  nvp::nlog::printk_max_level = level;
}

bool nlog_printk_hardware_error(NRT_STATUS status, uint32_t record, uint32_t device,
                                uint32_t core) {
  const nrt_hardware_error* error = nrt_hardware_error_of(status, record);
  if (!error) return false;
  nvp::os::Os& os = nvp::os::os();
  const nvp::os::CivilTime t = os.civil_time(true);
  char line[1024];
  const int n = std::snprintf(
      line, sizeof line,
      "%04d-%02d-%02dT%02d:%02d:%02dZ NEURON_HW_ERR=%s instance-id=%s hostname=%s nd-id=%u "
      "nc-id=%u serial-num=%016llx action=%s",
      t.year, t.month, t.day, t.hour, t.minute, t.second, error->type, os.instance_id().c_str(),
      os.host_name().c_str(), device, core,
      static_cast<unsigned long long>(os.serial_number(device)), error->action);
  const std::size_t length = std::min(static_cast<std::size_t>(n < 0 ? 0 : n), sizeof line - 1);
  ndl_printk(line, static_cast<std::uint32_t>(length) + 1, 0);
  return true;
}

}  // extern "C"
