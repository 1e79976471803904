// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_TESTS_BUS_FIXTURE_H_
#define NEURON_VP_TESTBENCH_TESTS_BUS_FIXTURE_H_

#include <cstring>
#include <map>
#include <string>
#include <systemc>
#include <tlm>
#include <vector>

#include "model/bus/decoder.h"
#include "model/bus/host_memory.h"
#include "model/bus/link.h"
#include "model/bus/memory_port.h"
#include "model/bus/protocol_checker.h"
#include "model/bus/register_master.h"
#include "model/bus/register_port.h"
#include "model/fault/fault.h"
#include "model/generation/generation.h"
#include "model/sim/thread.h"
#include "model/trace/event.h"

namespace nvp::test {

/// The link of chapter 05's table, without the rest of a generation.
inline generation::Generation link_of(generation::Id id) {
  const bool v2 = id == generation::Id::v2;
  generation::Generation g{};
  g.id = id;
  g.fabric_hz = 1'000'000'000;
  g.mgmt_hz = 400'000'000;
  g.link_post_ps = 20'000;
  g.link_request_ps = v2 ? 350'000 : 300'000;
  g.link_completion_ps = v2 ? 350'000 : 300'000;
  g.link_ps_per_byte = v2 ? 32 : 16;
  g.link_max_payload = 256;
  g.link_timeout_ps = 50 * kPsPerMs;
  g.decode_cycles = 2;
  return g;
}

/// 4 KiB of words behind any number of ports, and a log of what was done to them.
class WordBlock : public bus::RegisterBlock {
 public:
  struct Entry {
    unsigned port;
    bool write;
    std::uint32_t address, data;
    ps_t grant;
  };
  std::vector<Entry> log;
  std::map<std::uint32_t, std::uint32_t> words;
  unsigned busy = 0;  // cycles after each write

  bus::Response read(unsigned port, std::uint32_t address, std::uint32_t* data,
                     ps_t grant) override {
    last_write_ = false;
    if (address >= 0x1000) return bus::Response::decerr;
    *data = words[address];
    log.push_back({port, false, address, *data, grant});
    return bus::Response::okay;
  }
  bus::Response write(unsigned port, std::uint32_t address, std::uint32_t data,
                      std::uint8_t strobes, ps_t grant) override {
    last_write_ = true;
    if (address >= 0x1000) return bus::Response::decerr;
    words[address] = bus::merge_strobes(words[address], data, strobes);
    log.push_back({port, true, address, data, grant});
    return bus::Response::okay;
  }
  bus::Response peek(unsigned, std::uint32_t address, std::uint32_t* data) override {
    if (address >= 0x1000) return bus::Response::decerr;
    *data = words[address];
    return bus::Response::okay;
  }
  bus::Response poke(unsigned, std::uint32_t address, std::uint32_t data) override {
    if (address >= 0x1000) return bus::Response::decerr;
    words[address] = data;
    return bus::Response::okay;
  }
  unsigned busy_cycles() const override { return last_write_ ? busy : 0; }

 private:
  bool last_write_ = false;
};

/// 64 KiB of memory.
class ByteBlock : public bus::MemoryBlock {
 public:
  std::vector<std::uint8_t> bytes = std::vector<std::uint8_t>(0x10000);
  ps_t answer_after = 0;

  bool read(std::uint64_t address, void* to, std::size_t size) override {
    return peek(address, to, size);
  }
  bool write(std::uint64_t address, const void* from, std::size_t size) override {
    return poke(address, from, size);
  }
  bool peek(std::uint64_t address, void* to, std::size_t size) override {
    if (address >= bytes.size() || size > bytes.size() - address) return false;
    std::memcpy(to, bytes.data() + address, size);
    return true;
  }
  bool poke(std::uint64_t address, const void* from, std::size_t size) override {
    if (address >= bytes.size() || size > bytes.size() - address) return false;
    std::memcpy(bytes.data() + address, from, size);
    return true;
  }
  ps_t latency() const override { return answer_after; }
};

inline bus::PciIdentity identity() {
  bus::PciIdentity id;
  id.bar[0] = {0x10'0000'0000, 0x4000'0000};
  id.bar[4] = {0x20'0000'0000, 0x8'0000'0000};
  return id;
}

/// A link, a decoder, a block with two ports (window 0x1000 long at BAR0 0x30fa0000), memory at the
/// start of BAR4, and masters for the second port and for the decoder's device side.
struct BusPlatform {
  static constexpr std::uint64_t kBar0 = 0x10'0000'0000, kBar4 = 0x20'0000'0000;
  static constexpr std::uint64_t kMisc = 0x30fa'0000;

  generation::Generation generation;
  sim::Clock fabric;
  bus::HostMemory memory;
  trace::Stream stream;
  fault::Registry faults{stream};
  WordBlock block;
  ByteBlock hbm;
  bus::RegisterPorts ports;
  bus::MemoryPort hbm_port;
  bus::BarDecoder decoder;
  bus::PcieLink link;
  bus::RegisterMaster f, device;

  explicit BusPlatform(generation::Id id)
      : generation(link_of(id)),
        fabric(generation.fabric_hz),
        ports("ports", fabric, 2, block),
        hbm_port("hbm", hbm),
        decoder("decoder", fabric, generation.decode_cycles, identity().bar[0], identity().bar[4],
                0, stream),
        link("link", generation, identity(), 0, memory, faults, stream),
        f("f", fabric),
        device("device_master", fabric) {
    bus::bind_checked(link.socket, decoder.host_socket());
    bus::bind_checked(device.socket, decoder.device_socket());
    bus::bind_checked(f.socket, ports.socket(1));
    decoder.claim(0, kMisc, 0x1000, ports.socket(0));
    decoder.claim(4, 0, 0x10000, hbm_port.socket);
  }

  std::uint64_t misc(std::uint64_t offset) const { return kBar0 + kMisc + offset; }
};

/// A platform with a protocol checker on every socket; lives as long as the process.
inline BusPlatform& checked_platform(generation::Id id, ps_t quantum = 0) {
  sim::set_quantum(quantum);
  bus::check_protocol(true);
  return *new BusPlatform(id);
}

/// A thread that lives as long as the process.
template <typename Body>
sim::Thread& thread(const std::string& name, Body body) {
  return *new sim::Thread(name, body);
}

inline fault::Spec fault_at(fault::Point point) {
  fault::Spec spec{};
  spec.point = point;
  return spec;
}

/// Runs `check` at a time when all is over: SIM_TEST bodies end before time runs.
inline void at(ps_t time, std::function<void()> check) {
  thread("check", [time, check] {
    sim::Thread::current()->sleep_until(time);
    check();
  });
}

}  // namespace nvp::test

#endif  // NEURON_VP_TESTBENCH_TESTS_BUS_FIXTURE_H_
