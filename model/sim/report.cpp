// SPDX-License-Identifier: Apache-2.0
#include "model/sim/report.h"

#include <systemc>
#include <utility>

#include "model/sim/error.h"

namespace nvp::sim {
namespace {

std::function<void(const std::string&)>& warning_sink() {
  static std::function<void(const std::string&)> sink;
  return sink;
}

void handle(const sc_core::sc_report& report, const sc_core::sc_actions&) {
  const std::string text = std::string(report.get_msg_type()) + ": " + report.get_msg();
  switch (report.get_severity()) {
    case sc_core::SC_INFO:
      break;
    case sc_core::SC_WARNING:
      if (warning_sink()) warning_sink()(text);
      break;
    default:
      throw Error("SystemC: " + text, Error::Kind::platform);
  }
}

}  // namespace

void route_reports(std::function<void(const std::string&)> on_warning) {
  warning_sink() = std::move(on_warning);
  sc_core::sc_report_handler::set_handler(handle);
}

}  // namespace nvp::sim

// SystemC's library carries a main() that calls this. Programs here have their own main() and start
// the kernel with sim::run().
int sc_main(int, char**) {
  return 0;
}
