// SPDX-License-Identifier: Apache-2.0
#include "model/memory/hbm.h"

#include <utility>

#include "model/sim/clock.h"

namespace nvp::memory {
namespace {

constexpr std::uint64_t kMarkBytes = 8;  // what one ECC mark covers

}  // namespace

Hbm::Hbm(const generation::Generation& generation) : generation_(generation) {}

std::optional<std::uint32_t> Hbm::stack_of(std::uint64_t offset, std::uint64_t size) const {
  const std::uint64_t stack = offset / generation_.bar4_stack_stride;
  const std::uint64_t inside = offset % generation_.bar4_stack_stride;
  if (stack >= generation_.hbm_stacks || inside >= generation_.hbm_bytes ||
      size > generation_.hbm_bytes - inside)
    return std::nullopt;
  return static_cast<std::uint32_t>(stack);
}

ps_t Hbm::latency() const {
  return sim::Clock(generation_.fabric_hz).edge(kCycles);
}

bool Hbm::read(std::uint64_t offset, void* to, std::size_t size) {
  const std::optional<std::uint32_t> stack = stack_of(offset, size);
  if (!stack) return false;
  content_.read(offset, to, size);
  const auto mark = marks_.empty() ? marks_.end() : marks_.find(offset / kMarkBytes);
  if (mark != marks_.end() && on_ecc_) on_ecc_(*stack, mark->second);
  return true;
}

bool Hbm::write(std::uint64_t offset, const void* from, std::size_t size) {
  if (!poke(offset, from, size)) return false;
  if (!marks_.empty()) marks_.erase(offset / kMarkBytes);
  return true;
}

bool Hbm::peek(std::uint64_t offset, void* to, std::size_t size) {
  if (!stack_of(offset, size)) return false;
  content_.read(offset, to, size);
  return true;
}

bool Hbm::poke(std::uint64_t offset, const void* from, std::size_t size) {
  if (!stack_of(offset, size)) return false;
  content_.write(offset, from, size);
  return true;
}

bool Hbm::mark(std::uint64_t offset, EccKind kind) {
  if (!stack_of(offset, 1)) return false;
  marks_[offset / kMarkBytes] = kind;
  return true;
}

void Hbm::on_ecc(std::function<void(std::uint32_t, EccKind)> handler) {
  on_ecc_ = std::move(handler);
}

}  // namespace nvp::memory
