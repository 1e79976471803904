// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "gen/model/regs/neuron_regs.h"
#include "model/regs/register_file.h"
#include "model/regs/register_space.h"
#include "model/sim/error.h"

namespace nvp::regs {
namespace {

using bus::Response;

constexpr std::uint8_t kAll = 0xf;

constexpr Register kRegisters[] = {
    {"PLAIN", 0x0, Access::rw, 0x12345678, 0xffffffff, {1, 1}, {0, 0}, {}, "t", "t"},
    {"NARROW", 0x4, Access::rw, 0, 0x00ff00ff, {1, 1}, {0, 0}, {}, "t", "t"},
    {"FIXED", 0x8, Access::ro, 0x55, 0xffffffff, {1, 1}, {0, 0}, {}, "t", "t"},
    {"STROBE", 0xc, Access::wo, 0, 0xffffffff, {1, 1}, {0, 0}, {}, "t", "t"},
    {"FLAGS", 0x10, Access::w1c, 0xff, 0x0f, {1, 1}, {0, 0}, {}, "t", "t"},
    {"COUNT", 0x14, Access::wsub, 0x20, 0xffff, {1, 1}, {0, 0}, {}, "t", "t"},
    {"GRID", 0x20, Access::rw, 7, 0xffffffff, {2, 3}, {0x20, 0x4}, {}, "t", "t"},
};

constexpr Block block_with(Unlisted unlisted) {
  return {"test", "TEST", Side::host, 0x100, unlisted, 0x1c, {kRegisters, 7}, {}, "t", "t"};
}
constexpr Block kStorage = block_with(Unlisted::storage);
constexpr Block kZero = block_with(Unlisted::zero);
constexpr Block kError = block_with(Unlisted::error);

struct RegisterFileTest : ::testing::Test {
  std::uint32_t read(RegisterFile& of, std::uint32_t address) {
    std::uint32_t value = 0xeeeeeeee;
    EXPECT_EQ(of.read(0, address, &value, 0), Response::okay) << address;
    return value;
  }
  void write(RegisterFile& of, std::uint32_t address, std::uint32_t value,
             std::uint8_t strobes = kAll) {
    EXPECT_EQ(of.write(0, address, value, strobes, 0), Response::okay) << address;
  }

