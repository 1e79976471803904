// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_RUNTIME_OS_OS_H_
#define NEURON_VP_RUNTIME_OS_OS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "runtime/os/job.h"

namespace nvp::os {

constexpr std::uint64_t kForever = ~std::uint64_t{0};

/// Wall clock broken down in the time zone of the OS (UTC in the simulated one).
struct CivilTime {
  int year, month;  ///< month 1..12
  int day, hour, minute, second, microsecond;
};

/// Standard streams, by their descriptor.
enum class Console : int { out = 1, err = 2 };

/// A run of bytes; not owned.
struct Piece {
  const char* text;
  std::size_t size;
};

/// Whose state it is. One object of each kind exists per process or per thread.
enum class Slot : unsigned { nodes, nlog, nrt, count_ };

/// How the state of a slot is made and freed.
struct StateType {
  Slot slot;
  void* (*make)();
  void (*free)(void*);
};

/// A flag that threads can wait for. Once raised it stays so until reset().
class Signal {
 public:
  virtual ~Signal() = default;
  virtual void raise() = 0;
  virtual void reset() = 0;
  virtual bool raised() const = 0;
  /// Waits until raised or until the monotonic time `deadline_ps`. True if raised.
  virtual bool wait_until(std::uint64_t deadline_ps) = 0;
};

/// What the runtime needs of an operating system. The simulated half (runtime/os/sim) and the
/// native half (runtime/os/native) let the same sources of nlog, nds and nrt run on both. Failures
/// are negative errno values. All functions act for the calling thread and its process.
class Os {
 public:
  virtual ~Os() = default;

  /// @name Identity and time
  /// @{
  virtual int pid() = 0;
  virtual int tid() = 0;  ///< the kernel's thread id
  virtual CivilTime civil_time(bool utc) = 0;
  virtual std::uint64_t monotonic_ps() = 0;
  virtual void sleep_until(std::uint64_t monotonic_ps) = 0;
  /// @}

  /// @name Environment
  /// @{
  virtual const char* environment(const char* name) = 0;  ///< null if unset
  virtual void set_environment(const char* name, const char* value) = 0;
  virtual std::vector<std::string> environment_list() = 0;  ///< "NAME=value", in the OS's order
  /// @}

  /// @name State of the calling process and thread; made at first use, freed at its end without any
  /// effect that can be seen
  /// @{
  virtual void* process_state(const StateType& type) = 0;
  virtual void* thread_state(const StateType& type) = 0;
  /// @}

  /// @name Console and system log
  /// @{
  virtual bool is_terminal(Console stream) = 0;
  virtual void console_write(Console stream, const char* text, std::size_t size) = 0;  ///< buffered
  virtual void console_flush(Console stream) = 0;
  virtual void syslog_open(const char* ident) = 0;
  virtual void syslog_close() = 0;
  virtual void syslog(int priority, const char* text, std::size_t size) = 0;
  /// @}

  /// @name Files
  /// @{
  /// Appends under an exclusive lock of the file. 0 or a negative errno; what was written stays.
  virtual int append_file(const char* path, const Piece* pieces, std::size_t count) = 0;
  /// Creates a directory with its parents.
  virtual int make_directories(const char* path) = 0;
  /// @}

  /// @name Device nodes /dev/neuron<index>
  /// @{
  virtual int open_node(unsigned index, bool free_access) = 0;  ///< descriptor; may block
  virtual int close_node(int fd) = 0;
  /// What the kernel returns: -4095..-1 an errno, else a value.
  virtual long ioctl(int fd, unsigned command, void* argument) = 0;
  virtual void* map(int fd, std::size_t length, std::uint64_t offset, int* error) = 0;
  virtual int unmap(void* address, std::size_t length) = 0;
  /// @}

  /// @name Threads
  /// @{
  virtual int start_thread(const char* name, std::function<void()> body) = 0;
  virtual std::unique_ptr<Signal> make_signal() = 0;
  [[noreturn]] virtual void abort() = 0;
  /// @}

  /// @name Accelerator jobs (runtime/os/job.h)
  /// @{
  /// Stages a job on a core; it starts when its doorbell semaphore is incremented. Positive handle.
  virtual std::int64_t stage_job(unsigned device, unsigned core, const Job& job) = 0;
  /// Waits for the end of a job, at most until `deadline_ps`. True if it ended; the handle is then
  /// gone.
  virtual bool wait_job(std::int64_t handle, std::uint64_t deadline_ps, JobResult* result) = 0;
  /// Gives a job up: it is forgotten, and never starts if it has not started.
  virtual void cancel_job(std::int64_t handle) = 0;
  /// @}

  /// @name The machine
  /// @{
  virtual std::string instance_id() = 0;
  virtual std::string host_name() = 0;
  virtual std::string kernel_name() = 0;     ///< "<system> <release> <version>"
  virtual std::string driver_version() = 0;  ///< major.minor..., empty if no driver is loaded
  virtual std::uint64_t serial_number(unsigned device) = 0;
  /// @}

  /// An API function has returned (the platform's event `api_call`).
  virtual void api_returned(const char* function, int status) = 0;
};

/// The OS that this program's runtime stands on. Fatal if none is installed.
Os& os();
/// Sets it; null removes it. Not owned.
void install(Os* os);

/// State of type T for the calling process or thread: state<T>(kSlotType).
template <class T>
constexpr StateType state_type(Slot slot) {
  return {slot, []() -> void* { return new T; }, [](void* p) { delete static_cast<T*>(p); }};
}

}  // namespace nvp::os

#endif  // NEURON_VP_RUNTIME_OS_OS_H_
