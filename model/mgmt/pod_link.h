// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_MGMT_POD_LINK_H_
#define NEURON_VP_MODEL_MGMT_POD_LINK_H_

#include <cstdint>

#include "gen/model/regs/neuron_regs.h"
#include "model/bus/register_port.h"

namespace nvp::mgmt {

/// The pod link's place on the management bus: reserved (docs/reference/41-rtl-blocks.md). Reads 0,
/// writes have no effect; the driver runs the election (13, section 7).
class PodLink : public bus::RegisterBlock {
 public:
  bus::Response read(unsigned port, std::uint32_t address, std::uint32_t* data, ps_t) override {
    return peek(port, address, data);
  }
  bus::Response write(unsigned, std::uint32_t address, std::uint32_t, std::uint8_t, ps_t) override {
    return inside(address);
  }
  bus::Response peek(unsigned, std::uint32_t address, std::uint32_t* data) override {
    *data = 0;
    return inside(address);
  }

 private:
  static bus::Response inside(std::uint32_t address) {
    return address < MGMT_POD_LINK_BYTES ? bus::Response::okay : bus::Response::decerr;
  }
};

}  // namespace nvp::mgmt

#endif  // NEURON_VP_MODEL_MGMT_POD_LINK_H_
