// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
// User pointers are pointers of the host process. A wild one must not crash it, so the copies are
// made by the host's kernel.
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>

#include "driver/kernel/include/vk/host.h"
#include "driver/kernel/src/impl.h"

namespace {

constexpr std::uintptr_t kPage = 4096;
constexpr std::uintptr_t kEndOfUserSpace = 0x7ffffffff000;
constexpr std::size_t kPiece = 256;  // pages in one call

using Transfer = ssize_t (*)(pid_t, const iovec*, unsigned long, const iovec*, unsigned long,
                             unsigned long);

bool in_user_space(std::uintptr_t address, std::size_t n) {
  return n <= kEndOfUserSpace && address <= kEndOfUserSpace - n;
}

// Copies up to kPiece pages. The user side goes page by page, because a piece of it moves whole or
// not at all.
std::size_t copy_piece(Transfer transfer, std::uintptr_t user, char* kernel, std::size_t n) {
  iovec pages[kPiece];
  std::size_t count = 0, total = 0;
  while (total < n && count < kPiece) {
    const std::size_t here = std::min(n - total, kPage - (user + total) % kPage);
    pages[count++] = {reinterpret_cast<void*>(user + total), here};
    total += here;
  }
  const iovec local = {kernel, total};
  const ssize_t moved = transfer(getpid(), &local, 1, pages, count, 0);
  return moved < 0 ? 0 : static_cast<std::size_t>(moved);
}

// Bytes that could not be copied.
std::size_t copy(Transfer transfer, std::uintptr_t user, char* kernel, std::size_t n) {
  if (!in_user_space(user, n)) return n;
  std::size_t done = 0;
  while (done < n) {
    const std::size_t moved = copy_piece(transfer, user + done, kernel + done, n - done);
    if (moved == 0) break;
    done += moved;
  }
  return n - done;
}

}  // namespace

using nvp::vk::impl;

extern "C" {

unsigned long vk_copy_from_user(void* to, const void* from, unsigned long n) {
  vk_enter();
  const std::size_t left =
      copy(process_vm_readv, reinterpret_cast<std::uintptr_t>(from), static_cast<char*>(to), n);
  // As Linux does, so that no stale kernel memory is used.
  std::fill_n(static_cast<char*>(to) + (n - left), left, '\0');
  return left;
}

unsigned long vk_copy_to_user(void* to, const void* from, unsigned long n) {
  vk_enter();
  return copy(process_vm_writev, reinterpret_cast<std::uintptr_t>(to),
              const_cast<char*>(static_cast<const char*>(from)), n);
}

void* vk_user_reserve(unsigned long length) {
  void* at = mmap(nullptr, length, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return at == MAP_FAILED ? nullptr : at;
}

int vk_user_alias(void* at, unsigned long long phys, unsigned long length, int writable) {
  void* memory = impl().slab.cpu_address(phys, length);
  if (memory == nullptr) return -EINVAL;
  // An old size of zero makes a second mapping of the same shared pages.
  if (mremap(memory, 0, length, MREMAP_MAYMOVE | MREMAP_FIXED, at) == MAP_FAILED) return -EINVAL;
  if (!writable && mprotect(at, length, PROT_READ) != 0) return -ENOMEM;
  return 0;
}

void vk_user_release(void* at, unsigned long length) {
  munmap(at, length);
}

}  // extern "C"
