/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NEURON_VP_RUNTIME_NRT_NRT_H_
#define NEURON_VP_RUNTIME_NRT_NRT_H_

/* The runtime's C interface (docs/reference/32-runtime-api.md, sections 5 and 6). */

#include <stddef.h>
#include <stdint.h>

#include "gen/runtime/nrt/nrt_status.h" /* NRT_STATUS, nrt_get_status_as_str, nrt_get_status_priority */

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  NRT_FRAMEWORK_TYPE_INVALID = 0,
  NRT_FRAMEWORK_TYPE_NO_FW = 1,
  NRT_FRAMEWORK_TYPE_TENSORFLOW = 2,
  NRT_FRAMEWORK_TYPE_PYTORCH = 3,
  NRT_FRAMEWORK_TYPE_MXNET = 4,
  NRT_FRAMEWORK_TYPE_PRECHECK = 5,
} nrt_framework_type_t;

/* A loaded model, and a set of tensors bound for an execution. */
typedef struct nrt_model nrt_model_t;
typedef struct nrt_tensor_set nrt_tensor_set_t;

typedef struct {
  uint64_t major, minor, patch, maintenance;
  char detail[128];
  char git_hash[64];
} nrt_version_t;

/* Opens the devices, reserves cores, publishes versions. 2 no device, incompatible driver or bad
 * core configuration, 1 cores busy or another failure (section 5.2). Repeated while initialised: 0.
 */
NRT_STATUS nrt_init(nrt_framework_type_t framework, const char* fw_version,
                    const char* fal_version);
/* Unloads what is left, releases cores, closes the devices (section 5.3). */
void nrt_close(void);

/* Loads a NEFF (runtime/nrt/neff.h) onto `vnc_count` logical cores from `vnc` (-1: any, -1: as many
 * as the NEFF says). 2 bad NEFF or wrong architecture, 9 too few cores, 10 NEFF version refused. */
NRT_STATUS nrt_load(const void* neff, size_t size, int32_t vnc, int32_t vnc_count,
                    nrt_model_t** model);
NRT_STATUS nrt_unload(nrt_model_t* model);

/* Runs the model once and waits for its end (sections 3, 4, 7). */
NRT_STATUS nrt_execute(nrt_model_t* model, const nrt_tensor_set_t* inputs,
                       nrt_tensor_set_t* outputs);
/* The same `repeat_count` times; stops at the first failure. */
NRT_STATUS nrt_execute_repeat(nrt_model_t* model, const nrt_tensor_set_t* inputs,
                              nrt_tensor_set_t* outputs, int repeat_count);

/* size < 160: 1, nothing written; the git hash only if size > 200 (section 5.5). */
NRT_STATUS nrt_get_version(nrt_version_t* version, size_t size);

/* Cores of the machine and cores visible to the process; allowed before nrt_init. @{ */
NRT_STATUS nrt_get_total_nc_count(uint32_t* count);
NRT_STATUS nrt_get_total_vnc_count(uint32_t* count);
NRT_STATUS nrt_get_visible_nc_count(uint32_t* count);
NRT_STATUS nrt_get_visible_vnc_count(uint32_t* count);
/* @} */

#ifdef __cplusplus
}  // extern "C"
static_assert(sizeof(nrt_version_t) == 224, "32 section 6");
#endif

#endif /* NEURON_VP_RUNTIME_NRT_NRT_H_ */
