// SPDX-License-Identifier: Apache-2.0
#include "model/regs/register_space.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/sim/error.h"

namespace nvp::regs {

using bus::Response;

void RegisterSpace::add(std::uint32_t offset, std::uint32_t bytes, bus::RegisterBlock& block,
                        std::uint32_t block_offset) {
  const auto at = std::upper_bound(ranges_.begin(), ranges_.end(), offset,
                                   [](std::uint32_t o, const Range& r) { return o < r.offset; });
  const bool fits_after = at == ranges_.begin() || offset - (at - 1)->offset >= (at - 1)->bytes;
  const bool fits_before = at == ranges_.end() || at->offset - offset >= bytes;
  if (bytes == 0 || !fits_after || !fits_before)
    throw Error(
        fmt::format("register range {:#x} of {:#x} bytes is empty or overlaps", offset, bytes),
        Error::Kind::platform);
  ranges_.insert(at, {offset, bytes, &block, block_offset});
}

const RegisterSpace::Range* RegisterSpace::find(std::uint32_t address) const {
  const auto at = std::upper_bound(ranges_.begin(), ranges_.end(), address,
                                   [](std::uint32_t a, const Range& r) { return a < r.offset; });
  if (at == ranges_.begin()) return nullptr;
  const Range& range = *(at - 1);
  return address - range.offset < range.bytes ? &range : nullptr;
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> RegisterSpace::extents() const {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> merged;
  for (const Range& range : ranges_) {
    if (!merged.empty() && merged.back().first + merged.back().second == range.offset) {
      merged.back().second += range.bytes;
    } else {
      merged.emplace_back(range.offset, range.bytes);
    }
  }
  return merged;
}

Response RegisterSpace::read(unsigned port, std::uint32_t address, std::uint32_t* data,
                             ps_t grant) {
  const Range* range = find(address);
  if (range != nullptr) return range->block->read(port, range->inside(address), data, grant);
  *data = 0;
  return Response::decerr;
}

Response RegisterSpace::write(unsigned port, std::uint32_t address, std::uint32_t data,
                              std::uint8_t strobes, ps_t grant) {
  const Range* range = find(address);
  if (range == nullptr) return Response::decerr;
  return range->block->write(port, range->inside(address), data, strobes, grant);
}

Response RegisterSpace::peek(unsigned port, std::uint32_t address, std::uint32_t* data) {
  const Range* range = find(address);
  if (range != nullptr) return range->block->peek(port, range->inside(address), data);
  *data = 0;
  return Response::decerr;
}

Response RegisterSpace::poke(unsigned port, std::uint32_t address, std::uint32_t data) {
  const Range* range = find(address);
  return range ? range->block->poke(port, range->inside(address), data) : Response::decerr;
}

}  // namespace nvp::regs
