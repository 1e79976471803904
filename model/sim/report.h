// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_SIM_REPORT_H_
#define NEURON_VP_MODEL_SIM_REPORT_H_

#include <functional>
#include <string>

namespace nvp::sim {

/// Routes SystemC's reports: errors and fatals become nvp::Error (kind platform), warnings go to
/// `on_warning` with their text, information is dropped. Tests let a warning fail them.
void route_reports(std::function<void(const std::string&)> on_warning);

}  // namespace nvp::sim

#endif  // NEURON_VP_MODEL_SIM_REPORT_H_
