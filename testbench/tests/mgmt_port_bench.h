// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_TESTS_MGMT_PORT_BENCH_H_
#define NEURON_VP_TESTBENCH_TESTS_MGMT_PORT_BENCH_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "model/bus/protocol_checker.h"
#include "model/bus/register_master.h"
#include "model/bus/register_port.h"
#include "model/sim/clock.h"
#include "model/sim/thread.h"

namespace nvp::test {

/// One block behind its ports, with a master on a thread of its own at each port. Edges are those
/// of the 1 GHz fabric clock: edge n is at n ns. Lives for ever: allocate it with new.
struct PortBench {
  using Grant = bus::RegisterPorts::Grant;

  PortBench(bus::RegisterBlock& block, unsigned port_count)
      : fabric(1'000'000'000), ports("ports", fabric, port_count, block) {
    bus::check_protocol(true);
    for (unsigned i = 0; i < port_count; ++i) {
      masters.push_back(
          std::make_unique<bus::RegisterMaster>(sc_core::sc_gen_unique_name("master"), fabric));
      bus::bind_checked(masters[i]->socket, ports.socket(i));
    }
    ports.observe([this](const Grant& grant) { grants.push_back(grant); });
  }

  /// What a port's thread does: calls to read() and write() of that port.
  void thread(std::function<void()> body) {
    threads.push_back(std::make_unique<sim::Thread>("master", std::move(body)));
  }

  std::uint32_t read(unsigned port, std::uint32_t address, std::uint64_t edge,
                     bus::Response expected = bus::Response::okay) {
    std::uint32_t value = 0;
    EXPECT_EQ(masters[port]->read(address, &value, fabric.edge(edge)), expected);
    return value;
  }
  void write(unsigned port, std::uint32_t address, std::uint32_t value, std::uint64_t edge,
             bus::Response expected = bus::Response::okay, std::uint8_t strobes = 0xf) {
    EXPECT_EQ(masters[port]->write(address, value, fabric.edge(edge), strobes), expected);
  }
  ps_t at(std::uint64_t edge) const { return fabric.edge(edge); }

  /// The grants of a port, in order.
  std::vector<std::uint64_t> granted(unsigned port) const {
    std::vector<std::uint64_t> edges;
    for (const Grant& grant : grants) {
      if (grant.port == port) edges.push_back(grant.grant);
    }
    return edges;
  }

  sim::Clock fabric;
  bus::RegisterPorts ports;
  std::vector<std::unique_ptr<bus::RegisterMaster>> masters;
  std::vector<std::unique_ptr<sim::Thread>> threads;
  std::vector<Grant> grants;
};

}  // namespace nvp::test

#endif  // NEURON_VP_TESTBENCH_TESTS_MGMT_PORT_BENCH_H_
