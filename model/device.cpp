// SPDX-License-Identifier: Apache-2.0
#include "model/device.h"

#include <fmt/format.h>

#include <string>
#include <systemc>
#include <vector>

#include "model/bus/decoder.h"
#include "model/bus/link.h"
#include "model/bus/memory_port.h"
#include "model/bus/protocol_checker.h"
#include "model/bus/register_master.h"
#include "model/bus/register_port.h"
#include "model/generation/address_map.h"
#include "model/memory/hbm.h"
#include "model/mgmt/management.h"
#include "model/neuroncore/job_core.h"
#include "model/neuroncore/register_blocks.h"
#include "model/sim/error.h"
#include "model/sim/thread.h"

namespace nvp {
namespace {

constexpr std::int32_t kMaxDevices = 64;  // 10, section 3
constexpr std::uint32_t kMaxNodes = 4;    // 13, section 4
constexpr std::uint64_t kMiscramBytes = 0x1000;
constexpr std::uint32_t kFullScale = 10'000;  // basis points

// Where a host maps the BARs of device k, unless it says so: above all host memory, below bit 46.
constexpr std::uint64_t kBar0Base = 0x100'0000'0000, kBar0Stride = 0x1'0000'0000;
constexpr std::uint64_t kBar4Base = 0x200'0000'0000, kBar4Stride = 0x40'0000'0000;
constexpr std::uint8_t kFirstPciBus = 0x10;

void check(bool good, const std::string& what) {
  if (!good) throw Error(what);
}

void check_bar(std::int32_t index, unsigned bar, std::uint64_t base, std::uint64_t bytes) {
  check(base % bytes == 0,
        fmt::format("device {}: BAR{} at {:#x}; accepted are multiples of its size {:#x}", index,
                    bar, base, bytes));
}

// Fills in what the caller left open, and checks the rest.
DeviceConfig complete(DeviceConfig config) {
  check(config.index >= 0 && config.index < kMaxDevices,
        fmt::format("device index {}; accepted are 0..{}", config.index, kMaxDevices - 1));
  check(config.node < kMaxNodes, fmt::format("device {}: node {}; accepted are 0..{}", config.index,
                                             config.node, kMaxNodes - 1));
  const generation::Generation& generation = generation::get(config.generation);
  if (config.pci_device_id == 0) config.pci_device_id = generation.pci_device_id;
  check(generation::product(config.pci_device_id).generation == config.generation,
        fmt::format("device {}: PCI device id {:#06x} is not of generation {}", config.index,
                    config.pci_device_id, generation.name));
  const auto index = static_cast<std::uint64_t>(config.index);
  if (config.bar0_base == 0) config.bar0_base = kBar0Base + index * kBar0Stride;
  check_bar(config.index, 0, config.bar0_base, generation.bar0_bytes);
  if (!config.has_bar4) {
    config.bar4_base = 0;
    return config;
  }
  if (config.bar4_base == 0) config.bar4_base = kBar4Base + index * kBar4Stride;
  check_bar(config.index, 4, config.bar4_base, generation.bar4_bytes);
  return config;
}

bus::PciIdentity identity_of(const DeviceConfig& config, const generation::Generation& generation) {
  bus::PciIdentity identity;
  identity.device = config.pci_device_id;
  identity.revision = config.revision;
  identity.bus = static_cast<std::uint8_t>(kFirstPciBus + config.index);
  identity.bar[0] = {config.bar0_base, generation.bar0_bytes};
  identity.bar[4] = {config.bar4_base, config.has_bar4 ? generation.bar4_bytes : 0};
  return identity;
}

}  // namespace

struct Device::Impl : sc_core::sc_module {
  Impl(sc_core::sc_module_name name, const DeviceConfig& complete_config, bus::HostMemory& memory,
       fault::Registry& faults, trace::Stream& stream);

  std::vector<std::unique_ptr<neuroncore::JobCore>> make_cores(trace::Stream& stream);
  mgmt::Config management_config() const;
  mgmt::Environment environment(bus::HostMemory& memory);
  void claim_windows();

