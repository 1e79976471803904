// SPDX-License-Identifier: Apache-2.0
#include "testbench/tests/support/driver_platform.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <ostream>

#include "gen/driver/uapi/neuron_fidelity.h"
#include "model/sim/thread.h"
#include "testbench/tests/support/sim_test.h"

namespace nvp::test {
namespace {

std::string g_mode = "documented";
bool g_run = false;  // a platform of this test was given a body

}  // namespace

struct DriverPlatform::Impl {
  explicit Impl(const vk::KernelConfig& config)
      : faults(stream), kernel(config, memory, faults, stream) {
    stream.subscribe({trace::Kind::mmio_read, trace::Kind::mmio_write},
                     [this](const trace::Event& event) { record_mmio(event); });
    stream.subscribe({trace::Kind::telemetry_blob}, [this](const trace::Event& event) {
      blobs.push_back({event.time, event.device, {event.data, event.data + event.data_size}});
    });
    stream.subscribe({trace::Kind::kernel_log},
                     [this](const trace::Event& event) { log.emplace_back(event.text); });
  }

  void record_mmio(const trace::Event& event) {
    std::uint64_t offset = event.x;
    for (const bus::HostPort* port : ports) {
      const bus::Bar& bar0 = port->identity().bar[0];
      if (event.x - bar0.base < bar0.size) offset = event.x - bar0.base;
    }
    mmio.push_back(
        {event.time, event.device, event.kind == trace::Kind::mmio_write, offset, event.a});
  }

  std::vector<MmioAccess> select(bool write, std::uint64_t base, std::uint64_t size) const {
    std::vector<MmioAccess> found;
    for (MmioAccess access : mmio) {
      if (access.write != write || access.device > 0 || access.offset - base >= size) continue;
      access.offset -= base;
      found.push_back(access);
    }
    return found;
  }

