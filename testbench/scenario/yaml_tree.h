// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_SCENARIO_YAML_TREE_H_
#define NEURON_VP_TESTBENCH_SCENARIO_YAML_TREE_H_

#include <memory>
#include <string>

#include "testbench/scenario/document.h"

namespace nvp::scenario {

/// The tree of the one YAML document in `text`, within the limits of document.h.
Node parse_yaml(const std::string& text, const std::shared_ptr<const std::string>& file);

}  // namespace nvp::scenario

#endif  // NEURON_VP_TESTBENCH_SCENARIO_YAML_TREE_H_