  void block_rst(std::uint64_t map, bool held);
  std::uint32_t utilisation(unsigned die, ps_t from, ps_t to);
  bool read_register(std::uint64_t device_address, std::uint32_t* value);
  bool write_register(std::uint64_t device_address, std::uint32_t value);
  bool in_miscram(std::uint64_t offset) const {
    return offset - generation.miscram_offset < kMiscramBytes;
  }

  const DeviceConfig config;
  const generation::Generation& generation;
  const sim::Clock fabric;
  const bus::PciIdentity identity;

  std::vector<std::unique_ptr<neuroncore::JobCore>> cores;
  neuroncore::RegisterBlocks blocks;
  bus::RegisterPorts block_ports;
  memory::Hbm hbm;
  bus::MemoryPort hbm_port;
  bus::PcieLink link;
  bus::BarDecoder decoder;
  bus::RegisterMaster device_master;  // the device's own way to its registers
  mgmt::Management management;
};

Device::Impl::Impl(sc_core::sc_module_name name, const DeviceConfig& complete_config,
                   bus::HostMemory& memory, fault::Registry& faults, trace::Stream& stream)
    : sc_module(name),
      config(complete_config),
      generation(generation::get(config.generation)),
      fabric(generation.fabric_hz),
      identity(identity_of(config, generation)),
      cores(make_cores(stream)),
      blocks(generation, cores),
      block_ports("blocks", fabric, 1, blocks.space()),
      hbm(generation),
      hbm_port("hbm", hbm),
      link("link", generation, identity, config.index, memory, faults, stream),
      decoder("decoder", fabric, generation.decode_cycles, identity.bar[0], identity.bar[4],
              config.index, stream),
      device_master("device_master", fabric),
      management("management", management_config(), environment(memory), faults, stream) {
  claim_windows();
  bus::bind_checked(link.socket, decoder.host_socket());
  bus::bind_checked(device_master.socket, decoder.device_socket());
  hbm.on_ecc(
      [this](std::uint32_t stack, EccKind kind) { management.inject_ecc(1 + stack, kind, 1); });
}

std::vector<std::unique_ptr<neuroncore::JobCore>> Device::Impl::make_cores(trace::Stream& stream) {
  std::vector<std::unique_ptr<neuroncore::JobCore>> made;
  for (std::uint32_t core = 0; core < generation.neuroncores; ++core) {
    made.push_back(std::make_unique<neuroncore::JobCore>(
        fmt::format("nc{}", core).c_str(), generation, config.index, core, stream,
        [this](std::uint32_t source, EccKind kind) { management.inject_ecc(source, kind, 1); }));
  }
  return made;
}

mgmt::Config Device::Impl::management_config() const {
  mgmt::Config made;
  made.device = config.index;
  made.generation = &generation;
  made.firmware = config.firmware;
  made.routing_id = config.routing_id;
  made.node = config.node;
  return made;
}

mgmt::Environment Device::Impl::environment(bus::HostMemory& memory) {
  mgmt::Environment env;
  env.dma = &link.dma();
  env.host_peek = [&memory](std::uint64_t address, void* to, std::size_t size) {
    return memory.read(address, to, size);
  };
  env.block_rst = [this](std::uint64_t map, bool held) { block_rst(map, held); };
  env.power = [this](unsigned die, ps_t from, ps_t to) { return utilisation(die, from, to); };
  env.device_read = [this](std::uint64_t address, std::uint32_t* value) {
    return read_register(address, value);
  };
  env.device_write = [this](std::uint64_t address, std::uint32_t value) {
    return write_register(address, value);
  };
  return env;
}

void Device::Impl::claim_windows() {
  decoder.claim(0, generation.miscram_offset, kMiscramBytes, management.host_socket());
  for (const auto& [offset, bytes] : blocks.space().extents())
    decoder.claim(0, offset, bytes, block_ports.socket(0), offset);
  // Without BAR4 the memory is there all the same, only the host does not see it.
  if (config.has_bar4) decoder.claim(4, 0, generation.bar4_bytes, hbm_port.socket);
}

void Device::Impl::block_rst(std::uint64_t map, bool held) {
  blocks.reset(map);
  for (std::uint32_t core = 0; core < cores.size(); ++core)
    if (map >> core & 1) cores[core]->set_reset(held);
}

std::uint32_t Device::Impl::utilisation(unsigned die, ps_t from, ps_t to) {
  ps_t busy = 0;
  std::uint64_t members = 0;
  for (std::uint32_t core = 0; core < cores.size(); ++core) {
    if (generation::die_of_core(generation, core) != die) continue;
    busy += cores[core]->busy_between(from, to);
    ++members;
  }
  if (members == 0 || to <= from) return 0;
  return static_cast<std::uint32_t>(busy * kFullScale / (members * (to - from)));
}

// The window sees what BAR0 shows, unclaimed storage included (11, section 12.4).
bool Device::Impl::read_register(std::uint64_t device_address, std::uint32_t* value) {
  const auto offset = generation::readable_register(generation, device_address);
  if (!offset) return false;
  const auto word = static_cast<std::uint32_t>(*offset);
  if (blocks.space().contains(word))
    return blocks.space().read(0, word, value, sim::now()) == bus::Response::okay;
  return in_miscram(*offset)
             ? management.peek(static_cast<std::uint32_t>(*offset - generation.miscram_offset),
                               value)
             : decoder.peek(*offset, value);
}

bool Device::Impl::write_register(std::uint64_t device_address, std::uint32_t value) {
  const auto offset = generation::readable_register(generation, device_address);
  if (!offset) return false;
  const auto word = static_cast<std::uint32_t>(*offset);
  if (blocks.space().contains(word))
    return blocks.space().write(0, word, value, 0xf, sim::now()) == bus::Response::okay;
  return in_miscram(*offset)
             ? management.poke(static_cast<std::uint32_t>(*offset - generation.miscram_offset),
                               value)
             : decoder.poke(*offset, value);
}

Device::Device(const DeviceConfig& config, bus::HostMemory& memory, fault::Registry& faults,
               trace::Stream& stream)
    : impl_(std::make_unique<Impl>(fmt::format("device{}", config.index).c_str(), complete(config),
                                   memory, faults, stream)) {}

Device::~Device() = default;

const DeviceConfig& Device::config() const {
  return impl_->config;
}

const generation::Generation& Device::generation() const {
  return impl_->generation;
}

bus::HostPort& Device::host_port() {
  return impl_->link;
}

std::uint32_t Device::core_count() const {
  return static_cast<std::uint32_t>(impl_->cores.size());
}

neuroncore::Core& Device::core(std::uint32_t index) {
  check(index < impl_->cores.size(), fmt::format("device {} has no core {}; it has {}",
                                                 impl_->config.index, index, impl_->cores.size()));
  return *impl_->cores[index];
}

void Device::inject_ecc(std::uint32_t source, EccKind kind, std::uint32_t count) {
  check(source <= impl_->generation.hbm_stacks,
        fmt::format("device {} has no ECC source {}; accepted are 0 (SRAM) to {}",
                    impl_->config.index, source, impl_->generation.hbm_stacks));
  impl_->management.inject_ecc(source, kind, count);
}

void Device::set_repair_state(std::uint32_t state) {
  check(state <= 3, fmt::format("HBM repair state {}; accepted are 0..3", state));
  impl_->management.set_repair_state(state);
}

bool Device::mark_hbm(std::uint64_t bar4_offset, EccKind kind) {
  return impl_->hbm.mark(bar4_offset, kind);
}

bool Device::peek(std::uint64_t bar0_offset, std::uint32_t* value) {
  return impl_->decoder.peek(bar0_offset, value);
}

bool Device::poke(std::uint64_t bar0_offset, std::uint32_t value) {
  return impl_->decoder.poke(bar0_offset, value);
}

std::vector<Device::Unclaimed> Device::unclaimed() const {
  std::vector<Unclaimed> list;
  for (const auto& [offset, word] : impl_->decoder.unclaimed())
    list.push_back({offset, word.reads, word.writes});
  return list;
}

std::uint64_t Device::hbm_bytes_held() const {
  return impl_->hbm.bytes_held();
}

}  // namespace nvp
