// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_REGS_TABLE_H_
#define NEURON_VP_MODEL_REGS_TABLE_H_

#include <cstdint>
#include <string_view>

namespace nvp::regs {

/// A constant array. C++17 has no std::span.
template <typename T>
class Slice {
 public:
  constexpr Slice() = default;
  constexpr Slice(const T* first, std::size_t count) : first_(first), count_(count) {}
  constexpr const T* begin() const { return first_; }
  constexpr const T* end() const { return first_ + count_; }
  constexpr std::size_t size() const { return count_; }
  constexpr bool empty() const { return count_ == 0; }
  constexpr const T& operator[](std::size_t i) const { return first_[i]; }

 private:
  const T* first_ = nullptr;
  std::size_t count_ = 0;
};

/// What an access to a register does.
enum class Access : std::uint8_t {
  rw,    ///< keeps what is written
  ro,    ///< writes have no effect
  wo,    ///< reads 0; what a write does is the block's affair
  w1c,   ///< a 1 clears the bit
  wsub,  ///< a write is subtracted, not below 0
};

/// What offsets of a block without a register do.
enum class Unlisted : std::uint8_t { storage, zero, error };

/// Which bus reaches a block.
enum class Side : std::uint8_t { host, mgmt };

struct Field {
  std::string_view name;
  std::uint8_t msb, lsb;
  std::string_view text;
};

/// A register, or an array of them: instance (i, j) lies at offset + i * stride[0] + j * stride[1].
struct Register {
  std::string_view name;
  std::uint32_t offset;  ///< in bytes, from the block's base
  Access access;
  std::uint32_t reset;     ///< value at power-on and after block_rst
  std::uint32_t writable;  ///< bits that a write changes
  std::uint32_t count[2];  ///< {1, 1}: no array
  std::uint32_t stride[2];
  Slice<Field> fields;
  std::string_view reference;  ///< chapter.section of docs/reference/
  std::string_view text;

  constexpr std::uint32_t instances() const { return count[0] * count[1]; }
  /// Offset of instance `n`, the inner index counting fastest.
  constexpr std::uint32_t offset_of(std::uint32_t n) const {
    return offset + n / count[1] * stride[0] + n % count[1] * stride[1];
  }
};

/// Content of a block that is memory, not registers.
struct Memory {
  std::string_view name;
  std::uint32_t offset, bytes;
  std::string_view text;
};

struct Block {
  std::string_view name;
  std::string_view prefix;  ///< of the names in gen/model/regs/neuron_regs.h
  Side side;
  std::uint32_t bytes;
  Unlisted unlisted;
  std::uint8_t generations;  ///< bit g: present in generation g (2..4)
  Slice<Register> registers;
  Slice<Memory> memories;
  std::string_view reference, text;
};

/// Consecutive instances of a window: instance first + k lies at offset + k * stride.
struct Run {
  std::uint32_t first, count;
  std::uint64_t offset, stride;
};

/// Where instances of a block lie in BAR0 (or on the management bus).
struct Window {
  std::string_view name;
  const Block* block;  ///< null: memory of the management bus
  std::uint64_t bytes;
  Slice<Run> runs;
  std::string_view reference;

  std::uint32_t count() const {
    return runs.empty() ? 0 : runs[runs.size() - 1].first + runs[runs.size() - 1].count;
  }
  /// Offset of instance `n`, which must exist.
  std::uint64_t offset(std::uint32_t n) const {
    for (const Run& run : runs)
      if (n - run.first < run.count) return run.offset + (n - run.first) * run.stride;
    return ~std::uint64_t{0};
  }
};

/// Device addresses that show the same content as part of a BAR (docs/reference/10, section 4).
struct DeviceRun {
  std::uint32_t first, count;
  std::uint64_t address, stride;  ///< device addresses
  std::uint64_t bar_offset, bar_stride;
};
struct DeviceRange {
  std::string_view name;
  std::uint8_t bar;
  std::uint64_t bytes;  ///< of one instance
  Slice<DeviceRun> runs;
};

/// Instances of a window that hang on bits of block_rst (docs/reference/12, section 10): bit
/// first_bit + k clears the instances first + k * per_bit .. + per_bit - 1, for k < bits.
struct ResetSpan {
  std::string_view window;
  std::uint8_t first_bit, bits;
  std::uint32_t first, per_bit;
};

/// All blocks, in the order of the data files. A name may occur twice, for different generations.
Slice<Block> blocks();

/// The block of that name in generation `generation` (2..4), or null.
const Block* find_block(std::string_view name, unsigned generation);

/// BAR0 windows of a generation (2..4); empty for others.
Slice<Window> windows(unsigned generation);
/// The BAR0 window of that name, or null.
const Window* find_window(std::string_view name, unsigned generation);

/// Device address ranges of a generation (2..4).
Slice<DeviceRange> device_ranges(unsigned generation);

/// What block_rst reaches in a generation (2..4).
Slice<ResetSpan> reset_spans(unsigned generation);

/// Windows on the management bus (docs/reference/41).
Slice<Window> mgmt_windows();

std::string_view name(Access access);

}  // namespace nvp::regs

#endif  // NEURON_VP_MODEL_REGS_TABLE_H_
