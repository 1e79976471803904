// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_TESTS_SUPPORT_SCRIPTED_BENCH_H_
#define NEURON_VP_TESTBENCH_TESTS_SUPPORT_SCRIPTED_BENCH_H_

#include <functional>
#include <optional>
#include <string>

#include "testbench/tests/support/driver_platform.h"
#include "testbench/tests/support/scripted_firmware.h"

namespace nvp::test {

/// The driver on one scripted device: an "ideal clock" (HZ 1000, register accesses take no time),
/// and no metrics thread whose accesses would mix with those under test.
struct ScriptedBench {
  explicit ScriptedBench(generation::Id generation = generation::Id::v3,
                         const std::string& product = "trn2.48xlarge")
      : platform(DriverPlatform::with_product(product, 1000)),
        port(platform.add_scripted(generation)),
        firmware(port, platform.memory(), generation) {
    platform.set_param("nmetric_log_posts", 0);
  }

  /// Loads, waits until the device is READY, forgets what happened so far, then runs `body`.
  void run_ready(std::function<void()> body) {
    platform.run([this, body = std::move(body)] {
      ASSERT_TRUE(platform.wait_ready());
      firmware.forget_requests();
      firmware.forget_issues();
      platform.clear_mmio();
      body();
    });
  }

  neuron_device* nd() { return platform.nd(); }
  fw_io_ctx* ctx() { return platform.mailbox(); }

  /// Every request is answered like this; nothing: none is.
  void answer(std::optional<ScriptedFirmware::Answer> answer) {
    firmware.on_request([answer](const ScriptedFirmware::Request&) { return answer; });
  }

  DriverPlatform platform;
  ScriptedPort& port;
  ScriptedFirmware firmware;
};

}  // namespace nvp::test

#endif  // NEURON_VP_TESTBENCH_TESTS_SUPPORT_SCRIPTED_BENCH_H_
