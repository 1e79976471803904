// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_TESTS_MGMT_BENCH_H_
#define NEURON_VP_TESTBENCH_TESTS_MGMT_BENCH_H_

#include <array>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gen/model/regs/neuron_regs.h"
#include "model/bus/dma_engine.h"
#include "model/bus/host_memory.h"
#include "model/bus/lane.h"
#include "model/bus/protocol_checker.h"
#include "model/bus/register_master.h"
#include "model/fault/fault.h"
#include "model/generation/generation.h"
#include "model/mgmt/crc32c.h"
#include "model/mgmt/management.h"
#include "model/sim/thread.h"
#include "model/trace/event.h"

namespace nvp::test {

/// A management subsystem alone: host memory and DMA behind it, and a host port without a link in
/// front. Lives for ever: allocate it with new.
struct MgmtBench {
  struct Options {
    generation::Id generation = generation::Id::v3;
    std::int32_t device = 0;
    FirmwareConfig firmware;
    mgmt::Program program;
    std::uint32_t routing_id = 5;
    std::uint32_t node = 0;
  };

  struct Seen {
    trace::Event event;
    std::string text;
    std::vector<std::uint8_t> data;
  };

  MgmtBench() : MgmtBench(Options{}) {}
  explicit MgmtBench(const Options& options)
      : generation(generation::get(options.generation)),
        faults(stream),
        fabric(generation.fabric_hz),
        down(generation.link_ps_per_byte),
        up(generation.link_ps_per_byte),
        dma(name("dma", options), generation, options.device, down, up, memory, faults, stream),
        host(name("host", options), fabric) {
    bus::check_protocol(true);
    stream.subscribe([this](const trace::Event& event) {
      Seen seen{event, std::string(event.text), {}};
      seen.data.assign(event.data, event.data + event.data_size);
      events.push_back(std::move(seen));
    });
    mgmt::Config config{options.device, &generation, options.firmware, options.routing_id,
                        options.node};
    mgmt::Environment environment;
    environment.dma = &dma;
    environment.host_peek = [this](std::uint64_t address, void* to, std::size_t size) {
      return memory.read(address, to, size);
    };
    environment.block_rst = [this](std::uint64_t map, bool held) {
      resets.push_back({sim::now(), map, held});
    };
    environment.power = [this](unsigned die, ps_t, ps_t) { return power[die]; };
    environment.device_read = [this](std::uint64_t address, std::uint32_t* value) {
      const auto found = device_registers.find(address);
      if (found == device_registers.end()) return false;
      *value = found->second;
      return true;
    };
    environment.device_write = [this](std::uint64_t address, std::uint32_t value) {
      const auto found = device_registers.find(address);
      if (found == device_registers.end()) return false;
      found->second = value;
      return true;
    };
    mgmt = std::make_unique<mgmt::Management>(name("mgmt", options), config, environment, faults,
                                              stream, options.program);
    bus::bind_checked(host.socket, mgmt->host_socket());
  }

  static sc_core::sc_module_name name(const char* what, const Options& options) {
    static std::vector<std::unique_ptr<std::string>> kept;
    kept.push_back(std::make_unique<std::string>(what + std::to_string(options.device)));
    return sc_core::sc_module_name(kept.back()->c_str());
  }

  /// Runs `body` on a host thread.
  void thread(std::function<void()> body) {
    threads.push_back(std::make_unique<sim::Thread>("host", std::move(body)));
  }

  // On a host thread:
  std::uint32_t read(std::uint32_t offset) {
    std::uint32_t value = 0;
    if (host.read(offset, &value, sim::now()) != bus::Response::okay) return ~0u;
    return value;
  }
  void write(std::uint32_t offset, std::uint32_t value) { host.write(offset, value, sim::now()); }
  void sleep(ps_t d) {
    const ps_t end = sim::now() + d;
    while (sim::Thread::current()->sleep_until(end)) {
    }
  }
  /// Polls `offset` until it reads `value`; false if it does not within `limit`.
  bool poll(std::uint32_t offset, std::uint32_t value, ps_t limit, ps_t step = 100 * kPsPerNs) {
    const ps_t end = sim::now() + limit;
    for (;;) {
      if (read(offset) == value) return true;
      if (sim::now() >= end) return false;
      sleep(step);
    }
  }
  bool boot() { return poll(MISCRAM_API_VERSION, 7, kPsPerSecond, kPsPerMs); }

  std::uint32_t storage(std::uint32_t offset) const {
    std::uint32_t value = 0;
    mgmt->peek(offset, &value);
    return value;
  }
  std::uint32_t bus(std::uint32_t address) {
    std::uint32_t value = 0;
    mgmt->bus_peek(address, &value);
    return value;
  }

  std::vector<Seen> of(trace::Kind kind) const {
    std::vector<Seen> found;
    for (const Seen& seen : events) {
      if (seen.event.kind == kind) found.push_back(seen);
    }
    return found;
  }

  struct Reset {
    ps_t time;
    std::uint64_t map;
    bool held;
  };

