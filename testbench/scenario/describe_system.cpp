// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "gen/driver/uapi/neuron_fidelity.h"
#include "testbench/scenario/describe.h"
#include "testbench/scenario/text.h"

namespace nvp::scenario {
namespace {

constexpr std::uint64_t kAny32 = 0xffffffff;

std::function<void(std::uint64_t)> add_profile(std::optional<std::vector<unsigned>>& profiles) {
  return [&profiles](std::uint64_t profile) {
    if (!profiles) profiles.emplace();
    profiles->push_back(static_cast<unsigned>(profile));
  };
}

void describe_firmware(Shape& s, Firmware& f) {
  s.number({"api_version", "MiscRAM word 0x00 (chapter 13, section 3); default 7"},
           into_as<decltype(f.api_version), std::uint32_t>(f.api_version), 0, kAny32);
  s.duration({"boot_time", "from power-on to READY (chapter 42); default 5 ms"}, into(f.boot_time));
  s.duration(
      {"device_reset_time", "of a whole-device reset (chapter 12, section 10); default 200 ms"},
      into(f.device_reset_time));
  s.duration({"tpb_reset_time", "of a reset of cores; default 50 ms"}, into(f.tpb_reset_time));
  s.number({"serial", "serial number; default by chapter 13, section 4"}, into(f.serial), 0, ~0ull);
  s.number({"instance_partition", "word 0x30; default 0"},
           into_as<decltype(f.instance_partition), std::uint32_t>(f.instance_partition), 0, kAny32);
  s.number({"server_rack", "word 0x70; default 0"},
           into_as<decltype(f.server_rack), std::uint32_t>(f.server_rack), 0, kAny32);
  s.number({"reservation_id", "words 0x80 and 0x84; default 0"}, into(f.reservation_id), 0, ~0ull);
  s.numbers({"profiles", "performance profiles that exist; default 0-3"}, add_profile(f.profiles),
            {}, 0, 255);
  s.numbers({"profiles_hbm_7200", "profiles with HBM 7200; default none"},
            add_profile(f.profiles_hbm_7200), {}, 0, 255);
  s.number(
      {"utilisation", "fixed power utilisation in basis points; default: measured from the cores"},
      into_as<decltype(f.utilisation), std::uint32_t>(f.utilisation), 0, 65535);
}

void describe_device(Shape& s, DeviceEntry& d) {
  d.node = s.node();
  s.number({"routing_id",
            "MiscRAM word 0x24; default: the one that maps to the device's position (chapter 10, "
            "section 8.1)"},
           into_as<decltype(d.routing_id), std::uint32_t>(d.routing_id), 0, kAny32);
  s.number({"pci_device", "PCI device id; default: the generation's first product"},
           into_as<decltype(d.pci_device), std::uint32_t>(d.pci_device), 0, 0xffff);
  s.number({"revision", "PCI revision id; 240 and 255 are emulators; default 1"},
           into_as<decltype(d.revision), std::uint32_t>(d.revision), 0, 255);
  s.number({"pod_node", "node of a pod; default 0"},
           into_as<decltype(d.pod_node), std::uint32_t>(d.pod_node), 0, 3);
  s.object({"firmware", "what differs from system.firmware"},
           [&](Shape& in) { describe_firmware(in, d.firmware); });
}

std::function<void(const Node::Entry&)> add_setting(std::vector<Setting>& list) {
  return [&list](const Node::Entry& e) { list.push_back({e.key, e.value.scalar, e.value.where}); };
}

std::size_t value_position(const neuron_fidelity_row& row, const std::string& value) {
  std::size_t i = 0;
  while (row.values[i] && value != row.values[i]) ++i;
  return i;
}

void check_switch(const Setting& setting) {
  for (const neuron_fidelity_row& row : neuron_fidelity_rows) {
    if (setting.name != row.name) continue;
    std::vector<std::string> values;
    for (std::size_t i = 0; row.values[i]; ++i) values.emplace_back(row.values[i]);
    if (value_position(row, setting.value) == values.size()) {
      fail(setting.where, fmt::format("{} is \"{}\"{}", row.name, shorten(setting.value, 60),
                                      suggestion(setting.value, values)));
    }
  }
}

}  // namespace

const std::vector<std::string>& fidelity_modes() {
  static const std::vector<std::string> names = {"documented", "shipped", "fixed"};
  return names;
}

std::vector<std::string> fidelity_switches() {
  std::vector<std::string> names;
  for (const neuron_fidelity_row& row : neuron_fidelity_rows) names.emplace_back(row.name);
  return names;
}

void describe_system(Shape& s, System& y) {
  y.node = s.node();
  s.choice({"generation", "of all devices; default v3"},
           [&](std::size_t i) { y.generation = static_cast<generation::Id>(i + 2); },
           {"v2", "v3", "v4"});
  s.list(
      {"devices", "how many devices, or a list with what differs for each; default 1"},
      [&](Shape& in) { describe_device(in, y.devices.emplace_back()); }, into(y.device_count));
  s.object({"firmware", "of all devices"}, [&](Shape& in) { describe_firmware(in, y.firmware); });
  s.choice({"fidelity",
            "what the driver and the runtime do where descriptions, shipped code and sense differ "
            "(chapter 00); default documented"},
           into(y.fidelity), fidelity_modes());
  s.pairs({"switches", "single fidelity switches that differ from the mode"},
          add_setting(y.switches), fidelity_switches());
  for (const Setting& setting : y.switches) check_switch(setting);
  s.pairs({"parameters", "module parameters of the driver, set before it loads"},
          add_setting(y.parameters), {});
  s.number({"hz", "jiffies per second: 100, 250, 300 or 1000; default 250"},
           into_as<unsigned, unsigned>(y.hz), 100, 1000);
  s.signed_number({"initial_jiffies", "jiffies at time zero, in seconds; default -300"},
                  into(y.initial_jiffies), -4'000'000, 4'000'000);
  s.signed_number(
      {"epoch",
       "wall clock at time zero, in seconds since 1970; default 1767225600 (2026-01-01 00:00 UTC)"},
      into(y.epoch), 0, 4'102'444'800);
  s.duration({"quantum", "how far an initiator may run ahead (0 is cycle-exact); default 0"},
             into(y.quantum));
  s.duration({"cpu_per_call", "charged to each kernel API call; default 0"}, into(y.cpu_per_call));
  s.text({"product_name", "DMI product name; default of the generation (chapter 10, section 1.2)"},
         into(y.product_name));
  s.text({"instance_id", "board asset tag; default i-0123456789abcdef0"}, into(y.instance_id));
}

}  // namespace nvp::scenario
