// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_MGMT_BOOT_CONFIG_H_
#define NEURON_VP_MODEL_MGMT_BOOT_CONFIG_H_

#include <array>
#include <cstdint>

#include "model/firmware/config.h"
#include "model/mgmt/management.h"
#include "model/sim/clock.h"

namespace nvp::mgmt {

/// The words that lie at FW_CONFIG in firmware RAM when firmware boots (model/firmware/config.h).
using BootConfig = std::array<std::uint32_t, FW_CONFIG_WORDS>;

BootConfig boot_config(const Config& config, const sim::Clock& mgmt);

/// Serial number of device k of node n unless one is given (13, section 4).
constexpr std::uint64_t default_serial(std::uint32_t node, std::int32_t device) {
  return (std::uint64_t{0x40} << 32) | (0x10000u * (node + 1) + static_cast<std::uint32_t>(device));
}

}  // namespace nvp::mgmt

#endif  // NEURON_VP_MODEL_MGMT_BOOT_CONFIG_H_
