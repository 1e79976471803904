// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_RUNTIME_OS_SIM_SIM_OS_H_
#define NEURON_VP_RUNTIME_OS_SIM_SIM_OS_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "driver/kernel/vk/kernel.h"
#include "model/neuroncore/core.h"
#include "model/trace/event.h"
#include "runtime/os/os.h"

namespace nvp::os {

/// How jobs reach the platform's NeuronCores: the simulated stand-in for the DMA rings that stage a
/// program. Set by whoever builds the platform.
struct Accelerator {
  std::function<void(unsigned device, unsigned core, const neuroncore::Job& job,
                     std::function<void(const neuroncore::Result&)> done)>
      submit;
  std::function<void(unsigned device, unsigned core, std::uint64_t job)> cancel;
};

/// Settings of the simulated machine as its processes see it.
struct SimOsConfig {
  bool stdout_is_terminal = false, stderr_is_terminal = false;
  std::string host_name = "ip-172-31-0-1";
  std::string kernel_name = "Linux 6.1.0 #1 SMP";
  std::string driver_version = "2.27.4.0";
};

/// The runtime's OS on the simulated kernel: processes and threads are driver/kernel/vk's, console
/// and system log go to the event stream (kinds `console`, one event per flush, and `syslog`),
/// files live in memory. Installs itself as os::os() while it exists; it must outlive the
/// simulation.
class SimOs : public Os {
 public:
  SimOs(vk::Kernel& kernel, trace::Stream& stream, const SimOsConfig& config = {});
  ~SimOs() override;

  void set_accelerator(Accelerator accelerator);

  /// The files that processes have written. Null if there is none of that name.
  const std::string* file(const std::string& path) const;

  int pid() override;
  int tid() override;
  CivilTime civil_time(bool utc) override;
  std::uint64_t monotonic_ps() override;
  void sleep_until(std::uint64_t monotonic_ps) override;
  const char* environment(const char* name) override;
  void set_environment(const char* name, const char* value) override;
  std::vector<std::string> environment_list() override;
  void* process_state(const StateType& type) override;
  void* thread_state(const StateType& type) override;
  bool is_terminal(Console stream) override;
  void console_write(Console stream, const char* text, std::size_t size) override;
  void console_flush(Console stream) override;
  void syslog_open(const char* ident) override;
  void syslog_close() override;
  void syslog(int priority, const char* text, std::size_t size) override;
  int append_file(const char* path, const Piece* pieces, std::size_t count) override;
  int make_directories(const char* path) override;
  int open_node(unsigned index, bool free_access) override;
  int close_node(int fd) override;
  long ioctl(int fd, unsigned command, void* argument) override;
  void* map(int fd, std::size_t length, std::uint64_t offset, int* error) override;
  int unmap(void* address, std::size_t length) override;
  int start_thread(const char* name, std::function<void()> body) override;
  std::unique_ptr<Signal> make_signal() override;
  [[noreturn]] void abort() override;
  std::int64_t stage_job(unsigned device, unsigned core, const Job& job) override;
  bool wait_job(std::int64_t handle, std::uint64_t deadline_ps, JobResult* result) override;
  void cancel_job(std::int64_t handle) override;
  std::string instance_id() override;
  std::string host_name() override;
  std::string kernel_name() override;
  std::string driver_version() override;
  std::uint64_t serial_number(unsigned device) override;
  void api_returned(const char* function, int status) override;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace nvp::os

#endif  // NEURON_VP_RUNTIME_OS_SIM_SIM_OS_H_
