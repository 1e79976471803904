// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "model/regs/render.h"
#include "testbench/cli/commands.h"

namespace nvp::cli {

int regs(const std::string& block, const std::string& generation, const std::string& format) {
  fmt::print("{}", nvp::regs::render(block, generation, format));
  return 0;
}

}  // namespace nvp::cli
