// SPDX-License-Identifier: Apache-2.0
#include "model/mgmt/mailbox_tap.h"

#include <algorithm>
#include <array>

#include "gen/model/regs/neuron_regs.h"
#include "model/mgmt/crc32c.h"
#include "model/sim/thread.h"

namespace nvp::mgmt {
namespace {

constexpr std::uint32_t kStale = 0xdeadbeef;
constexpr std::uint32_t kGatedBytes = 0x800;
constexpr std::uint32_t kHeaderBytes = 8, kLegacyAnswerHeader = 4, kLargestAnswer = 0x10000;
constexpr std::uint32_t kFirstApiOfNewEngine = 7;
constexpr std::uint32_t kDeviceReset = 1, kTpbReset = 2, kPostToCw = 2;

constexpr std::uint32_t kIdentity[] = {MISCRAM_API_VERSION,           MISCRAM_DEVICE_ID,
                                       MISCRAM_INSTANCE_PARTITION_SZ, MISCRAM_SERIAL_NUMBER_LO,
                                       MISCRAM_SERIAL_NUMBER_HI,      MISCRAM_SERVER_RACK_ID,
                                       MISCRAM_RESERVATION_ID_HI,     MISCRAM_RESERVATION_ID_LO};

bool is_identity(std::uint32_t address) {
  return std::find(std::begin(kIdentity), std::end(kIdentity), address) != std::end(kIdentity);
}

bool is_data(std::uint32_t address) {
  return address >= MISCRAM_DATA(0) && address < MISCRAM_DATA(MISCRAM_DATA_COUNT);
}

bool is_answer(std::uint32_t address) {
  return is_data(address) || address == MISCRAM_REQUEST_BASE_ADDR_HIGH ||
         address == MISCRAM_REQUEST_BASE_ADDR_LOW;
}

bool is_ecc(std::uint32_t address) {
  return (address >= MISCRAM_SRAM_ECC && address < MISCRAM_HBM_ECC(MISCRAM_HBM_ECC_COUNT)) ||
         address == MISCRAM_HBM_REPAIR_STATE;
}

bool is_power(std::uint32_t address) {
  return address >= MISCRAM_POWER_UTIL(0) && address < MISCRAM_POWER_UTIL(MISCRAM_POWER_UTIL_COUNT);
}

}  // namespace

MailboxTap::MailboxTap(Miscram& miscram, const Config& config, fault::Registry& faults,
                       trace::Stream& stream)
    : miscram_(miscram), config_(config), faults_(faults), stream_(stream) {}

fault::Context MailboxTap::context(const MailboxRequest& request) const {
  fault::Context context{config_.device};
  if (request.known) {
    context.command = request.command;
    context.sequence = request.sequence;
  }
  return context;
}

bus::Response MailboxTap::read(unsigned port, std::uint32_t address, std::uint32_t* data,
                               ps_t grant) {
  const bus::Response response = miscram_.read(port, address, data, grant);
  if (response != bus::Response::okay) return response;
  if (port == Miscram::kPortH) {
    *data = host_view(address, *data, grant);
  } else if (address == MISCRAM_REQUEST_BASE_ADDR_HIGH) {
    begin_request(grant);
  }
  return response;
}

std::uint32_t MailboxTap::host_view(std::uint32_t address, std::uint32_t value, ps_t grant) {
  if (address == MISCRAM_TRIGGER) {
    const bool held = lost_ || faults_.active(fault::Point::fw_no_clear, context());
    return held ? 1 : value;
  }
  if (address >= kGatedBytes) return value;
  if (grant < dead_until_) return kStale;
  if (miscram_.ready() && is_identity(address)) {
    fault::Context named = context();
    named.offset = address;
    if (faults_.active(fault::Point::fw_stale_identity, named)) return kStale;
  }
  return value;
}

bus::Response MailboxTap::write(unsigned port, std::uint32_t address, std::uint32_t data,
                                std::uint8_t strobes, ps_t grant) {
  if (strobes == 0) return miscram_.write(port, address, data, strobes, grant);
  if (port == Miscram::kPortH) {
    if (address == MISCRAM_TRIGGER) return ring(data, strobes, grant);
    return miscram_.write(port, address, data, strobes, grant);
  }
  if (vanishes(address)) return bus::Response::okay;
  if (is_answer(address) && request_.known && request_.fresh) {
    answer_store(address, data, strobes, grant);
    return bus::Response::okay;
  }
  const bus::Response response =
      miscram_.write(port, address, firmware_store(address, data, grant), strobes, grant);
  if (address == MISCRAM_TRIGGER && data == 0) request_.known = false;  // answered
  const bool serving = serves();
  if (serving && !served_) state("ready", static_cast<std::uint32_t>(FirmwareState::ready), grant);
  served_ = serving;
  return response;
}

// A host write to TRIGGER.
bus::Response MailboxTap::ring(std::uint32_t data, std::uint8_t strobes, ps_t grant) {
  lost_ = false;
  const std::uint32_t value = bus::merge_strobes(miscram_.word(MISCRAM_TRIGGER), data, strobes);
  if (value == 0) return miscram_.write(Miscram::kPortH, MISCRAM_TRIGGER, data, strobes, grant);

  const bool reset = reset_asked();
  const bool running = miscram_.ready() && !serves();
  if (reset && !running && faults_.hit(fault::Point::reset_ignore, context())) {
    return miscram_.write(Miscram::kPortH, MISCRAM_TRIGGER, 0, 0xf, grant);
  }
  if (!reset) {
    const fault::Spec* delay = faults_.hit(fault::Point::fw_delay, context(pending_request()));
    if (delay) miscram_.delay_doorbell(delay->time);
  }
  const bus::Response response =
      miscram_.write(Miscram::kPortH, MISCRAM_TRIGGER, data, strobes, grant);
  if (stream_.wants(trace::Kind::doorbell)) {
    trace::Event event{trace::Kind::doorbell, grant, config_.device};
    event.a = value;
    event.b = miscram_.trigger_count();
    stream_.emit(event);
  }
  if (issued_ && miscram_.word(MISCRAM_RESET) == kDeviceReset) issued_(grant);
  return response;
}

bool MailboxTap::vanishes(std::uint32_t address) {
  if (is_ecc(address)) return faults_.hit(fault::Point::fw_ecc_freeze, context()) != nullptr;
  if (is_power(address)) return faults_.hit(fault::Point::fw_power_freeze, context()) != nullptr;
  return false;
}

// A store by firmware that is no answer: what of it reaches MiscRAM.
std::uint32_t MailboxTap::firmware_store(std::uint32_t address, std::uint32_t data, ps_t grant) {
  if (address == MISCRAM_FW_STATUS) return status_store(data, grant);
  if (is_power(address) && stream_.wants(trace::Kind::power_sample)) {
    trace::Event event{trace::Kind::power_sample, grant, config_.device};
    event.a = (address - MISCRAM_POWER_UTIL(0)) / 4;
    event.b = data & MISCRAM_POWER_UTIL_BASIS_POINTS_MASK;
    event.x = data >> MISCRAM_POWER_UTIL_SAMPLE_SHIFT;
    stream_.emit(event);
  }
  return data;
}

// FW_STATUS: bit 3 set while READY is an accepted reset, bit 3 cleared its end.
std::uint32_t MailboxTap::status_store(std::uint32_t data, ps_t grant) {
  if (!miscram_.ready() || !reset_asked()) return data;
  const bool was = (miscram_.word(MISCRAM_FW_STATUS) & MISCRAM_FW_STATUS_BUSY_MASK) != 0;
  const bool is = (data & MISCRAM_FW_STATUS_BUSY_MASK) != 0;
  if (is && !was) {
    const fault::Spec* dead = faults_.hit(fault::Point::reset_dead, context());
    if (dead) dead_until_ = grant + dead->time;
    state("reset", static_cast<std::uint32_t>(FirmwareState::reset), grant);
  }
  if (!is && was && faults_.hit(fault::Point::reset_stuck, context())) {
    return data | MISCRAM_FW_STATUS_BUSY_MASK;
  }
  return data;
}

bool MailboxTap::reset_asked() const {
  const std::uint32_t reset = miscram_.word(MISCRAM_RESET);
  return reset == kDeviceReset || reset == kTpbReset;
}

// Firmware is up and no reset runs.
bool MailboxTap::serves() const {
  return miscram_.ready() && !(miscram_.word(MISCRAM_FW_STATUS) & MISCRAM_FW_STATUS_BUSY_MASK);
}

void MailboxTap::state(const char* what, std::uint32_t number, ps_t grant) {
  trace::Event event{trace::Kind::firmware_state, grant, config_.device};
  event.a = number;
  event.text = what;
  stream_.emit(event);
}

// The request that MiscRAM holds now (11 section 12.1).
MailboxRequest MailboxTap::pending_request() const {
  MailboxRequest request;
  std::uint32_t header = miscram_.word(MISCRAM_REQUEST_BASE_ADDR_HIGH);
  const std::uint32_t api = miscram_.word(MISCRAM_API_VERSION);  // 0 before the first boot
  request.fresh = miscram_.word(MISCRAM_ACK) == 1 && (api == 0 || api >= kFirstApiOfNewEngine);
  request.known = request.fresh;
  if (!request.fresh) {
    const auto address = [&](std::uint32_t high, std::uint32_t low) {
      return (std::uint64_t{miscram_.word(high)} << 32) | miscram_.word(low);
    };
    const std::uint64_t from =
        address(MISCRAM_REQUEST_BASE_ADDR_HIGH, MISCRAM_REQUEST_BASE_ADDR_LOW);
    request.response = address(MISCRAM_RESPONSE_BASE_ADDR_HIGH, MISCRAM_RESPONSE_BASE_ADDR_LOW) &
                       ~config_.host_window;
    request.address = from & ~config_.host_window;
    request.known = (from & config_.host_window) != 0 && config_.host_peek &&
                    config_.host_peek(request.address, &header, sizeof header);
  }
  request.sequence = header & 0xff;
  request.command = header >> 8 & 0xff;
  request.size = header >> 16;
  return request;
}

// Firmware samples the request: it reads 0x1f0, whatever the engine. TRIGGER may be 0 by then: a
// doorbell that was wiped out is served too (11 section 12.1).
void MailboxTap::begin_request(ps_t grant) {
  request_ = MailboxRequest{};
  verdict_ = Verdict{};
  altered_ = false;
  request_ = pending_request();
  if (!request_.known) return;
  compare_post(grant);
  if (!stream_.wants(trace::Kind::mailbox_command)) return;
  trace::Event event{trace::Kind::mailbox_command, grant, config_.device};
  event.a = request_.command;
  event.b = request_.sequence;
  event.x = request_.size;
  event.y = request_.fresh;
  stream_.emit(event);
}

// A legacy POST_TO_CW lies in the DATA window too (11 section 6.2); the frame counts.
void MailboxTap::compare_post(ps_t grant) {
  std::array<std::uint8_t, 4 * MISCRAM_DATA_COUNT> frame{}, window{};
  if (request_.fresh || request_.command != kPostToCw || request_.size <= kHeaderBytes ||
      request_.size > kHeaderBytes + frame.size() || !stream_.wants(trace::Kind::warning)) {
    return;
  }
  const std::size_t size = request_.size - kHeaderBytes;
  miscram_.copy_out(MISCRAM_DATA(0), window.data(), size);
  if (!config_.host_peek(request_.address + kHeaderBytes, frame.data(), size)) return;
  if (frame == window) return;
  trace::Event event{trace::Kind::warning, grant, config_.device};
  event.text = "POST_TO_CW: the DATA window differs from the request's payload";
  stream_.emit(event);
}

const MailboxTap::Verdict& MailboxTap::verdict() {
  if (verdict_.taken) return verdict_;
  const fault::Context at = context(request_);
  verdict_.taken = true;
  verdict_.drop = faults_.hit(fault::Point::fw_drop, at) != nullptr;
  if (verdict_.drop) return verdict_;
  if (const fault::Spec* error = faults_.hit(fault::Point::fw_error, at)) {
    verdict_.replace = verdict_.cut = true;
    verdict_.code = error->code & 0xff;
  }
  verdict_.bump_sequence = faults_.hit(fault::Point::fw_bad_seq, at) != nullptr;
  if (request_.fresh) verdict_.invert_crc = faults_.hit(fault::Point::fw_bad_crc, at) != nullptr;
  if (faults_.hit(fault::Point::fw_short_response, at)) verdict_.cut = true;
  return verdict_;
}

// A store of the new engine's answer: payload, CRC, header.
void MailboxTap::answer_store(std::uint32_t address, std::uint32_t data, std::uint8_t strobes,
                              ps_t grant) {
  const Verdict& v = verdict();
  if (v.drop) {
    lost_ = true;
    return;
  }
  if (is_data(address) && v.cut) return;
  if (address == MISCRAM_REQUEST_BASE_ADDR_LOW) {
    const std::uint32_t header = miscram_.word(MISCRAM_REQUEST_BASE_ADDR_HIGH);
    if (altered_) data = answer_crc(header);
    if (v.invert_crc) data = ~data;
  }
  if (address == MISCRAM_REQUEST_BASE_ADDR_HIGH) {
    const std::uint32_t header = answer_header(data);
    altered_ = header != data;
    data = header;
    if (altered_) {
      const std::uint32_t crc = answer_crc(header);
      miscram_.set_word(MISCRAM_REQUEST_BASE_ADDR_LOW, v.invert_crc ? ~crc : crc);
    }
    emit_answer(header, grant);
  }
  miscram_.write(Miscram::kPortF, address, data, strobes, grant);
}

std::uint32_t MailboxTap::answer_header(std::uint32_t dword) {
  std::uint32_t sequence = dword & 0xff, code = dword >> 8 & 0xff, size = dword >> 16;
  if (verdict_.bump_sequence) sequence = (sequence + 1) & 0xff;
  if (verdict_.replace) code = verdict_.code;
  if (verdict_.cut) size = kHeaderBytes;
  return sequence | code << 8 | size << 16;
}

// CRC of the answer as it lies in MiscRAM under this header.
std::uint32_t MailboxTap::answer_crc(std::uint32_t header) const {
  std::array<std::uint8_t, kHeaderBytes + 4 * MISCRAM_DATA_COUNT> bytes{};
  for (unsigned i = 0; i < 4; ++i) bytes[i] = static_cast<std::uint8_t>(header >> (8 * i));
  miscram_.copy_out(MISCRAM_DATA(0), bytes.data() + kHeaderBytes, 4 * MISCRAM_DATA_COUNT);
  const std::size_t size = std::clamp<std::size_t>(header >> 16, kHeaderBytes, bytes.size());
  return crc32c(bytes.data(), size);
}

// A write of the host DMA: the legacy answer if it goes where the request asked for it.
void MailboxTap::outgoing(std::uint64_t host, std::vector<std::uint8_t>* bytes) {
  if (!request_.known || request_.fresh || host < request_.response ||
      host >= request_.response + kLargestAnswer) {
    return;
  }
  const Verdict& v = verdict();
  const std::uint64_t offset = host - request_.response;
  if (v.drop) {
    bytes->clear();
    return;
  }
  if (v.cut && offset + bytes->size() > kLegacyAnswerHeader) {
    bytes->resize(offset < kLegacyAnswerHeader ? kLegacyAnswerHeader - offset : 0);
  }
  for (std::size_t i = 0; i < bytes->size() && offset + i < kLegacyAnswerHeader; ++i) {
    std::uint8_t& byte = (*bytes)[i];
    switch (offset + i) {
      case 0:
        byte = static_cast<std::uint8_t>(byte + (v.bump_sequence ? 1 : 0));
        break;
      case 1:
        byte = static_cast<std::uint8_t>(v.replace ? v.code : byte);
        break;
      case 2:
        byte = v.cut ? kLegacyAnswerHeader : byte;
        break;
      default:
        byte = v.cut ? 0 : byte;
        break;
    }
  }
  if (offset == 0 && bytes->size() >= 2) {
    emit_answer((*bytes)[0] | (*bytes)[1] << 8, sim::now());
  }
}

void MailboxTap::emit_answer(std::uint32_t header, ps_t t) {
  if (!stream_.wants(trace::Kind::mailbox_answer)) return;
  trace::Event event{trace::Kind::mailbox_answer, t, config_.device};
  event.a = request_.command;
  event.b = header & 0xff;
  event.x = header >> 8 & 0xff;
  event.y = request_.fresh;
  stream_.emit(event);
}

}  // namespace nvp::mgmt
