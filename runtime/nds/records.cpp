// SPDX-License-Identifier: Apache-2.0
// Records: hash, publish and read protocol (docs/reference/20-datastore.md, sections 6 and 7).
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <new>

#include "runtime/nds/instance.h"
#include "runtime/os/os.h"

static_assert(sizeof(nds_process_info_t) == NDS_PROCESS_INFO_SIZE &&
              offsetof(nds_process_info_t, tag) == 5 &&
              offsetof(nds_process_info_t, framework_version) == 40 &&
              offsetof(nds_process_info_t, runtime_version) == 56);
static_assert(sizeof(nds_process_info_ext_t) == NDS_PROCESS_INFO_EXT_SIZE);
static_assert(sizeof(nds_model_node_t) == NDS_MODEL_RECORD_SIZE &&
              offsetof(nds_model_node_t, uuid) == 268 &&
              offsetof(nds_model_node_t, nc_index) == 284 &&
              offsetof(nds_model_node_t, usage) == 288 && sizeof(nds_usage_t) == 16);

/// A record's private copy, with what it takes to publish it.
struct nds_obj {
  nds_instance* instance;
  nds_obj_type_t type;
  std::int32_t slot;  ///< of a published model node; -1: none
  union {
    std::uint32_t hash;  ///< first word of each
    nds_model_node_t model_node;
    nds_process_info_t process_info;
    nds_process_info_ext_t process_info_ext;
  };
};

namespace {

constexpr std::uint64_t kRecordRetryPs = 200'000'000;  // 200 us
constexpr int kNoFreeRecord = 28;

std::size_t size_of(nds_obj_type_t type) {
  switch (type) {
    case NDS_OBJ_MODEL_NODE:
      return sizeof(nds_model_node_t);
    case NDS_OBJ_PROCESS_INFO:
      return sizeof(nds_process_info_t);
    case NDS_OBJ_PROCESS_INFO_EXT:
      return sizeof(nds_process_info_ext_t);
  }
  return 0;
}

unsigned char* place_of(const nds_instance* instance, nds_obj_type_t type, std::int32_t slot) {
  switch (type) {
    case NDS_OBJ_MODEL_NODE:
      return instance->slab + NDS_MODEL_RECORDS_OFFSET +
             static_cast<std::size_t>(slot) * NDS_MODEL_RECORD_SIZE;
    case NDS_OBJ_PROCESS_INFO:
      return instance->slab + NDS_PROCESS_INFO_OFFSET;
    case NDS_OBJ_PROCESS_INFO_EXT:
      return instance->slab + NDS_PROCESS_INFO_EXT_OFFSET;
  }
  return nullptr;
}

std::uint64_t* bitmap_of(const nds_instance* instance) {
  return reinterpret_cast<std::uint64_t*>(instance->slab + NDS_MODEL_BITMAP_OFFSET);
}

/// Records are whole 32-bit words, so that both sides can move them without a torn word.
void store(unsigned char* to, const void* from, std::size_t size) {
  for (std::size_t i = 0; i < size; i += 4) {
    std::uint32_t word;
    std::memcpy(&word, static_cast<const unsigned char*>(from) + i, 4);
    __atomic_store_n(reinterpret_cast<std::uint32_t*>(to + i), word, __ATOMIC_RELEASE);
  }
}

void load(void* to, const unsigned char* from, std::size_t size) {
  for (std::size_t i = 0; i < size; i += 4) {
    const std::uint32_t word =
        __atomic_load_n(reinterpret_cast<const std::uint32_t*>(from + i), __ATOMIC_ACQUIRE);
    std::memcpy(static_cast<unsigned char*>(to) + i, &word, 4);
  }
}

/// Takes the lowest free model record.
int take_slot(nds_instance* instance) {
  const std::lock_guard<std::mutex> lock(instance->bitmap_lock);
  const std::uint64_t used = __atomic_load_n(bitmap_of(instance), __ATOMIC_RELAXED);
  if (used == ~std::uint64_t{0}) return -1;
  const int slot = __builtin_ctzll(~used);
  __atomic_fetch_or(bitmap_of(instance), std::uint64_t{1} << slot, __ATOMIC_RELAXED);
  return slot;
}

/// True if the copy is a published record with a right hash.
bool valid(nds_obj* obj) {
  const std::uint32_t hash = obj->hash;
  obj->hash = 0;
  const std::uint32_t computed = nds_hash(nds_obj_record(obj), size_of(obj->type));
  obj->hash = hash;
  return hash != 0 && hash == computed;
}

/// Two attempts, 200 us apart.
bool read(nds_obj* obj) {
  const unsigned char* place = place_of(obj->instance, obj->type, obj->slot);
  load(nds_obj_record(obj), place, size_of(obj->type));
  if (valid(obj)) return true;
  nvp::os::Os& os = nvp::os::os();
  os.sleep_until(os.monotonic_ps() + kRecordRetryPs);
  load(nds_obj_record(obj), place, size_of(obj->type));
  return valid(obj);
}

nds_obj* read_new(nds_instance* instance, nds_obj_type_t type) {
  if (!instance || !instance->slab) return nullptr;
  nds_obj* obj = nds_obj_new(instance, type);
  if (obj && !read(obj)) {
    delete obj;
    return nullptr;
  }
  return obj;
}

}  // namespace

