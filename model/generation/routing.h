// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_GENERATION_ROUTING_H_
#define NEURON_VP_MODEL_GENERATION_ROUTING_H_

#include <cstdint>
#include <optional>

#include "model/generation/generation.h"

namespace nvp::generation {

/// Device index of a routing id (docs/reference/10, section 8.1); nothing if it is out of range (64
/// ids, 128 on PDS).
std::optional<std::uint32_t> device_index(const Product& product, bool pds,
                                          std::uint32_t routing_id);

/// The routing id that device `index` of a host gets by default: the one that maps to its index (on
/// PDS: index + server * total). Throws Error if no routing id maps to that index, as for more than
/// 16 devices of V3 or V4.
std::uint32_t default_routing_id(const Product& product, bool pds, std::uint32_t index,
                                 std::uint32_t server = 0, std::uint32_t total = 16);

}  // namespace nvp::generation

#endif  // NEURON_VP_MODEL_GENERATION_ROUTING_H_
