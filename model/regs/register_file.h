// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_REGS_REGISTER_FILE_H_
#define NEURON_VP_MODEL_REGS_REGISTER_FILE_H_

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "model/bus/register_port.h"
#include "model/memory/sparse.h"
#include "model/regs/layout.h"
#include "model/regs/table.h"

namespace nvp::regs {

/// Serves one instance of a block as its table says: access policy, write masks, byte strobes,
/// reset values. Content lies in a storage that several files may share. Registers with a life of
/// their own get hooks.
class RegisterFile : public bus::RegisterBlock {
 public:
  /// Gives the value that a read returns. `instance` is the index in the register's array.
  using ReadHook = std::function<std::uint32_t(std::uint32_t instance, ps_t grant)>;
  /// Called after a write with some strobe set; `data` has the bytes of the strobes, others are 0.
  using WriteHook = std::function<void(std::uint32_t instance, std::uint32_t data,
                                       std::uint8_t strobes, ps_t grant)>;

  /// @param storage where content is kept, from `base` on; both it and `block` must outlive the
  /// file.
  /// @param bytes size of the window, if it shows less than the block has; 0: all of it.
  RegisterFile(const Block& block, memory::Sparse& storage, std::uint64_t base,
               std::uint32_t bytes = 0);

  /// Hooks by register name, which the block must have. @{
  void on_read(std::string_view name, ReadHook hook);
  void on_write(std::string_view name, WriteHook hook);
  /// @}

  /// Registers and unlisted storage go to their reset values; memories of the block keep their
  /// content.
  void reset();

  /// Content of a register, as storage keeps it. `offset` must be that of a register.
  std::uint32_t get(std::uint32_t offset) const { return storage_.load(base_ + offset); }
  void set(std::uint32_t offset, std::uint32_t value) { storage_.store(base_ + offset, value); }

  const Block& block() const { return block_; }

  bus::Response read(unsigned port, std::uint32_t address, std::uint32_t* data,
                     ps_t grant) override;
  bus::Response write(unsigned port, std::uint32_t address, std::uint32_t data,
                      std::uint8_t strobes, ps_t grant) override;
  /// Debug reads give what a read without hooks' side effects gives. Writes set content, also that
  /// of read-only registers; write-only ones refuse.
  bus::Response peek(unsigned port, std::uint32_t address, std::uint32_t* data) override;
  bus::Response poke(unsigned port, std::uint32_t address, std::uint32_t data) override;

 private:
  struct Hooks {
    std::size_t index;  // of the register
    ReadHook read;
    WriteHook write;
  };

  Hooks& hooks_of(std::string_view name);
  const Hooks* hooks_at(std::size_t index) const;
  bus::Response unlisted(std::uint32_t address) const;
  void store(const Register& reg, std::uint32_t address, std::uint32_t data, std::uint8_t strobes);

  const Block& block_;
  const Layout& layout_;
  memory::Sparse& storage_;
  std::uint64_t base_;
  std::uint32_t bytes_;
  std::vector<Hooks> hooks_;
};

}  // namespace nvp::regs

#endif  // NEURON_VP_MODEL_REGS_REGISTER_FILE_H_
