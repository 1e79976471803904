// SPDX-License-Identifier: Apache-2.0
#include "model/regs/register_file.h"

#include <algorithm>
#include <string>
#include <utility>

#include "model/sim/error.h"
#include "model/sim/thread.h"

namespace nvp::regs {

using bus::Response;

RegisterFile::RegisterFile(const Block& block, memory::Sparse& storage, std::uint64_t base,
                           std::uint32_t bytes)
    : block_(block),
      layout_(Layout::of(block)),
      storage_(storage),
      base_(base),
      bytes_(bytes != 0 ? bytes : block.bytes) {
  if (!layout_.plain()) reset();
}

RegisterFile::Hooks& RegisterFile::hooks_of(std::string_view name) {
  const auto found = std::find_if(block_.registers.begin(), block_.registers.end(),
                                  [&](const Register& reg) { return reg.name == name; });
  if (found == block_.registers.end())
    throw Error("block " + std::string(block_.name) + " has no register " + std::string(name),
                Error::Kind::platform);
  const auto index = static_cast<std::size_t>(found - block_.registers.begin());
  for (Hooks& hooks : hooks_)
    if (hooks.index == index) return hooks;
  return hooks_.emplace_back(Hooks{index, {}, {}});
}

const RegisterFile::Hooks* RegisterFile::hooks_at(std::size_t index) const {
  for (const Hooks& hooks : hooks_)
    if (hooks.index == index) return &hooks;
  return nullptr;
}

void RegisterFile::on_read(std::string_view name, ReadHook hook) {
  hooks_of(name).read = std::move(hook);
}

void RegisterFile::on_write(std::string_view name, WriteHook hook) {
  hooks_of(name).write = std::move(hook);
}

void RegisterFile::reset() {
  std::uint64_t begin = 0;  // memories come in ascending order
  for (const Memory& memory : block_.memories) {
    storage_.clear(base_ + begin, memory.offset - begin);
    begin = std::uint64_t{memory.offset} + memory.bytes;
  }
  storage_.clear(base_ + begin, bytes_ - begin);
  for (const Register& reg : block_.registers) {
    if (reg.reset == 0) continue;
    for (std::uint32_t n = 0; n < reg.instances(); ++n) {
      if (reg.offset_of(n) < bytes_) set(reg.offset_of(n), reg.reset);
    }
  }
}

Response RegisterFile::unlisted(std::uint32_t address) const {
  if (address >= bytes_) return Response::decerr;
  return block_.unlisted == Unlisted::error && !layout_.in_memory(address) ? Response::decerr
                                                                           : Response::okay;
}

Response RegisterFile::read(unsigned, std::uint32_t address, std::uint32_t* data, ps_t grant) {
  *data = 0;
  const Layout::Place* place = layout_.plain() && hooks_.empty() ? nullptr : layout_.find(address);
  if (place == nullptr) {
    const Response answer = unlisted(address);
    const bool kept = block_.unlisted == Unlisted::storage || layout_.in_memory(address);
    if (answer == Response::okay && kept) *data = storage_.load(base_ + address);
    return answer;
  }
  if (block_.registers[place->index].access == Access::wo) return Response::okay;
  const Hooks* hooks = hooks_at(place->index);
  *data = hooks && hooks->read ? hooks->read(place->instance, grant) : get(address);
  return Response::okay;
}

void RegisterFile::store(const Register& reg, std::uint32_t address, std::uint32_t data,
                         std::uint8_t strobes) {
  const std::uint32_t old = get(address);
  const std::uint32_t mask = bus::strobe_mask(strobes) & reg.writable;
  switch (reg.access) {
    case Access::rw:
      set(address, (old & ~mask) | (data & mask));
      break;
    case Access::w1c:
      set(address, old & ~(data & mask));
      break;
    case Access::wsub:
      set(address, old - std::min(old, data & mask));
      break;
    case Access::ro:
    case Access::wo:
      break;
  }
}

Response RegisterFile::write(unsigned, std::uint32_t address, std::uint32_t data,
                             std::uint8_t strobes, ps_t grant) {
  const Layout::Place* place = layout_.plain() && hooks_.empty() ? nullptr : layout_.find(address);
  if (place == nullptr) {
    const Response answer = unlisted(address);
    const bool kept = block_.unlisted == Unlisted::storage || layout_.in_memory(address);
    if (answer == Response::okay && kept) {
      const std::uint32_t old = storage_.load(base_ + address);
      storage_.store(base_ + address, bus::merge_strobes(old, data, strobes));
    }
    return answer;
  }
  if (strobes == 0) return Response::okay;
  const Register& reg = block_.registers[place->index];
  store(reg, address, data, strobes);
  const Hooks* hooks = hooks_at(place->index);
  if (hooks && hooks->write && reg.access != Access::ro)
    hooks->write(place->instance, data & bus::strobe_mask(strobes), strobes, grant);
  return Response::okay;
}

Response RegisterFile::peek(unsigned port, std::uint32_t address, std::uint32_t* data) {
  return read(port, address, data, sim::now());
}

Response RegisterFile::poke(unsigned, std::uint32_t address, std::uint32_t data) {
  const Layout::Place* place = layout_.find(address);
  if (place != nullptr && block_.registers[place->index].access == Access::wo)
    return Response::decerr;
  const bool kept = place || block_.unlisted == Unlisted::storage || layout_.in_memory(address);
  if (unlisted(address) != Response::okay || !kept) return Response::decerr;
  storage_.store(base_ + address, data);
  return Response::okay;
}

}  // namespace nvp::regs
