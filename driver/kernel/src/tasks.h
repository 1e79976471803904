// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#ifndef NEURON_VP_DRIVER_KERNEL_SRC_TASKS_H_
#define NEURON_VP_DRIVER_KERNEL_SRC_TASKS_H_

#include <memory>
#include <string>
#include <vector>

#include "driver/kernel/include/vk/task.h"
#include "model/sim/thread.h"

namespace nvp::vk {

class ProcessImpl;
class UserThreadImpl;

/// One task: what kernel code sees of it, and the thread of control behind it. Lives as long as the
/// platform, because drivers keep pointers to tasks that have ended.
struct Task {
  task_struct c{};
  signal_struct signal{};  ///< of a group leader; its threads point here
  sim::Thread* thread = nullptr;
  std::unique_ptr<sim::Thread> own;    ///< the thread, where the kernel made it
  bool sleeping = false;               ///< inside Tasks::sleep_until
  UserThreadImpl* user = nullptr;      ///< set in threads of processes
  bool finished = false;               ///< kernel thread: its body has returned
  long value = 0;                      ///< and with what
  std::vector<Task*> waiting_for_end;  ///< tasks inside kthread_stop
};

/// All tasks, by pid in order of creation.
class Tasks {
 public:
  Tasks();

  /// The task that runs now; a thread that the kernel does not know becomes one of its own.
  Task& current();

  /// A new task. @param leader the group leader, null if it is one itself.
  Task& create(const std::string& name, Task* leader);
  Task& create_kernel_thread(int (*body)(void*), void* data, const std::string& name);
  Task* find(int pid) const;
  const std::vector<std::unique_ptr<Task>>& all() const { return tasks_; }

  /// Gives way until the current task is TASK_RUNNING or `t` has come.
  void sleep_until(ps_t t);
  void wake(Task& task);
  /// kthread_stop(); -EINTR (-4) if the thread never ran.
  int stop(Task& task);

 private:
  Task& adopt(sim::Thread* thread);
  void run_kernel_thread(Task& task, int (*body)(void*), void* data);

  std::vector<std::unique_ptr<Task>> tasks_;
  std::unique_ptr<Task> idle_;
  int next_pid_ = 100;
};

}  // namespace nvp::vk

#endif  // NEURON_VP_DRIVER_KERNEL_SRC_TASKS_H_
