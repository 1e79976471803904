// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#include "driver/kernel/vk/kernel.h"

#include "driver/kernel/include/vk/host.h"
#include "driver/kernel/include/vk/upcalls.h"
#include "driver/kernel/src/impl.h"
#include "model/sim/error.h"

namespace nvp::vk {
namespace {

Kernel* g_kernel = nullptr;

vk_pci_identity identity_of(unsigned index, const bus::PciIdentity& id) {
  vk_pci_identity out = {};
  out.index = index;
  out.vendor = id.vendor;
  out.device = id.device;
  out.domain = id.domain;
  out.revision = id.revision;
  out.bus = id.bus;
  out.slot = id.slot;
  out.function = id.function;
  for (int i = 0; i < 6; ++i) {
    out.bar_base[i] = id.bar[i].base;
    out.bar_size[i] = id.bar[i].size;
  }
  return out;
}

}  // namespace

Kernel::Impl* g_impl = nullptr;

void no_kernel() {
  throw Error("kernel code runs before the kernel is built", Error::Kind::platform);
}

Kernel::Impl::Impl(const KernelConfig& c, bus::HostMemory& memory, fault::Registry& f,
                   trace::Stream& s)
    : config(c), faults(f), stream(s), jiffies(c.hz, c.initial_jiffies_s), slab(memory) {
  stream.subscribe({trace::Kind::dma_fault}, [this](const trace::Event& event) {
    const auto freed = slab.freed_at(event.x);
    if (freed) problem("DMA to freed memory, " + *freed);
  });
}

void Kernel::Impl::problem(const std::string& text) {
  problems.push_back(text);
  stream.emit({trace::Kind::kernel_check, sim::now(), -1, 0, 0, 0, 0, text});
}

Kernel::Kernel(const KernelConfig& config, bus::HostMemory& memory, fault::Registry& faults,
               trace::Stream& stream) {
  if (g_kernel != nullptr) throw Error("a platform has one kernel", Error::Kind::platform);
  impl_ = std::make_unique<Impl>(config, memory, faults, stream);
  g_kernel = this;
  g_impl = impl_.get();
  vk_hz = static_cast<int>(config.hz);
}

Kernel::~Kernel() {
  g_kernel = nullptr;
  g_impl = nullptr;
}

Kernel& Kernel::instance() {
  if (g_kernel == nullptr) no_kernel();
  return *g_kernel;
}

const KernelConfig& Kernel::config() const {
  return impl_->config;
}

std::uint64_t Kernel::jiffies() const {
  return impl_->jiffies.count(sim::now());
}

std::int64_t Kernel::real_time_ns() const {
  return impl_->config.epoch_s * 1'000'000'000 + static_cast<std::int64_t>(sim::now() / kPsPerNs);
}

void Kernel::add_pci_device(bus::HostPort& port) {
  impl_->devices.push_back(&port);
  const vk_pci_identity id =
      identity_of(static_cast<unsigned>(impl_->devices.size() - 1), port.identity());
  vk_pci_add(&id);
}

void Kernel::remove_pci_device(bus::HostPort& port) {
  for (std::size_t i = 0; i < impl_->devices.size(); ++i) {
    if (impl_->devices[i] != &port) continue;
    vk_pci_remove(static_cast<unsigned>(i));
    impl_->mmio.forget(port);
    return;
  }
}

int Kernel::load_module() {
  if (impl_->loaded) return -17;  // -EEXIST
  if (vk_module_name() == nullptr) {
    throw Error("no kernel module is linked into this program (nvp_add_driver)");
  }
  const int result = vk_module_load();
  vk_check_nothing_held(vk_current(), "after module init");
  impl_->loaded = result == 0;
  return result;
}

void Kernel::unload_module() {
  if (!impl_->loaded) return;
  if (const unsigned open = vk_vfs_open_files()) {
    impl_->problem("module is in use and was not unloaded: open files: " + std::to_string(open));
    return;
  }
  vk_module_unload();
  impl_->loaded = false;
  for (const auto& task : impl_->tasks.all()) vk_check_nothing_held(&task->c, "at module exit");
  for (const auto& task : impl_->tasks.all()) {
    if (task->own != nullptr && !task->finished) {
      impl_->problem(std::string("thread left running at module exit: ") + task->c.comm);
    }
  }
  for (const std::string& leak : impl_->slab.leaks()) {
    impl_->problem("memory left at module exit: " + leak);
  }
}

bool Kernel::module_loaded() const {
  return impl_->loaded;
}

std::vector<ModuleParam> Kernel::params() const {
  std::vector<ModuleParam> list;
  vk_param_view view;
  for (unsigned i = 0; vk_param_at(i, &view); ++i) {
    list.push_back({view.name, view.description, view.value, view.mode});
  }
  return list;
}

int Kernel::set_param(const std::string& name, std::int64_t value) {
  return vk_param_set(name.c_str(), value);
}

int Kernel::get_param(const std::string& name, std::int64_t* value) const {
  long long found = 0;
  const int result = vk_param_get(name.c_str(), &found);
  if (result == 0) *value = found;
  return result;
}

Process& Kernel::spawn(const std::string& name, std::map<std::string, std::string> environment,
                       std::function<int()> main) {
  return impl_->processes.spawn(name, std::move(environment), std::move(main), nullptr);
}

Process& Kernel::fork(const Process& parent, const std::string& name, std::function<int()> main) {
  const ProcessImpl* from = impl_->processes.find(parent.pid());
  auto environment = const_cast<Process&>(parent).environment();
  return impl_->processes.spawn(name, std::move(environment), std::move(main), from);
}

bool Kernel::kill(int pid, int signal) {
  return impl_->processes.kill(pid, signal);
}

const std::vector<std::unique_ptr<Process>>& Kernel::processes() const {
  return impl_->processes.all();
}

Process* Kernel::find(int pid) const {
  return impl_->processes.find(pid);
}

const std::vector<std::string>& Kernel::problems() const {
  return impl_->problems;
}

}  // namespace nvp::vk
