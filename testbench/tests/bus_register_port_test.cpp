// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "model/bus/register_port.h"
#include "testbench/tests/bus_fixture.h"
#include "testbench/tests/support/sim_test.h"

namespace nvp::test {
namespace {

using bus::Response;
using ::testing::ElementsAre;

constexpr ps_t kCycle = 1'000;

/// A block with two ports and a master on each, checkers between them.
struct TwoPorts {
  sim::Clock clock{1'000'000'000};
  WordBlock block;
  bus::RegisterPorts ports{"ports", clock, 2, block};
  bus::RegisterMaster h{"h", clock}, f{"f", clock};
  std::vector<std::string> grants;

  TwoPorts() {
    bus::check_protocol(true);
    bus::bind_checked(h.socket, ports.socket(0));
    bus::bind_checked(f.socket, ports.socket(1));
    ports.observe([this](const bus::RegisterPorts::Grant& g) {
      grants.push_back(std::string(g.port ? "F" : "H") + (g.write ? "w" : "r") + ' ' +
                       std::to_string(g.handshake) + ' ' + std::to_string(g.grant) + ' ' +
                       std::to_string(g.response));
    });
  }
};

TwoPorts& two_ports(ps_t quantum = 0) {
  sim::set_quantum(quantum);
  return *new TwoPorts;
}

SIM_TEST(RegisterPorts, SingleReadReturnsAtTheResponseEdge) {  // 41 check 1
  auto& p = two_ports();
  p.block.words[0x24] = 77;
  thread("h", [&p] {
    std::uint32_t data = 0;
    EXPECT_EQ(p.h.read(0x24, &data, 10 * kCycle), Response::okay);
    EXPECT_EQ(data, 77u);
    EXPECT_EQ(sim::now(), 12 * kCycle);
    p.h.read(0x24, &data, 0);  // asks at 12, arready is 1 again from 13
    EXPECT_EQ(sim::now(), 15 * kCycle);
    EXPECT_THAT(p.grants, ElementsAre("Hr 10 11 12", "Hr 13 14 15"));
  });
}

// 41 check 2, and 05 check 11: whichever thread the kernel runs first.
void tie(bool f_first) {
  auto& p = two_ports();
  auto reader = [](bus::RegisterMaster& master) {
    return [&master] {
      std::uint32_t data;
      master.read(0, &data, 10 * kCycle);
      master.read(0, &data, 20 * kCycle);
    };
  };
  if (f_first) thread("f", reader(p.f));
  thread("h", reader(p.h));
  if (!f_first) thread("f", reader(p.f));
  at(100 * kCycle, [&p] {
    EXPECT_THAT(p.grants, ElementsAre("Hr 10 11 12", "Fr 10 12 13", "Fr 20 21 22", "Hr 20 22 23"));
  });
}
SIM_TEST(RegisterPorts, TieWithHSpawnedFirst) {
  tie(false);
}
SIM_TEST(RegisterPorts, TieWithFSpawnedFirst) {
  tie(true);
}

SIM_TEST(RegisterPorts, ReadAtOneEdgeWithAWriteSeesIt) {  // 41 check 4
  auto& p = two_ports();
  thread("reader", [&p] {
    std::uint32_t data = 0;
    p.h.read(8, &data, 10 * kCycle);
    EXPECT_EQ(data, 5u);
    EXPECT_EQ(sim::now(), 13 * kCycle);
  });
  thread("writer", [&p] {
    p.h.write(8, 5, 10 * kCycle);
    EXPECT_EQ(sim::now(), 12 * kCycle);
  });
}

SIM_TEST(RegisterPorts, MisalignedIsSlverrAndOutsideIsDecerrWithTheSameTiming) {  // 41 check 8
  auto& p = two_ports();
  thread("t", [&p] {
    std::uint32_t data = 1;
    EXPECT_EQ(p.h.read(0x001, &data, 10 * kCycle), Response::slverr);
    EXPECT_EQ(data, 0u);
    EXPECT_EQ(sim::now(), 12 * kCycle);
    EXPECT_EQ(p.f.write(0x1010, 7, 20 * kCycle), Response::decerr);
    EXPECT_EQ(sim::now(), 22 * kCycle);
    EXPECT_EQ(p.f.read(0x1010, &data, 30 * kCycle), Response::decerr);
    EXPECT_EQ(data, 0u);
    EXPECT_EQ(p.f.read(0x1'0000'0000, &data, 40 * kCycle), Response::decerr);
    EXPECT_EQ(p.h.write(0x002, 7, 50 * kCycle), Response::slverr);
    EXPECT_EQ(sim::now(), 52 * kCycle);
    EXPECT_TRUE(p.block.log.empty()) << "neither has an effect";
  });
}

SIM_TEST(RegisterPorts, StrobesMergeByByteAndNoneIsLegal) {
  auto& p = two_ports();
  thread("t", [&p] {
    p.h.write(4, 0x11223344, 0);
    p.h.write(4, 0xaabbccdd, 0, 0b0101);
    EXPECT_EQ(p.block.words[4], 0x11bb33ddu);
    EXPECT_EQ(p.h.write(4, 0xffffffff, 0, 0), Response::okay);
    EXPECT_EQ(p.block.words[4], 0x11bb33ddu);
    EXPECT_EQ(p.block.log.size(), 3u);
  });
}

SIM_TEST(RegisterPorts, BusyBlockDelaysTheNextGrant) {  // 41 check 9
  auto& p = two_ports();
  p.block.busy = 4;
  thread("t", [&p] { p.f.write(8, 1, 10 * kCycle); });
  thread("u", [&p] { p.f.write(8, 2, 11 * kCycle); });
  at(100 * kCycle, [&p] { EXPECT_THAT(p.grants, ElementsAre("Fw 10 11 12", "Fw 13 16 17")); });
}

SIM_TEST(RegisterPorts, DebugTransportCostsNothingAndHasNoEffect) {
  auto& p = two_ports();
  thread("t", [&p] {
    std::uint32_t data = 0;
    EXPECT_TRUE(p.h.poke(0x10, 99));
    EXPECT_TRUE(p.f.peek(0x10, &data));
    EXPECT_EQ(data, 99u);
    EXPECT_FALSE(p.h.peek(0x1000, &data));
    EXPECT_FALSE(p.h.peek(0x11, &data));
    EXPECT_EQ(sim::now(), 0u);
    EXPECT_TRUE(p.grants.empty());
  });
}

SIM_TEST(RegisterPorts, ResetWithdrawsWhatIsInside) {
  auto& p = two_ports();
  thread("t", [&p] {
    std::uint32_t data;
    p.h.read(0, &data, 10 * kCycle);  // never answered
    ADD_FAILURE() << "a withdrawn response arrived";
  }).set_endless();
  thread("reset", [&p] {
    sim::Thread::current()->sleep_until(11 * kCycle - 1);
    p.ports.reset();
    p.f.write(0, 1, 20 * kCycle);
    EXPECT_THAT(p.grants, ElementsAre("Fw 20 21 22"));
    sim::stop();
  });
}

// An initiator that keeps a response waiting, as a master does with rready.
class SlowMaster : public sc_core::sc_module, private tlm::tlm_bw_transport_if<> {
 public:
  tlm::tlm_initiator_socket<32> socket{"socket"};
  std::vector<ps_t> responses;
  tlm::tlm_generic_payload* waiting = nullptr;
  bus::TransactionPool pool;

