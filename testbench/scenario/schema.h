// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_SCENARIO_SCHEMA_H_
#define NEURON_VP_TESTBENCH_SCENARIO_SCHEMA_H_

#include <string>

namespace nvp::scenario {

/// The JSON schema (draft 2020-12) of scenario files, for editors: docs/schema/scenario-1.json.
std::string json_schema();

/// The reference of all keys as Markdown: the second half of docs/scenarios.md.
std::string markdown_reference();

}  // namespace nvp::scenario

#endif  // NEURON_VP_TESTBENCH_SCENARIO_SCHEMA_H_
