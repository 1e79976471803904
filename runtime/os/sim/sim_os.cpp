// SPDX-License-Identifier: Apache-2.0
#include "runtime/os/sim/sim_os.h"

#include <fcntl.h>

#include <cerrno>
#include <cstdlib>

#include "model/sim/error.h"
#include "model/sim/thread.h"
#include "runtime/os/civil.h"
#include "runtime/os/sim/files.h"
#include "runtime/os/sim/jobs.h"
#include "runtime/os/sim/signal.h"

namespace nvp::os {
namespace {

// Slots of a process beyond those of os::Slot.
constexpr unsigned kOwnSlot = static_cast<unsigned>(Slot::count_);
static_assert(kOwnSlot < vk::Process::kSlots);

/// What the OS itself keeps for a process.
struct ProcessExtra {
  struct Owned {
    void* state;
    void (*free)(void*);
  };
  std::string console[3];  ///< written but not flushed, by descriptor
  std::vector<Owned> owned;
  std::vector<std::weak_ptr<SignalState>> signals;
};

vk::UserThread& self() {
  vk::UserThread* thread = vk::UserThread::current();
  if (!thread) {
    throw Error("the runtime was called outside a thread of a simulated process",
                Error::Kind::platform);
  }
  return *thread;
}

}  // namespace

struct SimOs::Impl {
  Impl(vk::Kernel& k, trace::Stream& s, const SimOsConfig& c) : kernel(k), stream(s), config(c) {}

  ProcessExtra& extra(vk::Process& process);
  void ended(vk::Process& process);
  void* state(void*& slot, vk::Process& process, const StateType& type);
  std::string kernel_file(const char* path) const;

