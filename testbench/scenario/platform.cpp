// SPDX-License-Identifier: Apache-2.0
#include "testbench/scenario/platform.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <set>

#include "gen/driver/uapi/neuron_fidelity.h"
#include "model/generation/routing.h"
#include "model/sim/error.h"
#include "testbench/scenario/text.h"

namespace nvp::scenario {
namespace {

/// Product names whose hosts are PDS (chapter 10, section 1.2).
constexpr std::array<std::string_view, 3> kPdsProducts = {"trn2es.48xlarge", "trn3s.48xlarge",
                                                          "trn3-dev0.48xlarge"};

std::string product_name(const System& system) {
  if (!system.product_name.empty()) return system.product_name;
  return std::string(generation::get(system.generation).product_name);
}

bool is_pds(const System& system) {
  const std::string name = product_name(system);
  for (std::string_view prefix : kPdsProducts) {
    if (name.compare(0, prefix.size(), prefix) == 0) return true;
  }
  return false;
}

std::array<std::uint8_t, 32> bitmap(const std::vector<unsigned>& profiles) {
  std::array<std::uint8_t, 32> bits{};
  for (const unsigned p : profiles)
    bits[p / 8] = static_cast<std::uint8_t>(bits[p / 8] | 1u << (p % 8));
  return bits;
}

template <class From, class To>
void take(const std::optional<From>& from, To& to) {
  if (from) to = *from;
}

void apply(const Firmware& f, FirmwareConfig& config) {
  take(f.api_version, config.api_version);
  take(f.boot_time, config.boot_ps);
  take(f.device_reset_time, config.device_reset_ps);
  take(f.tpb_reset_time, config.tpb_reset_ps);
  take(f.serial, config.serial);
  take(f.instance_partition, config.instance_partition);
  take(f.server_rack, config.server_rack);
  take(f.reservation_id, config.reservation_id);
  take(f.utilisation, config.fixed_utilisation);
  if (f.profiles) config.profiles_all = bitmap(*f.profiles);
  if (f.profiles_hbm_7200) config.profiles_hbm_7200 = bitmap(*f.profiles_hbm_7200);
}

void set_fidelity(const System& system) {
  for (std::size_t i = 0; i < NFID_COUNT; ++i) {
    const neuron_fidelity_row& row = neuron_fidelity_rows[i];
    neuron_fidelity[i] = row.of_mode[system.fidelity];
    for (const Setting& setting : system.switches) {
      if (setting.name != row.name) continue;
      for (unsigned char v = 0; row.values[v]; ++v) {
        if (setting.value == row.values[v]) neuron_fidelity[i] = v;
      }
    }
  }
}

vk::KernelConfig kernel_config(const System& system) {
  vk::KernelConfig config;
  config.hz = system.hz;
  config.initial_jiffies_s = system.initial_jiffies;
  config.cpu_ps_per_call = system.cpu_per_call;
  config.epoch_s = system.epoch;
  config.files["/sys/class/dmi/id/product_name"] = product_name(system) + "\n";
  config.files["/sys/devices/virtual/dmi/id/board_asset_tag"] = system.instance_id + "\n";
  return config;
}

}  // namespace

Platform::Platform(const System& system, trace::Stream& stream) : stream_(stream), faults_(stream) {
  set_fidelity(system);
  for (std::size_t i = 0; i < system.count(); ++i) add_device(system, i);
  kernel_ = std::make_unique<vk::Kernel>(kernel_config(system), memory_, faults_, stream);
  for (auto& device : devices_) kernel_->add_pci_device(device->host_port());
  os_ = std::make_unique<os::SimOs>(*kernel_, stream);
  connect_cores();
}

void Platform::add_device(const System& system, std::size_t position) {
  DeviceConfig config;
  config.index = static_cast<std::int32_t>(position);
  config.generation = system.generation;
  const DeviceEntry entry = system.devices.empty() ? DeviceEntry{} : system.devices[position];
  const Location where = entry.node ? entry.node->where : Location{};
  config.pci_device_id = static_cast<std::uint16_t>(
      entry.pci_device.value_or(generation::get(system.generation).pci_device_id));
  const generation::Product& product = generation::product(config.pci_device_id);
  config.revision = static_cast<std::uint8_t>(entry.revision.value_or(1));
  config.node = entry.pod_node.value_or(0);
  config.routing_id = entry.routing_id.value_or(generation::default_routing_id(
      product, is_pds(system), static_cast<std::uint32_t>(position)));
  apply(system.firmware, config.firmware);
  apply(entry.firmware, config.firmware);
  // A routing id out of range has no index: the driver refuses the device, which may be what is
  // wanted.
  const auto index = generation::device_index(product, is_pds(system), config.routing_id);
  const auto number = index.value_or(static_cast<unsigned>(position));
  if (std::set<unsigned>(indices_.begin(), indices_.end()).count(number)) {
    fail(where,
         fmt::format("routing id {} gives device index {}, which another device has; accepted: "
                     "ids that map to different indices (chapter 10, section 8.1)",
                     config.routing_id, number));
  }
  indices_.push_back(number);
  devices_.push_back(std::make_unique<Device>(config, memory_, faults_, stream_));
}

void Platform::connect_cores() {
  os::Accelerator accelerator;
  const auto core = [this](unsigned index, unsigned number) -> neuroncore::Core* {
    for (std::size_t i = 0; i < indices_.size(); ++i) {
      if (indices_[i] == index && number < devices_[i]->core_count()) {
        return &devices_[i]->core(number);
      }
    }
    return nullptr;
  };
  accelerator.submit = [core](unsigned device, unsigned number, const neuroncore::Job& job,
                              std::function<void(const neuroncore::Result&)> done) {
    if (neuroncore::Core* target = core(device, number)) target->submit(job, std::move(done));
  };
  accelerator.cancel = [core](unsigned device, unsigned number, std::uint64_t job) {
    if (neuroncore::Core* target = core(device, number)) target->cancel(job);
  };
  os_->set_accelerator(std::move(accelerator));
}

std::string Platform::node(std::uint64_t position) const {
  return fmt::format("/dev/neuron{}", index(position));
}

void Platform::load_driver(const System& system) {
  for (const Setting& parameter : system.parameters) {
    kernel_->set_param(parameter.name, parse_signed(parameter.value).value_or(0));
  }
  const int result = kernel_->load_module();
  if (result < 0) {
    throw Error(fmt::format("the driver does not load: {}", std::strerror(-result)),
                Error::Kind::platform);
  }
}

}  // namespace nvp::scenario
