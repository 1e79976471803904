// SPDX-License-Identifier: Apache-2.0
#include "model/neuroncore/register_blocks.h"

#include <algorithm>

namespace nvp::neuroncore {
namespace {

constexpr std::uint32_t kDoorbell = 0;  // the semaphore that starts jobs
constexpr std::uint64_t kRangeAlign = 0x1000;

bool has_semaphores(const regs::Block& block) {
  return std::any_of(block.registers.begin(), block.registers.end(),
                     [](const regs::Register& reg) { return reg.name == "SEMAPHORE_INC"; });
}

// From the first register to the last, rounded up.
std::pair<std::uint64_t, std::uint64_t> register_range(const regs::Block& block) {
  std::uint64_t first = block.bytes, end = 0;
  for (const regs::Register& reg : block.registers) {
    first = std::min<std::uint64_t>(first, reg.offset);
    end = std::max<std::uint64_t>(end, reg.offset_of(reg.instances() - 1) + 4);
  }
  return {first, (end + kRangeAlign - 1) / kRangeAlign * kRangeAlign - first};
}

}  // namespace

RegisterBlocks::RegisterBlocks(const generation::Generation& generation,
                               const std::vector<std::unique_ptr<JobCore>>& cores)
    : generation_(generation), cores_(cores) {
  Index index;
  for (const regs::Window& window : regs::windows(static_cast<unsigned>(generation.id))) {
    if (window.name == "MISCRAM") continue;
    for (std::uint32_t n = 0; n < window.count(); ++n) {
      regs::RegisterFile& file = make(window, n);
      index[{window.name, n}] = &file;
      give_range(window.offset(n), window.bytes, file);
    }
  }
  for (std::uint32_t core = 0; core < generation.neuroncores; ++core) {
    wire_core(core, static_cast<SyncUnit&>(*index.at({"TPB", core})));
    wire_counters(core, *index.at({"PE_COUNTERS", core}));
  }
  hang_on_reset(index);
}

regs::RegisterFile& RegisterBlocks::make(const regs::Window& window, std::uint32_t instance) {
  const std::uint64_t base = window.offset(instance);
  if (has_semaphores(*window.block)) {
    files_.push_back(std::make_unique<SyncUnit>(*window.block, storage_, base));
  } else {
    files_.push_back(std::make_unique<regs::RegisterFile>(
        *window.block, storage_, base, static_cast<std::uint32_t>(window.bytes)));
  }
  return *files_.back();
}

// A window with memories leaves gaps, which stay unclaimed.
void RegisterBlocks::give_range(std::uint64_t base, std::uint64_t bytes, regs::RegisterFile& file) {
  const auto give = [&](std::uint64_t offset, std::uint64_t size) {
    space_.add(static_cast<std::uint32_t>(base + offset), static_cast<std::uint32_t>(size), file,
               static_cast<std::uint32_t>(offset));
  };
  if (file.block().memories.empty()) return give(0, bytes);
  for (const regs::Memory& memory : file.block().memories) give(memory.offset, memory.bytes);
  const auto [first, size] = register_range(file.block());
  give(first, size);
}

void RegisterBlocks::wire_core(std::uint32_t core, SyncUnit& sync) {
  core_sync_.push_back(&sync);
  sync.on_increment([&job_core = *cores_[core]](std::uint32_t semaphore, ps_t time) {
    if (semaphore == kDoorbell) job_core.ring(time);
  });
}

void RegisterBlocks::wire_counters(std::uint32_t core, regs::RegisterFile& counters) {
  const JobCore& job_core = *cores_[core];
  const auto serve = [&](std::string_view low, std::string_view high, auto value) {
    counters.on_read(
        low, [value](std::uint32_t, ps_t t) { return static_cast<std::uint32_t>(value(t)); });
    counters.on_read(high, [value](std::uint32_t, ps_t t) {
      return static_cast<std::uint32_t>(value(t) >> 32);
    });
  };
  serve("MATMUL_ACTIVE_LO", "MATMUL_ACTIVE_HI",
        [&job_core](ps_t t) { return job_core.pe_active(t); });
  serve("IDLE_LO", "IDLE_HI", [&job_core](ps_t t) { return job_core.pe_idle(t); });
}

void RegisterBlocks::hang_on_reset(const Index& index) {
  for (const regs::ResetSpan& span : regs::reset_spans(static_cast<unsigned>(generation_.id))) {
    for (std::uint32_t n = 0; n < span.bits * span.per_bit; ++n)
      on_reset_[span.first_bit + n / span.per_bit].push_back(
          index.at({span.window, span.first + n}));
  }
}

void RegisterBlocks::reset(std::uint64_t map) {
  for (std::size_t bit = 0; bit < on_reset_.size(); ++bit) {
    if ((map >> bit & 1) == 0) continue;
    for (regs::RegisterFile* file : on_reset_[bit]) file->reset();
  }
}

}  // namespace nvp::neuroncore
