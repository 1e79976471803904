// SPDX-License-Identifier: Apache-2.0
#include "model/mgmt/platform_port.h"

#include "gen/model/regs/neuron_regs.h"

namespace nvp::mgmt {
namespace {

constexpr std::size_t kLongestLine =
    4096;  // longer ones are broken, so that a loop cannot fill memory
constexpr std::size_t kLargestBlob = 1 << 20;

}  // namespace

bus::Response PlatformPort::read(unsigned port, std::uint32_t address, std::uint32_t* data, ps_t) {
  return peek(port, address, data);
}

bus::Response PlatformPort::peek(unsigned, std::uint32_t address, std::uint32_t* data) {
  *data = 0;
  return address <= PLATFORM_PORT_CW_END ? bus::Response::okay : bus::Response::decerr;
}

bus::Response PlatformPort::write(unsigned, std::uint32_t address, std::uint32_t data,
                                  std::uint8_t strobes, ps_t grant) {
  if (address > PLATFORM_PORT_CW_END) return bus::Response::decerr;
  if (strobes == 0) return bus::Response::okay;
  data &= bus::strobe_mask(strobes);
  switch (address) {
    case PLATFORM_PORT_EXIT:
      if (ended_) ended_(static_cast<std::int32_t>(data));
      break;
    case PLATFORM_PORT_CONSOLE:
      put(static_cast<char>(data), grant);
      break;
    case PLATFORM_PORT_CW_DATA:
      if (blob_.size() < kLargestBlob) blob_.push_back(static_cast<std::uint8_t>(data));
      break;
    case PLATFORM_PORT_CW_END:
      end_blob(grant);
      break;
  }
  return bus::Response::okay;
}

void PlatformPort::put(char c, ps_t t) {
  if (c != '\n') line_.push_back(c);
  if (c != '\n' && line_.size() < kLongestLine) return;
  trace::Event event{trace::Kind::firmware_log, t, device_};
  event.text = line_;
  stream_.emit(event);
  line_.clear();
}

void PlatformPort::end_blob(ps_t t) {
  trace::Event event{trace::Kind::telemetry_blob, t, device_};
  event.a = static_cast<std::uint32_t>(blob_.size());
  event.data = blob_.data();
  event.data_size = blob_.size();
  stream_.emit(event);
  blob_.clear();
}

void PlatformPort::restart() {
  line_.clear();
  blob_.clear();
}

}  // namespace nvp::mgmt
