// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#ifndef NEURON_VP_DRIVER_KERNEL_VK_PROCESS_H_
#define NEURON_VP_DRIVER_KERNEL_VK_PROCESS_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "model/sim/clock.h"
#include "model/sim/thread.h"

namespace nvp::vk {

class Process;

/// A thread of a simulated process.
class UserThread {
 public:
  virtual ~UserThread() = default;
  virtual int tid() const = 0;  ///< the first thread's is the pid
  virtual Process& process() const = 0;
  virtual sim::Thread& sim_thread() = 0;
  /// Runtime state that belongs to this thread, by slot; starts null. Freed by the slot's deleter
  /// when the platform ends, never at a kill.
  virtual void*& slot(unsigned index) = 0;

  /// The calling user thread; null in kernel threads and outside threads.
  static UserThread* current();
};

/// A simulated process: pid, threads, environment, file table, its own runtime state.
class Process {
 public:
  static constexpr unsigned kSlots = 8;

  virtual ~Process() = default;
  virtual int pid() const = 0;
  virtual const std::string& name() const = 0;
  virtual ps_t start_time() const = 0;
  virtual std::map<std::string, std::string>& environment() = 0;
  virtual void*& slot(unsigned index) = 0;  ///< runtime state of the process, by slot

  /// What the process has mapped in that length, the mapping of the lowest address; null if
  /// nothing.
  virtual const void* mapping(std::size_t length) const = 0;

  virtual bool exited() const = 0;
  virtual int exit_code() const = 0;    ///< valid once exited, if no signal ended it
  virtual int exit_signal() const = 0;  ///< 0 unless a signal ended it

  /// Starts another thread of this process; called by one of its threads.
  virtual UserThread& start_thread(const std::string& name, std::function<void()> body) = 0;
  /// Ends the calling process: closes its files as a kernel would (flush, release), parks its
  /// threads. Does not return. `signal` 6 is an abort.
  [[noreturn]] virtual void exit(int code, int signal = 0) = 0;
  /// Calls `handler` when the process has ended and its files are closed.
  virtual void on_exit(std::function<void()> handler) = 0;
};

}  // namespace nvp::vk

#endif  // NEURON_VP_DRIVER_KERNEL_VK_PROCESS_H_
