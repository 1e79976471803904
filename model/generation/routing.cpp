// SPDX-License-Identifier: Apache-2.0
#include "model/generation/routing.h"

#include <fmt/format.h>

#include "model/sim/error.h"

namespace nvp::generation {
namespace {

constexpr std::uint32_t kIds = 64, kPdsIds = 128;

}  // namespace

std::optional<std::uint32_t> device_index(const Product& product, bool pds,
                                          std::uint32_t routing_id) {
  const bool on_pds = pds && !product.routing_repeats;
  if (routing_id >= (on_pds ? kPdsIds : kIds)) return std::nullopt;
  if (on_pds) return routing_id % 16;
  return product.routing[routing_id % 16] + (product.routing_repeats ? routing_id / 16 * 16 : 0);
}

std::uint32_t default_routing_id(const Product& product, bool pds, std::uint32_t index,
                                 std::uint32_t server, std::uint32_t total) {
  const bool on_pds = pds && !product.routing_repeats;
  const std::uint32_t limit = product.routing_repeats ? kIds : 16;
  if (index >= limit)
    throw Error(fmt::format("a host has at most {} {} devices; device {} would share an index",
                            limit, product.name, index));
  if (on_pds) {
    const std::uint32_t id = index + server * total;
    if (!device_index(product, true, id))
      throw Error(fmt::format("server {} with {} devices gives routing id {}; accepted are 0..{}",
                              server, total, id, kPdsIds - 1));
    return id;
  }
  for (std::uint32_t id = 0; id < kIds; ++id)
    if (device_index(product, false, id) == index) return id;
  throw Error(fmt::format("no routing id gives device index {}", index), Error::Kind::platform);
}

}  // namespace nvp::generation
