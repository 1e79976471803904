// SPDX-License-Identifier: Apache-2.0
#include "model/mgmt/crc32c.h"

#include "gen/model/regs/neuron_regs.h"

namespace nvp::mgmt {
namespace {

constexpr std::uint32_t kPolynomial = 0x82f6'3b78;

}  // namespace

std::uint32_t crc32c_step(std::uint32_t remainder, std::uint8_t byte) {
  remainder ^= byte;
  for (int bit = 0; bit < 8; ++bit) {
    remainder = (remainder >> 1) ^ ((remainder & 1u) ? kPolynomial : 0);
  }
  return remainder;
}

std::uint32_t crc32c(const std::uint8_t* bytes, std::size_t size) {
  std::uint32_t remainder = kCrc32cStart;
  for (std::size_t i = 0; i < size; ++i) remainder = crc32c_step(remainder, bytes[i]);
  return ~remainder;
}

bus::Response Crc32cBlock::read(unsigned port, std::uint32_t address, std::uint32_t* data, ps_t) {
  busy_ = 0;
  return peek(port, address, data);
}

bus::Response Crc32cBlock::write(unsigned, std::uint32_t address, std::uint32_t data,
                                 std::uint8_t strobes, ps_t) {
  busy_ = 0;
  if (address > CRC32C_RESULT) return bus::Response::decerr;
  if (strobes == 0) return bus::Response::okay;
  data &= bus::strobe_mask(strobes);
  switch (address) {
    case CRC32C_CTRL:
      if (data & CRC32C_CTRL_START_MASK) remainder_ = kCrc32cStart;
      break;
    case CRC32C_BYTE:
      consume(data, 1);
      break;
    case CRC32C_WORD:
      consume(data, 4);
      break;
    default:
      break;  // RESULT: read only
  }
  return bus::Response::okay;
}

bus::Response Crc32cBlock::peek(unsigned, std::uint32_t address, std::uint32_t* data) {
  if (address > CRC32C_RESULT) return bus::Response::decerr;
  *data = address == CRC32C_RESULT ? ~remainder_ : 0;
  return bus::Response::okay;
}

bus::Response Crc32cBlock::poke(unsigned, std::uint32_t address, std::uint32_t data) {
  if (address != CRC32C_RESULT) return bus::Response::decerr;
  remainder_ = ~data;
  return bus::Response::okay;
}

void Crc32cBlock::consume(std::uint32_t data, unsigned bytes) {
  for (unsigned i = 0; i < bytes; ++i) {
    remainder_ = crc32c_step(remainder_, static_cast<std::uint8_t>(data >> (8 * i)));
  }
  busy_ = bytes;
}

void Crc32cBlock::reset() {
  remainder_ = kCrc32cStart;
  busy_ = 0;
}

}  // namespace nvp::mgmt
