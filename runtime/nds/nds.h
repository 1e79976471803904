/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NEURON_VP_RUNTIME_NDS_NDS_H_
#define NEURON_VP_RUNTIME_NDS_NDS_H_

/* libnds: counters and records of a process in its datastore slab (docs/reference/20-datastore.md,
 * sections 3 to 7). Functions that return int give 0, or -1 where the handle has no slab or is a
 * reader's, or a negative errno. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nds_instance nds_instance_t;
typedef struct nds_obj nds_obj_t;

/* Packed version word (section 5). */
uint64_t nds_version_word(uint8_t major, uint8_t minor, uint32_t build, uint16_t reserved);
/* 32-bit FNV-1a, as the records carry it (section 6.1). */
uint32_t nds_hash(const void* data, size_t size);

typedef struct {
  uint8_t major_ver, minor_ver;
  uint8_t pad[2];
  uint32_t build_num;
} nds_version_t;

/* Records, as they lie in the slab (sections 6.2 to 6.4). */
typedef struct {
  uint32_t hash;
  int8_t framework_type;
  char tag[32];
  uint8_t pad[3];
  nds_version_t framework_version, fal_version, runtime_version;
} nds_process_info_t;

typedef struct {
  uint32_t hash;
  char tag[256];
} nds_process_info_ext_t;

typedef struct {
  uint64_t total_size;
  uint32_t chunk_count;
  uint32_t pad;
} nds_usage_t;

enum { NDS_USAGE_HOST, NDS_USAGE_DEVICE, NDS_USAGE_LOCATIONS };
enum { NDS_USAGE_SLOTS = 12 };

typedef struct {
  uint32_t hash;
  uint32_t model_id, model_node_id;
  char name[256];
  uint8_t uuid[16];
  uint8_t nc_index, sg_index;
  uint8_t pad[2];
  nds_usage_t usage[NDS_USAGE_LOCATIONS][NDS_USAGE_SLOTS];
} nds_model_node_t;

typedef enum {
  NDS_OBJ_MODEL_NODE = 0,
  NDS_OBJ_PROCESS_INFO = 1,
  NDS_OBJ_PROCESS_INFO_EXT = 2,
} nds_obj_type_t;

/* The device is a descriptor of runtime/os/ndl.h. pid 0: own slab, for writing; else the slab of
 * that process, for reading. Errors: those of the mapping, -EINVAL (too small, or no header),
 * -ENOMEM. */
int nds_open(int device, int32_t pid, nds_instance_t** instance);
/* Unmaps and releases. The handle is gone whatever the result. */
int nds_close(nds_instance_t* instance);

/* Counters of a core (section 4.4); -EINVAL for a wrong core or counter. @{ */
int nds_increment_nc_counter(nds_instance_t* instance, uint32_t nc, uint32_t counter,
                             uint64_t value);
int nds_decrement_nc_counter(nds_instance_t* instance, uint32_t nc, uint32_t counter,
                             uint64_t value);
int nds_set_nc_counter(nds_instance_t* instance, uint32_t nc, uint32_t counter,
                       const uint64_t* value);
int nds_get_nc_counter(nds_instance_t* instance, uint32_t nc, uint32_t counter, uint64_t* value);
/* @} */

/* Counters of the device, index 0..30. @{ */
int nds_increment_nd_counter(nds_instance_t* instance, uint32_t counter, uint64_t value);
int nds_decrement_nd_counter(nds_instance_t* instance, uint32_t counter, uint64_t value);
int nds_set_nd_counter(nds_instance_t* instance, uint32_t counter, const uint64_t* value);
int nds_get_nd_counter(nds_instance_t* instance, uint32_t counter, uint64_t* value);
int nds_or_nd_counter(nds_instance_t* instance, uint32_t counter, uint32_t bit_index);
/* @} */

/* Private copy of a record, zeroed; null if out of memory or for an unknown type. */
nds_obj_t* nds_obj_new(nds_instance_t* instance, nds_obj_type_t type);
/* The record itself, to be filled in or read: nds_model_node_t... */
void* nds_obj_record(nds_obj_t* obj);
/* Publishes it (section 6.5). -EINVAL null or reader, -1 no slab, 28 no free model record. */
int nds_obj_commit(nds_obj_t* obj);
/* Frees it; a published model node leaves the slab. */
int nds_obj_delete(nds_obj_t* obj);

/* Reads the process's record into a new copy; null if none is readable. @{ */
nds_obj_t* nds_read_process_info(nds_instance_t* instance);
nds_obj_t* nds_read_process_info_ext(nds_instance_t* instance);
/* @} */
/* One copy per used record, slots ascending; the array is freed by nds_free_model_nodes. */
int nds_read_all_model_nodes(nds_instance_t* instance, nds_obj_t*** array, size_t* count);
void nds_free_model_nodes(nds_obj_t** array, size_t count);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif /* NEURON_VP_RUNTIME_NDS_NDS_H_ */
