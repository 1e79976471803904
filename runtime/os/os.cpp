// SPDX-License-Identifier: Apache-2.0
#include "runtime/os/os.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace nvp::os {
namespace {
std::atomic<Os*> installed{nullptr};
}

Os& os() {
  Os* now = installed.load(std::memory_order_acquire);
  if (!now) {
    std::fputs("neuron runtime: no operating system is installed (nvp::os::install)\n", stderr);
    std::abort();
  }
  return *now;
}

void install(Os* os) {
  installed.store(os, std::memory_order_release);
}

}  // namespace nvp::os
