// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_RUNTIME_NLOG_GUARD_H_
#define NEURON_VP_RUNTIME_NLOG_GUARD_H_

#include <string>

#include "runtime/nlog/nlog.h"

/// Names the API call whose scope it guards: lines that still wait in the thread's ring when the
/// scope ends go out in a block headed "Generic API Failure" (docs/reference/30-nlog.md, section
/// 11). It looks at pending lines, not at the result of the call.
class NlogErrorContextManager {
 public:
  explicit NlogErrorContextManager(const char* api) : api_(api) {}
  ~NlogErrorContextManager() {
    if (nlog_has_unflushed_logs()) {
      nlog_write("NLOG", api_.c_str(), NRT_LOG_LEVEL_ERROR, 1, 1, "Generic API Failure");
    }
  }
  NlogErrorContextManager(const NlogErrorContextManager&) = delete;
  NlogErrorContextManager& operator=(const NlogErrorContextManager&) = delete;

 private:
  std::string api_;
};

#endif  // NEURON_VP_RUNTIME_NLOG_GUARD_H_
