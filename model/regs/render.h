// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_REGS_RENDER_H_
#define NEURON_VP_MODEL_REGS_RENDER_H_

#include <string>
#include <string_view>

namespace nvp::regs {

/// The register map as text, for `neuron-vp regs`.
/// @param block a block's name, or empty for all blocks of the generation.
/// @param generation "v2", "v3" or "v4".
/// @param format "table", "json", "c" (#defines) or "sv" (SystemVerilog parameters).
/// Throws Error (kind input) that lists the accepted names if one of them is unknown.
std::string render(std::string_view block, std::string_view generation, std::string_view format);

}  // namespace nvp::regs

#endif  // NEURON_VP_MODEL_REGS_RENDER_H_
