// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "model/neuroncore/job_core.h"
#include "model/sim/error.h"
#include "model/sim/thread.h"
#include "testbench/tests/support/sim_test.h"

namespace nvp::neuroncore {
namespace {

/// A core on its own with a log of what it tells; leaked, as threads use it.
struct Bench {
  explicit Bench(generation::Id id = generation::Id::v3, std::uint32_t index = 0)
      : core("nc", generation::get(id), 0, index, stream,
             [this](std::uint32_t source, EccKind kind) {
               pulses.push_back({sim::now(), source, kind});
             }) {
    stream.subscribe(
        {trace::Kind::job_start, trace::Kind::job_end},
        [this](const trace::Event& event) { events.push_back(trace::to_json(event)); });
  }

  void submit(std::uint64_t id, ps_t duration, Outcome outcome = Outcome::success) {
    Job job;
    job.id = id;
    job.duration = duration;
    job.outcome = outcome;
    submit(job);
  }
  void submit(const Job& job) {
    core.submit(job, [this](const Result& result) {
      // An abort is told by whoever moves block_rst: in these tests a thread, in a device a method.
      if (!result.aborted) {
        EXPECT_EQ(sim::Thread::current(), nullptr) << "done is called outside any thread";
      }
      results.push_back(result);
      told.push_back(sim::now());
    });
  }

