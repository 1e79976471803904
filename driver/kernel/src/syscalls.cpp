// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
// The system calls of docs/reference/50-kernel-api-surface.md, 4.11 and 4.18.
#include <algorithm>
#include <cerrno>

#include "driver/kernel/include/vk/host.h"
#include "driver/kernel/include/vk/upcalls.h"
#include "driver/kernel/src/impl.h"
#include "driver/kernel/src/system_call.h"

namespace nvp::vk {
namespace {

constexpr long kNoIoctlCommand = -515;  // -ENOIOCTLCMD, which user space sees as ENOTTY
constexpr std::size_t kPageSize = 4096;

// Runs `body(process)` as a system call of the calling process.
template <typename Body>
long with_process(const Body& body) {
  UserThreadImpl* thread = current_user();
  if (thread == nullptr) return -EPERM;
  return system_call([&] { return static_cast<long>(body(thread->owner())); });
}

template <typename Body>
long with_file(int fd, const Body& body) {
  return with_process([&](ProcessImpl& process) -> long {
    file* f = process.files.get(fd);
    if (f == nullptr) return -EBADF;
    vk_vfs_get(f);
    const long result = body(f);
    vk_vfs_put(f);
    return result;
  });
}

std::size_t whole_pages(std::size_t length) {
  return (length + kPageSize - 1) / kPageSize * kPageSize;
}

}  // namespace

int Kernel::sys_open(const std::string& path, int flags) {
  return static_cast<int>(with_process([&](ProcessImpl& process) -> long {
    file* f = nullptr;
    const int error = vk_vfs_open(path.c_str(), flags, &f);
    if (error != 0) return error;
    const int fd = process.files.install(f);
    if (fd < 0) vk_vfs_put(f);
    return fd;
  }));
}

int Kernel::sys_close(int fd) {
  return static_cast<int>(with_process([&](ProcessImpl& process) -> long {
    file* f = process.files.remove(fd);
    if (f == nullptr) return -EBADF;
    const int result = vk_vfs_flush(f, &process);
    vk_vfs_put(f);
    return result;
  }));
}

int Kernel::sys_dup(int fd) {
  return static_cast<int>(with_process([&](ProcessImpl& process) -> long {
    file* f = process.files.get(fd);
    if (f == nullptr) return -EBADF;
    vk_vfs_get(f);
    const int copy = process.files.install(f);
    if (copy < 0) vk_vfs_put(f);
    return copy;
  }));
}

long Kernel::sys_ioctl(int fd, unsigned cmd, void* argument) {
  const long result = with_file(
      fd, [&](file* f) { return vk_vfs_ioctl(f, cmd, reinterpret_cast<unsigned long>(argument)); });
  return result == kNoIoctlCommand ? -ENOTTY : result;
}

long Kernel::sys_read(int fd, void* to, std::size_t n) {
  return with_file(fd, [&](file* f) { return vk_vfs_read(f, to, n); });
}

long Kernel::sys_write(int fd, const void* from, std::size_t n) {
  return with_file(fd, [&](file* f) { return vk_vfs_write(f, from, n); });
}

void* Kernel::sys_mmap(std::size_t length, bool writable, int fd, std::uint64_t offset,
                       int* error) {
  void* address = nullptr;
  const long result = with_file(fd, [&](file* f) -> long {
    if (length == 0 || offset % kPageSize != 0) return -EINVAL;
    const std::size_t whole = whole_pages(length);
    void* reserved = vk_user_reserve(whole);
    if (reserved == nullptr) return -ENOMEM;
    vm_area_struct* area = nullptr;
    const int failed =
        vk_vfs_mmap(f, reinterpret_cast<unsigned long>(reserved), whole, writable, offset, &area);
    if (failed != 0) {
      vk_user_release(reserved, whole);
      return failed;
    }
    current_user()->owner().mappings[reserved] = {whole, area};
    address = reserved;
    return 0;
  });
  if (error != nullptr) *error = static_cast<int>(result);
  return address;
}

int Kernel::sys_munmap(void* address, std::size_t length) {
  return static_cast<int>(with_process([&](ProcessImpl& process) -> long {
    const auto at = process.mappings.find(address);
    if (at == process.mappings.end() || at->second.length != whole_pages(length)) return -EINVAL;
    const UserMapping mapping = at->second;
    process.mappings.erase(at);
    vk_vfs_munmap(mapping.area);
    vk_user_release(address, mapping.length);
    return 0;
  }));
}

int Kernel::sysfs_read(const std::string& path, std::string* text) {
  return system_call([&] {
    alignas(kPageSize) char page[kPageSize];
    const int n = vk_sysfs_read(path.c_str(), page);
    if (n >= 0) text->assign(page, static_cast<std::size_t>(n));
    return n;
  });
}

int Kernel::sysfs_write(const std::string& path, const std::string& text) {
  return system_call([&] { return vk_sysfs_write(path.c_str(), text.data(), text.size()); });
}

int Kernel::sysfs_mode(const std::string& path) const {
  return vk_sysfs_mode(path.c_str());
}

int Kernel::sysfs_poll(const std::string& path, std::uint64_t timeout_jiffies) {
  return system_call([&] { return vk_sysfs_poll(path.c_str(), timeout_jiffies); });
}

std::vector<std::string> Kernel::sysfs_list() const {
  std::vector<std::string> paths;
  vk_sysfs_list(
      [](void* to, const char* path) {
        static_cast<std::vector<std::string>*>(to)->emplace_back(path);
      },
      &paths);
  std::sort(paths.begin(), paths.end());
  return paths;
}

}  // namespace nvp::vk
