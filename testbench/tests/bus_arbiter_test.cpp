// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <random>
#include <tuple>
#include <vector>

#include "model/bus/port_arbiter.h"

namespace nvp::bus {
namespace {

constexpr unsigned kH = 0, kF = 1;
constexpr bool kRead = false, kWrite = true;

using Row =
    std::tuple<unsigned, bool, std::uint64_t, std::uint64_t>;  // port, write, handshake, grant

// Runs until nothing waits; every response is taken at once.
std::vector<Row> drain(PortArbiter& arbiter, unsigned busy_after_write = 0) {
  std::vector<Row> rows;
  for (std::uint64_t edge; (edge = arbiter.next_edge()) != PortArbiter::kNever;) {
    PortArbiter::Operation op;
    EXPECT_TRUE(arbiter.grant(edge, &op)) << "nothing to grant at edge " << edge;
    rows.emplace_back(op.port, op.write, op.handshake, edge);
    if (op.write && busy_after_write) arbiter.hold_off(edge + busy_after_write + 1);
    arbiter.taken(op.port, op.write, edge + 1);
  }
  return rows;
}

TEST(PortArbiter, SingleReadIsGrantedAtTheNextEdgeAndReadyTwoLater) {  // 41 check 1
  PortArbiter arbiter(2);
  EXPECT_EQ(arbiter.submit(kH, kRead, 10, nullptr), 12u);  // R at 12
  EXPECT_EQ(arbiter.next_edge(), 11u);
  EXPECT_EQ(drain(arbiter), (std::vector<Row>{{kH, kRead, 10, 11}}));
  arbiter.submit(kH, kRead, 11, nullptr);  // arready is 1 again from edge 13
  EXPECT_EQ(drain(arbiter), (std::vector<Row>{{kH, kRead, 13, 14}}));
}

TEST(PortArbiter, TieGoesToHFirstAndToTheLoserNext) {  // 41 check 2
  PortArbiter arbiter(2);
  arbiter.submit(kF, kRead, 10, nullptr);
  arbiter.submit(kH, kRead, 10, nullptr);
  EXPECT_EQ(drain(arbiter), (std::vector<Row>{{kH, kRead, 10, 11}, {kF, kRead, 10, 12}}));
  arbiter.submit(kH, kRead, 20, nullptr);
  arbiter.submit(kF, kRead, 20, nullptr);
  EXPECT_EQ(drain(arbiter), (std::vector<Row>{{kF, kRead, 20, 21}, {kH, kRead, 20, 22}}));
}

TEST(PortArbiter, GrantWithoutContentionDoesNotMoveThePointer) {
  PortArbiter arbiter(2);
  arbiter.submit(kH, kRead, 10, nullptr);
  drain(arbiter);
  arbiter.submit(kF, kRead, 20, nullptr);
  drain(arbiter);
  arbiter.submit(kH, kRead, 30, nullptr);
  drain(arbiter);
  arbiter.submit(kH, kRead, 40, nullptr);
  arbiter.submit(kF, kRead, 40, nullptr);
  EXPECT_EQ(drain(arbiter), (std::vector<Row>{{kH, kRead, 40, 41}, {kF, kRead, 40, 42}}));
}

TEST(PortArbiter, WriteIsPendingAfterItsLaterHandshake) {  // 41 check 3: AW 10, W 14
  PortArbiter arbiter(2);
  EXPECT_EQ(arbiter.submit(kH, kWrite, std::max(10, 14), nullptr), 16u);
  EXPECT_EQ(drain(arbiter), (std::vector<Row>{{kH, kWrite, 14, 15}}));
}

TEST(PortArbiter, WriteGoesBeforeReadInsideAPort) {  // 41 check 4
  PortArbiter arbiter(2);
  arbiter.submit(kH, kRead, 10, nullptr);
  arbiter.submit(kH, kWrite, 10, nullptr);
  EXPECT_EQ(drain(arbiter), (std::vector<Row>{{kH, kWrite, 10, 11}, {kH, kRead, 10, 12}}));
}

TEST(PortArbiter, NothingIsGrantedWhileBusy) {  // 41 check 9: WORD 4 cycles, BYTE 1
  PortArbiter words(1);
  words.submit(0, kWrite, 10, nullptr);
  words.submit(0, kWrite, 10, nullptr);
  EXPECT_EQ(drain(words, 4), (std::vector<Row>{{0, kWrite, 10, 11}, {0, kWrite, 13, 16}}));
  PortArbiter bytes(1);
  bytes.submit(0, kWrite, 10, nullptr);
  bytes.submit(0, kWrite, 10, nullptr);
  EXPECT_EQ(drain(bytes, 1), (std::vector<Row>{{0, kWrite, 10, 11}, {0, kWrite, 13, 14}}));
}

TEST(PortArbiter, ReadDoesNotPassAnEarlierWriteThatWaits) {
  PortArbiter arbiter(1);
  arbiter.submit(0, kWrite, 10, nullptr);
  arbiter.submit(0, kWrite, 11, nullptr);  // awready is 0 until 13
  arbiter.submit(0, kRead, 12, nullptr);   // arready is 1
  EXPECT_EQ(drain(arbiter),
            (std::vector<Row>{{0, kWrite, 10, 11}, {0, kWrite, 13, 14}, {0, kRead, 13, 15}}));
}

TEST(PortArbiter, ResponseThatIsNotTakenKeepsTheChannelOccupied) {
  PortArbiter arbiter(2);
  PortArbiter::Operation op;
  arbiter.submit(kH, kRead, 10, nullptr);
  ASSERT_TRUE(arbiter.grant(11, &op));
  arbiter.submit(kH, kRead, 11, nullptr);
  EXPECT_EQ(arbiter.next_edge(), PortArbiter::kNever);  // rready is 0
  arbiter.submit(kH, kWrite, 14, nullptr);              // the other channel is free
  ASSERT_TRUE(arbiter.grant(15, &op));
  EXPECT_TRUE(op.write);
  arbiter.taken(kH, kWrite, 16);
  arbiter.taken(kH, kRead, 20);
  EXPECT_EQ(drain(arbiter), (std::vector<Row>{{kH, kRead, 21, 22}}));
}

TEST(PortArbiter, ResetEmptiesThePortsAndPointsToH) {
  PortArbiter arbiter(2);
  arbiter.submit(kH, kRead, 10, nullptr);
  arbiter.submit(kF, kRead, 10, nullptr);
  drain(arbiter);  // pointer now at F
  int inside[2];
  arbiter.submit(kH, kRead, 20, &inside[0]);
  arbiter.submit(kF, kWrite, 90, &inside[1]);
  PortArbiter::Operation op;
  ASSERT_TRUE(arbiter.grant(21, &op));
  std::vector<void*> dropped;
  arbiter.reset([&](void* tag) { dropped.push_back(tag); });
  EXPECT_EQ(dropped, (std::vector<void*>{&inside[0], &inside[1]}));
  EXPECT_EQ(arbiter.next_edge(), PortArbiter::kNever);
  arbiter.submit(kF, kRead, 30, nullptr);
  arbiter.submit(kH, kRead, 30, nullptr);
  EXPECT_EQ(drain(arbiter), (std::vector<Row>{{kH, kRead, 30, 31}, {kF, kRead, 30, 32}}));
}

// The same rules, ticked edge by edge and written from the chapter's text alone.
class TickedPorts {
 public:
  struct Request {
    bool write;
    std::uint64_t arrival;
  };
  std::vector<std::deque<Request>> queue;
  std::vector<Row> rows;

