// SPDX-License-Identifier: Apache-2.0
#include "model/memory/sparse.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace nvp::memory {
namespace {

bool all_zero(const std::uint8_t* bytes, std::size_t size) {
  return std::all_of(bytes, bytes + size, [](std::uint8_t b) { return b == 0; });
}

}  // namespace

const std::uint8_t* Sparse::find(std::uint64_t number) const {
  if (number == cached_number_) return cached_;
  const auto found = pages_.find(number);
  if (found == pages_.end()) return nullptr;
  cached_number_ = number;
  cached_ = found->second.get();
  return cached_;
}

std::uint8_t* Sparse::make(std::uint64_t number) {
  if (find(number) == nullptr) {
    Page& page = pages_[number];
    page = std::make_unique<std::uint8_t[]>(page_bytes());
    cached_number_ = number;
    cached_ = page.get();
  }
  return cached_;
}

void Sparse::read(std::uint64_t address, void* to, std::size_t size) const {
  auto* out = static_cast<std::uint8_t*>(to);
  while (size != 0) {
    const std::uint64_t begin = address & (page_bytes() - 1);
    const std::size_t part = std::min<std::uint64_t>(size, page_bytes() - begin);
    if (const std::uint8_t* page = find(address >> page_bits_)) {
      std::memcpy(out, page + begin, part);
    } else {
      std::memset(out, 0, part);
    }
    address += part;
    out += part;
    size -= part;
  }
}

void Sparse::write(std::uint64_t address, const void* from, std::size_t size) {
  const auto* in = static_cast<const std::uint8_t*>(from);
  while (size != 0) {
    const std::uint64_t begin = address & (page_bytes() - 1);
    const std::size_t part = std::min<std::uint64_t>(size, page_bytes() - begin);
    const std::uint64_t number = address >> page_bits_;
    if (find(number) != nullptr || !all_zero(in, part)) std::memcpy(make(number) + begin, in, part);
    address += part;
    in += part;
    size -= part;
  }
}

std::uint32_t Sparse::load(std::uint64_t address) const {
  std::uint8_t b[4];
  read(address, b, sizeof b);
  return b[0] | b[1] << 8 | b[2] << 16 | static_cast<std::uint32_t>(b[3]) << 24;
}

void Sparse::store(std::uint64_t address, std::uint32_t value) {
  const std::uint8_t b[4] = {
      static_cast<std::uint8_t>(value), static_cast<std::uint8_t>(value >> 8),
      static_cast<std::uint8_t>(value >> 16), static_cast<std::uint8_t>(value >> 24)};
  write(address, b, sizeof b);
}

void Sparse::clear_in_page(std::uint64_t number, std::uint64_t begin, std::uint64_t end) {
  const auto found = pages_.find(number);
  if (found == pages_.end()) return;
  if (end - begin == page_bytes()) {
    if (cached_number_ == number) cached_number_ = ~std::uint64_t{0};
    pages_.erase(found);
  } else {
    std::memset(found->second.get() + begin, 0, end - begin);
  }
}

void Sparse::clear(std::uint64_t address, std::uint64_t size) {
  if (size == 0) return;
  const std::uint64_t last = address + size - 1;
  const std::uint64_t first_page = address >> page_bits_, last_page = last >> page_bits_;
  const auto clear_one = [&](std::uint64_t number) {
    const std::uint64_t base = number << page_bits_;
    clear_in_page(number, std::max(address, base) - base,
                  std::min(last, base + page_bytes() - 1) - base + 1);
  };
  if (last_page - first_page < pages_.size()) {
    for (std::uint64_t number = first_page; number <= last_page; ++number) clear_one(number);
    return;
  }
  std::vector<std::uint64_t> held;  // a large range: look at what is held instead
  for (const auto& [number, page] : pages_) {
    if (number >= first_page && number <= last_page) held.push_back(number);
  }
  for (const std::uint64_t number : held) clear_one(number);
}

}  // namespace nvp::memory
