// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_MGMT_DEVICE_WINDOW_H_
#define NEURON_VP_MODEL_MGMT_DEVICE_WINDOW_H_

#include <cstdint>
#include <functional>

#include "model/bus/register_port.h"

namespace nvp::mgmt {

/// The firmware's window on the device's registers (docs/reference/41-rtl-blocks.md, "Management
/// bus map"): an address, and the word that lies there.
class DeviceWindow : public bus::RegisterBlock {
 public:
  using Read = std::function<bool(std::uint64_t device_address, std::uint32_t* value)>;
  using Write = std::function<bool(std::uint64_t device_address, std::uint32_t value)>;

  /// Empty functions: nothing is there.
  DeviceWindow(Read read, Write write) : read_(std::move(read)), write_(std::move(write)) {}

  bus::Response read(unsigned port, std::uint32_t address, std::uint32_t* data,
                     ps_t grant) override;
  bus::Response write(unsigned port, std::uint32_t address, std::uint32_t data,
                      std::uint8_t strobes, ps_t grant) override;
  bus::Response peek(unsigned port, std::uint32_t address, std::uint32_t* data) override;
  bus::Response poke(unsigned port, std::uint32_t address, std::uint32_t data) override;

 private:
  std::uint64_t target() const { return (std::uint64_t{address_hi_} << 32) | address_lo_; }

  Read read_;
  Write write_;
  std::uint32_t address_lo_ = 0, address_hi_ = 0;
  bool missed_ = false;
};

}  // namespace nvp::mgmt

#endif  // NEURON_VP_MODEL_MGMT_DEVICE_WINDOW_H_