  memory::Sparse content{8};
  RegisterFile file{kStorage, content, 0x1000};
};

TEST_F(RegisterFileTest, ResetValues) {
  EXPECT_EQ(read(file, 0x0), 0x12345678u);
  EXPECT_EQ(read(file, 0x8), 0x55u);
  for (std::uint32_t row = 0; row < 2; ++row)
    for (std::uint32_t column = 0; column < 3; ++column)
      EXPECT_EQ(read(file, 0x20 + 0x20 * row + 4 * column), 7u);
}

TEST_F(RegisterFileTest, AccessPolicies) {
  write(file, 0x4, 0xffffffff);
  EXPECT_EQ(read(file, 0x4), 0x00ff00ffu);
  write(file, 0x8, 0);
  EXPECT_EQ(read(file, 0x8), 0x55u);
  write(file, 0xc, 0xffffffff);
  EXPECT_EQ(read(file, 0xc), 0u);
  write(file, 0x10, 0xff);
  EXPECT_EQ(read(file, 0x10), 0xf0u) << "only writable bits clear";
  write(file, 0x14, 0x5);
  EXPECT_EQ(read(file, 0x14), 0x1bu);
  write(file, 0x14, 0xffff);
  EXPECT_EQ(read(file, 0x14), 0u) << "not below 0";
}

TEST_F(RegisterFileTest, StrobesMergeByByte) {
  for (unsigned strobes = 0; strobes < 16; ++strobes) {
    write(file, 0x0, 0x12345678);
    write(file, 0x0, 0xaabbccdd, static_cast<std::uint8_t>(strobes));
    const std::uint32_t mask = bus::strobe_mask(static_cast<std::uint8_t>(strobes));
    EXPECT_EQ(read(file, 0x0), (0x12345678u & ~mask) | (0xaabbccddu & mask)) << strobes;
    EXPECT_EQ(read(file, 0x80) & ~mask, 0u);
  }
}

TEST_F(RegisterFileTest, UnlistedOffsets) {
  RegisterFile zero(kZero, content, 0x2000), error(kError, content, 0x3000);
  write(file, 0x80, 5);
  EXPECT_EQ(read(file, 0x80), 5u);
  write(zero, 0x80, 5);
  EXPECT_EQ(read(zero, 0x80), 0u);
  std::uint32_t value = 1;
  EXPECT_EQ(error.read(0, 0x80, &value, 0), Response::decerr);
  EXPECT_EQ(value, 0u);
  EXPECT_EQ(error.write(0, 0x80, 1, kAll, 0), Response::decerr);
  EXPECT_EQ(file.read(0, 0x100, &value, 0), Response::decerr) << "outside the block";
  EXPECT_EQ(file.write(0, 0x100, 1, kAll, 0), Response::decerr);
}

TEST_F(RegisterFileTest, HooksSeeTheInstanceAndOnlyRealWrites) {
  std::vector<std::uint32_t> seen;
  file.on_write("GRID", [&](std::uint32_t n, std::uint32_t data, std::uint8_t, ps_t) {
    seen.push_back(n << 16 | data);
  });
  file.on_read("FIXED",
               [](std::uint32_t, ps_t grant) { return static_cast<std::uint32_t>(grant); });
  write(file, 0x44, 0x9);
  write(file, 0x44, 0x9, 0);
  write(file, 0x28, 0xff01, 0x1);
  EXPECT_EQ(seen, (std::vector<std::uint32_t>{4u << 16 | 9, 2u << 16 | 1}));
  std::uint32_t value = 0;
  file.read(0, 0x8, &value, 77);
  EXPECT_EQ(value, 77u);
  EXPECT_THROW(file.on_read("NOTHING", {}), Error);
}

TEST_F(RegisterFileTest, ResetPutsEverythingBackAndLeavesNeighboursAlone) {
  RegisterFile next(kStorage, content, 0x1100);
  RegisterFile part(kStorage, content, 0x4000, 0x40);
  content.store(0x4040, 9);
  write(next, 0x0, 1);
  write(file, 0x0, 1);
  write(file, 0x80, 1);
  file.reset();
  part.reset();
  EXPECT_EQ(read(file, 0x0), 0x12345678u);
  EXPECT_EQ(read(file, 0x80), 0u);
  EXPECT_EQ(read(next, 0x0), 1u);
  EXPECT_EQ(content.load(0x4040), 9u) << "a short window resets no more than itself";
}

TEST_F(RegisterFileTest, DebugAccess) {
  std::uint32_t value = 0;
  EXPECT_EQ(file.poke(0, 0x8, 0x99), Response::okay);
  EXPECT_EQ(file.peek(0, 0x8, &value), Response::okay);
  EXPECT_EQ(value, 0x99u) << "debug writes reach read-only registers";
  EXPECT_EQ(file.poke(0, 0xc, 1), Response::decerr) << "nothing to set in a write-only register";
  EXPECT_EQ(file.poke(0, 0x100, 1), Response::decerr);
}

TEST(RegisterSpace, RoutesMergesAndRefusesOverlap) {
  memory::Sparse content{8};
  RegisterFile a(kStorage, content, 0), b(kStorage, content, 0x1000);
  RegisterSpace space;
  space.add(0x200, 0x100, b);
  space.add(0x100, 0x100, a);
  space.add(0x1000, 0x80, b, 0x80);
  EXPECT_THROW(space.add(0x180, 0x10, a), Error);
  EXPECT_THROW(space.add(0x80, 0x81, a), Error);
  EXPECT_THROW(space.add(0x5000, 0, a), Error);
  EXPECT_EQ(space.write(0, 0x280, 0x77, kAll, 0), Response::okay);
  std::uint32_t value = 0;
  EXPECT_EQ(space.read(0, 0x1000, &value, 0), Response::okay);
  EXPECT_EQ(value, 0x77u) << "the second range of b begins at its 0x80";
  EXPECT_EQ(space.read(0, 0x300, &value, 0), Response::decerr);
  EXPECT_EQ(space.read(0, 0xfc, &value, 0), Response::decerr);
  EXPECT_EQ(space.poke(0, 0x108, 3), Response::okay);
  EXPECT_EQ(space.peek(0, 0x108, &value), Response::okay);
  EXPECT_EQ(value, 3u);
  const std::vector<std::pair<std::uint64_t, std::uint64_t>> expected = {{0x100, 0x200},
                                                                         {0x1000, 0x80}};
  EXPECT_EQ(space.extents(), expected);
}

}  // namespace
}  // namespace nvp::regs
