// SPDX-License-Identifier: Apache-2.0
// Several devices, configuration errors, determinism, memory.
#include <gmock/gmock.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdio>

#include "model/generation/routing.h"
#include "model/sim/error.h"
#include "testbench/tests/device_bench.h"

namespace nvp {
namespace {

using test::DeviceBench;
using ::testing::HasSubstr;

#if defined(__SANITIZE_ADDRESS__)
constexpr long kMostKib = 512 * 1024;  // shadow memory and redzones
#else
constexpr long kMostKib = 64 * 1024;
#endif

std::string error_of(const DeviceConfig& config) {
  auto* bench = new DeviceBench(generation::Id::v3, [](DeviceConfig& c) { c.index = 63; });
  bench->run([] {});
  try {
    new Device(config, bench->memory, bench->faults, bench->stream);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::input);
    return error.what();
  }
  return "no error";
}

DeviceConfig with(const std::function<void(DeviceConfig&)>& change) {
  DeviceConfig config;
  change(config);
  return config;
}

SIM_TEST(Configuration, BadIndex) {
  EXPECT_THAT(error_of(with([](DeviceConfig& c) { c.index = 64; })),
              HasSubstr("accepted are 0..63"));
}
SIM_TEST(Configuration, NegativeIndex) {
  EXPECT_THAT(error_of(with([](DeviceConfig& c) { c.index = -1; })), HasSubstr("0..63"));
}
SIM_TEST(Configuration, BadNode) {
  EXPECT_THAT(error_of(with([](DeviceConfig& c) { c.node = 4; })), HasSubstr("accepted are 0..3"));
}
SIM_TEST(Configuration, UnknownProduct) {
  EXPECT_THAT(error_of(with([](DeviceConfig& c) { c.pci_device_id = 0x7064; })),
              HasSubstr("accepted are 0x7164"));
}
SIM_TEST(Configuration, ProductOfAnotherGeneration) {
  EXPECT_THAT(error_of(with([](DeviceConfig& c) { c.pci_device_id = 0x7264; })),
              HasSubstr("not of generation v3"));
}
SIM_TEST(Configuration, MisalignedBar) {
  EXPECT_THAT(error_of(with([](DeviceConfig& c) { c.bar4_base = 0x1000; })), HasSubstr("BAR4"));
}

SIM_TEST(Configuration, BadCallsAreErrors) {
  auto* bench = new DeviceBench(generation::Id::v2);
  bench->run([] {});
  EXPECT_THROW(bench->device->core(2), Error);
  EXPECT_THROW(bench->device->inject_ecc(3, EccKind::corrected, 1), Error);
  EXPECT_THROW(bench->device->set_repair_state(4), Error);
}

SIM_TEST(Configuration, IdentityOfTheFunction) {
  auto* bench = new DeviceBench(generation::Id::v2, [](DeviceConfig& c) {
    c.index = 3;
    c.pci_device_id = 0x7264;
  });
  bench->run([] {});
  const bus::PciIdentity& identity = bench->device->host_port().identity();
  EXPECT_EQ(identity.vendor, 0x1d0fu);
  EXPECT_EQ(identity.device, 0x7264u);
  EXPECT_EQ(identity.revision, 1u);
  EXPECT_EQ(identity.bar[0].size, 0x4000'0000u);
  EXPECT_EQ(identity.bar[4].size, 0x8'0000'0000u);
  EXPECT_EQ(identity.bar[2].size, 0u);
  EXPECT_EQ(identity.bar[0].base % identity.bar[0].size, 0u);
  EXPECT_EQ(identity.bar[4].base % identity.bar[4].size, 0u);
}

// 10 section 2: a function without BAR4
DEVICE_TEST(Platform, WithoutBar4) {
  auto* bench = new DeviceBench(id, [](DeviceConfig& c) { c.has_bar4 = false; });
  EXPECT_EQ(bench->device->host_port().identity().bar[4].base, 0u);
  EXPECT_EQ(bench->device->host_port().identity().bar[4].size, 0u);
  bench->run([bench] {
    DeviceBench::boot();
    EXPECT_EQ(bench->misc(MISCRAM_API_VERSION), 7u);
    EXPECT_EQ(bench->device->host_port().read32(0x200'0000'0000), 0xffff'ffffu);
  });
}

SIM_TEST(Platform, SixteenDevicesLiveSideBySide) {
  bus::check_protocol(true);
  auto* stream = new trace::Stream;
  auto* faults = new fault::Registry(*stream);
  auto* memory = new bus::HostMemory;
  auto* devices = new std::vector<std::unique_ptr<Device>>;
  const generation::Product& trn2 = generation::product(0x7364);
  for (std::int32_t k = 0; k < 16; ++k) {
    DeviceConfig config;
    config.index = k;
    config.routing_id = generation::default_routing_id(trn2, false, static_cast<std::uint32_t>(k));
    devices->push_back(std::make_unique<Device>(config, *memory, *faults, *stream));
  }
  new sim::Thread("host", [devices, &trn2] {
    DeviceBench::boot();
    std::uint64_t last_end = 0;
    for (const auto& device : *devices) {
      const bus::Bar bar = device->host_port().identity().bar[0];
      EXPECT_GE(bar.base, last_end);
      last_end = bar.base + bar.size;
      const std::uint64_t miscram = bar.base + device->generation().miscram_offset;
      const auto k = static_cast<std::uint32_t>(device->config().index);
      EXPECT_EQ(generation::device_index(trn2, false,
                                         device->host_port().read32(miscram + MISCRAM_DEVICE_ID)),
                k);
      EXPECT_EQ(device->host_port().read32(miscram + MISCRAM_SERIAL_NUMBER_LO), 0x10000 + k);
      EXPECT_EQ(device->host_port().read32(bar.base + bar.size), 0xffffffffu)
          << "the next device's BAR is not this one's";
      device->host_port().write32(bar.base + 0xd0000000 + TPB_SEMAPHORE_SET(1), k);
    }
    for (const auto& device : *devices) {
      const std::uint64_t bar0 = device->config().bar0_base;
      EXPECT_EQ(device->host_port().read32(bar0 + 0xd0000000 + TPB_SEMAPHORE_READ(1)),
                static_cast<std::uint32_t>(device->config().index));
    }
    sim::stop();
  });
}

DEVICE_TEST(Platform, OneDeviceStaysUnder64Mib) {
  auto* bench = new DeviceBench(id);
  bench->run([bench] {
    DeviceBench::boot();
    const generation::Generation& g = bench->generation();
    for (std::uint32_t engine = 0; engine < g.dma_engines;
         ++engine)  // as the driver's DMA set-up does
      for (std::uint32_t queue = 0; queue < 16; ++queue)
        for (std::uint32_t offset = 0x20; offset < 0x50; offset += 4) {
          bench->device->poke(generation::udma_window(g, engine) + 0x1000 * (1 + queue) + offset,
                              1);
          bench->device->poke(generation::udma_window(g, engine) + 0x1000 * (33 + queue) + offset,
                              1);
        }
    bench->reset_device();
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    EXPECT_LT(usage.ru_maxrss, kMostKib);
  });
}

/// A story with traffic on every path; its trace hash goes to `hash`.
void story(std::uint64_t* hash) {
  auto* bench = new DeviceBench(generation::Id::v3);
  auto* hasher = new trace::Hasher;
  bench->stream.subscribe([hasher](const trace::Event& event) { hasher->add(event); });
  bench->run([bench, hasher, hash] {
    DeviceBench::boot();
    for (std::uint32_t core = 0; core < 8; ++core) {
      neuroncore::Job job;
      job.id = core;
      job.duration = (core + 1) * kPsPerMs;
      bench->device->core(core).submit(job, {});
      bench->write(generation::tpb_window(bench->generation(), core) + TPB_SEMAPHORE_INC(0), 1);
    }
    bench->device->inject_ecc(2, EccKind::repairable, 5);
    bench->device->host_port().write(bench->bar4() + 0x10, 0x1234567, 8);
    bench->read(0x1234'5670);
    bench->reset_device();
    *hash = hasher->value();
  });
}

/// What a test's children leave for it.
std::uint64_t* shared_words() {
  void* page = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  EXPECT_NE(page, MAP_FAILED);
  return static_cast<std::uint64_t*>(page);
}

/// The host rings, reads and writes on every edge while firmware boots and answers; each was
/// created first or second. Prints the whole trace.
void contention(bool host_first) {
  struct Scene {
    trace::Stream stream;
    fault::Registry faults{stream};
    bus::HostMemory memory;
    std::unique_ptr<Device> device;
  };
  auto* scene = new Scene;
  scene->stream.subscribe(
      [](const trace::Event& event) { std::puts(trace::to_json(event).c_str()); });
  const auto make_device = [scene] {
    DeviceConfig config;
    config.firmware.boot_ps = 0;
    scene->device = std::make_unique<Device>(config, scene->memory, scene->faults, scene->stream);
  };
  if (!host_first) make_device();
  new sim::Thread("host", [scene] {
    bus::HostPort& port = scene->device->host_port();
    const std::uint64_t misc =
        scene->device->config().bar0_base + scene->device->generation().miscram_offset;
    sim::Thread::current()->sleep_until(1);  // who of the two speaks first at time 0 is open
    for (std::uint32_t i = 0; i < 3'000; ++i) {
      if (i % 40 == 0) {  // a request of the new engine with a wrong CRC
        port.write32(misc + MISCRAM_REQUEST_BASE_ADDR_HIGH, 0x00090400 | (i / 40 + 1) % 256);
        port.write32(misc + MISCRAM_ACK, 1);
        port.write32(misc + MISCRAM_TRIGGER, 1);
      }
      port.write32(misc + MISCRAM_DATA(i % 32), i);
      port.read32(misc + (i % 2 ? MISCRAM_TRIGGER : MISCRAM_REQUEST_BASE_ADDR_HIGH));
      sim::Thread::current()->sleep_until((sim::now() / 1'000 + 1) * 1'000);
    }
    std::puts("the end");
    sim::stop();
  });
  if (host_first) make_device();
}

// 05 check 11, over a whole device
TEST(Platform, OrderOfCreationChangesNoByteOfTheTrace) {
  std::string texts[2];
  for (const bool host_first : {false, true}) {
    testing::internal::CaptureStdout();
    test::run_in_child([host_first] { contention(host_first); }, kPsPerSecond);
    texts[host_first] = testing::internal::GetCapturedStdout();
  }
  EXPECT_GT(texts[0].size(), 500'000u);
  EXPECT_THAT(texts[0], testing::EndsWith("the end\n"));
  if (texts[0] == texts[1]) return;
  const auto at = std::mismatch(texts[0].begin(), texts[0].end(), texts[1].begin(), texts[1].end());
  const auto from = static_cast<std::size_t>(at.first - texts[0].begin());
  const std::size_t begin = from > 300 ? from - 300 : 0;
  FAIL() << "the traces part here:\n"
         << texts[0].substr(begin, 600) << "\n--- host first:\n"
         << texts[1].substr(begin, 600);
}

TEST(Platform, TwoRunsGiveTheSameTrace) {
  std::uint64_t* hashes = shared_words();
  test::run_in_child([hashes] { story(&hashes[0]); }, kPsPerSecond);
  auto unrelated = std::make_unique<std::vector<char>>(1'234'567);  // another heap layout
  test::run_in_child([hashes] { story(&hashes[1]); }, kPsPerSecond);
  EXPECT_NE(hashes[0], 0u);
  EXPECT_EQ(hashes[0], hashes[1]);
  munmap(hashes, 4096);
}

}  // namespace
}  // namespace nvp