  explicit TickedPorts(unsigned ports) : queue(ports), state_(ports) {}

  void tick(std::uint64_t e, unsigned busy_after_write) {
    grant(e, busy_after_write);
    for (unsigned p = 0; p < queue.size(); ++p) handshakes(p, e);
    for (State& s : state_) {
      for (Channel& c : s.channel) {
        if (c.held && c.granted && c.valid_from == e) c = Channel{false, false, 0, 0, e + 1};
      }
    }
  }

 private:
  struct Channel {
    bool held = false, granted = false;
    std::uint64_t handshake = 0, valid_from = 0, ready_from = 0;
    bool pending(std::uint64_t e) const { return held && !granted && handshake + 1 <= e; }
  };
  struct State {
    Channel channel[2];
  };

  void handshakes(unsigned p, std::uint64_t e) {
    bool again = true;
    while (again) {
      again = false;
      bool write_before = false;
      for (auto r = queue[p].begin(); r != queue[p].end(); ++r) {
        Channel& c = state_[p].channel[r->write];
        const bool ready = !c.held && c.ready_from <= e;
        if (r->arrival <= e && ready && (r->write || !write_before)) {
          c.held = true;
          c.granted = false;
          c.handshake = e;
          queue[p].erase(r);
          again = true;
          break;
        }
        write_before |= r->write;
      }
    }
  }

  void grant(std::uint64_t e, unsigned busy_after_write) {
    if (e < free_from_) return;
    std::vector<unsigned> candidates;
    for (unsigned p = 0; p < state_.size(); ++p) {
      if (state_[p].channel[0].pending(e) || state_[p].channel[1].pending(e)) {
        candidates.push_back(p);
      }
    }
    if (candidates.empty()) return;
    unsigned winner = candidates[0];
    if (candidates.size() == 2) {
      winner = next_;
      next_ = 1 - next_;
    }
    const bool write = state_[winner].channel[1].pending(e);
    Channel& c = state_[winner].channel[write];
    c.granted = true;
    c.valid_from = e + 1;
    rows.emplace_back(winner, write, c.handshake, e);
    if (write) free_from_ = e + busy_after_write + 1;
  }

