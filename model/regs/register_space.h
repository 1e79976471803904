// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_REGS_REGISTER_SPACE_H_
#define NEURON_VP_MODEL_REGS_REGISTER_SPACE_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "model/bus/register_port.h"

namespace nvp::regs {

/// Several blocks behind one register port, each in a range of the port's addresses. Addresses in
/// no range are answered with Response::decerr.
class RegisterSpace : public bus::RegisterBlock {
 public:
  /// Gives `[offset, offset + bytes)` to `block`, which sees it from `block_offset` on. Ranges come
  /// in any order and must not overlap (Error).
  void add(std::uint32_t offset, std::uint32_t bytes, bus::RegisterBlock& block,
           std::uint32_t block_offset = 0);

  bool contains(std::uint32_t address) const { return find(address) != nullptr; }
  /// The ranges, merged where they touch: {offset, bytes}, ascending.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> extents() const;

  bus::Response read(unsigned port, std::uint32_t address, std::uint32_t* data,
                     ps_t grant) override;
  bus::Response write(unsigned port, std::uint32_t address, std::uint32_t data,
                      std::uint8_t strobes, ps_t grant) override;
  bus::Response peek(unsigned port, std::uint32_t address, std::uint32_t* data) override;
  bus::Response poke(unsigned port, std::uint32_t address, std::uint32_t data) override;

 private:
  struct Range {
    std::uint32_t offset, bytes;
    bus::RegisterBlock* block;
    std::uint32_t block_offset;

    std::uint32_t inside(std::uint32_t address) const { return address - offset + block_offset; }
  };
  const Range* find(std::uint32_t address) const;

  std::vector<Range> ranges_;  // ascending
};

}  // namespace nvp::regs

#endif  // NEURON_VP_MODEL_REGS_REGISTER_SPACE_H_
