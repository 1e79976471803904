// SPDX-License-Identifier: Apache-2.0
#include "runtime/os/native/native_os.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <syslog.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <mutex>
#include <thread>

extern "C" char** environ;

namespace nvp::os {
namespace {

constexpr auto kSlots = static_cast<unsigned>(Slot::count_);

int result_or_errno(long result) {
  return result < 0 ? -errno : static_cast<int>(result);
}

/// State of one thread, freed when the thread ends.
struct ThreadSlots {
  struct {
    void* state = nullptr;
    void (*free)(void*) = nullptr;
  } slot[kSlots];
  ~ThreadSlots() {
    for (auto& s : slot) {
      if (s.state) s.free(s.state);
    }
  }
};

std::string first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

std::uint64_t now_ps() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<std::uint64_t>(t.tv_sec) * 1'000'000'000'000 +
         static_cast<std::uint64_t>(t.tv_nsec) * 1'000;
}

class NativeSignal : public Signal {
 public:
  void raise() override {
    const std::lock_guard<std::mutex> guard(lock_);
    raised_ = true;
    changed_.notify_all();
  }
  void reset() override {
    const std::lock_guard<std::mutex> guard(lock_);
    raised_ = false;
  }
  bool raised() const override {
    const std::lock_guard<std::mutex> guard(lock_);
    return raised_;
  }
  bool wait_until(std::uint64_t deadline_ps) override {
    std::unique_lock<std::mutex> guard(lock_);
    while (!raised_) {
      if (deadline_ps == kForever) {
        changed_.wait(guard);
        continue;
      }
      const std::uint64_t now = now_ps();
      if (now >= deadline_ps) return false;
      changed_.wait_for(guard, std::chrono::nanoseconds((deadline_ps - now) / 1'000 + 1));
    }
    return true;
  }

 private:
  mutable std::mutex lock_;
  std::condition_variable changed_;
  bool raised_ = false;
};

class NativeOs : public Os {
 public:
  int pid() override { return getpid(); }
  int tid() override { return static_cast<int>(syscall(SYS_gettid)); }

  CivilTime civil_time(bool utc) override {
    timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    std::tm t;
    utc ? gmtime_r(&now.tv_sec, &t) : localtime_r(&now.tv_sec, &t);
    return {t.tm_year + 1900,
            t.tm_mon + 1,
            t.tm_mday,
            t.tm_hour,
            t.tm_min,
            t.tm_sec,
            static_cast<int>(now.tv_nsec / 1'000)};
  }

  std::uint64_t monotonic_ps() override { return now_ps(); }

  void sleep_until(std::uint64_t t) override {
    const std::uint64_t ns = t / 1'000;
    const timespec until = {static_cast<time_t>(ns / 1'000'000'000),
                            static_cast<long>(ns % 1'000'000'000)};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr) == EINTR) {
    }
  }

  const char* environment(const char* name) override { return std::getenv(name); }
  void set_environment(const char* name, const char* value) override { setenv(name, value, 1); }
  std::vector<std::string> environment_list() override {
    std::vector<std::string> list;
    for (char** variable = environ; variable && *variable; variable++) list.push_back(*variable);
    return list;
  }

  void* process_state(const StateType& type) override {
    std::atomic<void*>& slot = process_[static_cast<unsigned>(type.slot)];
    if (void* state = slot.load(std::memory_order_acquire)) return state;
    void* made = type.make();
    void* expected = nullptr;
    if (slot.compare_exchange_strong(expected, made, std::memory_order_acq_rel)) return made;
    type.free(made);
    return expected;
  }

  void* thread_state(const StateType& type) override {
    static thread_local ThreadSlots slots;
    auto& slot = slots.slot[static_cast<unsigned>(type.slot)];
    if (!slot.state) {
      slot.state = type.make();
      slot.free = type.free;
    }
    return slot.state;
  }

  bool is_terminal(Console stream) override { return isatty(static_cast<int>(stream)) == 1; }

  void console_write(Console stream, const char* text, std::size_t size) override {
    FILE* file = file_of(stream);
    if (std::fwrite(text, 1, size, file) != size) std::clearerr(file);
  }
  void console_flush(Console stream) override {
    FILE* file = file_of(stream);
    if (std::fflush(file) != 0) std::clearerr(file);
  }

  void syslog_open(const char* ident) override { openlog(ident, 0, LOG_USER); }
  void syslog_close() override { closelog(); }
  void syslog(int priority, const char* text, std::size_t) override {
    ::syslog(priority, "%s", text);
  }

  int append_file(const char* path, const Piece* pieces, std::size_t count) override {
    const int fd = ::open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
    if (fd < 0) return -errno;
    int error = flock(fd, LOCK_EX) < 0 ? -errno : 0;
    for (std::size_t i = 0; i < count && !error; i++) error = write_all(fd, pieces[i]);
    if (::close(fd) < 0 && !error) error = -errno;
    return error;
  }

  int make_directories(const char* path) override {
    const std::string whole = path;
    for (std::size_t end = 1; end <= whole.size(); end++) {
      if (end < whole.size() && whole[end] != '/') continue;
      if (mkdir(whole.substr(0, end).c_str(), 0755) < 0 && errno != EEXIST) return -errno;
    }
    return 0;
  }

  int open_node(unsigned index, bool free_access) override {
    const std::string path = "/dev/neuron" + std::to_string(index);
    return result_or_errno(::open(path.c_str(), (free_access ? O_WRONLY : O_RDWR) | O_CLOEXEC));
  }
  int close_node(int fd) override { return result_or_errno(::close(fd)); }
  long ioctl(int fd, unsigned command, void* argument) override {
    const int result = ::ioctl(fd, static_cast<unsigned long>(command), argument);
    return result < 0 ? -errno : result;
  }
  void* map(int fd, std::size_t length, std::uint64_t offset, int* error) override {
    void* address =
        mmap(nullptr, length, PROT_READ | PROT_WRITE, MAP_SHARED, fd, static_cast<off_t>(offset));
    if (address != MAP_FAILED) return address;
    *error = -errno;
    return nullptr;
  }
  int unmap(void* address, std::size_t length) override {
    return result_or_errno(munmap(address, length));
  }

  int start_thread(const char* name, std::function<void()> body) override {
    std::thread thread(std::move(body));
    pthread_setname_np(thread.native_handle(), std::string(name).substr(0, 15).c_str());
    thread.detach();
    return 0;
  }
  std::unique_ptr<Signal> make_signal() override { return std::make_unique<NativeSignal>(); }
  void abort() override { std::abort(); }

  std::int64_t stage_job(unsigned, unsigned, const Job&) override { return -ENODEV; }
  bool wait_job(std::int64_t, std::uint64_t deadline_ps, JobResult*) override {
    sleep_until(deadline_ps);
    return false;
  }
  void cancel_job(std::int64_t) override {}

  std::string instance_id() override {
    return first_line("/sys/devices/virtual/dmi/id/board_asset_tag");
  }
  std::string host_name() override {
    char name[256] = "";
    gethostname(name, sizeof name - 1);
    return name;
  }
  std::string kernel_name() override {
    utsname name;
    if (uname(&name) < 0) return "";
    return std::string(name.sysname) + " " + name.release + " " + name.version;
  }
  std::string driver_version() override { return first_line("/sys/module/neuron/version"); }
  std::uint64_t serial_number(unsigned device) override {
    const std::string text = first_line("/sys/devices/virtual/neuron_device/neuron" +
                                        std::to_string(device) + "/info/serial_number");
    return std::strtoull(text.c_str(), nullptr, 16);
  }

  void api_returned(const char*, int) override {}

 private:
  static FILE* file_of(Console stream) { return stream == Console::out ? stdout : stderr; }

  static int write_all(int fd, Piece piece) {
    while (piece.size > 0) {
      const ssize_t n = write(fd, piece.text, piece.size);
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) return -errno;
      if (n == 0) return -EIO;
      piece.text += n;
      piece.size -= static_cast<std::size_t>(n);
    }
    return 0;
  }

  std::atomic<void*> process_[kSlots] = {};
};

}  // namespace

Os& native_os() {
  static NativeOs* const instance = new NativeOs;  // outlives every thread and destructor
  return *instance;
}

void install_native() {
  install(&native_os());
}

}  // namespace nvp::os
