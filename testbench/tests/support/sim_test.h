// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_TESTS_SUPPORT_SIM_TEST_H_
#define NEURON_VP_TESTBENCH_TESTS_SUPPORT_SIM_TEST_H_

#include <gtest/gtest.h>

#include <functional>

#include "model/sim/clock.h"

namespace nvp::test {

/// Runs `body` in a child process of its own, because a SystemC kernel cannot be started twice.
/// There `body` builds its modules and threads; the simulation then runs until nothing is left or
/// `limit`. A failed assertion, an exception, a SystemC warning and a crash of the child fail the
/// test.
void run_in_child(const std::function<void()>& body, ps_t limit);

/// The same, but returns the child's wait status instead of judging it.
int wait_status_of_child(const std::function<void()>& body, ps_t limit);

}  // namespace nvp::test

/// A test that simulates: the body elaborates (modules, sim::Threads), then time runs for at most
/// 10^6 simulated seconds. Assertions may stand in threads. What threads use must outlive the body:
/// allocate it with new (leaked on purpose) or keep it static.
#define SIM_TEST(suite, name)                                                        \
  static void suite##_##name##_body();                                               \
  TEST(suite, name) {                                                                \
    ::nvp::test::run_in_child(suite##_##name##_body, 1'000'000 * nvp::kPsPerSecond); \
  }                                                                                  \
  static void suite##_##name##_body()

#endif  // NEURON_VP_TESTBENCH_TESTS_SUPPORT_SIM_TEST_H_
