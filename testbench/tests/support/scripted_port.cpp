// SPDX-License-Identifier: Apache-2.0
#include "testbench/tests/support/scripted_port.h"

#include "model/sim/thread.h"

namespace nvp::test {
namespace {

// Beside the bases of real devices, so that a platform may have both.
constexpr std::uint64_t kFirstBar0 = 0x7000'0000'0000;
constexpr std::uint64_t kFirstBar4 = 0x7100'0000'0000;

bus::PciIdentity identity_of(const generation::Generation& generation, std::int32_t index) {
  bus::PciIdentity pci;
  pci.device = generation.pci_device_id;
  pci.bus = static_cast<std::uint8_t>(0xa0 + index);
  pci.bar[0] = {kFirstBar0 + index * generation.bar0_bytes, generation.bar0_bytes};
  pci.bar[4] = {kFirstBar4 + index * generation.bar4_bytes, generation.bar4_bytes};
  return pci;
}

}  // namespace

ScriptedPort::ScriptedPort(generation::Id generation, std::int32_t index, trace::Stream& stream)
    : generation_(generation::get(generation)),
      index_(index),
      stream_(stream),
      identity_(identity_of(generation_, index)) {}

std::uint32_t ScriptedPort::stored(std::uint64_t offset) const {
  const auto word = words_.find(offset);
  return word == words_.end() ? 0 : word->second;
}

std::uint64_t ScriptedPort::read(std::uint64_t address, unsigned size) {
  spend();
  const std::uint64_t offset = address - identity_.bar[0].base;
  std::uint32_t value = ~0u;
  if (offset < identity_.bar[0].size && size == 4) {
    value = on_read_ ? on_read_(offset, stored(offset)) : stored(offset);
  }
  emit(trace::Kind::mmio_read, address, value, size);
  return value;
}

void ScriptedPort::write(std::uint64_t address, std::uint64_t value, unsigned size) {
  spend();
  emit(trace::Kind::mmio_write, address, value, size);
  const std::uint64_t offset = address - identity_.bar[0].base;
  if (offset >= identity_.bar[0].size || size != 4) return;
  words_[offset] = static_cast<std::uint32_t>(value);
  if (on_write_) on_write_(offset, static_cast<std::uint32_t>(value));
}

bool ScriptedPort::peek(std::uint64_t, void*, std::size_t) {
  return false;
}

bool ScriptedPort::poke(std::uint64_t, const void*, std::size_t) {
  return false;
}

void ScriptedPort::spend() const {
  if (access_ps_ != 0) sim::Thread::current()->consume(access_ps_);
}

void ScriptedPort::emit(trace::Kind kind, std::uint64_t address, std::uint64_t value,
                        unsigned size) const {
  if (!stream_.wants(kind)) return;
  trace::Event event{kind, sim::now(), index_};
  event.a = static_cast<std::uint32_t>(value);
  event.b = size;
  event.x = address;
  stream_.emit(event);
}

}  // namespace nvp::test