  vk::Kernel& kernel;
  trace::Stream& stream;
  SimOsConfig config;
  Jobs jobs;
  Files files;
};

ProcessExtra& SimOs::Impl::extra(vk::Process& process) {
  void*& slot = process.slot(kOwnSlot);
  if (!slot) {
    slot = new ProcessExtra;
    process.on_exit([this, &process] { ended(process); });
  }
  return *static_cast<ProcessExtra*>(slot);
}

/// The process is gone: nothing of it runs again, so its state can go as well.
void SimOs::Impl::ended(vk::Process& process) {
  void*& slot = process.slot(kOwnSlot);
  auto* extra = static_cast<ProcessExtra*>(slot);
  slot = nullptr;
  jobs.cancel_of(process.pid());
  for (const std::weak_ptr<SignalState>& weak : extra->signals) {
    if (const auto signal = weak.lock()) signal->waiters.clear();
  }
  for (unsigned i = 0; i < kOwnSlot; i++) process.slot(i) = nullptr;
  for (const ProcessExtra::Owned& owned : extra->owned) owned.free(owned.state);
  delete extra;
}

void* SimOs::Impl::state(void*& slot, vk::Process& process, const StateType& type) {
  if (!slot) {
    slot = type.make();
    extra(process).owned.push_back({slot, type.free});
  }
  return slot;
}

std::string SimOs::Impl::kernel_file(const char* path) const {
  const auto it = kernel.config().files.find(path);
  if (it == kernel.config().files.end()) return "";
  return it->second.substr(0, it->second.find('\n'));
}

SimOs::SimOs(vk::Kernel& kernel, trace::Stream& stream, const SimOsConfig& config)
    : impl_(std::make_unique<Impl>(kernel, stream, config)) {
  install(this);
}

SimOs::~SimOs() {
  install(nullptr);
}

void SimOs::set_accelerator(Accelerator accelerator) {
  impl_->jobs.set_accelerator(std::move(accelerator));
}

const std::string* SimOs::file(const std::string& path) const {
  return impl_->files.find(path);
}

// --- identity and time

int SimOs::pid() {
  return self().process().pid();
}
int SimOs::tid() {
  return self().tid();
}
CivilTime SimOs::civil_time(bool) {
  return to_civil(impl_->kernel.real_time_ns());
}
std::uint64_t SimOs::monotonic_ps() {
  return sim::now();
}

void SimOs::sleep_until(std::uint64_t t) {
  sim::Thread* thread = sim::Thread::current();
  while (sim::now() < t) thread->sleep_until(t);
}

// --- environment

const char* SimOs::environment(const char* name) {
  const auto& variables = self().process().environment();
  const auto it = variables.find(name);
  return it == variables.end() ? nullptr : it->second.c_str();
}

void SimOs::set_environment(const char* name, const char* value) {
  self().process().environment()[name] = value;
}

std::vector<std::string> SimOs::environment_list() {
  std::vector<std::string> list;
  for (const auto& [name, value] : self().process().environment()) {
    list.push_back(name + "=" + value);
  }
  return list;
}

// --- state

void* SimOs::process_state(const StateType& type) {
  vk::Process& process = self().process();
  return impl_->state(process.slot(static_cast<unsigned>(type.slot)), process, type);
}

void* SimOs::thread_state(const StateType& type) {
  vk::UserThread& thread = self();
  return impl_->state(thread.slot(static_cast<unsigned>(type.slot)), thread.process(), type);
}

// --- console and system log

bool SimOs::is_terminal(Console stream) {
  return stream == Console::out ? impl_->config.stdout_is_terminal
                                : impl_->config.stderr_is_terminal;
}

void SimOs::console_write(Console stream, const char* text, std::size_t size) {
  if (!impl_->stream.wants(trace::Kind::console)) return;
  impl_->extra(self().process()).console[static_cast<int>(stream)].append(text, size);
}

void SimOs::console_flush(Console stream) {
  vk::Process& process = self().process();
  std::string& text = impl_->extra(process).console[static_cast<int>(stream)];
  if (text.empty()) return;
  trace::Event event{trace::Kind::console};
  event.time = sim::now();
  event.a = static_cast<std::uint32_t>(process.pid());
  event.b = static_cast<std::uint32_t>(stream);
  event.text = text;
  impl_->stream.emit(event);
  text.clear();
}

void SimOs::syslog_open(const char*) {}
void SimOs::syslog_close() {}

void SimOs::syslog(int priority, const char* text, std::size_t size) {
  if (!impl_->stream.wants(trace::Kind::syslog)) return;
  trace::Event event{trace::Kind::syslog};
  event.time = sim::now();
  event.a = static_cast<std::uint32_t>(pid());
  event.b = static_cast<std::uint32_t>(priority);
  event.text = {text, size};
  impl_->stream.emit(event);
}

// --- files

int SimOs::append_file(const char* path, const Piece* pieces, std::size_t count) {
  return impl_->files.append(path, pieces, count);
}
int SimOs::make_directories(const char* path) {
  return impl_->files.make_directories(path);
}

// --- device nodes

int SimOs::open_node(unsigned index, bool free_access) {
  return impl_->kernel.sys_open("/dev/neuron" + std::to_string(index),
                                free_access ? O_WRONLY : O_RDWR);
}
int SimOs::close_node(int fd) {
  return impl_->kernel.sys_close(fd);
}
long SimOs::ioctl(int fd, unsigned command, void* argument) {
  return impl_->kernel.sys_ioctl(fd, command, argument);
}
void* SimOs::map(int fd, std::size_t length, std::uint64_t offset, int* error) {
  return impl_->kernel.sys_mmap(length, true, fd, offset, error);
}
int SimOs::unmap(void* address, std::size_t length) {
  return impl_->kernel.sys_munmap(address, length);
}

// --- threads

int SimOs::start_thread(const char* name, std::function<void()> body) {
  return self().process().start_thread(name, std::move(body)).tid();
}

std::unique_ptr<Signal> SimOs::make_signal() {
  auto state = std::make_shared<SignalState>();
  impl_->extra(self().process()).signals.push_back(state);
  return std::make_unique<SimSignal>(std::move(state));
}

void SimOs::abort() {
  constexpr int kSigAbrt = 6;
  self().process().exit(0, kSigAbrt);
  throw Error("a process went on after its abort", Error::Kind::platform);
}

// --- jobs

std::int64_t SimOs::stage_job(unsigned device, unsigned core, const Job& job) {
  return impl_->jobs.stage(pid(), device, core, job);
}
bool SimOs::wait_job(std::int64_t handle, std::uint64_t deadline_ps, JobResult* result) {
  return impl_->jobs.wait(handle, deadline_ps, result);
}
void SimOs::cancel_job(std::int64_t handle) {
  impl_->jobs.cancel(handle);
}

// --- the machine

std::string SimOs::instance_id() {
  return impl_->kernel_file("/sys/devices/virtual/dmi/id/board_asset_tag");
}
std::string SimOs::host_name() {
  return impl_->config.host_name;
}
std::string SimOs::kernel_name() {
  return impl_->config.kernel_name;
}

std::string SimOs::driver_version() {
  return impl_->kernel.module_loaded() ? impl_->config.driver_version : "";
}

std::uint64_t SimOs::serial_number(unsigned device) {
  std::string text;
  const std::string path =
      "devices/virtual/neuron_device/neuron" + std::to_string(device) + "/info/serial_number";
  if (impl_->kernel.sysfs_read(path, &text) <= 0) return 0;
  return std::strtoull(text.c_str(), nullptr, 16);
}

void SimOs::api_returned(const char* function, int status) {
  if (!impl_->stream.wants(trace::Kind::api_call)) return;
  trace::Event event{trace::Kind::api_call};
  event.time = sim::now();
  event.a = static_cast<std::uint32_t>(pid());
  event.b = static_cast<std::uint32_t>(status);
  event.text = function;
  impl_->stream.emit(event);
}

}  // namespace nvp::os
