// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_TESTS_SUPPORT_SCRIPTED_PORT_H_
#define NEURON_VP_TESTBENCH_TESTS_SUPPORT_SCRIPTED_PORT_H_

#include <cstdint>
#include <functional>
#include <map>

#include "model/bus/host_port.h"
#include "model/generation/generation.h"
#include "model/trace/event.h"

namespace nvp::test {

/// A PCI function that does what a test says: BAR0 is plain storage, initially 0, whose accesses a
/// test can answer itself. Accesses take `access_ps` (default no time at all: the "ideal clock" of
/// docs/reference/12-reset.md) and appear in the event stream as those of a real link do.
class ScriptedPort : public bus::HostPort {
 public:
  /// Offset in BAR0 and the stored value; gives what the host reads.
  using OnRead = std::function<std::uint32_t(std::uint64_t offset, std::uint32_t stored)>;
  /// Called after the value has been stored.
  using OnWrite = std::function<void(std::uint64_t offset, std::uint32_t value)>;

  ScriptedPort(generation::Id generation, std::int32_t index, trace::Stream& stream);

  /// To be changed before the module is loaded.
  bus::PciIdentity& pci() { return identity_; }

  void on_read(OnRead handler) { on_read_ = std::move(handler); }
  void on_write(OnWrite handler) { on_write_ = std::move(handler); }
  void set_access_time(ps_t access_ps) { access_ps_ = access_ps; }

  /// Storage by offset in BAR0.
  std::uint32_t stored(std::uint64_t offset) const;
  void store(std::uint64_t offset, std::uint32_t value) { words_[offset] = value; }

  /// Offset in BAR0 of a MiscRAM word.
  std::uint64_t misc(std::uint32_t word) const { return generation_.miscram_offset + word; }

  const bus::PciIdentity& identity() const override { return identity_; }
  std::uint64_t read(std::uint64_t address, unsigned size) override;
  void write(std::uint64_t address, std::uint64_t value, unsigned size) override;
  bool peek(std::uint64_t address, void* to, std::size_t size) override;
  bool poke(std::uint64_t address, const void* from, std::size_t size) override;

 private:
  void spend() const;
  void emit(trace::Kind kind, std::uint64_t address, std::uint64_t value, unsigned size) const;

  const generation::Generation& generation_;
  std::int32_t index_;
  trace::Stream& stream_;
  bus::PciIdentity identity_;
  ps_t access_ps_ = 0;
  std::map<std::uint64_t, std::uint32_t> words_;
  OnRead on_read_;
  OnWrite on_write_;
};

}  // namespace nvp::test

#endif  // NEURON_VP_TESTBENCH_TESTS_SUPPORT_SCRIPTED_PORT_H_
