// SPDX-License-Identifier: Apache-2.0
// Runs the driver of docs/your-driver.md, and checks that the page shows what runs.
#include <fstream>
#include <iterator>

#include "testbench/tests/support/sim_test.h"
// [example]
#include "driver/kernel/vk/kernel.h"
#include "model/sim/thread.h"

namespace {

// The silicon: one PCI function with 4 KiB of registers. A read takes 700 ns.
class Thermometer : public nvp::bus::HostPort {
 public:
  Thermometer() {
    identity_.device = 0x0042;
    identity_.bar[0] = {0x1'0000'0000, 0x1000};
  }
  const nvp::bus::PciIdentity& identity() const override { return identity_; }
  std::uint64_t read(std::uint64_t address, unsigned) override {
    nvp::sim::Thread::current()->consume(700 * nvp::kPsPerNs);
    return address == identity_.bar[0].base + 0x10 ? 21 : 0;
  }
  void write(std::uint64_t, std::uint64_t, unsigned) override {}
  bool peek(std::uint64_t, void*, std::size_t) override { return false; }
  bool poke(std::uint64_t, const void*, std::size_t) override { return false; }

 private:
  nvp::bus::PciIdentity identity_;
};

// The host: memory, event stream, fault points and the kernel.
struct Host {
  nvp::bus::HostMemory memory;
  nvp::trace::Stream stream;
  nvp::fault::Registry faults{stream};
  nvp::vk::Kernel kernel{{}, memory, faults, stream};
};

std::string read_degrees(Host& host) {
  std::string text;
  host.kernel.load_module();
  host.kernel.sysfs_read("/sys/class/thermo/thermo0/degrees", &text);
  host.kernel.unload_module();
  return text;
}

}  // namespace
// [example]

namespace {

std::string content(const std::string& path) {
  std::ifstream file(std::string(NVP_SOURCE_DIR) + "/" + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

SIM_TEST(YourDriver, Runs) {
  auto* host = new Host;
  host->kernel.add_pci_device(*new Thermometer);
  new nvp::sim::Thread("main", [host] {
    EXPECT_EQ(read_degrees(*host), "21\n");
    EXPECT_EQ(nvp::sim::now(), 700 * nvp::kPsPerNs);
    EXPECT_TRUE(host->kernel.problems().empty());
  });
}

TEST(YourDriver, PageShowsWhatRuns) {
  const std::string page = content("docs/your-driver.md");
  const std::string driver = content("testbench/tests/kernel_module/thermo.c");
  const std::string program = content("testbench/tests/kernel_your_driver_test.cpp");
  const std::string mark = "// [example]\n";
  const std::size_t from = program.find(mark) + mark.size();
  ASSERT_FALSE(driver.empty());
  EXPECT_NE(page.find("```c\n" + driver + "```"), std::string::npos);
  EXPECT_NE(page.find("```cpp\n" + program.substr(from, program.find(mark, from) - from) + "```"),
            std::string::npos);
}

}  // namespace
