// SPDX-License-Identifier: Apache-2.0
// Made from the register map: every register of every block that BAR0 shows, through the whole
// path.
#include <set>

#include "model/regs/table.h"
#include "testbench/tests/device_bench.h"

namespace nvp {
namespace {

using regs::Access;
using regs::Register;
using regs::Window;
using test::DeviceBench;

constexpr std::uint32_t kPattern = 0xa5c3961e;

bool counts_time(const Register& reg) {
  return reg.name.substr(0, 4) == "IDLE";
}

// The first and the last instance of a window in full, of the others each register's first element.
bool in_full(const Window& window, std::uint32_t instance) {
  return instance == 0 || instance + 1 == window.count();
}

using Visit =
    std::function<void(std::uint64_t offset, const Register& reg, const std::string& where)>;

void for_each_register(const DeviceBench& bench, const Visit& visit) {
  for (const Window& window : regs::windows(static_cast<unsigned>(bench.generation().id))) {
    if (window.name == "MISCRAM") continue;  // firmware's words; below
    for (std::uint32_t n = 0; n < window.count(); ++n) {
      for (const Register& reg : window.block->registers) {
        const std::uint32_t elements = in_full(window, n) ? reg.instances() : 1;
        for (std::uint32_t e = 0; e < elements; ++e)
          visit(window.offset(n) + reg.offset_of(e), reg,
                std::string(window.name) + "[" + std::to_string(n) + "]." + std::string(reg.name) +
                    "[" + std::to_string(e) + "]");
      }
    }
  }
}

void check_policy(DeviceBench& bench, std::uint64_t offset, const Register& reg,
                  const std::string& where) {
  const std::uint32_t before = bench.read(offset);
  bench.write(offset, kPattern);
  const std::uint32_t after = bench.read(offset);
  switch (reg.access) {
    case Access::rw:
      EXPECT_EQ(after, (before & ~reg.writable) | (kPattern & reg.writable)) << where;
      bench.write(offset, before);
      break;
    case Access::ro:
      if (counts_time(reg)) {
        EXPECT_GE(after, before) << where;
      } else {
        EXPECT_EQ(after, before) << where;
      }
      break;
    case Access::wo:
      EXPECT_EQ(before, 0u) << where;
      EXPECT_EQ(after, 0u) << where;
      break;
    case Access::w1c:
      EXPECT_EQ(after, before & ~(kPattern & reg.writable)) << where;
      break;
    case Access::wsub:
      EXPECT_EQ(after, before - std::min(before, kPattern & reg.writable)) << where;
      break;
  }
}

DEVICE_TEST(Registers, ResetValues) {
  auto* bench = new DeviceBench(id);
  bench->run([bench] {
    for_each_register(*bench, [&](std::uint64_t offset, const Register& reg, const auto& where) {
      const std::uint32_t value = bench->read(offset);
      if (!counts_time(reg)) {
        EXPECT_EQ(value, reg.access == Access::wo ? 0 : reg.reset) << where;
      }
    });
    EXPECT_TRUE(bench->device->unclaimed().empty()) << "every register belongs to a block";
  });
}

DEVICE_TEST(Registers, AccessPolicy) {
  auto* bench = new DeviceBench(id);
  bench->run([bench] {
    for_each_register(*bench, [&](std::uint64_t offset, const Register& reg, const auto& where) {
      check_policy(*bench, offset, reg, where);
    });
  });
}

// No two registers share their content, except a semaphore's four windows.
DEVICE_TEST(Registers, NoTwoShareContent) {
  auto* bench = new DeviceBench(id);
  bench->run([bench] {
    std::vector<std::pair<std::uint64_t, std::string>> written;
    for_each_register(*bench, [&](std::uint64_t offset, const Register& reg, const auto& where) {
      if (reg.access != Access::rw || reg.writable != ~0u) return;
      bench->write(offset, static_cast<std::uint32_t>(offset) ^ kPattern);
      written.emplace_back(offset, where);
    });
    for (const auto& [offset, where] : written)
      EXPECT_EQ(bench->read(offset), static_cast<std::uint32_t>(offset) ^ kPattern) << where;
  });
}

// 11, section 1; 05: other widths and alignments read all ones, their writes vanish.
DEVICE_TEST(Registers, WidthsAndAlignments) {
  auto* bench = new DeviceBench(id);
  bench->run([bench] {
    DeviceBench::boot();
    bus::HostPort& port = bench->device->host_port();
    const generation::Generation& g = bench->generation();
    const std::uint64_t places[] = {
        g.miscram_offset + MISCRAM_DATA(2),
        generation::tpb_window(g, 1) + TPB_SBUF_OFFSET + 0x100,
        generation::core_notification(g, 0) + NOTIFICATION_BASE_LOW(1),
        generation::udma_window(g, 3) + UDMA_M2S_Q_RING_BASE_LOW(7),
        generation::top_sp_window(g, 1) + 0x3000,
    };
    for (const std::uint64_t offset : places) {
      SCOPED_TRACE(offset);
      const std::uint64_t address = bench->bar0() + offset;
      port.write32(address, 0x11223344);
      for (const unsigned size : {1u, 2u, 8u}) {
        const std::uint64_t ones = size == 8 ? ~std::uint64_t{0} : (1ull << 8 * size) - 1;
        port.write(address, 0, size);
        EXPECT_EQ(port.read(address, size), ones) << size;
      }
      for (const unsigned shift : {1u, 2u, 3u}) {
        port.write(address + shift, 0, 4);
        EXPECT_EQ(port.read(address + shift, 4), 0xffffffffu) << shift;
      }
      EXPECT_EQ(port.read32(address), 0x11223344u) << "nothing of it took effect";
      EXPECT_EQ(port.read32(address + 4), 0u);
    }
  });
}

// MiscRAM: storage behind every word that firmware does not publish (11, section 1).
DEVICE_TEST(Registers, MiscramIsStorage) {
  auto* bench = new DeviceBench(id);
  bench->run([bench] {
    DeviceBench::boot();
    const std::set<std::uint32_t> special = {MISCRAM_TRIGGER, MISCRAM_POWER_UTIL(0),
                                             MISCRAM_POWER_UTIL(1)};
    for (std::uint32_t offset = 0; offset < 0x1000; offset += 4) {
      if (special.count(offset) == 0) bench->set_misc(offset, offset * 0x10001);
    }
    bench->set_misc(MISCRAM_RESET, 0);
    for (std::uint32_t offset = 0; offset < 0x1000; offset += 4) {
      if (special.count(offset) == 0 && offset != MISCRAM_RESET) {
        EXPECT_EQ(bench->misc(offset), offset * 0x10001) << offset;
      }
    }
  });
}

// 10, section 5: unclaimed offsets are storage, counted.
DEVICE_TEST(Registers, UnclaimedOffsetsAreCountedStorage) {
  auto* bench = new DeviceBench(id);
  bench->run([bench] {
    const std::uint64_t gap = TPB_PSUM_OFFSET + TPB_PSUM_BYTES;  // of core 0
    EXPECT_EQ(bench->read(gap), 0u);
    bench->write(gap, 0x77);
    EXPECT_EQ(bench->read(gap), 0x77u);
    bench->read(bench->generation().miscram_offset + 0x1000);
    const auto unclaimed = bench->device->unclaimed();
    ASSERT_EQ(unclaimed.size(), 2u);
    EXPECT_LT(unclaimed[0].offset, unclaimed[1].offset);
    for (const Device::Unclaimed& word : unclaimed) {
      if (word.offset != gap) continue;
      EXPECT_EQ(word.reads, 2u);
      EXPECT_EQ(word.writes, 1u);
    }
  });
}

// Beyond the end of BAR0 nothing answers.
DEVICE_TEST(Registers, OutsideTheBars) {
  auto* bench = new DeviceBench(id);
  bench->run([bench] {
    bus::HostPort& port = bench->device->host_port();
    const std::uint64_t end = bench->bar0() + bench->generation().bar0_bytes;
    EXPECT_EQ(port.read32(end), 0xffffffffu);
    EXPECT_EQ(port.read32(bench->bar0() - 4), 0xffffffffu);
    port.write32(end, 1);
    EXPECT_EQ(port.read32(end - 4), 0u);
    EXPECT_EQ(port.read32(~std::uint64_t{3}), 0xffffffffu);
  });
}

// Debug transport: no time, no side effect.
DEVICE_TEST(Registers, PeekAndPoke) {
  auto* bench = new DeviceBench(id);
  bench->run([bench] {
    Device& device = *bench->device;
    const generation::Generation& g = bench->generation();
    std::uint32_t value = 0;
    EXPECT_TRUE(device.poke(generation::tpb_window(g, 1) + TPB_SEMAPHORE_READ(9), 99));
    EXPECT_TRUE(device.peek(generation::tpb_window(g, 1) + TPB_SEMAPHORE_READ(9), &value));
    EXPECT_EQ(value, 99u);
    EXPECT_TRUE(device.poke(g.miscram_offset + MISCRAM_FW_BUILD, 42));
    EXPECT_TRUE(device.peek(g.miscram_offset + MISCRAM_FW_BUILD, &value));
    EXPECT_EQ(value, 42u) << "READY does not gate it";
    EXPECT_FALSE(device.peek(g.bar0_bytes, &value));
    EXPECT_EQ(sim::now(), 0u);
    EXPECT_EQ(bench->read(generation::tpb_window(g, 1) + TPB_SEMAPHORE_READ(9)), 99u);
  });
}

}  // namespace
}  // namespace nvp
