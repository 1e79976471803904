// SPDX-License-Identifier: Apache-2.0
#include "model/mgmt/management.h"

#include <algorithm>
#include <array>

#include "gen/model/regs/neuron_regs.h"
#include "model/bus/register_port.h"
#include "model/mgmt/boot_config.h"
#include "model/mgmt/crc32c.h"
#include "model/mgmt/device_window.h"
#include "model/mgmt/ecc_ctrl.h"
#include "model/mgmt/host_dma.h"
#include "model/mgmt/irq_ctrl.h"
#include "model/mgmt/mailbox_tap.h"
#include "model/mgmt/management_bus.h"
#include "model/mgmt/miscram.h"
#include "model/mgmt/platform_port.h"
#include "model/mgmt/pod_link.h"
#include "model/mgmt/power_sampler.h"
#include "model/mgmt/processor.h"
#include "model/mgmt/reset_ctrl.h"
#include "model/sim/error.h"
#include "model/sim/thread.h"

namespace nvp::mgmt {

/// The parts, in the order in which they need each other.
struct Management::Impl {
  Impl(const Config& c, const Environment& e, fault::Registry& f, trace::Stream& s,
       Program program);

  PowerSampler::Load load() const;
  LocalMemory local_memory();
  void attach(const char* name, std::uint32_t base, std::uint32_t bytes, bus::RegisterBlock& block);
  void attach_blocks();
  void connect_interrupts();
  void arm_faults();
  void block_reset(std::uint64_t map, bool held);
  void device_issue(ps_t grant);
  void load_ram();

  Config config;
  Environment environment;
  fault::Registry& faults;
  trace::Stream& stream;
  sim::Clock fabric, mgmt;

  Miscram miscram;
  MailboxTap tap;
  Crc32cBlock crc32c;
  EccCtrl ecc;
  ResetCtrl reset;
  IrqCtrl irq;
  HostDma dma;
  PowerSampler sampler;
  PodLink pod_link;
  DeviceWindow window;
  PlatformPort platform;

