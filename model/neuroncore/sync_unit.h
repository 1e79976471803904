// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_NEURONCORE_SYNC_UNIT_H_
#define NEURON_VP_MODEL_NEURONCORE_SYNC_UNIT_H_

#include <cstdint>
#include <functional>

#include "model/memory/sparse.h"
#include "model/regs/register_file.h"

namespace nvp::neuroncore {

/// A window with events and semaphores: that of a core or of a TOP_SP (docs/reference/10,
/// section 5.3). Events hold 0 or 1. Semaphores are signed 32-bit and wrap; a write to one of their
/// three write registers sets, adds or subtracts. Reads of those registers give 0.
class SyncUnit : public regs::RegisterFile {
 public:
  static constexpr std::uint32_t kCount = 256;

  /// Block `tpb` or `top_sp`, with content in `storage` from `base` on.
  SyncUnit(const regs::Block& block, memory::Sparse& storage, std::uint64_t base);

  std::int32_t semaphore(std::uint32_t index) const;
  void set_semaphore(std::uint32_t index, std::int32_t value);
  bool event(std::uint32_t index) const;
  void set_event(std::uint32_t index, bool value);

  /// Called after each write to an increment register, with the semaphore's index and the time of
  /// the write.
  void on_increment(std::function<void(std::uint32_t index, ps_t time)> handler);

 private:
  std::uint32_t word(std::uint32_t index) const { return get(values_ + 4 * index); }
  void set_word(std::uint32_t index, std::uint32_t value) { set(values_ + 4 * index, value); }

  std::uint32_t events_, values_;  // offsets in the block
  std::function<void(std::uint32_t, ps_t)> on_increment_;
};

}  // namespace nvp::neuroncore

#endif  // NEURON_VP_MODEL_NEURONCORE_SYNC_UNIT_H_
