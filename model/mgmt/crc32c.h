// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_MGMT_CRC32C_H_
#define NEURON_VP_MODEL_MGMT_CRC32C_H_

#include <cstddef>
#include <cstdint>

#include "model/bus/register_port.h"

namespace nvp::mgmt {

constexpr std::uint32_t kCrc32cStart = 0xffff'ffff;

/// The remainder after one more byte (reflected Castagnoli, 11 section 3.4).
std::uint32_t crc32c_step(std::uint32_t remainder, std::uint8_t byte);
/// CRC32C of a buffer.
std::uint32_t crc32c(const std::uint8_t* bytes, std::size_t size);

/// The CRC engine (docs/reference/41-rtl-blocks.md, "crc32c"): one byte per cycle.
class Crc32cBlock : public bus::RegisterBlock {
 public:
  bus::Response read(unsigned port, std::uint32_t address, std::uint32_t* data,
                     ps_t grant) override;
  bus::Response write(unsigned port, std::uint32_t address, std::uint32_t data,
                      std::uint8_t strobes, ps_t grant) override;
  bus::Response peek(unsigned port, std::uint32_t address, std::uint32_t* data) override;
  bus::Response poke(unsigned port, std::uint32_t address, std::uint32_t data) override;
  unsigned busy_cycles() const override { return busy_; }

  void reset();

 private:
  void consume(std::uint32_t data, unsigned bytes);

  std::uint32_t remainder_ = kCrc32cStart;
  unsigned busy_ = 0;  // of the last grant
};

}  // namespace nvp::mgmt

#endif  // NEURON_VP_MODEL_MGMT_CRC32C_H_
