// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_MGMT_PLATFORM_PORT_H_
#define NEURON_VP_MODEL_MGMT_PLATFORM_PORT_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "model/bus/register_port.h"
#include "model/trace/event.h"

namespace nvp::mgmt {

/// What firmware tells the platform (docs/reference/41-rtl-blocks.md, "Management bus map"): its
/// end, its console, and telemetry blobs.
class PlatformPort : public bus::RegisterBlock {
 public:
  PlatformPort(std::int32_t device, trace::Stream& stream) : device_(device), stream_(stream) {}

  /// Calls `ended` when firmware stores its exit code.
  void on_exit(std::function<void(int code)> ended) { ended_ = std::move(ended); }

  bus::Response read(unsigned port, std::uint32_t address, std::uint32_t* data,
                     ps_t grant) override;
  bus::Response write(unsigned port, std::uint32_t address, std::uint32_t data,
                      std::uint8_t strobes, ps_t grant) override;
  bus::Response peek(unsigned port, std::uint32_t address, std::uint32_t* data) override;

  /// A processor that is restarted leaves no half line and no open blob behind.
  void restart();

 private:
  void put(char c, ps_t t);
  void end_blob(ps_t t);

  std::int32_t device_;
  trace::Stream& stream_;
  std::function<void(int)> ended_;
  std::string line_;
  std::vector<std::uint8_t> blob_;
};

}  // namespace nvp::mgmt

#endif  // NEURON_VP_MODEL_MGMT_PLATFORM_PORT_H_
