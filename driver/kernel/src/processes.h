// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#ifndef NEURON_VP_DRIVER_KERNEL_SRC_PROCESSES_H_
#define NEURON_VP_DRIVER_KERNEL_SRC_PROCESSES_H_

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "driver/kernel/src/tasks.h"
#include "driver/kernel/vk/process.h"

struct file;
struct vm_area_struct;

namespace nvp::vk {

class ProcessImpl;

class UserThreadImpl final : public UserThread {
 public:
  UserThreadImpl(ProcessImpl& process, Task& task, std::function<void()> body);

  int tid() const override { return task_.c.pid; }
  Process& process() const override;
  sim::Thread& sim_thread() override { return *thread_; }
  void*& slot(unsigned index) override;

  ProcessImpl& owner() const { return process_; }
  Task& task() { return task_; }
  /// True once it runs no more code: its body returned, or it is parked outside system calls.
  bool gone() const { return gone_; }
  bool in_system_call() const { return depth_ > 0; }

  void enter_system_call() { ++depth_; }
  /// Does not return if the process was ended meanwhile.
  void leave_system_call();
  /// Ends the calling thread.
  [[noreturn]] void die();
  /// Stops the thread from outside, which is not in a system call.
  void stop();

 private:
  ProcessImpl& process_;
  Task& task_;
  std::unique_ptr<sim::Thread> thread_;
  void* slots_[Process::kSlots] = {};
  int depth_ = 0;
  bool gone_ = false;
};

/// Open files by descriptor, from 3 on.
class FileTable {
 public:
  static constexpr int kFirst = 3, kLimit = 1024;

  /// The lowest free descriptor, -EMFILE if there is none.
  int install(file* f);
  file* get(int fd) const;
  file* remove(int fd);
  int size() const { return kFirst + static_cast<int>(files_.size()); }
  /// Shares every open file with `child` under the same number.
  void copy_to(FileTable& child) const;

 private:
  std::vector<file*> files_;
};

struct UserMapping {
  std::size_t length;
  vm_area_struct* area;
};

class ProcessImpl final : public Process {
 public:
  ProcessImpl(const std::string& name, std::map<std::string, std::string> environment,
              std::function<int()> main);

  int pid() const override { return leader_.c.pid; }
  const std::string& name() const override { return name_; }
  ps_t start_time() const override { return start_; }
  std::map<std::string, std::string>& environment() override { return environment_; }
  void*& slot(unsigned index) override;
  const void* mapping(std::size_t length) const override;
  bool exited() const override { return exited_; }
  int exit_code() const override { return code_; }
  int exit_signal() const override { return signal_; }
  UserThread& start_thread(const std::string& name, std::function<void()> body) override;
  [[noreturn]] void exit(int code, int signal) override;
  void on_exit(std::function<void()> handler) override;

  bool ending() const { return ending_; }
  /// Ends all threads: those in user code at once, the others when their system call is over.
  void end(int code, int signal);
  /// Closes the files once no thread runs any more.
  void reap_if_done();

  FileTable files;
  std::map<void*, UserMapping> mappings;

 private:
  void reap();

  std::string name_;
  std::map<std::string, std::string> environment_;
  Task& leader_;
  ps_t start_;
  std::vector<std::unique_ptr<UserThreadImpl>> threads_;
  std::unique_ptr<sim::Thread> reaper_;
  std::vector<std::function<void()>> handlers_;
  void* slots_[kSlots] = {};
  bool ending_ = false, exited_ = false;
  int code_ = 0, signal_ = 0;
};

class Processes {
 public:
  ProcessImpl& spawn(const std::string& name, std::map<std::string, std::string> environment,
                     std::function<int()> main, const ProcessImpl* parent);
  ProcessImpl* find(int pid) const;
  bool kill(int pid, int signal);
  const std::vector<std::unique_ptr<Process>>& all() const { return all_; }

 private:
  std::vector<std::unique_ptr<Process>> all_;
};

/// The user thread that runs now, null if none.
UserThreadImpl* current_user();

}  // namespace nvp::vk

#endif  // NEURON_VP_DRIVER_KERNEL_SRC_PROCESSES_H_
