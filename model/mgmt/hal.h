// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_MGMT_HAL_H_
#define NEURON_VP_MODEL_MGMT_HAL_H_

#include <cstdint>
#include <functional>
#include <string>

namespace nvp::mgmt {

/// What the management processor's program sees of the world: the four primitives that
/// model/firmware/hal.h builds everything else on (docs/reference/42-firmware.md, "HAL"). Each
/// charges simulated time (05, "Management CPU"). A bus error or a stopped processor does not come
/// back: an exception that only the processor catches unwinds the program.
class Hal {
 public:
  virtual ~Hal() = default;

  virtual std::uint32_t read32(std::uint32_t address) = 0;
  virtual void write32(std::uint32_t address, std::uint32_t value) = 0;
  /// Sleeps until the interrupt controller's PENDING is not 0; returns it.
  virtual std::uint32_t wait() = 0;
  /// Charges `count` cycles of computation.
  virtual void cycles(std::uint32_t count) = 0;
};

/// What a management processor runs, from reset: returns only if it is finished for good. Runs on a
/// simulated thread of its own; one program may serve many processors at once.
using Program = std::function<void(Hal&)>;

/// The reference firmware of model/firmware/, compiled into the platform.
Program reference_firmware();

/// Firmware in a shared object (42, "Two ways to run"): exports `hal_bind` and `firmware_main`
/// (model/firmware/hal.h). Throws Error if the file cannot be loaded or lacks one of them.
Program load_firmware(const std::string& path);

}  // namespace nvp::mgmt

#endif  // NEURON_VP_MODEL_MGMT_HAL_H_
