// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_REGS_LAYOUT_H_
#define NEURON_VP_MODEL_REGS_LAYOUT_H_

#include <cstdint>
#include <vector>

#include "model/regs/table.h"

namespace nvp::regs {

/// Which register lies at which offset of a block, for fast lookup.
class Layout {
 public:
  struct Place {
    std::uint32_t offset;
    std::uint32_t index;     ///< of the register in its block
    std::uint32_t instance;  ///< in the register's array
  };

  /// The layout of a block of the table; made once, lives for ever.
  static const Layout& of(const Block& block);

  /// The register at `offset`, or null.
  const Place* find(std::uint32_t offset) const;
  /// True if `offset` lies in one of the block's memories.
  bool in_memory(std::uint32_t offset) const;
  /// True if every offset of the block is plain storage that resets to 0.
  bool plain() const { return plain_; }
  /// All places, ascending.
  const std::vector<Place>& places() const { return places_; }

 private:
  explicit Layout(const Block& block);

  const Block& block_;
  std::vector<Place> places_;
  bool plain_;
};

}  // namespace nvp::regs

#endif  // NEURON_VP_MODEL_REGS_LAYOUT_H_
