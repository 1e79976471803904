// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_MEMORY_SPARSE_H_
#define NEURON_VP_MODEL_MEMORY_SPARSE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>

namespace nvp::memory {

/// Bytes that are zero until written, held in pages on demand. Writing zeros to a page that is not
/// held does not make it held. Addresses are 64 bits; a range must not wrap.
class Sparse {
 public:
  /// @param page_bits log2 of the page size in bytes, at least 3.
  explicit Sparse(unsigned page_bits) : page_bits_(page_bits) {}

  void read(std::uint64_t address, void* to, std::size_t size) const;
  void write(std::uint64_t address, const void* from, std::size_t size);

  /// A 32-bit little-endian word at an aligned address. @{
  std::uint32_t load(std::uint64_t address) const;
  void store(std::uint64_t address, std::uint32_t value);
  /// @}

  /// Makes `[address, + size)` zero again; whole pages are released.
  void clear(std::uint64_t address, std::uint64_t size);

  std::uint64_t bytes_held() const { return pages_.size() << page_bits_; }

 private:
  using Page = std::unique_ptr<std::uint8_t[]>;

  std::uint64_t page_bytes() const { return std::uint64_t{1} << page_bits_; }
  const std::uint8_t* find(std::uint64_t number) const;
  std::uint8_t* make(std::uint64_t number);
  void clear_in_page(std::uint64_t number, std::uint64_t begin, std::uint64_t end);

  unsigned page_bits_;
  std::unordered_map<std::uint64_t, Page> pages_;  // never iterated in an observable order
  mutable std::uint64_t cached_number_ = ~std::uint64_t{0};
  mutable std::uint8_t* cached_ = nullptr;
};

}  // namespace nvp::memory

#endif  // NEURON_VP_MODEL_MEMORY_SPARSE_H_