  struct Pulse {
    ps_t time;
    std::uint32_t source;
    EccKind kind;
  };
  trace::Stream stream;
  JobCore core;
  std::vector<Result> results;
  std::vector<ps_t> told;
  std::vector<Pulse> pulses;
  std::vector<std::string> events;
};

void at(ps_t t) {
  sim::Thread::current()->sleep_until(t);
}

void run(std::function<void()> body) {
  new sim::Thread("story", std::move(body));
}

SIM_TEST(JobCore, StartsAtItsDoorbellAndIsBusyExactly) {
  auto* bench = new Bench;
  run([bench] {
    bench->submit(1, 1'000);
    at(500);
    EXPECT_FALSE(bench->core.busy());
    bench->core.ring(sim::now());
    EXPECT_TRUE(bench->core.busy());
    at(900);
    EXPECT_EQ(bench->core.busy_ps(), 400u);
    at(5'000);
    EXPECT_FALSE(bench->core.busy());
    EXPECT_EQ(bench->core.busy_ps(), 1'000u);
    ASSERT_EQ(bench->results.size(), 1u);
    EXPECT_EQ(bench->results[0].start, 500u);
    EXPECT_EQ(bench->results[0].end, 1'500u);
    EXPECT_EQ(bench->told[0], 1'500u) << "told at the instant it ends";
    EXPECT_FALSE(bench->results[0].aborted);
    ASSERT_EQ(bench->events.size(), 2u);
    EXPECT_NE(bench->events[1].find("\"busy_ps\":1000"), std::string::npos) << bench->events[1];
  });
}

SIM_TEST(JobCore, JobsRunOneAfterAnotherOnePerDoorbell) {
  auto* bench = new Bench;
  run([bench] {
    for (std::uint64_t id = 1; id <= 3; ++id) bench->submit(id, 100);
    bench->core.ring(sim::now());
    bench->core.ring(sim::now());
    at(1'000);
    ASSERT_EQ(bench->results.size(), 2u) << "the third has no doorbell yet";
    EXPECT_EQ(bench->results[1].start, 100u);
    bench->core.ring(sim::now());
    at(2'000);
    ASSERT_EQ(bench->results.size(), 3u);
    EXPECT_EQ(bench->results[2].end, 1'100u);
    EXPECT_EQ(bench->core.busy_ps(), 300u);
  });
}

SIM_TEST(JobCore, ADoorbellBeforeTheJobCounts) {
  auto* bench = new Bench;
  run([bench] {
    bench->core.ring(sim::now());
    at(50);
    bench->submit(1, 10);
    at(100);
    ASSERT_EQ(bench->results.size(), 1u);
    EXPECT_EQ(bench->results[0].start, 50u);
  });
}

SIM_TEST(JobCore, CyclesAreThoseOfTheEnginesClock) {
  auto* bench = new Bench(generation::Id::v2);  // PE 2.8 GHz, DVE 1.12 GHz
  run([bench] {
    Job job;
    job.id = 1;
    job.cycles = 28;
    bench->submit(job);
    bench->core.ring(sim::now());
    at(20'000);
    job.id = 2;
    job.engine = 3;
    job.cycles = 7;
    bench->submit(job);
    bench->core.ring(sim::now());
    at(40'000);
    ASSERT_EQ(bench->results.size(), 2u);
    EXPECT_EQ(bench->results[0].end, 10'000u) << "05 check 2: edge 28 of 2.8 GHz";
    const sim::Clock dve(1'120'000'000);
    EXPECT_EQ(bench->results[1].start, dve.align(20'000));
    EXPECT_EQ(bench->results[1].end, dve.after(20'000, 7));
    EXPECT_EQ(bench->core.pe_active(sim::now()), 28u) << "only PE jobs are matmul-active";
    const sim::Clock pe(2'800'000'000);
    EXPECT_EQ(bench->core.pe_idle(40'000), pe.cycles_between(0, 40'000) - 28);
    job.engine = 5;
    EXPECT_THROW(bench->submit(job), Error);
  });
}

SIM_TEST(JobCore, CancelForgetsStagedJobsAndTheRunningOne) {
  auto* bench = new Bench;
  run([bench] {
    bench->submit(1, 100);
    bench->submit(2, 100);
    bench->submit(3, 100);
    bench->core.ring(sim::now());
    bench->core.ring(sim::now());
    bench->core.cancel(2);
    bench->core.cancel(1);
    bench->core.cancel(77);
    at(1'000);
    EXPECT_TRUE(bench->results.empty()) << "job 3 has no doorbell: 2 took its own along";
    EXPECT_EQ(bench->core.busy_ps(), 100u) << "the time of the running one counts";
    bench->core.ring(sim::now());
    at(2'000);
    ASSERT_EQ(bench->results.size(), 1u);
    EXPECT_EQ(bench->results[0].id, 3u);
  });
}

SIM_TEST(JobCore, ErrorsThatCompleteDoComplete) {
  auto* bench = new Bench;
  run([bench] {
    const Outcome outcomes[] = {Outcome::numerical_error, Outcome::completed_with_error,
                                Outcome::semaphore_error, Outcome::event_error,
                                Outcome::psum_collision,  Outcome::out_of_bounds};
    std::uint64_t id = 0;
    for (const Outcome outcome : outcomes) {
      bench->submit(++id, 10, outcome);
      bench->core.ring(sim::now());
    }
    at(1'000);
    ASSERT_EQ(bench->results.size(), id);
    for (std::size_t i = 0; i < id; ++i) EXPECT_EQ(bench->results[i].outcome, outcomes[i]);
    EXPECT_TRUE(bench->pulses.empty());
  });
}

SIM_TEST(JobCore, AHangingJobEndsOnlyByReset) {
  auto* bench = new Bench;
  run([bench] {
    const Outcome outcomes[] = {Outcome::sequencer_fatal, Outcome::dma_abort,
                                Outcome::collectives_hang, Outcome::hang};
    for (const Outcome outcome : outcomes) {
      const ps_t start = sim::now();
      const std::size_t before = bench->results.size();
      const ps_t busy = bench->core.busy_ps();
      bench->submit(1, 100, outcome);
      bench->submit(2, 100);
      bench->core.ring(sim::now());
      bench->core.ring(sim::now());
      at(start + 10'000);
      EXPECT_EQ(bench->results.size(), before) << "no result";
      EXPECT_FALSE(bench->core.busy());
      EXPECT_TRUE(bench->core.hung());
      EXPECT_EQ(bench->core.busy_ps(), busy + 100) << "hanging is not busy";
      bench->core.set_reset(true);
      ASSERT_EQ(bench->results.size(), before + 1);
      EXPECT_TRUE(bench->results.back().aborted);
      EXPECT_EQ(bench->results.back().end, start + 100);
      bench->core.set_reset(false);
      bench->core.cancel(2);
      at(start + 20'000);
      EXPECT_FALSE(bench->core.hung());
    }
  });
}

SIM_TEST(JobCore, EccOutcomesPulseTheirSource) {
  auto* bench = new Bench(generation::Id::v3, 5);  // core 5 is served by stack 2
  run([bench] {
    const std::pair<Outcome, std::pair<std::uint32_t, EccKind>> expected[] = {
        {Outcome::sram_uncorrectable, {0, EccKind::uncorrectable}},
        {Outcome::hbm_uncorrectable, {3, EccKind::uncorrectable}},
        {Outcome::hbm_repairable, {3, EccKind::repairable}}};
    for (const auto& [outcome, pulse] : expected) {
      const ps_t start = sim::now();
      bench->submit(1, 100, outcome);
      bench->core.ring(sim::now());
      at(start + 1'000);
      ASSERT_FALSE(bench->pulses.empty());
      EXPECT_EQ(bench->pulses.back().time, start + 100);
      EXPECT_EQ(bench->pulses.back().source, pulse.first);
      EXPECT_EQ(bench->pulses.back().kind, pulse.second);
      bench->core.set_reset(true);
      bench->core.set_reset(false);
      at(start + 2'000);
    }
    EXPECT_EQ(bench->pulses.size(), 3u) << "one pulse each";
  });
}

SIM_TEST(JobCore, ResetAbortsTheRunningJobAndDropsDoorbells) {
  auto* bench = new Bench;
  run([bench] {
    bench->submit(1, 1'000);
    bench->submit(2, 1'000);
    bench->core.ring(sim::now());
    bench->core.ring(sim::now());
    at(300);
    bench->core.set_reset(true);
    ASSERT_EQ(bench->results.size(), 1u);
    EXPECT_TRUE(bench->results[0].aborted);
    EXPECT_EQ(bench->results[0].end, 300u);
    bench->core.ring(sim::now());
    at(400);
    bench->core.set_reset(false);
    at(5'000);
    EXPECT_EQ(bench->results.size(), 1u) << "job 2 waits for a new doorbell";
    EXPECT_EQ(bench->core.busy_ps(), 300u);
    bench->core.ring(sim::now());
    at(9'000);
    ASSERT_EQ(bench->results.size(), 2u);
    EXPECT_EQ(bench->results[1].start, 5'000u);
    const sim::Clock pe(2'400'000'000);
    EXPECT_EQ(bench->core.pe_idle(9'000), pe.cycles_between(400, 9'000))
        << "counts since the reset";
  });
}

TEST(JobCore, IdleCoresScheduleNothing) {
  test::run_in_child(
      [] {
        new Bench;
        EXPECT_FALSE(sc_core::sc_pending_activity());
        EXPECT_EQ(sim::run(kPsPerSecond), 0u) << "no event: time does not pass";
      },
      kPsPerSecond);
}

}  // namespace
}  // namespace nvp::neuroncore
