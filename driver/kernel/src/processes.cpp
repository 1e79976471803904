// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#include "driver/kernel/src/processes.h"

#include <utility>

#include "driver/kernel/include/vk/host.h"
#include "driver/kernel/include/vk/upcalls.h"
#include "driver/kernel/src/impl.h"
#include "model/sim/error.h"

namespace nvp::vk {
namespace {

constexpr int kSigKill = 9, kSigTerm = 15;
constexpr unsigned kEndedBySignal = 0x0101;  // TASK_INTERRUPTIBLE | TASK_WAKEKILL
constexpr unsigned kExiting = 0x4;           // PF_EXITING
constexpr int kZombie = 0x20;                // EXIT_ZOMBIE
constexpr int kTooManyFiles = -24;           // -EMFILE

unsigned long bit(int signal) {
  return 1ul << (signal - 1);
}

}  // namespace

UserThreadImpl* current_user() {
  if (sim::Thread::current() == nullptr) return nullptr;
  return impl().tasks.current().user;
}

UserThread* UserThread::current() {
  return current_user();
}

// --- threads

UserThreadImpl::UserThreadImpl(ProcessImpl& process, Task& task, std::function<void()> body)
    : process_(process), task_(task) {
  thread_ = std::make_unique<sim::Thread>(
      process.name() + "/" + std::to_string(task.c.pid), [this, run = std::move(body)] {
        run();
        vk_check_nothing_held(&task_.c, "at the end of its thread");
        task_.c.exit_state = kZombie;
        gone_ = true;
        process_.reap_if_done();
      });
  task.thread = thread_.get();
  task.user = this;
  thread_->set_owner(&task);
}

Process& UserThreadImpl::process() const {
  return process_;
}

void*& UserThreadImpl::slot(unsigned index) {
  if (index >= Process::kSlots) throw Error("no such slot", Error::Kind::platform);
  return slots_[index];
}

void UserThreadImpl::leave_system_call() {
  vk_check_nothing_held(&task_.c, "at the return from a system call");
  if (--depth_ == 0 && process_.ending()) die();
}

void UserThreadImpl::die() {
  stop();
  process_.reap_if_done();
  for (;;) thread_->block();
}

void UserThreadImpl::stop() {
  thread_->park();
  task_.c.flags |= kExiting;
  task_.c.exit_state = kZombie;
  gone_ = true;
}

// --- files

int FileTable::install(file* f) {
  for (std::size_t i = 0; i < files_.size(); ++i) {
    if (files_[i] != nullptr) continue;
    files_[i] = f;
    return kFirst + static_cast<int>(i);
  }
  if (size() >= kLimit) return kTooManyFiles;
  files_.push_back(f);
  return size() - 1;
}

file* FileTable::get(int fd) const {
  return fd >= kFirst && fd < size() ? files_[fd - kFirst] : nullptr;
}

file* FileTable::remove(int fd) {
  file* f = get(fd);
  if (f != nullptr) files_[fd - kFirst] = nullptr;
  return f;
}

void FileTable::copy_to(FileTable& child) const {
  child.files_ = files_;
  for (file* f : files_) {
    if (f != nullptr) vk_vfs_get(f);
  }
}

// --- processes

ProcessImpl::ProcessImpl(const std::string& name, std::map<std::string, std::string> environment,
                         std::function<int()> main)
    : name_(name),
      environment_(std::move(environment)),
      leader_(impl().tasks.create(name, nullptr)),
      start_(sim::now()) {
  threads_.push_back(std::make_unique<UserThreadImpl>(
      *this, leader_, [this, run = std::move(main)] { exit(run(), 0); }));
}

void*& ProcessImpl::slot(unsigned index) {
  if (index >= kSlots) throw Error("no such slot", Error::Kind::platform);
  return slots_[index];
}

UserThread& ProcessImpl::start_thread(const std::string& name, std::function<void()> body) {
  Task& task = impl().tasks.create(name, &leader_);
  threads_.push_back(std::make_unique<UserThreadImpl>(*this, task, std::move(body)));
  return *threads_.back();
}

void ProcessImpl::exit(int code, int signal) {
  UserThreadImpl* self = current_user();
  if (self == nullptr || &self->owner() != this) {
    throw Error("exit of process " + std::to_string(pid()) + " by a thread that is not its own",
                Error::Kind::platform);
  }
  self->sim_thread().sync();
  end(code, signal);
  self->die();
}

void ProcessImpl::on_exit(std::function<void()> handler) {
  if (exited_) {
    handler();
  } else {
    handlers_.push_back(std::move(handler));
  }
}

void ProcessImpl::end(int code, int signal) {
  if (ending_) return;
  ending_ = true;
  code_ = code;
  signal_ = signal;
  leader_.c.exit_code = signal != 0 ? signal : code << 8;
  const UserThreadImpl* self = current_user();
  for (const auto& thread : threads_) {
    if (thread->gone() || thread.get() == self) continue;
    if (thread->in_system_call()) {
      thread->task().c.pending.signal.sig[0] |= bit(kSigKill);
      vk_try_to_wake(&thread->task().c, kEndedBySignal);
    } else {
      thread->stop();
    }
  }
  reap_if_done();
}

void ProcessImpl::reap_if_done() {
  if (reaper_ != nullptr) return;
  for (const auto& thread : threads_) {
    if (!thread->gone()) return;
  }
  ending_ = true;
  reaper_ = std::make_unique<sim::Thread>(name_ + "/exit", [this] { reap(); });
  leader_.thread = reaper_.get();
  leader_.user = nullptr;
  leader_.c.__state = 0;
  reaper_->set_owner(&leader_);
}

const void* ProcessImpl::mapping(std::size_t length) const {
  for (const auto& [address, mapping] : mappings) {
    if (mapping.length == length) return address;
  }
  return nullptr;
}

void ProcessImpl::reap() {
  while (!mappings.empty()) {
    const auto [address, mapping] = *mappings.begin();
    mappings.erase(mappings.begin());
    vk_vfs_munmap(mapping.area);
    vk_user_release(address, mapping.length);
  }
  for (int fd = FileTable::kFirst; fd < files.size(); ++fd) {
    file* f = files.remove(fd);
    if (f == nullptr) continue;
    vk_vfs_flush(f, this);
    vk_vfs_put(f);
  }
  vk_check_nothing_held(&leader_.c, "at the end of its process");
  leader_.c.exit_state = kZombie;
  exited_ = true;
  impl().stream.emit({trace::Kind::process_exit, sim::now(), -1, static_cast<std::uint32_t>(pid()),
                      static_cast<std::uint32_t>(code_), static_cast<std::uint64_t>(signal_), 0,
                      name_});
  for (const auto& handler : handlers_) handler();
}

ProcessImpl& Processes::spawn(const std::string& name,
                              std::map<std::string, std::string> environment,
                              std::function<int()> main, const ProcessImpl* parent) {
  auto process = std::make_unique<ProcessImpl>(name, std::move(environment), std::move(main));
  ProcessImpl& made = *process;
  if (parent != nullptr) parent->files.copy_to(made.files);
  all_.push_back(std::move(process));
  impl().stream.emit({trace::Kind::process_start, sim::now(), -1,
                      static_cast<std::uint32_t>(made.pid()), 0, 0, 0, made.name()});
  return made;
}

ProcessImpl* Processes::find(int pid) const {
  for (const auto& process : all_) {
    if (process->pid() == pid) return static_cast<ProcessImpl*>(process.get());
  }
  return nullptr;
}

bool Processes::kill(int pid, int signal) {
  if (signal != kSigKill && signal != kSigTerm) {
    throw Error("signal " + std::to_string(signal) +
                ": only 9 (SIGKILL) and 15 (SIGTERM) can be sent");
  }
  if (sim::Thread* caller = sim::Thread::current()) caller->sync();
  ProcessImpl* process = find(pid);
  if (process == nullptr || process->exited()) return false;
  impl().tasks.find(pid)->signal.shared_pending.signal.sig[0] |= bit(signal);
  process->end(0, signal);
  UserThreadImpl* self = current_user();
  if (self != nullptr && &self->owner() == process && !self->in_system_call()) self->die();
  return true;
}

}  // namespace nvp::vk
