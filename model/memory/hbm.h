// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_MEMORY_HBM_H_
#define NEURON_VP_MODEL_MEMORY_HBM_H_

#include <cstdint>
#include <functional>
#include <map>
#include <optional>

#include "model/bus/memory_port.h"
#include "model/device.h"
#include "model/generation/generation.h"
#include "model/memory/sparse.h"

namespace nvp::memory {

/// The HBM stacks of a device behind BAR4 (docs/reference/10, section 6). Addresses are BAR4
/// offsets; only the usable part of each stack answers. An access takes two fabric cycles.
class Hbm : public bus::MemoryBlock {
 public:
  static constexpr unsigned kCycles = 2;

  explicit Hbm(const generation::Generation& generation);

  bool read(std::uint64_t offset, void* to, std::size_t size) override;
  bool write(std::uint64_t offset, const void* from, std::size_t size) override;
  /// Without time, ECC or the size rule; inside one stack. @{
  bool peek(std::uint64_t offset, void* to, std::size_t size) override;
  bool poke(std::uint64_t offset, const void* from, std::size_t size) override;
  /// @}
  ps_t latency() const override;

  /// Marks the 8-byte word at `offset`: each read of it is an ECC event of that kind, until it is
  /// written. False if no stack has that offset.
  bool mark(std::uint64_t offset, EccKind kind);

  /// Called at an ECC event of stack `stack` (0..).
  void on_ecc(std::function<void(std::uint32_t stack, EccKind kind)> handler);

  /// Stack that holds `[offset, + size)`, or nothing.
  std::optional<std::uint32_t> stack_of(std::uint64_t offset, std::uint64_t size) const;

  std::uint64_t bytes_held() const { return content_.bytes_held(); }

 private:
  const generation::Generation& generation_;
  Sparse content_{12};
  std::map<std::uint64_t, EccKind> marks_;  // by 8-byte word
  std::function<void(std::uint32_t, EccKind)> on_ecc_;
};

}  // namespace nvp::memory

#endif  // NEURON_VP_MODEL_MEMORY_HBM_H_