  ManagementBus bus;
  bus::RegisterPorts miscram_ports;
  std::vector<std::unique_ptr<bus::RegisterPorts>> ports;
  Processor processor;
};

namespace {

/// A subsystem without a generation cannot say anything else.
const generation::Generation& known(const generation::Generation* generation) {
  if (!generation) throw Error("management subsystem: no generation given", Error::Kind::platform);
  return *generation;
}

constexpr unsigned kEccKinds[] = {0, 1, 2};  // of EccKind: corrected, uncorrectable, repairable

}  // namespace

Management::Impl::Impl(const Config& c, const Environment& e, fault::Registry& f, trace::Stream& s,
                       Program program)
    : config(c),
      environment(e),
      faults(f),
      stream(s),
      fabric(known(c.generation).fabric_hz),
      mgmt(c.generation->mgmt_hz),
      miscram(fabric),
      tap(miscram, {c.device, c.generation->pci_host_base, e.host_peek}, f, s),
      ecc(fabric, 1 + c.generation->hbm_stacks),
      reset("reset_ctrl", fabric, [this](std::uint64_t map, bool held) { block_reset(map, held); }),
      irq(mgmt),
      dma(fabric, e.dma, local_memory()),
      sampler("power_sampler", fabric, mgmt, c.generation->dice, load()),
      window(e.device_read, e.device_write),
      platform(c.device, s),
      bus("bus", fabric),
      miscram_ports("miscram", fabric, 2, tap),
      processor({c.device, c.generation, program ? std::move(program) : reference_firmware(),
                 [this] { load_ram(); }},
                bus, irq, mgmt, fabric, s) {
  attach_blocks();
  connect_interrupts();
  arm_faults();
  tap.on_device_issue([this](ps_t grant) { device_issue(grant); });
  dma.on_outgoing(
      [this](std::uint64_t host, std::vector<std::uint8_t>* bytes) { tap.outgoing(host, bytes); });
  platform.on_exit([this](int code) { processor.exit(code); });
}

PowerSampler::Load Management::Impl::load() const {
  if (const auto fixed = config.firmware.fixed_utilisation) {
    return [fixed](unsigned, ps_t, ps_t) { return *fixed; };
  }
  return environment.power;
}

LocalMemory Management::Impl::local_memory() {
  const auto in_miscram = [](std::uint32_t address) {
    return address - MGMT_MISCRAM_BASE < MGMT_MISCRAM_BYTES;
  };
  LocalMemory local;
  local.read = [this, in_miscram](std::uint32_t address, void* to, std::size_t size) {
    return in_miscram(address) ? miscram.copy_out(address - MGMT_MISCRAM_BASE, to, size)
                               : bus.copy_out(address, to, size);
  };
  local.write = [this, in_miscram](std::uint32_t address, const void* from, std::size_t size) {
    return in_miscram(address) ? miscram.copy_in(address - MGMT_MISCRAM_BASE, from, size)
                               : bus.copy_in(address, from, size);
  };
  return local;
}

void Management::Impl::attach(const char* name, std::uint32_t base, std::uint32_t bytes,
                              bus::RegisterBlock& block) {
  ports.push_back(std::make_unique<bus::RegisterPorts>(name, fabric, 1, block));
  bus.attach(base, bytes, ports.back()->socket(0));
}

void Management::Impl::attach_blocks() {
  bus.attach(MGMT_MISCRAM_BASE, MGMT_MISCRAM_BYTES, miscram_ports.socket(Miscram::kPortF));
  attach("irq_ctrl_ports", MGMT_IRQ_CTRL_BASE, MGMT_IRQ_CTRL_BYTES, irq);
  attach("power_sampler_ports", MGMT_POWER_SAMPLER_BASE, MGMT_POWER_SAMPLER_BYTES, sampler);
  attach("ecc_ctrl_ports", MGMT_ECC_CTRL_BASE, MGMT_ECC_CTRL_BYTES, ecc);
  attach("crc32c_ports", MGMT_CRC32C_BASE, MGMT_CRC32C_BYTES, crc32c);
  attach("reset_ctrl_ports", MGMT_RESET_CTRL_BASE, MGMT_RESET_CTRL_BYTES, reset);
  attach("host_dma_ports", MGMT_HOST_DMA_BASE, MGMT_HOST_DMA_BYTES, dma);
  attach("pod_link_ports", MGMT_POD_LINK_BASE, MGMT_POD_LINK_BYTES, pod_link);
  attach("device_window_ports", MGMT_DEVICE_WINDOW_BASE, MGMT_DEVICE_WINDOW_BYTES, window);
  attach("platform_port_ports", MGMT_PLATFORM_PORT_BASE, MGMT_PLATFORM_PORT_BYTES, platform);
}

void Management::Impl::connect_interrupts() {
  const auto changed = [this] { irq.changed(); };
  irq.connect(IrqCtrl::kDoorbell, miscram.doorbell());
  irq.connect(IrqCtrl::kEcc, ecc);
  irq.connect(IrqCtrl::kResetDone, reset.done());
  irq.connect(IrqCtrl::kDma, dma.ended());
  irq.connect(IrqCtrl::kPower, sampler.fresh());
  miscram.doorbell().on_change(changed);
  ecc.on_change(changed);
  reset.done().on_change(changed);
  dma.ended().on_change(changed);
  sampler.fresh().on_change(changed);
  irq.on_change([this] { processor.irq_changed(); });
}

void Management::Impl::arm_faults() {
  const auto stop_at = [this](fault::Point point, Processor::Cause cause) {
    faults.on_due(point, [this, point, cause](const fault::Spec& spec) {
      if (spec.device >= 0 && spec.device != config.device) return;
      processor.stop(cause, std::string(fault::name(point)));
    });
  };
  stop_at(fault::Point::fw_crash, Processor::Cause::crash);
  stop_at(fault::Point::fw_hang, Processor::Cause::hang);
}

void Management::Impl::block_reset(std::uint64_t map, bool held) {
  if (held && stream.wants(trace::Kind::block_reset)) {
    trace::Event event{trace::Kind::block_reset, sim::now(), config.device};
    event.a = miscram.word(MISCRAM_RESET);
    event.x = map >> 32;
    event.y = map & 0xffff'ffff;
    stream.emit(event);
  }
  if (environment.block_rst) environment.block_rst(map, held);
}

// 12 section 10, step 6: a stopped processor is restarted, and serves the Issue once it has booted.
void Management::Impl::device_issue(ps_t grant) {
  if (processor.running()) return;
  miscram.clear_ready();
  irq.reset(grant);
  platform.restart();
  processor.restart();
}

void Management::Impl::load_ram() {
  bus.clear_ram();
  Config now = config;
  const fault::Context context{config.device};
  if (const fault::Spec* slow = faults.hit(fault::Point::fw_slow_boot, context)) {
    now.firmware.boot_ps = slow->time;
  }
  const BootConfig words = boot_config(now, mgmt);
  for (std::size_t i = 0; i < words.size(); ++i) {
    bus.set_ram(static_cast<std::uint32_t>(FW_CONFIG + 4 * i), words[i]);
  }
}

Management::Management(sc_core::sc_module_name name, const Config& config,
                       const Environment& environment, fault::Registry& faults,
                       trace::Stream& stream, Program program)
    : sc_module(name),
      impl_(std::make_unique<Impl>(config, environment, faults, stream, std::move(program))) {}

Management::~Management() = default;

tlm::tlm_target_socket<32>& Management::host_socket() {
  return impl_->miscram_ports.socket(Miscram::kPortH);
}

void Management::inject_ecc(std::uint32_t source, EccKind kind, std::uint32_t count) {
  const ps_t now = sim::now();
  impl_->ecc.inject(source, kEccKinds[static_cast<unsigned>(kind)], count, now);
  if (count == 0 || !impl_->stream.wants(trace::Kind::ecc)) return;
  trace::Event event{trace::Kind::ecc, now, impl_->config.device};
  event.a = source;
  event.b = static_cast<std::uint32_t>(kind);
  event.x = count;
  impl_->stream.emit(event);
}

void Management::set_repair_state(std::uint32_t state) {
  if (state > MISCRAM_HBM_REPAIR_STATE_STATE_MASK) {
    throw Error("HBM repair state " + std::to_string(state) + ": 0 to 3 are possible");
  }
  const std::uint32_t old = impl_->miscram.word(MISCRAM_HBM_REPAIR_STATE);
  impl_->miscram.set_word(MISCRAM_HBM_REPAIR_STATE,
                          (old & ~MISCRAM_HBM_REPAIR_STATE_STATE_MASK) | state);
}

bool Management::peek(std::uint32_t offset, std::uint32_t* value) const {
  if (offset % 4 != 0 || offset >= Miscram::kSharedBytes) return false;
  *value = impl_->miscram.word(offset);
  return true;
}

bool Management::poke(std::uint32_t offset, std::uint32_t value) {
  if (offset % 4 != 0 || offset >= Miscram::kSharedBytes) return false;
  impl_->miscram.set_word(offset, value);
  return true;
}

bool Management::bus_peek(std::uint32_t address, std::uint32_t* value) {
  return impl_->bus.peek(address, value);
}

bool Management::bus_poke(std::uint32_t address, std::uint32_t value) {
  return impl_->bus.poke(address, value);
}

bool Management::running() const {
  return impl_->processor.running();
}

std::optional<int> Management::exit_code() const {
  return impl_->processor.exit_code();
}

}  // namespace nvp::mgmt