void nvp::nds::forget(nds_obj_t* obj) {
  delete obj;
}

extern "C" {

uint32_t nds_hash(const void* data, size_t size) {
  std::uint32_t hash = 0x811c9dc5;
  for (std::size_t i = 0; i < size; i++) {
    hash = (hash ^ static_cast<const unsigned char*>(data)[i]) * 0x01000193;
  }
  return hash;
}

nds_obj_t* nds_obj_new(nds_instance_t* instance, nds_obj_type_t type) {
  if (!instance || size_of(type) == 0) return nullptr;
  auto* obj = new (std::nothrow) nds_obj;
  if (!obj) return nullptr;
  std::memset(static_cast<void*>(obj), 0, sizeof *obj);
  obj->instance = instance;
  obj->type = type;
  obj->slot = -1;
  return obj;
}

void* nds_obj_record(nds_obj_t* obj) {
  return obj ? &obj->hash : nullptr;
}

int nds_obj_commit(nds_obj_t* obj) {
  if (!obj || !obj->instance || obj->instance->reader()) return -EINVAL;
  nds_instance* instance = obj->instance;
  if (!instance->slab) return -1;
  if (obj->type == NDS_OBJ_MODEL_NODE && obj->slot < 0) {
    obj->slot = take_slot(instance);
    if (obj->slot < 0) return kNoFreeRecord;
  }
  obj->hash = 0;
  obj->hash = nds_hash(nds_obj_record(obj), size_of(obj->type));
  store(place_of(instance, obj->type, obj->slot), nds_obj_record(obj), size_of(obj->type));
  return 0;
}

int nds_obj_delete(nds_obj_t* obj) {
  if (!obj) return -EINVAL;
  nds_instance* instance = obj->instance;
  if (obj->type == NDS_OBJ_MODEL_NODE && obj->slot >= 0 && !instance->reader()) {
    static constexpr unsigned char kZero[NDS_MODEL_RECORD_SIZE] = {};
    store(place_of(instance, obj->type, obj->slot), kZero, sizeof kZero);
    __atomic_fetch_and(bitmap_of(instance), ~(std::uint64_t{1} << obj->slot), __ATOMIC_RELEASE);
  }
  delete obj;
  return 0;
}

nds_obj_t* nds_read_process_info(nds_instance_t* instance) {
  return read_new(instance, NDS_OBJ_PROCESS_INFO);
}

nds_obj_t* nds_read_process_info_ext(nds_instance_t* instance) {
  return read_new(instance, NDS_OBJ_PROCESS_INFO_EXT);
}

int nds_read_all_model_nodes(nds_instance_t* instance, nds_obj_t*** array, size_t* count) {
  if (!array || !count) return -EINVAL;
  *array = nullptr;
  *count = 0;
  if (!instance || !instance->slab) return -1;
  const std::uint64_t used = __atomic_load_n(bitmap_of(instance), __ATOMIC_ACQUIRE);
  auto** nodes = new (std::nothrow) nds_obj*[NDS_MODEL_RECORD_COUNT];
  if (!nodes) return -ENOMEM;
  for (std::int32_t slot = 0; slot < NDS_MODEL_RECORD_COUNT; slot++) {
    if (!(used >> slot & 1)) continue;
    nds_obj* obj = nds_obj_new(instance, NDS_OBJ_MODEL_NODE);
    if (!obj) {
      nds_free_model_nodes(nodes, *count);
      *count = 0;
      return -ENOMEM;
    }
    obj->slot = slot;
    read(obj);  // after two failures the last copy counts
    nodes[(*count)++] = obj;
  }
  *array = nodes;
  return 0;
}

void nds_free_model_nodes(nds_obj_t** array, size_t count) {
  for (std::size_t i = 0; i < count; i++) delete array[i];
  delete[] array;
}

}  // extern "C"
