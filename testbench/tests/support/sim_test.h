// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_TESTS_SUPPORT_SIM_TEST_H_
#define NEURON_VP_TESTBENCH_TESTS_SUPPORT_SIM_TEST_H_

#include <gtest/gtest.h>

#include <functional>

#include "model/sim/clock.h"

namespace nvp::test {

/// Runs `body` in a child process of its own, because a SystemC kernel cannot be started twice.
/// There `body` builds its modules and threads; the simulation then runs until nothing is left or
/// `limit`. A failed assertion, an exception, a SystemC warning, a crash of the child and a thread
/// that has not come to its end fail the test.
void run_in_child(const std::function<void()>& body, ps_t limit);

/// The same, but returns the child's wait status instead of judging it.
int wait_status_of_child(const std::function<void()>& body, ps_t limit);

/// For a test in which threads are meant to be blocked when the simulation ends. @{
void let_threads_hang();
bool threads_may_hang();
/// @}

}  // namespace nvp::test

/// A test that simulates: the body elaborates (modules, sim::Threads), then time runs for at most
/// 10^6 simulated seconds. Assertions may stand in threads: each of them must end, be parked or be
/// declared endless, or the test fails. What threads use must outlive the body:
/// allocate it with new (leaked on purpose) or keep it static.
#define SIM_TEST(suite, name)                                                        \
  static void suite##_##name##_body();                                               \
  TEST(suite, name) {                                                                \
    ::nvp::test::run_in_child(suite##_##name##_body, 1'000'000 * nvp::kPsPerSecond); \
  }                                                                                  \
  static void suite##_##name##_body()

#endif  // NEURON_VP_TESTBENCH_TESTS_SUPPORT_SIM_TEST_H_
