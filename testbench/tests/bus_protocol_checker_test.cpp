// SPDX-License-Identifier: Apache-2.0
// The checker must find each kind of violation, and nothing in a correct exchange (all other bus
// tests run with it).
#include <gmock/gmock.h>

#include <functional>
#include <string>
#include <vector>

#include "model/bus/protocol_checker.h"
#include "model/bus/time.h"
#include "model/bus/transaction.h"
#include "model/sim/report.h"
#include "testbench/tests/bus_fixture.h"
#include "testbench/tests/support/sim_test.h"

namespace nvp::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Forward = std::function<tlm::tlm_sync_enum(tlm::tlm_generic_payload&, tlm::tlm_phase&,
                                                 sc_core::sc_time&)>;

/// A target and an initiator that behave as a test tells them, with a checker between them.
class Pair : public sc_core::sc_module,
             private tlm::tlm_fw_transport_if<>,
             private tlm::tlm_bw_transport_if<> {
 public:
  tlm::tlm_initiator_socket<32> out{"out"};
  tlm::tlm_target_socket<32> in{"in"};
  bus::ProtocolChecker checker{"checker"};
  std::vector<std::string> found;
  bus::TransactionPool pool;

  Forward forward = [](auto&, auto& phase, auto&) {
    phase = tlm::END_REQ;
    return tlm::TLM_UPDATED;
  };
  Forward backward = [](auto&, auto&, auto&) { return tlm::TLM_COMPLETED; };
  std::function<void(tlm::tlm_generic_payload&, sc_core::sc_time&)> blocking =
      [](auto& txn, auto&) { txn.set_response_status(tlm::TLM_OK_RESPONSE); };

  explicit Pair(sc_core::sc_module_name name) : sc_module(name) {
    out.bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this));
    in.bind(static_cast<tlm::tlm_fw_transport_if<>&>(*this));
    out.bind(checker.from);
    checker.to.bind(in);
    sim::route_reports([this](const std::string& text) { found.push_back(text); });
  }

  bus::Transaction& read() { return pool.take(tlm::TLM_READ_COMMAND, 0, 4); }
  void send(tlm::tlm_generic_payload& txn, tlm::tlm_phase phase, ps_t delay = 0) {
    sc_core::sc_time t = bus::time_of(delay);
    out->nb_transport_fw(txn, phase, t);
  }
  void answer(tlm::tlm_generic_payload& txn, tlm::tlm_phase phase, ps_t delay = 0,
              tlm::tlm_response_status status = tlm::TLM_OK_RESPONSE) {
    sc_core::sc_time t = bus::time_of(delay);
    txn.set_response_status(status);
    in->nb_transport_bw(txn, phase, t);
  }
  void block(tlm::tlm_generic_payload& txn) {
    sc_core::sc_time t = bus::time_of(100);
    out->b_transport(txn, t);
  }

 private:
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& txn, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override {
    if (phase == tlm::END_RESP) return tlm::TLM_COMPLETED;
    return forward(txn, phase, delay);
  }
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& txn, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override {
    return backward(txn, phase, delay);
  }
  void b_transport(tlm::tlm_generic_payload& txn, sc_core::sc_time& delay) override {
    blocking(txn, delay);
  }
  unsigned transport_dbg(tlm::tlm_generic_payload& txn) override {
    return txn.get_data_length() + 1;
  }
  bool get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi& dmi) override {
    dmi.init();
    return false;
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}
};

// Runs `body` on a thread and compares the warnings that it causes.
void expect(std::function<void(Pair&)> body, ::testing::Matcher<std::vector<std::string>> what) {
  auto& p = *new Pair("pair");
  thread("t", [&p, body, what] {
    body(p);
    EXPECT_THAT(p.found, what);
    EXPECT_EQ(p.checker.violations(), p.found.size());
  });
}
void expect(std::function<void(Pair&)> body, const std::string& rule) {
  expect(std::move(body),
         ::testing::Matcher<std::vector<std::string>>(ElementsAre(HasSubstr(rule))));
}

