// SPDX-License-Identifier: Apache-2.0
// Interrupt controller, host DMA, power sampler, device window, platform port, pod link
// (docs/reference/41-rtl-blocks.md, 13 section 2.7).
#include <gtest/gtest.h>

#include <numeric>

#include "gen/model/regs/neuron_regs.h"
#include "model/mgmt/device_window.h"
#include "model/mgmt/host_dma.h"
#include "model/mgmt/irq_ctrl.h"
#include "model/mgmt/platform_port.h"
#include "model/mgmt/pod_link.h"
#include "model/mgmt/power_sampler.h"
#include "testbench/tests/mgmt_port_bench.h"
#include "testbench/tests/support/sim_test.h"

namespace nvp::test {
namespace {

const sim::Clock& mgmt_clock() {
  static const sim::Clock clock(400'000'000);
  return clock;
}

const sim::Clock& fabric_clock() {
  static const sim::Clock clock(1'000'000'000);
  return clock;
}

TEST(Line, KnowsItsTransitions) {
  mgmt::Line line;
  unsigned changes = 0;
  line.on_change([&] { ++changes; });
  EXPECT_FALSE(line.at(100));
  line.set(true, 50);
  line.set(true, 60);
  line.set(false, 70);
  line.set(true, 80);
  EXPECT_FALSE(line.at(49));
  EXPECT_TRUE(line.at(50));
  EXPECT_FALSE(line.at(79));
  EXPECT_TRUE(line.at(1'000));
  EXPECT_EQ(line.next_rise(0), 50u);
  EXPECT_EQ(line.next_rise(50), 80u);
  EXPECT_EQ(line.next_rise(80), mgmt::kNever);
  line.set(false, 75);  // withdraws the rise at 80
  EXPECT_FALSE(line.at(1'000));
  for (ps_t t = 100; t < 200; t += 10) line.set(t % 20 == 0, t);
  EXPECT_TRUE(line.at(185));
  EXPECT_FALSE(line.at(195));
  EXPECT_EQ(changes, 15u);
}

struct IrqBench {
  mgmt::IrqCtrl irq{mgmt_clock()};
  mgmt::Line line;
  PortBench bench{irq, 1};
};

SIM_TEST(IrqCtrl, InputsAndEnable) {
  auto* i = new IrqBench;
  i->irq.connect(mgmt::IrqCtrl::kDma, i->line);
  i->bench.thread([i] {
    i->line.set(true, i->bench.at(5));
    EXPECT_EQ(i->bench.read(0, IRQ_CTRL_PENDING, 10), 0u);
    i->bench.write(0, IRQ_CTRL_ENABLE, 0xffffffff, 20);
    EXPECT_EQ(i->bench.read(0, IRQ_CTRL_ENABLE, 30), 0x7fu);
    EXPECT_EQ(i->bench.read(0, IRQ_CTRL_PENDING, 40), 0x10u);
    i->bench.write(0, IRQ_CTRL_PENDING, 0xffffffff, 50);
    i->line.set(false, i->bench.at(60));
    EXPECT_EQ(i->bench.read(0, IRQ_CTRL_PENDING, 70), 0u);
    i->bench.write(0, 0x18, 0, 80, bus::Response::decerr);
    i->bench.read(0, 0x18, 90, bus::Response::decerr);
  });
}

SIM_TEST(IrqCtrl, TimerIsDerivedFromTime) {
  auto* i = new IrqBench;
  i->bench.thread([i] {
    i->bench.write(0, IRQ_CTRL_ENABLE, 8, 0);
    i->bench.write(0, IRQ_CTRL_TIMER_LO, 40, 0);  // 40 mgmt cycles = 100 ns
    EXPECT_EQ(i->irq.next_rise(sim::now()), i->bench.at(100));
    EXPECT_EQ(i->irq.pending(i->bench.at(100) - 1), 0u);
    EXPECT_EQ(i->irq.pending(i->bench.at(100)), 8u);
    EXPECT_EQ(i->bench.read(0, IRQ_CTRL_COUNT_LO, 99), 40u);  // granted at 100
    EXPECT_EQ(i->bench.read(0, IRQ_CTRL_PENDING, 0), 8u);
    i->bench.write(0, IRQ_CTRL_TIMER_HI, 1, 0);
    EXPECT_EQ(i->bench.read(0, IRQ_CTRL_PENDING, 0), 0u);
    i->bench.write(0, IRQ_CTRL_TIMER_HI, 0xffffffff, 0);  // after the end of time
    EXPECT_EQ(i->irq.next_rise(sim::now()), mgmt::kNever);
    i->bench.write(0, IRQ_CTRL_TIMER_LO, 0, 0);
    i->bench.write(0, IRQ_CTRL_TIMER_HI, 0, 0);  // compare 0: off
    EXPECT_EQ(i->bench.read(0, IRQ_CTRL_PENDING, 0), 0u);
    i->irq.reset(i->bench.at(1'000));
    EXPECT_EQ(i->bench.read(0, IRQ_CTRL_COUNT_LO, 1'099), 40u);
    EXPECT_EQ(i->bench.read(0, IRQ_CTRL_ENABLE, 0), 0u);
  });
}

SIM_TEST(IrqCtrl, LowWordLatchesHighWord) {
  auto* i = new IrqBench;
  i->bench.thread([i] {
    const std::uint64_t wrap = std::uint64_t{1} << 32;  // mgmt cycles
    sim::Thread::current()->sleep_until(mgmt_clock().edge(wrap - 2));
    EXPECT_EQ(i->bench.read(0, IRQ_CTRL_COUNT_LO, 0), 0xfffffffeu);
    sim::Thread::current()->sleep_until(mgmt_clock().edge(wrap + 8));
    EXPECT_EQ(i->bench.read(0, IRQ_CTRL_COUNT_HI, 0), 0u);  // handshake 20 ns after the wrap
    EXPECT_EQ(i->bench.read(0, IRQ_CTRL_COUNT_LO, 0), 9u);  // granted 4 ns on: 24 / 2.5
    EXPECT_EQ(i->bench.read(0, IRQ_CTRL_COUNT_HI, 0), 1u);
  });
}

struct SamplerBench {
  struct Call {
    unsigned die;
    ps_t from, to;
  };
  std::vector<Call> calls;
  mgmt::PowerSampler sampler{"sampler", fabric_clock(), mgmt_clock(), 2,
                             [this](unsigned die, ps_t from, ps_t to) {
                               calls.push_back({die, from, to});
                               EXPECT_EQ(sim::now(), to);
                               return 100 * (die + 1) + static_cast<std::uint32_t>(calls.size());
                             }};
  PortBench bench{sampler, 1};
  void until(ps_t t) { sim::Thread::current()->sleep_until(t); }
};

SIM_TEST(PowerSampler, LatchesAtTheEndOfEachPeriod) {
  auto* s = new SamplerBench;
  s->bench.thread([s] {
    EXPECT_EQ(s->bench.read(0, POWER_SAMPLER_PERIOD, 0), 200'000'000u);
    s->until(500 * kPsPerMs - 2'000);
    EXPECT_EQ(s->bench.read(0, POWER_SAMPLER_STATUS, 0), 0u);
    EXPECT_EQ(s->bench.read(0, POWER_SAMPLER_STATUS, 0), 1u);
    EXPECT_EQ(s->bench.read(0, POWER_SAMPLER_UTIL(0), 0), 101u);
    EXPECT_EQ(s->bench.read(0, POWER_SAMPLER_UTIL(1), 0), 202u);
    s->bench.write(0, POWER_SAMPLER_STATUS, 1, 0);
    EXPECT_EQ(s->bench.read(0, POWER_SAMPLER_STATUS, 0), 0u);
    s->until(1'001 * kPsPerMs);
    EXPECT_EQ(s->bench.read(0, POWER_SAMPLER_STATUS, 0), 1u);
    ASSERT_EQ(s->calls.size(), 4u);
    EXPECT_EQ(s->calls[2].from, 500 * kPsPerMs);
    EXPECT_EQ(s->calls[3].to, 1'000 * kPsPerMs);
    s->bench.write(0, POWER_SAMPLER_PERIOD, 0, 0);
    s->until(2'500 * kPsPerMs);
    EXPECT_EQ(s->calls.size(), 4u);
    s->bench.write(0, POWER_SAMPLER_PERIOD, 400, 0);  // 1 us from here
    s->until(2'500 * kPsPerMs + 2'100'000);
    EXPECT_EQ(s->calls.size(), 8u);
    EXPECT_EQ(s->calls[5].to - s->calls[5].from, kPsPerUs);
    EXPECT_EQ(s->bench.read(0, 0x10, 0, bus::Response::decerr), 0u);
    sim::stop();
  });
}

/// A DMA port whose transfers end after a microsecond.
struct SlowPort : bus::DmaPort {
  std::vector<std::uint8_t> host = std::vector<std::uint8_t>(0x1000);
  bool ok = true;
  std::function<void()> pending;
  sim::Thread thread{"dma", [this] {
                       for (;;) {
                         sim::Thread::current()->block();
                         const ps_t end = sim::now() + kPsPerUs;
                         while (sim::Thread::current()->sleep_until(end)) {
                         }
                         pending();
                       }
                     }};

  SlowPort() { thread.set_endless(); }

  void read(std::uint64_t address, void* to, std::size_t size,
            std::function<void(bool)> done) override {
    pending = [=] {
      if (ok) std::memcpy(to, host.data() + address, size);
      done(ok);
    };
    thread.wake();
  }
  void write(std::uint64_t address, const void* from, std::size_t size,
             std::function<void(bool)> done) override {
    if (ok) std::memcpy(host.data() + address, from, size);
    pending = [=] { done(ok); };
    thread.wake();
  }
};

struct DmaBench {
  SlowPort port;
  std::vector<std::uint8_t> local = std::vector<std::uint8_t>(0x100);
  mgmt::HostDma dma{fabric_clock(),
                    &port,
                    {[this](std::uint32_t address, void* to, std::size_t size) {
                       if (address + size > local.size()) return false;
                       std::memcpy(to, &local[address], size);
                       return true;
                     },
                     [this](std::uint32_t address, const void* from, std::size_t size) {
                       if (address + size > local.size()) return false;
                       std::memcpy(&local[address], from, size);
                       return true;
                     }}};
  PortBench bench{dma, 1};

  // Starts a transfer and waits for its end; returns STATUS.
  std::uint32_t run(std::uint32_t host, std::uint32_t address, std::uint32_t len,
                    std::uint32_t command) {
    bench.write(0, HOST_DMA_HOST_LO, host, 0);
    bench.write(0, HOST_DMA_HOST_HI, 0, 0);
    bench.write(0, HOST_DMA_LOCAL, address, 0);
    bench.write(0, HOST_DMA_LEN, len, 0);
    bench.write(0, HOST_DMA_CMD, command, 0);
    EXPECT_FALSE(dma.ended().at(sim::now()) && len != 0 && len <= 0x100);
    sim::Thread::current()->sleep_until(sim::now() + 2 * kPsPerUs);
    EXPECT_TRUE(dma.ended().at(sim::now()));
    return bench.read(0, HOST_DMA_STATUS, 0);
  }
};

SIM_TEST(HostDma, MovesBytesBothWays) {
  auto* d = new DmaBench;
  d->bench.thread([d] {
    std::iota(d->port.host.begin(), d->port.host.end(), std::uint8_t{1});
    EXPECT_EQ(d->run(0x10, 0x21, 7, 1), 2u);
    EXPECT_EQ(d->local[0x20], 0);
    EXPECT_EQ(d->local[0x21], 0x11);
    EXPECT_EQ(d->local[0x27], 0x17);
    EXPECT_EQ(d->local[0x28], 0);
    EXPECT_EQ(d->run(0x102, 0x21, 3, 2), 2u);
    EXPECT_EQ(d->port.host[0x101], 0x02);
    EXPECT_EQ(d->port.host[0x102], 0x11);
    EXPECT_EQ(d->port.host[0x105], 0x06);
    d->bench.write(0, HOST_DMA_STATUS, 2, 0);
    EXPECT_EQ(d->bench.read(0, HOST_DMA_STATUS, 0), 0u);
    EXPECT_FALSE(d->dma.ended().at(sim::now()));
    EXPECT_EQ(d->bench.read(0, HOST_DMA_LEN, 0), 3u);
    EXPECT_EQ(d->bench.read(0, HOST_DMA_CMD, 0), 0u);
    sim::stop();
  });
}

SIM_TEST(HostDma, ErrorsEndTransfers) {
  auto* d = new DmaBench;
  d->bench.thread([d] {
    EXPECT_EQ(d->run(0, 0xfe, 8, 1), 4u);  // beyond local memory
    EXPECT_EQ(d->run(0, 0xfe, 8, 2), 4u);
    EXPECT_EQ(d->run(0, 0, 8, 3), 4u);    // no such command
    EXPECT_EQ(d->run(0, 0, ~0u, 1), 4u);  // longer than anything
    EXPECT_EQ(d->run(0, 0, 0, 1), 2u);    // nothing to do
    d->port.ok = false;
    EXPECT_EQ(d->run(0, 0, 8, 1), 4u);
    EXPECT_EQ(d->run(0, 0, 8, 2), 4u);
    d->bench.write(0, 0x18, 0, 0, bus::Response::decerr);
    sim::stop();
  });
}

SIM_TEST(HostDma, BusyIgnoresCommands) {
  auto* d = new DmaBench;
  d->bench.thread([d] {
    d->bench.write(0, HOST_DMA_LEN, 4, 0);
    d->bench.write(0, HOST_DMA_CMD, 1, 0);
    EXPECT_EQ(d->bench.read(0, HOST_DMA_STATUS, 0), 1u);
    d->bench.write(0, HOST_DMA_CMD, 7, 0);
    EXPECT_EQ(d->bench.read(0, HOST_DMA_STATUS, 0), 1u);
    sim::Thread::current()->sleep_until(sim::now() + 2 * kPsPerUs);
    EXPECT_EQ(d->bench.read(0, HOST_DMA_STATUS, 0), 2u);
    sim::stop();
  });
}

struct WindowBench {
  std::uint64_t written_to = 0;
  std::uint32_t written = 0;
  mgmt::DeviceWindow window{[](std::uint64_t address, std::uint32_t* value) {
                              if (address != 0x8006c84024) return false;
                              *value = 77;
                              return true;
                            },
                            [this](std::uint64_t address, std::uint32_t value) {
                              written_to = address;
                              written = value;
                              return address != 0;
                            }};
  PortBench bench{window, 1};
};

SIM_TEST(DeviceWindow, ReadsAndWritesByDeviceAddress) {
  auto* w = new WindowBench;
  w->bench.thread([w] {
    w->bench.write(0, DEVICE_WINDOW_ADDR_LO, 0x06c84024, 0);
    EXPECT_EQ(w->bench.read(0, DEVICE_WINDOW_DATA, 0), 0u);
    EXPECT_EQ(w->bench.read(0, DEVICE_WINDOW_STATUS, 0), 1u);
    w->bench.write(0, DEVICE_WINDOW_ADDR_HI, 0x80, 0);
    EXPECT_EQ(w->bench.read(0, DEVICE_WINDOW_DATA, 0), 77u);
    EXPECT_EQ(w->bench.read(0, DEVICE_WINDOW_STATUS, 0), 0u);
    w->bench.write(0, DEVICE_WINDOW_DATA, 99, 0);
    EXPECT_EQ(w->written_to, 0x8006c84024u);
    EXPECT_EQ(w->written, 99u);
    w->bench.write(0, DEVICE_WINDOW_DATA, 1, 0, bus::Response::okay, 0x3);
    EXPECT_EQ(w->written, 99u);
    EXPECT_EQ(w->bench.read(0, DEVICE_WINDOW_STATUS, 0), 1u);
    EXPECT_EQ(w->bench.read(0, DEVICE_WINDOW_ADDR_HI, 0), 0x80u);
    w->bench.read(0, 0x10, 0, bus::Response::decerr);
  });
}

struct PlatformBench {
  trace::Stream stream;
  std::vector<std::string> lines;
  std::vector<std::vector<std::uint8_t>> blobs;
  std::vector<ps_t> times;
  int code = 0;
  mgmt::PlatformPort platform{3, stream};
  PortBench bench{platform, 1};
};

SIM_TEST(PlatformPort, LinesBlobsAndExit) {
  auto* p = new PlatformBench;
  p->stream.subscribe([p](const trace::Event& event) {
    EXPECT_EQ(event.device, 3);
    if (event.kind == trace::Kind::firmware_log) p->lines.emplace_back(event.text);
    if (event.kind != trace::Kind::telemetry_blob) return;
    EXPECT_EQ(event.a, event.data_size);
    p->blobs.emplace_back(event.data, event.data + event.data_size);
    p->times.push_back(event.time);
  });
  p->platform.on_exit([p](int code) { p->code = code; });
  p->bench.thread([p] {
    for (char c : std::string("hello\n\nhalf")) {
      p->bench.write(0, PLATFORM_PORT_CONSOLE, static_cast<std::uint32_t>(c), 0);
    }
    EXPECT_EQ(p->lines, (std::vector<std::string>{"hello", ""}));
    p->bench.write(0, PLATFORM_PORT_CW_DATA, 0x1c8, 0);
    p->bench.write(0, PLATFORM_PORT_CW_DATA, 1, 0);
    p->bench.write(0, PLATFORM_PORT_CW_END, 0, 199);
    p->bench.write(0, PLATFORM_PORT_CW_END, 0, 299);
    ASSERT_EQ(p->blobs.size(), 2u);
    EXPECT_EQ(p->blobs[0], (std::vector<std::uint8_t>{0xc8, 1}));
    EXPECT_TRUE(p->blobs[1].empty());
    EXPECT_EQ(p->times[0], p->bench.at(200));
    p->bench.write(0, PLATFORM_PORT_EXIT, static_cast<std::uint32_t>(-4), 0);
    EXPECT_EQ(p->code, -4);
    EXPECT_EQ(p->bench.read(0, PLATFORM_PORT_EXIT, 0), 0u);
    p->bench.write(0, 0x10, 0, 0, bus::Response::decerr);
  });
}

SIM_TEST(PodLink, IsReserved) {
  static mgmt::PodLink link;
  auto* bench = new PortBench(link, 1);
  bench->thread([bench] {
    bench->write(0, 0x10, 5, 0);
    EXPECT_EQ(bench->read(0, 0x10, 0), 0u);
    EXPECT_EQ(bench->read(0, 0xffc, 0), 0u);
    EXPECT_EQ(bench->read(0, 0x1000, 0, bus::Response::decerr), 0u);
  });
}

}  // namespace
}  // namespace nvp::test
