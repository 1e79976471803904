// SPDX-License-Identifier: Apache-2.0
// Handles and counters (docs/reference/20-datastore.md, sections 4.4 and 7).
#include "runtime/nds/instance.h"

#include <cerrno>
#include <new>

#include "runtime/os/ndl.h"
#include "runtime/os/os.h"

namespace {

constexpr std::uint64_t kHeaderRetryPs = 500'000'000;  // 500 us

std::uint64_t* element(const nds_instance* instance, std::int64_t index) {
  return reinterpret_cast<std::uint64_t*>(instance->slab) + index;
}

bool header_present(const nds_instance* instance) {
  return __atomic_load_n(element(instance, 0), __ATOMIC_ACQUIRE) == NDS_HEADER;
}

/// One compare, and once more after 500 us (section 6.5).
bool wait_for_header(const nds_instance* instance) {
  if (header_present(instance)) return true;
  nvp::os::Os& os = nvp::os::os();
  os.sleep_until(os.monotonic_ps() + kHeaderRetryPs);
  return header_present(instance);
}

/// Runs `act` on a counter that may be written.
template <class Act>
int with_writable(nds_instance* instance, std::int64_t index, Act act) {
  if (!instance || !instance->slab || instance->reader()) return -1;
  if (index < 0) return -EINVAL;
  act(element(instance, index));
  return 0;
}

int increment(nds_instance* instance, std::int64_t index, std::uint64_t value) {
  return with_writable(instance, index, [value](std::uint64_t* counter) {
    __atomic_fetch_add(counter, value, __ATOMIC_RELAXED);
  });
}

int set(nds_instance* instance, std::int64_t index, const std::uint64_t* value) {
  if (!value) return -EINVAL;
  return with_writable(instance, index, [value](std::uint64_t* counter) {
    __atomic_store_n(counter, *value, __ATOMIC_RELAXED);
  });
}

int get(nds_instance* instance, std::int64_t index, std::uint64_t* value) {
  if (!instance || !instance->slab) return -1;
  if (index < 0 || !value) return -EINVAL;
  *value = __atomic_load_n(element(instance, index), __ATOMIC_RELAXED);
  return 0;
}

}  // namespace

void nvp::nds::forget(nds_instance_t* instance) {
  delete instance;
}

using nvp::nds::nc_element;
using nvp::nds::nd_element;

extern "C" {

uint64_t nds_version_word(uint8_t major, uint8_t minor, uint32_t build, uint16_t reserved) {
  return std::uint64_t{reserved} << 48 | std::uint64_t{major} << 40 | std::uint64_t{minor} << 32 |
         build;
}

int nds_open(int device, int32_t pid, nds_instance_t** out) {
  if (!out) return -EINVAL;
  *out = nullptr;
  void* slab = nullptr;
  std::size_t size = 0;
  if (const int error = nvp::ndl::map_datastore(device, pid, &slab, &size)) return error;
  auto* instance = new (std::nothrow) nds_instance;
  if (!instance || size < NDS_REQUIRED_SIZE) {
    delete instance;
    nvp::ndl::release_datastore(device, pid, slab, size);
    return instance ? -EINVAL : -ENOMEM;
  }
  instance->pid = pid;
  instance->device = device;
  instance->size = size;
  instance->slab = static_cast<unsigned char*>(slab);
  if (pid == 0) {
    __atomic_store_n(element(instance, 0), NDS_HEADER, __ATOMIC_RELEASE);
  } else if (!wait_for_header(instance)) {
    nds_close(instance);
    return -EINVAL;
  }
  *out = instance;
  return 0;
}

int nds_close(nds_instance_t* instance) {
  if (!instance) return -EINVAL;
  const int error =
      nvp::ndl::release_datastore(instance->device, instance->pid, instance->slab, instance->size);
  delete instance;
  return error;
}

int nds_increment_nc_counter(nds_instance_t* instance, uint32_t nc, uint32_t counter,
                             uint64_t value) {
  return increment(instance, nc_element(nc, counter), value);
}

int nds_decrement_nc_counter(nds_instance_t* instance, uint32_t nc, uint32_t counter,
                             uint64_t value) {
  return increment(instance, nc_element(nc, counter), 0 - value);
}

int nds_set_nc_counter(nds_instance_t* instance, uint32_t nc, uint32_t counter,
                       const uint64_t* value) {
  return set(instance, nc_element(nc, counter), value);
}

int nds_get_nc_counter(nds_instance_t* instance, uint32_t nc, uint32_t counter, uint64_t* value) {
  return get(instance, nc_element(nc, counter), value);
}

int nds_increment_nd_counter(nds_instance_t* instance, uint32_t counter, uint64_t value) {
  return increment(instance, nd_element(counter), value);
}

int nds_decrement_nd_counter(nds_instance_t* instance, uint32_t counter, uint64_t value) {
  return increment(instance, nd_element(counter), 0 - value);
}

int nds_set_nd_counter(nds_instance_t* instance, uint32_t counter, const uint64_t* value) {
  return set(instance, nd_element(counter), value);
}

int nds_get_nd_counter(nds_instance_t* instance, uint32_t counter, uint64_t* value) {
  return get(instance, nd_element(counter), value);
}

int nds_or_nd_counter(nds_instance_t* instance, uint32_t counter, uint32_t bit_index) {
  if (bit_index >= 64) return -EINVAL;
  return with_writable(instance, nd_element(counter), [bit_index](std::uint64_t* word) {
    __atomic_fetch_or(word, std::uint64_t{1} << bit_index, __ATOMIC_RELAXED);
  });
}

}  // extern "C"
