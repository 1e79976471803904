// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_NEURONCORE_REGISTER_BLOCKS_H_
#define NEURON_VP_MODEL_NEURONCORE_REGISTER_BLOCKS_H_

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "model/generation/generation.h"
#include "model/memory/sparse.h"
#include "model/neuroncore/job_core.h"
#include "model/neuroncore/sync_unit.h"
#include "model/regs/register_file.h"
#include "model/regs/register_space.h"

namespace nvp::neuroncore {

/// All register blocks of a device's BAR0 except MiscRAM, which the register map places there:
/// cores, TOP_SPs, notification queues, DMA engines. One block whose addresses are BAR0 offsets.
class RegisterBlocks {
 public:
  /// Wires the cores' windows to `cores`, which must outlive this.
  RegisterBlocks(const generation::Generation& generation,
                 const std::vector<std::unique_ptr<JobCore>>& cores);

  /// The blocks; addresses are BAR0 offsets.
  regs::RegisterSpace& space() { return space_; }

  /// Events and semaphores of a core.
  SyncUnit& core_sync(std::uint32_t core) { return *core_sync_[core]; }

  /// block_rst: clears what hangs on the bits of `map` (docs/reference/12, section 10), at either
  /// edge, so that what was written meanwhile is lost. State buffers and PSUM keep their content.
  void reset(std::uint64_t map);

 private:
  /// The files made so far, by window and instance.
  using Index = std::map<std::pair<std::string_view, std::uint32_t>, regs::RegisterFile*>;

  regs::RegisterFile& make(const regs::Window& window, std::uint32_t instance);
  void give_range(std::uint64_t base, std::uint64_t bytes, regs::RegisterFile& file);
  void wire_core(std::uint32_t core, SyncUnit& sync);
  void wire_counters(std::uint32_t core, regs::RegisterFile& counters);
  void hang_on_reset(const Index& index);

  const generation::Generation& generation_;
  const std::vector<std::unique_ptr<JobCore>>& cores_;
  memory::Sparse storage_{8};  // by BAR0 offset
  std::vector<std::unique_ptr<regs::RegisterFile>> files_;
  std::vector<SyncUnit*> core_sync_;
  regs::RegisterSpace space_;
  std::array<std::vector<regs::RegisterFile*>, 64> on_reset_;
};

}  // namespace nvp::neuroncore

#endif  // NEURON_VP_MODEL_NEURONCORE_REGISTER_BLOCKS_H_
