// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "testbench/cli/commands.h"
#include "testbench/scenario/schema.h"

namespace nvp::cli {

int language(const std::string& format) {
  fmt::print("{}", format == "markdown" ? scenario::markdown_reference() : scenario::json_schema());
  return 0;
}

}  // namespace nvp::cli
