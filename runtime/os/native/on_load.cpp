// SPDX-License-Identifier: Apache-2.0
// The library for real processes stands on Linux from its load on, caches whether it writes to
// terminals (docs/reference/30-nlog.md, section 2.1), and follows forks (32-runtime-api.md,
// section 5.1).
#include <pthread.h>

#include "runtime/nlog/nlog.h"
#include "runtime/nrt/internal.h"
#include "runtime/os/native/native_os.h"

namespace {

__attribute__((constructor)) void on_load() {
  nvp::os::install_native();
  nlog_constructor();
  pthread_atfork(nullptr, nullptr, nrt_internal_after_fork_in_child);
}

}  // namespace
