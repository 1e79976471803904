// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstring>
#include <vector>

#include "testbench/tests/device_bench.h"

namespace nvp {
namespace {

using test::DeviceBench;

DEVICE_TEST(HbmWindow, AnyAlignedSizeInTheActiveParts) {
  auto* bench = new DeviceBench(id);
  bench->run([bench] {
    bus::HostPort& port = bench->device->host_port();
    const generation::Generation& g = bench->generation();
    for (std::uint64_t stack = 0; stack < g.hbm_stacks; ++stack) {
      SCOPED_TRACE(stack);
      const std::uint64_t base = bench->bar4() + stack * g.bar4_stack_stride;
      const std::uint64_t last = base + g.hbm_bytes - 8;
      for (const std::uint64_t address : {base, last}) {
        port.write(address, 0x1122334455667788, 8);
        port.write(address + 3, 0xaa, 1);
        port.write(address + 6, 0xbbcc, 2);
        EXPECT_EQ(port.read(address, 8), 0xbbcc3344aa667788u);
        EXPECT_EQ(port.read(address + 4, 4), 0xbbcc3344u);
        EXPECT_EQ(port.read(address + 3, 1), 0xaau);
      }
    }
    EXPECT_EQ(bench->device->hbm_bytes_held(), g.hbm_stacks * 2 * 4096u);
  });
}

DEVICE_TEST(HbmWindow, AbuseReadsAllOnesAndChangesNothing) {
  auto* bench = new DeviceBench(id);
  bench->run([bench] {
    bus::HostPort& port = bench->device->host_port();
    const generation::Generation& g = bench->generation();
    const std::uint64_t base = bench->bar4();
    port.write(base + 8, 0x0102030405060708, 8);
    for (const auto& [offset, size] :
         {std::pair{9u, 2u}, {9u, 4u}, {10u, 4u}, {12u, 8u}, {15u, 8u}}) {
      port.write(base + offset, 0, size);
      EXPECT_EQ(port.read(base + offset, size), size == 8 ? ~0ull : (1ull << 8 * size) - 1)
          << offset;
    }
    EXPECT_EQ(port.read(base + 8, 8), 0x0102030405060708u);
    const std::uint64_t end = base + (g.hbm_stacks - 1) * g.bar4_stack_stride + g.hbm_bytes;
    if (end < base + g.bar4_bytes) {
      port.write(end, 1, 8);
      EXPECT_EQ(port.read(end, 8), ~0ull) << "behind the last stack";
    }
    EXPECT_EQ(port.read(base + g.bar4_bytes, 4), 0xffffffffu) << "behind BAR4";
    EXPECT_EQ(bench->device->hbm_bytes_held(), 4096u);
  });
}

// 05: two fabric cycles of decoding and two of memory, an 8-byte completion.
SIM_TEST(HbmWindow, AReadTakesExactly605512Ps) {
  auto* bench = new DeviceBench(generation::Id::v3);
  bench->run([bench] {
    bench->device->host_port().read(bench->bar4(), 8);
    EXPECT_EQ(sim::now(), 301'000u + 4'000 + 32 * 16 + 300'000);
  });
}

DEVICE_TEST(HbmWindow, BulkAccessWithoutTime) {
  auto* bench = new DeviceBench(id);
  bench->run([bench] {
    bus::HostPort& port = bench->device->host_port();
    std::vector<std::uint8_t> out(100'000), in(100'000);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<std::uint8_t>(i * 7);
    EXPECT_TRUE(port.poke(bench->bar4() + 12'345, out.data(), out.size()));
    EXPECT_TRUE(port.peek(bench->bar4() + 12'345, in.data(), in.size()));
    EXPECT_EQ(in, out);
    const std::uint64_t end = bench->bar4() + bench->generation().hbm_bytes;
    EXPECT_FALSE(port.poke(bench->bar4() + bench->generation().bar4_bytes - 10, out.data(), 100));
    if (bench->generation().hbm_bytes < bench->generation().bar4_stack_stride) {
      EXPECT_FALSE(port.peek(end - 10, in.data(), 100));
    }
    EXPECT_EQ(sim::now(), 0u);
  });
}

// 13, section 1.5: a marked word that is read is an event of its stack, published by firmware.
DEVICE_TEST(HbmWindow, MarkedWordsReachTheEccWords) {
  auto* bench = new DeviceBench(id);
  bench->run([bench] {
    DeviceBench::boot();
    const generation::Generation& g = bench->generation();
    EXPECT_TRUE(bench->device->mark_hbm(g.bar4_stack_stride + 0x40, EccKind::uncorrectable));
    EXPECT_FALSE(bench->device->mark_hbm(g.bar4_bytes, EccKind::uncorrectable));
    bench->device->host_port().read(bench->bar4() + g.bar4_stack_stride + 0x40, 4);
    bench->device->host_port().read(bench->bar4() + g.bar4_stack_stride + 0x40, 8);
    DeviceBench::after(kPsPerMs);
    EXPECT_EQ(bench->misc(MISCRAM_HBM_ECC(1)), 2u << MISCRAM_HBM_ECC_UNREPAIRABLE_SHIFT);
    EXPECT_EQ(bench->misc(MISCRAM_HBM_ECC(0)), 0u);
  });
}

}  // namespace
}  // namespace nvp