  const generation::Generation& generation;
  trace::Stream stream;
  fault::Registry faults;
  bus::HostMemory memory;
  sim::Clock fabric;
  bus::Lane down, up;
  bus::DmaEngine dma;
  bus::RegisterMaster host;
  std::unique_ptr<mgmt::Management> mgmt;
  std::vector<Seen> events;
  std::vector<Reset> resets;
  std::array<std::uint32_t, 2> power = {1234, 4321};
  std::map<std::uint64_t, std::uint32_t> device_registers;
  std::vector<std::unique_ptr<sim::Thread>> threads;
};

/// A fault of this point, from now on and for ever.
inline fault::Spec planned(fault::Point point) {
  fault::Spec spec{};
  spec.point = point;
  return spec;
}

/// A request as the driver frames it (11 section 3.1).
inline std::vector<std::uint8_t> frame(std::uint8_t sequence, std::uint8_t command,
                                       const std::vector<std::uint8_t>& payload) {
  std::vector<std::uint8_t> bytes(8 + payload.size());
  bytes[0] = sequence;
  bytes[1] = command;
  bytes[2] = static_cast<std::uint8_t>(bytes.size());
  bytes[3] = static_cast<std::uint8_t>(bytes.size() >> 8);
  if (!payload.empty()) std::memcpy(&bytes[8], payload.data(), payload.size());
  const std::uint32_t crc = mgmt::crc32c(bytes.data(), bytes.size());
  std::memcpy(&bytes[4], &crc, 4);
  return bytes;
}

/// The host's end of the legacy engine: buffers in host memory, and one attempt (11 section 5).
struct LegacyHost {
  explicit LegacyHost(MgmtBench& b) : bench(b), request(0x10000), response(0x10000) {
    request_address = b.memory.map(request.data(), request.size()) | b.generation.pci_host_base;
    response_address = b.memory.map(response.data(), response.size()) | b.generation.pci_host_base;
  }

  /// Lays the frame down and rings.
  void ring(const std::vector<std::uint8_t>& bytes) {
    bench.write(MISCRAM_REQUEST_BASE_ADDR_LOW, static_cast<std::uint32_t>(request_address));
    bench.write(MISCRAM_REQUEST_BASE_ADDR_HIGH, static_cast<std::uint32_t>(request_address >> 32));
    bench.write(MISCRAM_RESPONSE_BASE_ADDR_LOW, static_cast<std::uint32_t>(response_address));
    bench.write(MISCRAM_RESPONSE_BASE_ADDR_HIGH,
                static_cast<std::uint32_t>(response_address >> 32));
    std::memcpy(request.data(), bytes.data(), bytes.size());
    response[0] = 0;
    bench.write(MISCRAM_TRIGGER, 1);
  }
  /// Waits for the sequence byte.
  bool answered(std::uint8_t sequence, ps_t limit = kPsPerSecond) {
    const ps_t end = sim::now() + limit;
    while (response[0] != sequence) {
      if (sim::now() >= end) return false;
      bench.sleep(kPsPerUs);
    }
    return true;
  }
  std::vector<std::uint8_t> answer() const {
    const std::size_t size = response[2] | response[3] << 8;
    return {response.begin(), response.begin() + static_cast<std::ptrdiff_t>(size)};
  }

  MgmtBench& bench;
  std::vector<std::uint8_t> request, response;
  std::uint64_t request_address, response_address;
};

/// The host's end of the new engine (11 section 7).
struct NewHost {
  MgmtBench& bench;

  void ring(const std::vector<std::uint8_t>& bytes) {
    for (std::size_t at = 8; at < bytes.size(); at += 4) {
      std::uint32_t word = 0;
      std::memcpy(&word, &bytes[at], std::min<std::size_t>(4, bytes.size() - at));
      bench.write(MISCRAM_DATA(0) + static_cast<std::uint32_t>(at) - 8, word);
    }
    std::uint32_t header[2];
    std::memcpy(header, bytes.data(), sizeof header);
    bench.write(MISCRAM_REQUEST_BASE_ADDR_HIGH, header[0]);
    bench.write(MISCRAM_REQUEST_BASE_ADDR_LOW, header[1]);
    bench.write(MISCRAM_RESPONSE_BASE_ADDR_HIGH, 0);
    bench.write(MISCRAM_RESPONSE_BASE_ADDR_LOW, 0);
    bench.write(MISCRAM_ACK, 1);
    bench.write(MISCRAM_TRIGGER, 1);
  }
  bool answered(ps_t limit = kPsPerSecond) { return bench.poll(MISCRAM_TRIGGER, 0, limit); }
  std::uint32_t dw0() { return bench.read(MISCRAM_REQUEST_BASE_ADDR_HIGH); }
  std::uint32_t dw1() { return bench.read(MISCRAM_REQUEST_BASE_ADDR_LOW); }
  std::vector<std::uint8_t> payload(std::size_t size) {
    std::vector<std::uint8_t> bytes(size);
    for (std::size_t at = 0; at < size; at += 4) {
      const std::uint32_t word = bench.read(MISCRAM_DATA(0) + static_cast<std::uint32_t>(at));
      std::memcpy(&bytes[at], &word, std::min<std::size_t>(4, size - at));
    }
    return bytes;
  }
};

}  // namespace nvp::test

#endif  // NEURON_VP_TESTBENCH_TESTS_MGMT_BENCH_H_
