// SPDX-License-Identifier: Apache-2.0
#include "model/generation/generation.h"

#include <fmt/format.h>

#include <string>

#include "model/generation/tables.h"
#include "model/sim/error.h"

namespace nvp::generation {

const Generation& get(Id id) {
  for (const Generation& generation : kGenerations)
    if (generation.id == id) return generation;
  throw Error(fmt::format("unknown generation {}; accepted are 2, 3, 4", static_cast<int>(id)));
}

const Generation& get(std::string_view name) {
  std::string accepted;
  for (const Generation& generation : kGenerations) {
    if (generation.name == name) return generation;
    accepted += fmt::format("{}{}", accepted.empty() ? "" : ", ", generation.name);
  }
  throw Error(fmt::format("unknown generation '{}'; accepted are {}", name, accepted));
}

const std::array<Product, 5>& products() {
  return kProducts;
}

const Product& product(std::uint16_t pci_device_id) {
  std::string accepted;
  for (const Product& product : kProducts) {
    if (product.pci_device_id == pci_device_id) return product;
    accepted += fmt::format("{}{:#06x}", accepted.empty() ? "" : ", ", product.pci_device_id);
  }
  throw Error(
      fmt::format("unknown PCI device id {:#06x}; accepted are {}", pci_device_id, accepted));
}

}  // namespace nvp::generation
