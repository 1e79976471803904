// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_TESTS_NLOG_FIXTURE_H_
#define NEURON_VP_TESTBENCH_TESTS_NLOG_FIXTURE_H_

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "runtime/nlog/guard.h"
#include "runtime/nlog/nlog.h"
#include "runtime/nlog/state.h"
#include "runtime/os/ndl.h"
#include "testbench/tests/os_scripted.h"

namespace nvp::test {

inline const std::string kStamp = "2026-Mar-05 07:08:09.000042";
inline const std::string kRed = "\x1B[91m", kMagenta = "\x1B[95m", kReset = "\x1B[0m";

/// The header of a line of process 1234, thread 1240, built from its pieces (30 section 3.1).
inline std::string header(const std::string& level, const std::string& module,
                          const std::string& function, int tid = 1240) {
  std::string text = "  1234:" + std::to_string(tid) + " ";  // "%5d" of 1234 behind one space
  text += std::string(5 - std::to_string(tid).size(), ' ');
  text += std::string(5 - level.size(), ' ') + level + " ";
  text += std::string(5 - module.size(), ' ') + module + ":" + function;
  if (function.size() < 40) text += std::string(40 - function.size(), ' ');
  return text;
}

/// A process with an open node and an error log, in one of the fidelity modes.
class Nlog : public ::testing::TestWithParam<neuron_fidelity_mode> {
 protected:
  Nlog() {
    set_fidelity(mode());
    ndl::open(0, true);
  }
  ~Nlog() override { set_fidelity(NFID_DOCUMENTED); }

  static neuron_fidelity_mode mode() { return GetParam(); }
  static bool documented() { return mode() == NFID_DOCUMENTED; }
  static bool shipped() { return mode() == NFID_SHIPPED; }
  static bool fixed() { return mode() == NFID_FIXED; }

  /// Thread with coalescing on, as an API call of an initialised runtime has it.
  void coalescing_thread(unsigned vtpbs = 1) {
    nlog_init(vtpbs, true);
    nlog_coalescing_init_thread();
  }
  static void line(const char* module, const char* function, std::uint32_t level, int coalesced,
                   int api, const std::string& text) {
    nlog_write(module, function, level, static_cast<std::uint32_t>(coalesced),
               static_cast<std::uint32_t>(api), "%s", text.c_str());
  }
  static nlog::ErrCtx& ctx() { return nlog::thread().ctx; }
  static nlog::LogConfig& slot(const char* name) { return *nlog::process().find(name); }
  static void levels(const char* name, std::uint32_t syslog, std::uint32_t console) {
    slot(name).syslog_level = syslog;
    slot(name).console_level = console;
    const std::uint32_t most = std::max(syslog, console);
    if (most > nlog::process().max_level) nlog::process().max_level = most;
  }
  static std::string error_log() {
    const nlog::ErrorLog& ring = nlog::process().error_log;
    return std::string(ring.log.get(), static_cast<std::size_t>(ring.tail));
  }

  /// The three calls of block C1 (30 section 5.2).
  static void first_two_of_c1() {
    line("TDRV", "dma_ring_init", 1, 1, 0, "ring 3 not ready");
    line("KMGR", "kmgr_load", 1, 1, 0, "stage failed rc=4");
  }
  static void c1() {
    first_two_of_c1();
    line("NRT", "nrt_load", 1, 1, 1, "Failed to load model");
  }
  static std::string c1_text() {
    return kStamp + header("ERROR", "NRT", "nrt_load") +
           "Failed to load model\n\tKMGR:kmgr_load stage failed rc=4\n\tTDRV:dma_ring_init ring 3 "
           "not ready";
  }

  ScriptedOs os_;
};

inline std::string mode_name(const ::testing::TestParamInfo<neuron_fidelity_mode>& info) {
  static constexpr const char* kNames[] = {"documented", "shipped", "fixed"};
  return kNames[info.param];
}

#define NLOG_IN_ALL_MODES   \
  INSTANTIATE_TEST_SUITE_P( \
      Modes, Nlog, ::testing::Values(NFID_DOCUMENTED, NFID_SHIPPED, NFID_FIXED), mode_name)

}  // namespace nvp::test

#endif  // NEURON_VP_TESTBENCH_TESTS_NLOG_FIXTURE_H_
