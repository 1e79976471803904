// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_RUNTIME_NRT_API_H_
#define NEURON_VP_RUNTIME_NRT_API_H_

#include <string>

#include "runtime/nlog/guard.h"
#include "runtime/nlog/nlog.h"
#include "runtime/nrt/runtime.h"

/// The shell of every API function (docs/reference/32-runtime-api.md, section 5.4).
namespace nvp::nrt {

/// True if a DEBUG line of module NRT would go anywhere: whether to format arguments at all.
bool debug_wanted();

/// The state switch of section 5.1: 0, or what the function returns; with the log line.
NRT_STATUS check_state(const char* function);

/// What a failed call leaves: infodump, core dump, the line that heads the block.
void report_failure(const char* function, int vnc, const nrt_model_t* model, NRT_STATUS status,
                    const std::string& text);

/// `arguments` gives "name=value, ..."; `work` is the function proper; `failure_text` gives the
/// text of the error line; `model` may be null.
template <class Arguments, class Work, class FailureText>
NRT_STATUS run_api(const char* function, const nrt_model_t* model, Arguments arguments, Work work,
                   FailureText failure_text) {
  nlog_coalescing_init_thread();
  NRT_STATUS status;
  {
    const NlogErrorContextManager guard(function);
    const bool debug = debug_wanted();
    if (debug) {
      nlog_write("NRT", function, NRT_LOG_LEVEL_DEBUG, 0, 0, "API:IN: (%s)",
                 std::string(arguments()).c_str());
    }
    status = check_state(function);
    if (status == NRT_SUCCESS) {
      status = work();
      if (status != NRT_SUCCESS) report_failure(function, -1, model, status, failure_text(status));
    }
    if (debug) {
      nlog_write("NRT", function, NRT_LOG_LEVEL_DEBUG, 0, 0, "API:OUT: (ret=%d)", status);
    }
    nlog_end_api(status);
  }
  os::os().api_returned(function, status);
  return status;
}

/// The error line of most functions.
inline std::string failed_with_status(const char* function, NRT_STATUS status) {
  return std::string(function) + " failed with status " + std::to_string(status);
}

}  // namespace nvp::nrt

/// An ERROR line of what runs below the shell on the calling thread; a lower level's is NRT_LOG.
#define NRT_ERROR_LINE(...) nlog_write("NRT", __func__, NRT_LOG_LEVEL_ERROR, 1, 0, __VA_ARGS__)
#define NRT_LOG(level, ...) nlog_write("NRT", __func__, level, 0, 0, __VA_ARGS__)

#endif  // NEURON_VP_RUNTIME_NRT_API_H_
