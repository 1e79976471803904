// SPDX-License-Identifier: Apache-2.0
#include "model/regs/layout.h"

#include <algorithm>
#include <map>
#include <memory>

namespace nvp::regs {
namespace {

bool is_plain(const Register& reg) {
  return reg.access == Access::rw && reg.writable == ~std::uint32_t{0} && reg.reset == 0;
}

}  // namespace

Layout::Layout(const Block& block) : block_(block), plain_(block.unlisted == Unlisted::storage) {
  for (std::uint32_t index = 0; index < block.registers.size(); ++index) {
    const Register& reg = block.registers[index];
    plain_ = plain_ && is_plain(reg);
    for (std::uint32_t n = 0; n < reg.instances(); ++n)
      places_.push_back({reg.offset_of(n), index, n});
  }
  std::sort(places_.begin(), places_.end(),
            [](const Place& a, const Place& b) { return a.offset < b.offset; });
}

const Layout& Layout::of(const Block& block) {
  static std::map<const Block*, std::unique_ptr<Layout>> layouts;
  std::unique_ptr<Layout>& layout = layouts[&block];
  if (!layout) layout.reset(new Layout(block));
  return *layout;
}

const Layout::Place* Layout::find(std::uint32_t offset) const {
  const auto at = std::lower_bound(places_.begin(), places_.end(), offset,
                                   [](const Place& p, std::uint32_t o) { return p.offset < o; });
  return at != places_.end() && at->offset == offset ? &*at : nullptr;
}

bool Layout::in_memory(std::uint32_t offset) const {
  return std::any_of(block_.memories.begin(), block_.memories.end(),
                     [&](const Memory& memory) { return offset - memory.offset < memory.bytes; });
}

}  // namespace nvp::regs
