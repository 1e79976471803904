// SPDX-License-Identifier: Apache-2.0
#include "model/mgmt/host_dma.h"

#include "gen/model/regs/neuron_regs.h"
#include "model/sim/thread.h"

namespace nvp::mgmt {
namespace {

constexpr std::uint32_t kFromHost = 1, kToHost = 2;
constexpr std::uint32_t kEnded = HOST_DMA_STATUS_DONE_MASK | HOST_DMA_STATUS_ERROR_MASK;
// Nothing local is larger, so nothing longer can end well; keeps a wild LEN from taking memory.
constexpr std::uint32_t kMaxLength = MGMT_RAM_BYTES;

}  // namespace

HostDma::HostDma(const sim::Clock& fabric, bus::DmaPort* port, LocalMemory local)
    : fabric_(fabric), port_(port), local_(std::move(local)) {}

bus::Response HostDma::read(unsigned, std::uint32_t address, std::uint32_t* data, ps_t grant) {
  return read_at(address, data, grant);
}

bus::Response HostDma::peek(unsigned, std::uint32_t address, std::uint32_t* data) {
  return read_at(address, data, sim::now());
}

bus::Response HostDma::read_at(std::uint32_t address, std::uint32_t* data, ps_t t) const {
  switch (address) {
    case HOST_DMA_HOST_LO:
      *data = host_lo_;
      break;
    case HOST_DMA_HOST_HI:
      *data = host_hi_;
      break;
    case HOST_DMA_LOCAL:
      *data = local_address_;
      break;
    case HOST_DMA_LEN:
      *data = length_;
      break;
    case HOST_DMA_CMD:
      *data = 0;
      break;
    case HOST_DMA_STATUS:
      if (ended_.at(t)) {
        *data = failed_ ? HOST_DMA_STATUS_ERROR_MASK : HOST_DMA_STATUS_DONE_MASK;
      } else {
        *data = busy_ || ended_.next_rise(t) != kNever ? HOST_DMA_STATUS_BUSY_MASK : 0;
      }
      break;
    default:
      return bus::Response::decerr;
  }
  return bus::Response::okay;
}

bus::Response HostDma::write(unsigned, std::uint32_t address, std::uint32_t data,
                             std::uint8_t strobes, ps_t grant) {
  const std::uint32_t selected = data & bus::strobe_mask(strobes);
  switch (address) {
    case HOST_DMA_HOST_LO:
      host_lo_ = bus::merge_strobes(host_lo_, data, strobes);
      break;
    case HOST_DMA_HOST_HI:
      host_hi_ = bus::merge_strobes(host_hi_, data, strobes);
      break;
    case HOST_DMA_LOCAL:
      local_address_ = bus::merge_strobes(local_address_, data, strobes);
      break;
    case HOST_DMA_LEN:
      length_ = bus::merge_strobes(length_, data, strobes);
      break;
    case HOST_DMA_CMD:
      if (strobes != 0 && !busy_) command(selected, grant);
      break;
    case HOST_DMA_STATUS:
      if ((selected & kEnded) && ended_.at(grant)) ended_.set(false, fabric_.after(grant, 1));
      break;
    default:
      return bus::Response::decerr;
  }
  return bus::Response::okay;
}

bus::Response HostDma::poke(unsigned, std::uint32_t address, std::uint32_t data) {
  if (address > HOST_DMA_LEN) return bus::Response::decerr;
  std::uint32_t* registers[] = {&host_lo_, &host_hi_, &local_address_, &length_};
  *registers[address / 4] = data;
  return bus::Response::okay;
}

void HostDma::command(std::uint32_t value, ps_t grant) {
  ended_.set(false, fabric_.after(grant, 1));
  busy_ = true;
  if (!port_ || length_ > kMaxLength || (value != kFromHost && value != kToHost)) {
    finish(false, fabric_.after(grant, 1));
  } else if (length_ == 0) {
    finish(true, fabric_.after(grant, 1));
  } else if (value == kFromHost) {
    from_host();
  } else {
    to_host(fabric_.after(grant, 1));
  }
}

void HostDma::from_host() {
  buffer_.resize(length_);
  const std::uint64_t host = (std::uint64_t{host_hi_} << 32) | host_lo_;
  port_->read(host, buffer_.data(), buffer_.size(), [this, to = local_address_](bool ok) {
    finish(ok && local_.write(to, buffer_.data(), buffer_.size()), sim::now());
  });
}

// `soon` is when a transfer that does not reach the link ends.
void HostDma::to_host(ps_t soon) {
  buffer_.resize(length_);
  if (!local_.read(local_address_, buffer_.data(), buffer_.size())) {
    finish(false, soon);
    return;
  }
  const std::uint64_t host = (std::uint64_t{host_hi_} << 32) | host_lo_;
  if (outgoing_) outgoing_(host, &buffer_);
  if (buffer_.empty()) {
    finish(true, soon);
    return;
  }
  port_->write(host, buffer_.data(), buffer_.size(), [this](bool ok) { finish(ok, sim::now()); });
}

void HostDma::finish(bool ok, ps_t t) {
  busy_ = false;
  failed_ = !ok;
  ended_.set(true, fabric_.after(t, 1));
}

}  // namespace nvp::mgmt
