// SPDX-License-Identifier: Apache-2.0
// Boots one V3 device and reads its API version over the link, with the cost of docs/time.md.
#include "model/device.h"

#include <cstdio>

#include "model/sim/thread.h"

int main() {
  nvp::bus::HostMemory memory;
  nvp::trace::Stream stream;
  nvp::fault::Registry faults{stream};
  nvp::Device device({}, memory, faults, stream);
  std::uint64_t version = 0;
  nvp::ps_t cost = 0;
  nvp::sim::Thread host("host", [&] {
    nvp::sim::Thread::current()->sleep_until(10 * nvp::kPsPerMs);
    nvp::bus::HostPort& port = device.host_port();
    const nvp::ps_t before = nvp::sim::now();
    version = port.read(port.identity().bar[0].base + 0x6c84000, 4);
    cost = nvp::sim::now() - before;
  });
  nvp::sim::run(20 * nvp::kPsPerMs);
  std::printf("API version %d, %d ps\n", static_cast<int>(version), static_cast<int>(cost));
  std::fflush(stdout);
  std::_Exit(version == 7 && cost == 605'448 ? 0 : 1);  // parked threads are not unwound
}