SIM_TEST(ProtocolChecker, CorrectExchangesPass) {
  expect(
      [](Pair& p) {
        auto &a = p.read(), &b = p.read();
        p.send(a, tlm::BEGIN_REQ, 10);
        p.send(b, tlm::BEGIN_REQ, 20);
        p.answer(b, tlm::BEGIN_RESP, 30);
        p.backward = [](auto&, auto&, auto&) { return tlm::TLM_ACCEPTED; };
        p.answer(a, tlm::BEGIN_RESP, 40, tlm::TLM_ADDRESS_ERROR_RESPONSE);
        p.send(a, tlm::END_RESP, 50);
        p.block(p.read());
        p.forward = [](auto& txn, auto&, auto&) {
          txn.set_response_status(tlm::TLM_OK_RESPONSE);
          return tlm::TLM_COMPLETED;
        };
        p.send(p.read(), tlm::BEGIN_REQ);
        EXPECT_EQ(p.checker.transactions(), 4u);
      },
      ::testing::Matcher<std::vector<std::string>>(IsEmpty()));
}

SIM_TEST(ProtocolChecker, ZeroLength) {
  expect(
      [](Pair& p) {
        auto& txn = p.read();
        txn.set_data_length(0);
        p.block(txn);
      },
      "length is 0");
}
SIM_TEST(ProtocolChecker, NullData) {
  expect(
      [](Pair& p) {
        auto& txn = p.read();
        txn.set_data_ptr(nullptr);
        p.block(txn);
      },
      "pointer is null");
}
SIM_TEST(ProtocolChecker, ByteEnablesWithoutLength) {
  expect(
      [](Pair& p) {
        auto& txn = p.read();
        txn.set_byte_enable_ptr(txn.enables.data());
        p.block(txn);
      },
      "byte enables of length 0");
}
SIM_TEST(ProtocolChecker, NoStreamingWidth) {
  expect(
      [](Pair& p) {
        auto& txn = p.read();
        txn.set_streaming_width(0);
        p.block(txn);
      },
      "streaming width is 0");
}
SIM_TEST(ProtocolChecker, DmiHintOfTheInitiator) {
  expect(
      [](Pair& p) {
        auto& txn = p.read();
        txn.set_dmi_allowed(true);
        p.block(txn);
      },
      "DMI hint");
}
SIM_TEST(ProtocolChecker, StatusThatIsNotFresh) {
  expect(
      [](Pair& p) {
        auto& txn = p.read();
        txn.set_response_status(tlm::TLM_OK_RESPONSE);
        p.block(txn);
      },
      "status of a new transaction");
}
SIM_TEST(ProtocolChecker, BlockingWithoutAnswer) {
  expect(
      [](Pair& p) {
        p.blocking = [](auto&, auto&) {};
        p.block(p.read());
      },
      "answered with TLM_INCOMPLETE_RESPONSE");
}
SIM_TEST(ProtocolChecker, BlockingThatMovesTimeBack) {
  expect(
      [](Pair& p) {
        p.blocking = [](auto& txn, auto& delay) {
          txn.set_response_status(tlm::TLM_OK_RESPONSE);
          delay = sc_core::SC_ZERO_TIME;
        };
        p.block(p.read());
      },
      "moved the time back");
}
SIM_TEST(ProtocolChecker, ChangedAttributes) {
  expect(
      [](Pair& p) {
        p.blocking = [](auto& txn, auto&) {
          txn.set_response_status(tlm::TLM_OK_RESPONSE);
          txn.set_data_length(8);
        };
        p.block(p.read());
      },
      "changed on the way");
}
SIM_TEST(ProtocolChecker, RequestBeforeTheEndOfAnother) {
  expect(
      [](Pair& p) {
        p.forward = [](auto&, auto&, auto&) { return tlm::TLM_ACCEPTED; };
        p.send(p.read(), tlm::BEGIN_REQ);
        p.send(p.read(), tlm::BEGIN_REQ);
      },
      "BEGIN_REQ before END_REQ");
}
SIM_TEST(ProtocolChecker, TransactionUsedTwice) {
  expect(
      [](Pair& p) {
        auto& txn = p.read();
        p.send(txn, tlm::BEGIN_REQ);
        p.send(txn, tlm::BEGIN_REQ);
      },
      "under way");
}
SIM_TEST(ProtocolChecker, NoMemoryManager) {
  expect(
      [](Pair& p) {
        static tlm::tlm_generic_payload txn;
        static unsigned char data[4];
        txn.set_command(tlm::TLM_READ_COMMAND);
        txn.set_data_ptr(data);
        txn.set_data_length(4);
        txn.set_streaming_width(4);
        p.send(txn, tlm::BEGIN_REQ);
      },
      "memory manager");
}
SIM_TEST(ProtocolChecker, ResponseBeforeTheEndOfAnother) {
  expect(
      [](Pair& p) {
        p.backward = [](auto&, auto&, auto&) { return tlm::TLM_ACCEPTED; };
        auto &a = p.read(), &b = p.read();
        p.send(a, tlm::BEGIN_REQ);
        p.send(b, tlm::BEGIN_REQ);
        p.answer(a, tlm::BEGIN_RESP);
        p.answer(b, tlm::BEGIN_RESP);
      },
      "BEGIN_RESP before END_RESP");
}
SIM_TEST(ProtocolChecker, TwoResponses) {
  expect(
      [](Pair& p) {
        auto& a = p.read();
        p.send(a, tlm::BEGIN_REQ);
        p.answer(a, tlm::BEGIN_RESP);
        p.answer(a, tlm::BEGIN_RESP);
      },
      "not under way");
}
SIM_TEST(ProtocolChecker, ResponseWithoutStatus) {
  expect(
      [](Pair& p) {
        p.backward = [](auto&, auto&, auto&) { return tlm::TLM_ACCEPTED; };
        auto& a = p.read();
        p.send(a, tlm::BEGIN_REQ);
        p.answer(a, tlm::BEGIN_RESP, 0, tlm::TLM_INCOMPLETE_RESPONSE);
      },
      "TLM_INCOMPLETE_RESPONSE");
}
SIM_TEST(ProtocolChecker, PhaseInThePast) {
  expect(
      [](Pair& p) {
        auto& a = p.read();
        p.send(a, tlm::BEGIN_REQ, 500);
        p.answer(a, tlm::BEGIN_RESP, 499);
      },
      "lies before");
}
SIM_TEST(ProtocolChecker, ReturnThatMovesTimeBack) {
  expect(
      [](Pair& p) {
        p.forward = [](auto&, auto& phase, auto& delay) {
          phase = tlm::END_REQ;
          delay = sc_core::SC_ZERO_TIME;
          return tlm::TLM_UPDATED;
        };
        p.send(p.read(), tlm::BEGIN_REQ, 500);
      },
      ::testing::Matcher<std::vector<std::string>>(
          ElementsAre(HasSubstr("return moved the time back"), HasSubstr("lies before"))));
}
SIM_TEST(ProtocolChecker, AcceptedWithAChangedPhase) {
  expect(
      [](Pair& p) {
        p.forward = [](auto&, auto& phase, auto&) {
          phase = tlm::END_REQ;
          return tlm::TLM_ACCEPTED;
        };
        p.send(p.read(), tlm::BEGIN_REQ);
      },
      "TLM_ACCEPTED with a changed phase");
}
SIM_TEST(ProtocolChecker, InitiatorsPhaseFromATarget) {
  expect(
      [](Pair& p) {
        auto& a = p.read();
        p.send(a, tlm::BEGIN_REQ);
        p.backward = [](auto&, auto&, auto&) { return tlm::TLM_ACCEPTED; };
        p.answer(a, tlm::END_RESP);
      },
      "END_RESP out of order");
}
SIM_TEST(ProtocolChecker, TargetsPhaseFromAnInitiator) {
  expect([](Pair& p) { p.send(p.read(), tlm::BEGIN_RESP); }, "may not send");
}
SIM_TEST(ProtocolChecker, DebugTransportOfTooMuch) {
  expect([](Pair& p) { p.out->transport_dbg(p.read()); }, "more than was asked for");
}

SIM_TEST(ProtocolChecker, IsInsertedOnlyOnDemand) {
  bus::check_protocol(false);
  new BusPlatform(generation::Id::v3);
  const auto checkers = [] {
    int count = 0;
    for (sc_core::sc_object* object : sc_core::sc_get_top_level_objects()) {
      count += dynamic_cast<bus::ProtocolChecker*>(object) != nullptr;
    }
    return count;
  };
  EXPECT_EQ(checkers(), 0);
}

}  // namespace
}  // namespace nvp::test
