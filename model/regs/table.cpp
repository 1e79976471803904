// SPDX-License-Identifier: Apache-2.0
#include "model/regs/table.h"

namespace nvp::regs {

const Block* find_block(std::string_view name, unsigned generation) {
  for (const Block& block : blocks())
    if (block.name == name && (block.generations >> generation & 1)) return &block;
  return nullptr;
}

const Window* find_window(std::string_view name, unsigned generation) {
  for (const Window& window : windows(generation))
    if (window.name == name) return &window;
  return nullptr;
}

std::string_view name(Access access) {
  switch (access) {
    case Access::rw:
      return "rw";
    case Access::ro:
      return "ro";
    case Access::wo:
      return "wo";
    case Access::w1c:
      return "w1c";
    case Access::wsub:
      return "wsub";
  }
  return "";
}

}  // namespace nvp::regs
