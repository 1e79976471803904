// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_TESTS_SUPPORT_DRIVER_PLATFORM_H_
#define NEURON_VP_TESTBENCH_TESTS_SUPPORT_DRIVER_PLATFORM_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "driver/kernel/vk/kernel.h"
#include "model/bus/host_memory.h"
#include "model/device.h"
#include "model/fault/fault.h"
#include "model/trace/event.h"
#include "testbench/tests/support/driver_probe.h"
#include "testbench/tests/support/scripted_port.h"

namespace nvp::test {

/// One register access of the host, in the order of issue (writes) or completion (reads).
struct MmioAccess {
  ps_t time;
  std::int32_t device;
  bool write;
  std::uint64_t offset;  ///< in BAR0; other BARs keep their bus address
  std::uint32_t value;

  bool operator==(const MmioAccess& other) const {
    return write == other.write && offset == other.offset && value == other.value;
  }
};

/// A telemetry blob that firmware handed on.
struct Blob {
  ps_t time;
  std::int32_t device;
  std::vector<std::uint8_t> bytes;
};

/// A host with devices, real or scripted, and the driver: for tests of the driver. One per
/// SIM_TEST; allocate it with new. Typical use:
///
///   auto* p = new DriverPlatform;
///   p->add_device({});
///   p->run([p] {
///     ASSERT_TRUE(p->wait_ready(0));
///     ...
///   });
class DriverPlatform {
 public:
  explicit DriverPlatform(const vk::KernelConfig& config = {});
  ~DriverPlatform();

  bus::HostMemory& memory();
  fault::Registry& faults();
  trace::Stream& stream();
  vk::Kernel& kernel();

  /// A real device, plugged in by run(): by default a V3 with the reference firmware.
  /// `config.index` is set.
  Device& add_device(DeviceConfig config = {});
  /// A function whose registers the test plays, plugged in by run().
  ScriptedPort& add_scripted(generation::Id generation);

  /// The product name that the driver reads (docs/reference/10-bus-and-address-map.md,
  /// section 1.2). Part of vk::KernelConfig, so only a helper to make one.
  static vk::KernelConfig with_product(const std::string& name, unsigned hz = 250);

  /// Fidelity for this test: a mode ("documented", "shipped", "fixed"), or one switch by name.
  static void set_fidelity(const std::string& mode);
  static void set_fidelity(const std::string& name, const std::string& value);
  /// The mode that the next platform of this process begins with; "documented" until then.
  static void begin_in(const std::string& mode);

  /// Module parameters; before run().
  void set_param(const std::string& name, std::int64_t value);

  /// Loads the module in a thread of its own, runs `body` there, unloads the module and ends the
  /// simulation. What the kernel's checks find (memory left, locks held) fails the test.
  void run(std::function<void()> body);
  /// The same without loading: `body` calls load() itself.
  void run_unloaded(std::function<void()> body);
  int load() { return kernel().load_module(); }

  /// The device object of a device index; null if its probe failed.
  neuron_device* nd(std::uint32_t index = 0) { return neuron_pci_device_get(index); }
  fw_io_ctx* mailbox(std::uint32_t index = 0) { return probe_mailbox(nd(index)); }

  /// @name Called in run()'s body or another thread
  /// @{
  void sleep(ps_t duration);
  /// Sleeps in steps of 1 ms until `done` or for at most `limit`; returns whether it was done.
  bool wait_until(const std::function<bool()>& done, ps_t limit);
  /// Until the device is no longer in state RESET; true if it is READY.
  bool wait_ready(std::uint32_t index = 0, ps_t limit = 600 * kPsPerSecond);
  /// @}

  /// Register accesses since the last clear_mmio(). Recording starts with the platform.
  const std::vector<MmioAccess>& mmio() const;
  void clear_mmio();
  /// Those of them that are writes (reads) to MiscRAM of device 0, with `offset` counted from
  /// there.
  std::vector<MmioAccess> misc_writes() const;
  std::vector<MmioAccess> misc_reads() const;
  std::vector<MmioAccess> writes() const;

  const std::vector<Blob>& blobs() const;
  /// Lines of the kernel log so far.
  const std::vector<std::string>& log() const;
  /// How many of them contain `text`.
  std::size_t log_count(const std::string& text) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// As run_in_child(), and fails if the body runs no DriverPlatform.
void run_driver_test(const std::function<void()>& body);

/// Short form of an expected write, for comparisons with EXPECT_EQ.
inline MmioAccess wrote(std::uint64_t offset, std::uint32_t value) {
  return {0, 0, true, offset, value};
}
void PrintTo(const MmioAccess& access, std::ostream* out);

}  // namespace nvp::test

/// A SIM_TEST whose body calls DriverPlatform::run() once.
#define DRIVER_TEST(suite, name)                         \
  static void suite##_##name##_body();                   \
  TEST(suite, name) {                                    \
    ::nvp::test::run_driver_test(suite##_##name##_body); \
  }                                                      \
  static void suite##_##name##_body()

/// Two DRIVER_TESTs of one body, in modes documented and shipped: for what only mode fixed changes.
#define DRIVER_TEST_UNLESS_FIXED(suite, name)         \
  static void suite##_##name##_unless_fixed();        \
  DRIVER_TEST(suite, name##InModeDocumented) {        \
    suite##_##name##_unless_fixed();                  \
  }                                                   \
  DRIVER_TEST(suite, name##InModeShipped) {           \
    ::nvp::test::DriverPlatform::begin_in("shipped"); \
    suite##_##name##_unless_fixed();                  \
  }                                                   \
  static void suite##_##name##_unless_fixed()

#endif  // NEURON_VP_TESTBENCH_TESTS_SUPPORT_DRIVER_PLATFORM_H_
