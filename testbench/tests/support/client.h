// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_TESTS_SUPPORT_CLIENT_H_
#define NEURON_VP_TESTBENCH_TESTS_SUPPORT_CLIENT_H_

#include <cstdint>
#include <functional>
#include <string>

#include "driver/kernel/vk/kernel.h"
#include "gen/driver/uapi/neuron_datastore.h"
#include "gen/driver/uapi/neuron_ioctl.h"

namespace nvp::test {

/// A simulated process that does what a test tells it, step by step: each call runs in the
/// process's own thread, and returns when that is done. Allocate with new; it lives as long as the
/// simulation.
class Client {
 public:
  static constexpr int kReadOnly = 0, kWriteOnly = 1, kReadWrite = 2;

  /// Starts the process. To be made on a sim::Thread.
  explicit Client(vk::Kernel& kernel, const std::string& name = "client");

  int pid() const { return process_->pid(); }
  bool exited() const { return process_->exited(); }

  /// Runs `work` in the process and waits for its end.
  long call(const std::function<long()>& work);
  /// Starts `work` and returns at once; finished() and result() tell its outcome.
  void start(std::function<long()> work);
  bool finished() const { return !work_; }
  long result() const { return result_; }
  /// Waits until what start() began has ended.
  long wait();

  /// Ends the process (exit code 0) and waits until its files are closed.
  void exit();
  /// SIGKILL, and waits until its files are closed.
  void kill();
  /// Ends every client that still runs, so that the module can be unloaded.
  static void end_all();

  /// @name System calls of the process
  /// @{
  int open(const std::string& path = "/dev/neuron0", int flags = kReadWrite);
  int close(int fd);
  int dup(int fd);
  long ioctl(int fd, unsigned cmd, void* argument);
  /// @}

  /// @name A datastore slab, on the descriptor `fd`
  /// @{
  /// ACQUIRE for itself and mmap: the slab's words. Null, with result() set, on failure.
  std::uint64_t* acquire(int fd);
  long release(int fd, int pid = 0);
  /// @}

 private:
  int serve();

  vk::Kernel& kernel_;
  std::function<long()> work_;
  sim::Thread* waiter_ = nullptr;
  sim::Thread* own_ = nullptr;
  vk::Process* process_;
  long result_ = 0;
  bool quit_ = false;
};

/// Index in a slab of a core's counter.
inline std::size_t nc_word(unsigned core, unsigned counter) {
  return static_cast<std::size_t>(nds_nc_counter_word(core, counter));
}
/// Index in a slab of a device counter.
inline std::size_t nd_word(unsigned counter) {
  return static_cast<std::size_t>(nds_nd_counter_word(counter));
}

}  // namespace nvp::test

#endif  // NEURON_VP_TESTBENCH_TESTS_SUPPORT_CLIENT_H_
