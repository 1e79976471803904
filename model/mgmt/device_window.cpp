// SPDX-License-Identifier: Apache-2.0
#include "model/mgmt/device_window.h"

#include "gen/model/regs/neuron_regs.h"

namespace nvp::mgmt {

bus::Response DeviceWindow::read(unsigned port, std::uint32_t address, std::uint32_t* data, ps_t) {
  if (address != DEVICE_WINDOW_DATA) return peek(port, address, data);
  *data = 0;
  missed_ = !read_ || !read_(target(), data);
  return bus::Response::okay;
}

// A store of less than a word does not reach the device: its registers take words only (11 section
// 1).
bus::Response DeviceWindow::write(unsigned, std::uint32_t address, std::uint32_t data,
                                  std::uint8_t strobes, ps_t) {
  switch (address) {
    case DEVICE_WINDOW_ADDR_LO:
      address_lo_ = bus::merge_strobes(address_lo_, data, strobes);
      break;
    case DEVICE_WINDOW_ADDR_HI:
      address_hi_ = bus::merge_strobes(address_hi_, data, strobes);
      break;
    case DEVICE_WINDOW_DATA:
      if (strobes == 0) break;
      missed_ = strobes != 0xf || !write_ || !write_(target(), data);
      break;
    case DEVICE_WINDOW_STATUS:
      break;
    default:
      return bus::Response::decerr;
  }
  return bus::Response::okay;
}

bus::Response DeviceWindow::peek(unsigned, std::uint32_t address, std::uint32_t* data) {
  switch (address) {
    case DEVICE_WINDOW_ADDR_LO:
      *data = address_lo_;
      break;
    case DEVICE_WINDOW_ADDR_HI:
      *data = address_hi_;
      break;
    case DEVICE_WINDOW_DATA:
      *data = 0;
      break;
    case DEVICE_WINDOW_STATUS:
      *data = missed_ ? DEVICE_WINDOW_STATUS_MISSED_MASK : 0;
      break;
    default:
      return bus::Response::decerr;
  }
  return bus::Response::okay;
}

bus::Response DeviceWindow::poke(unsigned, std::uint32_t address, std::uint32_t data) {
  switch (address) {
    case DEVICE_WINDOW_ADDR_LO:
      address_lo_ = data;
      break;
    case DEVICE_WINDOW_ADDR_HI:
      address_hi_ = data;
      break;
    default:
      return bus::Response::decerr;
  }
  return bus::Response::okay;
}

}  // namespace nvp::mgmt