  explicit SlowMaster(sc_core::sc_module_name name) : sc_module(name) {
    socket.bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this));
  }
  void read(ps_t delay) {
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time t = sc_core::sc_time::from_value(delay);
    EXPECT_EQ(socket->nb_transport_fw(pool.take(tlm::TLM_READ_COMMAND, 0, 4), phase, t),
              tlm::TLM_UPDATED);
    EXPECT_EQ(phase, tlm::END_REQ);
  }
  void take() {
    tlm::tlm_phase phase = tlm::END_RESP;
    sc_core::sc_time t = sc_core::SC_ZERO_TIME;
    EXPECT_EQ(socket->nb_transport_fw(*waiting, phase, t), tlm::TLM_COMPLETED);
    waiting->release();
  }

 private:
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& txn, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override {
    EXPECT_EQ(phase, tlm::BEGIN_RESP);
    responses.push_back(sim::now() + delay.value());
    waiting = &txn;
    return tlm::TLM_ACCEPTED;
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}
};

SIM_TEST(RegisterPorts, ResponseWaitsForItsHandshake) {
  bus::check_protocol(true);
  auto& clock = *new sim::Clock(1'000'000'000);
  auto& block = *new WordBlock;
  auto& ports = *new bus::RegisterPorts("ports", clock, 1, block);
  auto& master = *new SlowMaster("master");
  bus::bind_checked(master.socket, ports.socket(0));
  thread("t", [&master] {
    sim::Thread& self = *sim::Thread::current();
    master.read(10 * kCycle);
    master.read(11 * kCycle);
    self.sleep_until(30 * kCycle);
    EXPECT_THAT(master.responses, ElementsAre(12 * kCycle));
    master.take();  // R handshake at 30: arready at 31, grant 32, R 33
    self.sleep_until(50 * kCycle);
    EXPECT_THAT(master.responses, ElementsAre(12 * kCycle, 33 * kCycle));
    master.take();
  });
}

// Both ways cost the same where nothing else goes on.
std::string costs(ps_t quantum) {
  ::testing::internal::CaptureStdout();
  run_in_child(
      [quantum] {
        auto& p = two_ports(quantum);
        p.block.busy = 3;
        thread("t", [&p] {
          for (int i = 0; i < 60; ++i) {
            std::uint32_t data;
            bus::RegisterMaster& master = i % 3 ? p.h : p.f;
            const ps_t at = sim::now() + (i % 7) * 700;
            if (i % 2) {
              master.write(4 * i, i, at);
            } else {
              master.read(4 * i, &data, at);
            }
            std::printf("%s; %llu\n", p.grants.back().c_str(),
                        static_cast<unsigned long long>(sim::now()));
          }
        });
      },
      kPsPerSecond);
  return ::testing::internal::GetCapturedStdout();
}
TEST(RegisterPorts, CostsDoNotDependOnTheMode) {
  const std::string exact = costs(0);
  EXPECT_THAT(exact, ::testing::StartsWith("Fr 0 1 2; 2000\nHw 3 4 5; 5000\nHr 7 8 9; 9000\n"));
  EXPECT_EQ(exact, costs(kPsPerMs));
}

}  // namespace
}  // namespace nvp::test