  std::vector<State> state_;
  unsigned next_ = 0;
  std::uint64_t free_from_ = 0;
};

TEST(PortArbiter, RandomTrafficEqualsTheTickedPorts) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    std::mt19937 random(seed);
    const unsigned ports = 1 + seed % 2, busy = seed % 5 == 0 ? 4 : 0, gap = 1 + seed % 7;
    PortArbiter arbiter(ports);
    TickedPorts ticked(ports);
    for (unsigned p = 0; p < ports; ++p) {
      std::uint64_t edge = 1;
      for (int i = 0; i < 40; ++i) {
        edge += random() % gap;
        const bool write = random() % 2;
        arbiter.submit(p, write, edge, nullptr);
        ticked.queue[p].push_back({write, edge});
      }
    }
    for (std::uint64_t e = 0; e < 1500; ++e) ticked.tick(e, busy);
    ASSERT_EQ(ticked.rows.size(), 40u * ports);
    ASSERT_EQ(drain(arbiter, busy), ticked.rows) << "seed " << seed;
  }
}

TEST(PortArbiter, OrderOfSubmissionDoesNotMatter) {
  using Request = std::tuple<unsigned, bool, std::uint64_t>;
  for (unsigned seed = 0; seed < 100; ++seed) {
    std::mt19937 random(seed);
    std::vector<Request> requests;
    std::uint64_t edge = 1;
    for (int i = 0; i < 40; ++i) {
      edge += random() % 3;
      requests.emplace_back(random() % 2, random() % 2, edge);
    }
    PortArbiter ascending(2), descending(2);
    for (const auto& [p, w, e] : requests) ascending.submit(p, w, e, nullptr);
    // Only of one port and one edge does the order count: it is the order of arrival.
    std::stable_sort(requests.begin(), requests.end(), [](const Request& a, const Request& b) {
      return std::get<2>(a) > std::get<2>(b);
    });
    for (unsigned port : {1u, 0u}) {
      for (const auto& [p, w, e] : requests) {
        if (p == port) descending.submit(p, w, e, nullptr);
      }
    }
    const auto rows = drain(ascending);
    ASSERT_EQ(rows.size(), 40u);
    ASSERT_EQ(drain(descending), rows) << "seed " << seed;
  }
}

TEST(LooseArbiter, EqualsTheExactArbiterForOneInitiator) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    std::mt19937 random(seed);
    PortArbiter exact(1);
    LooseArbiter loose(1);
    std::uint64_t edge = 5;
    for (int i = 0; i < 50; ++i) {
      const bool write = random() % 2;
      exact.submit(0, write, edge, nullptr);
      const auto rows = drain(exact, 3);
      const Passage passage = loose.pass(0, write, edge);
      loose.hold_off(passage.grant, write ? 3 : 0);
      ASSERT_EQ(rows, (std::vector<Row>{{0, write, passage.handshake, passage.grant}}));
      ASSERT_EQ(passage.response, passage.grant + 1);
      edge = passage.response + random() % 4;
    }
  }
}

TEST(LooseArbiter, EqualsTheExactArbiterForABacklog) {
  for (const bool write : {kRead, kWrite}) {
    PortArbiter exact(1);
    LooseArbiter loose(1);
    std::vector<Row> rows;
    for (std::uint64_t edge = 10; edge < 30; ++edge) {
      exact.submit(0, write, edge, nullptr);
      const Passage passage = loose.pass(0, write, edge);
      rows.emplace_back(0, write, passage.handshake, passage.grant);
    }
    EXPECT_EQ(drain(exact), rows);
    EXPECT_EQ(rows.back(), Row(0, write, 67, 68));  // every three cycles from 10 on
  }
}

TEST(LooseArbiter, ReadDoesNotPassAWriteThatWaits) {
  LooseArbiter loose(1);
  loose.pass(0, kWrite, 10);
  EXPECT_EQ(loose.pass(0, kWrite, 11).handshake, 13u);
  EXPECT_EQ(loose.pass(0, kRead, 12).grant, 15u);
}

TEST(LooseArbiter, InitiatorThatLagsBehindMeetsIdlePorts) {
  LooseArbiter loose(2);
  EXPECT_EQ(loose.pass(kH, kRead, 1000).grant, 1001u);
  EXPECT_EQ(loose.pass(kH, kRead, 10).grant, 11u);
  EXPECT_EQ(loose.pass(kF, kRead, 999).grant, 1000u);
  EXPECT_EQ(loose.pass(kF, kRead, 1000).response, 1004u);  // waits for its port, after 1002
}

}  // namespace
}  // namespace nvp::bus