  trace::Stream stream;
  fault::Registry faults;
  bus::HostMemory memory;
  vk::Kernel kernel;
  std::vector<std::unique_ptr<Device>> devices;
  std::vector<std::unique_ptr<ScriptedPort>> scripted;
  std::vector<bus::HostPort*> ports;
  std::uint64_t misc_base = 0;
  std::unique_ptr<sim::Thread> loader;
  std::vector<MmioAccess> mmio;
  std::vector<Blob> blobs;
  std::vector<std::string> log;
};

DriverPlatform::DriverPlatform(const vk::KernelConfig& config)
    : impl_(std::make_unique<Impl>(config)) {
  set_fidelity(g_mode);
}

DriverPlatform::~DriverPlatform() = default;

bus::HostMemory& DriverPlatform::memory() {
  return impl_->memory;
}
fault::Registry& DriverPlatform::faults() {
  return impl_->faults;
}
trace::Stream& DriverPlatform::stream() {
  return impl_->stream;
}
vk::Kernel& DriverPlatform::kernel() {
  return impl_->kernel;
}

Device& DriverPlatform::add_device(DeviceConfig config) {
  config.index = static_cast<std::int32_t>(impl_->ports.size());
  impl_->devices.push_back(
      std::make_unique<Device>(config, impl_->memory, impl_->faults, impl_->stream));
  Device& device = *impl_->devices.back();
  if (impl_->ports.empty()) impl_->misc_base = device.generation().miscram_offset;
  impl_->ports.push_back(&device.host_port());
  return device;
}

ScriptedPort& DriverPlatform::add_scripted(generation::Id generation) {
  impl_->scripted.push_back(std::make_unique<ScriptedPort>(
      generation, static_cast<std::int32_t>(impl_->ports.size()), impl_->stream));
  ScriptedPort& port = *impl_->scripted.back();
  if (impl_->ports.empty()) impl_->misc_base = port.misc(0);
  impl_->ports.push_back(&port);
  return port;
}

vk::KernelConfig DriverPlatform::with_product(const std::string& name, unsigned hz) {
  vk::KernelConfig config;
  config.hz = hz;
  config.files["/sys/class/dmi/id/product_name"] = name + "\n";
  return config;
}

void DriverPlatform::set_fidelity(const std::string& mode) {
  const char* const names[NFID_MODES] = {"documented", "shipped", "fixed"};
  const auto* const found = std::find(std::begin(names), std::end(names), mode);
  ASSERT_NE(found, std::end(names)) << "no fidelity mode " << mode;
  for (int i = 0; i < NFID_COUNT; ++i) {
    neuron_fidelity[i] = neuron_fidelity_rows[i].of_mode[found - std::begin(names)];
  }
}

void DriverPlatform::set_fidelity(const std::string& name, const std::string& value) {
  for (int i = 0; i < NFID_COUNT; ++i) {
    if (name != neuron_fidelity_rows[i].name) continue;
    for (unsigned char v = 0; neuron_fidelity_rows[i].values[v] != nullptr; ++v) {
      if (value != neuron_fidelity_rows[i].values[v]) continue;
      neuron_fidelity[i] = v;
      return;
    }
  }
  FAIL() << "no fidelity switch " << name << " with value " << value;
}

void DriverPlatform::begin_in(const std::string& mode) {
  g_mode = mode;
}

void DriverPlatform::set_param(const std::string& name, std::int64_t value) {
  EXPECT_EQ(kernel().set_param(name, value), 0) << name;
}

void DriverPlatform::run(std::function<void()> body) {
  run_unloaded([this, body = std::move(body)] {
    EXPECT_EQ(load(), 0);
    body();
  });
}

void DriverPlatform::run_unloaded(std::function<void()> body) {
  for (bus::HostPort* port : impl_->ports) kernel().add_pci_device(*port);
  impl_->loader = std::make_unique<sim::Thread>("loader", [this, body = std::move(body)] {
    body();
    if (kernel().module_loaded()) kernel().unload_module();
    for (const std::string& problem : kernel().problems()) ADD_FAILURE() << problem;
    sim::stop();
  });
  g_run = true;
}

void DriverPlatform::sleep(ps_t duration) {
  sim::Thread::current()->sleep_until(sim::now() + duration);
}

bool DriverPlatform::wait_until(const std::function<bool()>& done, ps_t limit) {
  const ps_t end = sim::now() + limit;
  while (!done()) {
    if (sim::now() >= end) return false;
    sleep(kPsPerMs);
  }
  return true;
}

bool DriverPlatform::wait_ready(std::uint32_t index, ps_t limit) {
  if (nd(index) == nullptr) return false;
  wait_until([this, index] { return probe_device_state(nd(index)) != 0; }, limit);
  return probe_device_state(nd(index)) == 1;
}

const std::vector<MmioAccess>& DriverPlatform::mmio() const {
  return impl_->mmio;
}
void DriverPlatform::clear_mmio() {
  impl_->mmio.clear();
}

std::vector<MmioAccess> DriverPlatform::misc_writes() const {
  return impl_->select(true, impl_->misc_base, 0x1000);
}

std::vector<MmioAccess> DriverPlatform::misc_reads() const {
  return impl_->select(false, impl_->misc_base, 0x1000);
}

std::vector<MmioAccess> DriverPlatform::writes() const {
  return impl_->select(true, 0, ~0ull);
}

const std::vector<Blob>& DriverPlatform::blobs() const {
  return impl_->blobs;
}
const std::vector<std::string>& DriverPlatform::log() const {
  return impl_->log;
}

std::size_t DriverPlatform::log_count(const std::string& text) const {
  return static_cast<std::size_t>(std::count_if(
      impl_->log.begin(), impl_->log.end(),
      [&text](const std::string& line) { return line.find(text) != std::string::npos; }));
}

void run_driver_test(const std::function<void()>& body) {
  run_in_child(
      [&body] {
        body();
        EXPECT_TRUE(g_run) << "the test runs no platform";
      },
      1'000'000 * kPsPerSecond);
}

void PrintTo(const MmioAccess& access, std::ostream* out) {
  *out << std::hex << (access.write ? "write 0x" : "read 0x") << access.offset << " = 0x"
       << access.value << std::dec << " at " << access.time << " ps";
}

}  // namespace nvp::test
