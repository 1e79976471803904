// SPDX-License-Identifier: Apache-2.0
#include "testbench/tests/support/scripted_firmware.h"

#include <cstring>

#include "gen/model/regs/neuron_regs.h"
#include "model/sim/thread.h"
#include "testbench/tests/support/driver_probe.h"

namespace nvp::test {
namespace {

std::uint64_t host_base(generation::Id id) {
  return generation::get(id).pci_host_base;
}

std::uint32_t load32(const std::uint8_t* bytes) {
  std::uint32_t value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

std::vector<std::uint8_t> response(const ScriptedFirmware::Request& request,
                                   const ScriptedFirmware::Answer& answer,
                                   std::size_t header_bytes) {
  std::vector<std::uint8_t> bytes(header_bytes);
  bytes[0] = answer.sequence.value_or(request.sequence());
  bytes[1] = answer.error;
  const std::size_t size = answer.size.value_or(header_bytes + answer.payload.size());
  bytes[2] = static_cast<std::uint8_t>(size);
  bytes[3] = static_cast<std::uint8_t>(size >> 8);
  bytes.insert(bytes.end(), answer.payload.begin(), answer.payload.end());
  return bytes;
}

}  // namespace

ScriptedFirmware::ScriptedFirmware(ScriptedPort& port, bus::HostMemory& memory,
                                   generation::Id generation)
    : port_(port), memory_(memory), host_base_(host_base(generation)) {
  set_word(MISCRAM_API_VERSION, 7);
  handler_ = [](const Request&) { return Answer{}; };
  port_.on_write([this](std::uint64_t offset, std::uint32_t value) {
    if (offset == port_.misc(MISCRAM_TRIGGER) && value != 0) rung();
  });
}

void ScriptedFirmware::finish_reset() {
  set_word(MISCRAM_TRIGGER, 0);
  set_word(MISCRAM_RESET, 0);
}

void ScriptedFirmware::rung() {
  const std::uint32_t reset = word(MISCRAM_RESET);
  if (reset == 1 || reset == 2) {
    issues_.push_back(sim::now());
    if (accept_resets_) finish_reset();
    return;
  }
  requests_.push_back(word(MISCRAM_ACK) == 1 ? take_new() : take_legacy());
  const Request request = requests_.back();
  const std::optional<Answer> answer = handler_(request);
  if (!answer) return;
  if (request.legacy) {
    answer_legacy(request, *answer);
  } else {
    answer_new(request, *answer);
  }
  set_word(MISCRAM_ACK, 0);
  set_word(MISCRAM_TRIGGER, 0);
}

ScriptedFirmware::Request ScriptedFirmware::take_legacy() {
  Request request{true, sim::now(), std::vector<std::uint8_t>(8), {}};
  std::uint64_t address = word(MISCRAM_REQUEST_BASE_ADDR_HIGH);
  address = (address << 32 | word(MISCRAM_REQUEST_BASE_ADDR_LOW)) & ~host_base_;
  memory_.read(address, request.header.data(), 8);
  const std::size_t size = request.header[2] | request.header[3] << 8;
  request.payload.resize(size - 8);
  memory_.read(address + 8, request.payload.data(), request.payload.size());
  return request;
}

ScriptedFirmware::Request ScriptedFirmware::take_new() const {
  Request request{false, sim::now(), std::vector<std::uint8_t>(8), {}};
  const std::uint32_t words[2] = {word(MISCRAM_REQUEST_BASE_ADDR_HIGH),
                                  word(MISCRAM_REQUEST_BASE_ADDR_LOW)};
  std::memcpy(request.header.data(), words, sizeof words);
  const std::size_t size = (request.header[2] | request.header[3] << 8) - 8u;
  for (std::size_t i = 0; i < size; ++i) {
    request.payload.push_back(static_cast<std::uint8_t>(word(MISCRAM_DATA(i / 4)) >> (i % 4 * 8)));
  }
  return request;
}

void ScriptedFirmware::answer_legacy(const Request& request, const Answer& answer) {
  std::uint64_t address = word(MISCRAM_RESPONSE_BASE_ADDR_HIGH);
  address = (address << 32 | word(MISCRAM_RESPONSE_BASE_ADDR_LOW)) & ~host_base_;
  const std::vector<std::uint8_t> bytes = response(request, answer, 4);
  memory_.write(address + 4, bytes.data() + 4, bytes.size() - 4);
  memory_.write(address, bytes.data(), 4);
}

void ScriptedFirmware::answer_new(const Request& request, const Answer& answer) {
  if (answer.registers_untouched) return;
  std::vector<std::uint8_t> bytes = response(request, answer, 8);
  const std::uint32_t crc = probe_crc32c(bytes.data(), bytes.size());
  bytes.resize((bytes.size() + 3) / 4 * 4);
  for (std::size_t i = 8; i < bytes.size(); i += 4) {
    set_word(MISCRAM_DATA((i - 8) / 4), load32(bytes.data() + i));
  }
  set_word(MISCRAM_REQUEST_BASE_ADDR_LOW, answer.bad_crc ? ~crc : crc);
  set_word(MISCRAM_REQUEST_BASE_ADDR_HIGH, load32(bytes.data()));
}

}  // namespace nvp::test
