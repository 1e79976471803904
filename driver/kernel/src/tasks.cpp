// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#include "driver/kernel/src/tasks.h"

#include <algorithm>

#include "driver/kernel/include/vk/host.h"
#include "driver/kernel/include/vk/upcalls.h"
#include "driver/kernel/src/impl.h"
#include "model/sim/error.h"

namespace nvp::vk {
namespace {

constexpr unsigned kRunning = 0, kUninterruptible = 2, kNormal = 3;
constexpr unsigned kKernelThread = 0x00200000;  // PF_KTHREAD
constexpr int kDead = 0x10;                     // EXIT_DEAD
constexpr int kInterrupted = -4;                // -EINTR

// What vk_kthread_exit() throws through the thread's frames.
struct KthreadExit {
  long code;
};

void set_name(task_struct& task, const std::string& name) {
  const std::size_t n = std::min<std::size_t>(name.size(), TASK_COMM_LEN - 1);
  std::copy_n(name.data(), n, task.comm);
  task.comm[n] = '\0';
}

}  // namespace

Tasks::Tasks() : idle_(std::make_unique<Task>()) {
  set_name(idle_->c, "swapper");
  idle_->c.vk_host = idle_.get();
  idle_->c.group_leader = &idle_->c;
  idle_->c.signal = &idle_->signal;
}

Task& Tasks::current() {
  sim::Thread* thread = sim::Thread::current();
  if (thread == nullptr) return *idle_;
  if (void* owner = thread->owner()) return *static_cast<Task*>(owner);
  return adopt(thread);
}

Task& Tasks::adopt(sim::Thread* thread) {
  Task& task = create(thread->name(), nullptr);
  task.thread = thread;
  thread->set_owner(&task);
  return task;
}

Task& Tasks::create(const std::string& name, Task* leader) {
  tasks_.push_back(std::make_unique<Task>());
  Task& task = *tasks_.back();
  Task& head = leader != nullptr ? *leader : task;
  task.c.pid = next_pid_++;
  task.c.tgid = head.c.pid;
  task.c.group_leader = &head.c;
  task.c.signal = &head.signal;
  task.c.exit_signal = leader != nullptr ? -1 : 17;  // SIGCHLD
  task.c.vk_host = &task;
  set_name(task.c, name);
  return task;
}

Task& Tasks::create_kernel_thread(int (*body)(void*), void* data, const std::string& name) {
  Task& task = create(name, nullptr);
  task.c.flags = kKernelThread;
  task.c.__state = kUninterruptible;  // until wake_up_process
  task.own = std::make_unique<sim::Thread>(
      name, [this, &task, body, data] { run_kernel_thread(task, body, data); });
  task.thread = task.own.get();
  task.thread->set_owner(&task);
  return task;
}

void Tasks::run_kernel_thread(Task& task, int (*body)(void*), void* data) {
  while (task.c.__state != kRunning) sleep_until(~ps_t{0});
  task.value = kInterrupted;
  if (!task.c.vk_should_stop) {
    try {
      task.value = body(data);
    } catch (const KthreadExit& end) {
      task.value = end.code;
    }
  }
  vk_check_nothing_held(&task.c, "at the end of its thread");
  task.finished = true;
  task.c.exit_state = kDead;
  for (Task* waiter : task.waiting_for_end) vk_try_to_wake(&waiter->c, kNormal);
}

Task* Tasks::find(int pid) const {
  for (const auto& task : tasks_) {
    if (task->c.pid == pid) return task.get();
  }
  return nullptr;
}

void Tasks::sleep_until(ps_t t) {
  Task& self = current();
  if (self.thread == nullptr) {
    throw Error("kernel code waits outside a thread", Error::Kind::platform);
  }
  self.sleeping = true;
  while (self.c.__state != kRunning && sim::now() < t) {
    if (t == ~ps_t{0}) {
      self.thread->block();
    } else {
      self.thread->sleep_until(t);
    }
  }
  self.sleeping = false;
  self.c.__state = kRunning;
}

void Tasks::wake(Task& task) {
  if (task.sleeping) task.thread->wake();
}

int Tasks::stop(Task& task) {
  Task& self = current();
  task.c.vk_should_stop = 1;
  vk_try_to_wake(&task.c, kNormal);
  if (!task.finished) task.waiting_for_end.push_back(&self);
  while (!task.finished) {
    self.c.__state = kUninterruptible;
    sleep_until(~ps_t{0});
  }
  return static_cast<int>(task.value);
}

}  // namespace nvp::vk

using nvp::vk::impl;
using nvp::vk::Task;

namespace {
Task& host(task_struct* task) {
  return *static_cast<Task*>(task->vk_host);
}
}  // namespace

extern "C" {

task_struct* vk_current(void) {
  return &impl().tasks.current().c;
}

void vk_sleep_until(unsigned long long ps) {
  impl().tasks.sleep_until(ps);
}

void vk_wake(task_struct* task) {
  impl().tasks.wake(host(task));
}

task_struct* vk_kthread_create(int (*body)(void*), void* data, const char* name) {
  return &impl().tasks.create_kernel_thread(body, data, name).c;
}

int vk_kthread_stop(task_struct* task) {
  return impl().tasks.stop(host(task));
}

void vk_kthread_exit(long code) {
  throw nvp::vk::KthreadExit{code};
}

task_struct* vk_find_task(int pid) {
  Task* task = impl().tasks.find(pid);
  return task != nullptr ? &task->c : nullptr;
}

}  // extern "C"
