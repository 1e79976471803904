// SPDX-License-Identifier: Apache-2.0
#include "model/neuroncore/sync_unit.h"

#include <string_view>
#include <utility>

namespace nvp::neuroncore {
namespace {

std::uint32_t offset_of(const regs::Block& block, std::string_view name) {
  for (const regs::Register& reg : block.registers)
    if (reg.name == name) return reg.offset;
  return 0;
}

}  // namespace

SyncUnit::SyncUnit(const regs::Block& block, memory::Sparse& storage, std::uint64_t base)
    : RegisterFile(block, storage, base),
      events_(offset_of(block, "EVENT")),
      values_(offset_of(block, "SEMAPHORE_READ")) {
  on_write("SEMAPHORE_SET",
           [this](std::uint32_t i, std::uint32_t data, std::uint8_t strobes, ps_t) {
             set_word(i, bus::merge_strobes(word(i), data, strobes));
           });
  on_write("SEMAPHORE_INC", [this](std::uint32_t i, std::uint32_t data, std::uint8_t, ps_t time) {
    set_word(i, word(i) + data);
    if (on_increment_) on_increment_(i, time);
  });
  on_write("SEMAPHORE_DEC", [this](std::uint32_t i, std::uint32_t data, std::uint8_t, ps_t) {
    set_word(i, word(i) - data);
  });
}

std::int32_t SyncUnit::semaphore(std::uint32_t index) const {
  return static_cast<std::int32_t>(word(index));
}

void SyncUnit::set_semaphore(std::uint32_t index, std::int32_t value) {
  set_word(index, static_cast<std::uint32_t>(value));
}

bool SyncUnit::event(std::uint32_t index) const {
  return (get(events_ + 4 * index) & 1) != 0;
}

void SyncUnit::set_event(std::uint32_t index, bool value) {
  set(events_ + 4 * index, value);
}

void SyncUnit::on_increment(std::function<void(std::uint32_t, ps_t)> handler) {
  on_increment_ = std::move(handler);
}

}  // namespace nvp::neuroncore
